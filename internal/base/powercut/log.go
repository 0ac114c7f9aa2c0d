// Package powercut simulates a power cut, for tests. A [Log] holds every change to the files below a
// folder in order: writes, new names, flushes. A [Replay] runs through it and returns, for any
// operation, what a disk may hold when the power fails there: all that was flushed, and any part of
// the rest. The changes come from a [Disk], which packages write through in their tests, or from the
// system calls of a whole program (the test of training in this package).
package powercut

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// kind is what an operation does.
type kind int

const (
	link     kind = iota // a name in a folder now stands for a node: a new file, a new folder, a rename
	unlink               // a name is removed
	write                // bytes of a file
	truncate             // the size of a file
	flush                // fsync of a file or a folder
	note                 // what the program has acknowledged
)

// node is a file or a folder, whatever its name.
type node struct{ folder bool }

// op is one operation.
type op struct {
	kind   kind
	node   *node  // the folder of a name, else the file
	name   string // of link and unlink
	target *node  // of link
	from   *node  // of a rename: the folder of the old name
	old    string // of a rename
	offset int64  // of write; the size for truncate; for flush, how many operations of the log it covers
	data   []byte // of write
	text   string // of note
}

// Log is every change to the files below a folder, in order. Paths are relative to that folder and
// separated by slashes; "." is the folder itself.
type Log struct {
	ops   []op
	start int // operations of the files that were there before
	root  *node
	names map[string]*node // what a running program sees
}

// NewLog returns the log of an empty folder.
func NewLog() *Log {
	root := &node{folder: true}
	return &Log{root: root, names: map[string]*node{".": root}}
}

// Len returns the number of operations.
func (l *Log) Len() int { return len(l.ops) }

// Has reports whether a file or a folder has the name now.
func (l *Log) Has(name string) bool { return l.names[name] != nil }

// add appends an operation.
func (l *Log) add(o op) { l.ops = append(l.ops, o) }

// node returns what a name stands for now. A name that the log does not know is a bug of the test.
func (l *Log) node(name string) *node {
	n := l.names[name]
	if n == nil {
		panic(fmt.Sprintf("powercut: %s is not in the log", name))
	}
	return n
}

// create adds a new file or folder.
func (l *Log) create(name string, folder bool) {
	n := &node{folder: folder}
	l.add(op{kind: link, node: l.node(path.Dir(name)), name: path.Base(name), target: n})
	l.names[name] = n
}

// rename gives a file another name. Renames of folders do not occur.
func (l *Log) rename(from, to string) {
	n := l.node(from)
	l.add(op{kind: link, node: l.node(path.Dir(to)), name: path.Base(to), target: n, from: l.node(path.Dir(from)), old: path.Base(from)})
	delete(l.names, from)
	l.names[to] = n
}

// remove removes a name.
func (l *Log) remove(name string) {
	l.add(op{kind: unlink, node: l.node(path.Dir(name)), name: path.Base(name)})
	delete(l.names, name)
}

// write adds bytes of a file.
func (l *Log) write(n *node, offset int64, data []byte) {
	l.add(op{kind: write, node: n, offset: offset, data: data})
}

// truncate changes the size of a file.
func (l *Log) truncate(n *node, size int64) { l.add(op{kind: truncate, node: n, offset: size}) }

// flush makes what happened to a file, or to the names in a folder, last.
func (l *Log) flush(n *node) { l.flushUpTo(n, len(l.ops)) }

// flushUpTo is flush for a flush that began when the log had so many operations: later ones may have
// missed it.
func (l *Log) flushUpTo(n *node, began int) { l.add(op{kind: flush, node: n, offset: int64(began)}) }

// Note adds what the program acknowledges from here on.
func (l *Log) Note(text string) { l.add(op{kind: note, text: text}) }

// String describes operation i, for the messages of tests.
func (l *Log) String(i int) string {
	o := l.ops[i]
	name := "?" // of a file that is gone by now
	for path, n := range l.names {
		if n == o.node {
			name = path
		}
	}
	verb := [...]string{"link", "unlink", "write", "truncate", "flush", "note"}[o.kind]
	return fmt.Sprintf("%d: %s %s %s%s at %d, %d bytes", i, verb, name, o.name, strings.TrimSpace(o.text), o.offset, len(o.data))
}

// LogOf returns the log of a folder that already has files, all of them flushed.
func LogOf(tree Tree) *Log {
	l := NewLog()
	for _, name := range slices.Sorted(maps.Keys(tree)) { // a folder before what lies in it
		l.create(name, tree[name] == nil)
		n := l.node(name)
		if len(tree[name]) > 0 {
			l.write(n, 0, tree[name])
		}
		l.flush(n)
		l.flush(l.node(path.Dir(name)))
	}
	l.start = len(l.ops)
	return l
}

// Notes returns how much was acknowledged.
func (l *Log) Notes() (n int) {
	for _, o := range l.ops {
		if o.kind == note {
			n++
		}
	}
	return n
}
