package powercut

import "math/rand/v2"

// sector is the unit that a disk writes atomically, in bytes.
const sector = 512

// Fate decides what a power cut does to an operation that was not flushed. It returns the parts of
// the operation that reach the disk, or nothing if the operation is lost.
type Fate func(o op, random *rand.Rand) []op

// A Variant is a fate with a name.
type Variant struct {
	Name string
	Fate Fate
}

// Corners returns the extreme variants, which need no random numbers.
func Corners() []Variant {
	return []Variant{
		{"all lost", func(op, *rand.Rand) []op { return nil }},
		{"all kept", func(o op, _ *rand.Rand) []op { return []op{o} }},
		{"names kept, content lost", func(o op, _ *rand.Rand) []op { return only(o.named(), o) }},
		{"names and sizes kept, content zero", func(o op, _ *rand.Rand) []op {
			if o.kind == write {
				o = o.sized()
			}
			return []op{o}
		}},
		{"content kept, names lost", func(o op, _ *rand.Rand) []op { return only(!o.named(), o) }},
	}
}

// Random returns a variant that loses operations at random and tears writes: any sectors of a write
// may be missing.
func Random() Variant {
	return Variant{"random", func(o op, random *rand.Rand) []op {
		switch choice := random.IntN(3); {
		case choice == 0:
			return nil
		case choice == 1 || o.kind != write:
			return []op{o}
		}
		return o.torn(random)
	}}
}

// only returns a list with o if kept is true, and otherwise an empty list.
func only(kept bool, o op) []op {
	if !kept {
		return nil
	}
	return []op{o}
}

// named reports whether an operation changes a folder and not a file.
func (o op) named() bool { return o.kind == link || o.kind == unlink }

// sized returns the effect of a write on the size of the file: an empty write at its end.
func (o op) sized() op {
	return op{kind: write, node: o.node, offset: o.offset + int64(len(o.data))}
}

// torn returns some sectors of a write. The file may have grown without the content.
func (o op) torn(random *rand.Rand) []op {
	var parts []op
	for begin := 0; begin < len(o.data); {
		end := min(len(o.data), begin+sector-int(o.offset+int64(begin))%sector)
		if random.IntN(2) == 0 {
			parts = append(parts, op{kind: write, node: o.node, offset: o.offset + int64(begin),
				data: o.data[begin:end]})
		}
		begin = end
	}
	if random.IntN(2) == 0 {
		parts = append(parts, o.sized())
	}
	return parts
}
