// Package memory has hints to the processor and to the system that make large tables faster. They
// change no results.
package memory

import "unsafe"

// Huge asks for large pages for a table. A processor finds the addresses of few pages at a time, so
// a random access to many small pages is slow. The system need not do it, and small tables gain nothing.
func Huge[T any](table []T) {
	if n := len(table) * int(unsafe.Sizeof(*new(T))); n >= hugePage {
		huge(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(table))), n))
	}
}

// hugePage is the size of a large page on common systems, in bytes.
const hugePage = 2 << 20

// Prefetch begins to load the memory of a value that is needed soon.
func Prefetch[T any](value *T) { prefetch(unsafe.Pointer(value)) }
