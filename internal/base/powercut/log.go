// Package powercut simulates power cuts, for tests. A [Log] holds every change to the files in a
// folder, in order: writes, new names, flushes. A [Replay] runs through the log. For any operation
// it returns possible contents of a disk after a power cut at that point: all flushed data, and any
// part of the rest. The changes come from a [Disk], which packages use in their tests, or from the
// system calls of a whole program (the test of training in this package).
package powercut

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"epaminondas/internal/base/noun"
)

// kind is the kind of an operation.
type kind int

const (
	link     kind = iota // a name in a folder now stands for a node: a new file, a new folder, a rename
	unlink               // a name is removed
	write                // bytes of a file
	truncate             // the size of a file
	flush                // fsync of a file or a folder
	note                 // an acknowledgement of the program
)

// node is a file or a folder, independent of its name.
type node struct{ folder bool }

// op is one operation.
type op struct {
	kind   kind
	node   *node  // for link and unlink, the folder that contains the name; otherwise the file
	name   string // for link and unlink
	target *node  // for link
	from   *node  // for a rename: the folder of the old name
	old    string // for a rename
	// offset is the position of a write, the size for truncate, and for flush the number of
	// operations of the log that it covers.
	offset int64
	data   []byte // for write
	text   string // for note
}

// Log is every change to the files in a folder, in order. Paths are relative to the folder and use
// slashes; "." is the folder itself.
type Log struct {
	ops   []op
	start int // operations of the files that existed at first
	root  *node
	names map[string]*node // nodes by name, as a running program sees them
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

// node returns the node with the given name. An unknown name is a bug in the test.
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

// rename gives a file another name. The log does not support renames of folders.
func (l *Log) rename(from, to string) {
	n := l.node(from)
	l.add(op{kind: link, node: l.node(path.Dir(to)), name: path.Base(to), target: n,
		from: l.node(path.Dir(from)), old: path.Base(from)})
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

// flush makes earlier changes of a file, or of the names in a folder, durable.
func (l *Log) flush(n *node) { l.flushUpTo(n, len(l.ops)) }

// flushUpTo adds a flush that began when the log had the given number of operations. The flush may
// have missed later operations.
func (l *Log) flushUpTo(n *node, began int) { l.add(op{kind: flush, node: n, offset: int64(began)}) }

// Note adds an acknowledgement of the program.
func (l *Log) Note(text string) { l.add(op{kind: note, text: text}) }

// String describes operation i, for the messages of tests.
func (l *Log) String(i int) string {
	o := l.ops[i]
	name := "?" // if the file no longer exists
	for path, n := range l.names {
		if n == o.node {
			name = path
		}
	}
	verb := [...]string{"link", "unlink", "write", "truncate", "flush", "note"}[o.kind]
	return fmt.Sprintf("%d: %s %s %s%s at %d, %s", i, verb, name, o.name,
		strings.TrimSpace(o.text), o.offset, noun.Count(len(o.data), "byte"))
}

// LogOf returns the log of a folder that already has files. All of them are flushed.
func LogOf(tree Tree) *Log {
	l := NewLog()
	for _, name := range slices.Sorted(maps.Keys(tree)) { // a folder comes before its files
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

// Notes returns the number of acknowledgements.
func (l *Log) Notes() (n int) {
	for _, o := range l.ops {
		if o.kind == note {
			n++
		}
	}
	return n
}
