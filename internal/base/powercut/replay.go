package powercut

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// Tree has the content of files by path. The content of a folder is nil.
type Tree map[string][]byte

// Replay runs through a log. It has the content of the disk and, separately, the changes that a
// power cut may still undo.
type Replay struct {
	Notes []string // acknowledged so far

	log     *Log
	next    int
	disk    layer
	pending []unflushed // since the last flush of their file or folder
}

// unflushed is an operation that a power cut may undo.
type unflushed struct {
	op
	index int // index in the log
}

// layer is the content of files and the names in folders.
type layer struct {
	content map[*node][]byte
	names   map[*node]map[string]*node
}

// NewReplay returns a replay that begins with the files that existed when the log began.
func NewReplay(log *Log) *Replay {
	r := &Replay{log: log, disk: layer{map[*node][]byte{}, map[*node]map[string]*node{}}}
	for r.next < log.start {
		r.Next()
	}
	return r
}

// Next applies one operation. It returns false at the end.
func (r *Replay) Next() bool {
	if r.next == len(r.log.ops) {
		return false
	}
	o := r.log.ops[r.next]
	r.next++
	switch o.kind {
	case note:
		r.Notes = append(r.Notes, o.text)
	case flush:
		r.pending = slices.DeleteFunc(r.pending, func(p unflushed) bool {
			covered := p.node == o.node && p.index < int(o.offset)
			if covered {
				r.disk.apply(p.op)
			}
			return covered
		})
	default:
		r.pending = append(r.pending, unflushed{o, r.next - 1})
	}
	return true
}

// At returns the number of operations so far.
func (r *Replay) At() int { return r.next }

// Survivors returns the contents of the disk after a power cut now. The fate decides about
// operations that were not flushed.
func (r *Replay) Survivors(fate Fate, random *rand.Rand) Tree {
	after := layer{maps.Clone(r.disk.content), map[*node]map[string]*node{}}
	for folder, names := range r.disk.names {
		after.names[folder] = maps.Clone(names)
	}
	for _, o := range r.pending {
		for _, part := range fate(o.op, random) {
			after.apply(part)
		}
	}
	tree := Tree{}
	after.walk(tree, r.log.root, "")
	return tree
}

// apply applies an operation. It never changes content in place, so layers may share content.
func (l layer) apply(o op) {
	switch o.kind {
	case link:
		if o.from != nil {
			delete(l.names[o.from], o.old)
		}
		if l.names[o.node] == nil {
			l.names[o.node] = map[string]*node{}
		}
		l.names[o.node][o.name] = o.target
	case unlink:
		delete(l.names[o.node], o.name)
	case write:
		end := int(o.offset) + len(o.data)
		content := resized(l.content[o.node], max(end, len(l.content[o.node])))
		copy(content[o.offset:], o.data)
		l.content[o.node] = content
	case truncate:
		l.content[o.node] = resized(l.content[o.node], int(o.offset))
	}
}

// resized returns a copy of content with another size.
func resized(content []byte, size int) []byte {
	list := make([]byte, size)
	copy(list, content)
	return list
}

// walk adds the content of a folder to a tree.
func (l layer) walk(tree Tree, folder *node, prefix string) {
	for name, n := range l.names[folder] {
		if n.folder {
			tree[prefix+name] = nil
			l.walk(tree, n, prefix+name+"/")
			continue
		}
		tree[prefix+name] = append([]byte{}, l.content[n]...)
	}
}

// Write makes a folder contain exactly the tree t.
func (t Tree) Write(folder string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(t)) { // a folder comes before its files
		path := filepath.Join(folder, filepath.FromSlash(name))
		var err error
		if t[name] == nil {
			err = os.Mkdir(path, 0o755)
		} else {
			err = os.WriteFile(path, t[name], 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
