package kernel

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"
)

// fences provides buffers that end at forbidden memory. If first is set, the buffers begin at
// forbidden memory. So the processor itself detects an assembly loop that reads or writes outside
// its buffer.
type fences struct {
	t     *testing.T
	first bool
	list  []*fence
}

// fence is a buffer between two forbidden pages, with canaries on the side that does not touch a
// page.
type fence struct {
	name       string
	whole      []byte // page, pages that may be written, page
	from, past int    // where the buffer is, in floats
}

const canaries = 67

// newFences returns fences that exist until the test ends.
func newFences(t *testing.T) *fences {
	f := &fences{t: t}
	t.Cleanup(func() {
		for _, one := range f.list {
			one.release()
		}
	})
	return f
}

// buffer returns n floats, all canaries, that may be read and written.
func (f *fences) buffer(name string, n int) []float32 {
	one := f.find(name, n)
	data := one.floats()
	one.from, one.past = len(data)-n, len(data)
	if f.first {
		one.from, one.past = 0, n
	}
	near := data[max(0, one.from-canaries):min(len(data), one.past+canaries)]
	for i := range near {
		near[i] = canary
	}
	return data[one.from:one.past:one.past]
}

// copyOf returns a copy of x that may be read only.
func (f *fences) copyOf(name string, x []float32) []float32 {
	if x == nil {
		return nil
	}
	y := f.buffer(name, len(x))
	copy(y, x)
	f.find(name, len(x)).protect(syscall.PROT_READ)
	return y
}

// move replaces every slice of floats in the struct at v, and in the structs that it points to, by
// a copy between fences. So the memory of a layer has fences too. The copy is read-only unless
// written is set. Each call needs a new name.
func (f *fences) move(name string, v any, written bool) {
	f.moveFields(name, reflect.ValueOf(v), written)
}

func (f *fences) moveFields(name string, v reflect.Value, written bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			f.moveFields(name, v.Elem(), written)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f.moveFields(name+"."+v.Type().Field(i).Name, v.Field(i), written)
		}
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Float32 {
			f.moveSlice(name, (*[]float32)(unsafe.Pointer(v.UnsafeAddr())), written)
			return
		}
		for i := range v.Len() {
			f.moveFields(fmt.Sprint(name, i), v.Index(i), written)
		}
	}
}

func (f *fences) moveSlice(name string, x *[]float32, written bool) {
	if len(*x) == 0 {
		return
	}
	if y := *x; written {
		*x = f.buffer(name, len(y))
		copy(*x, y)
	} else {
		*x = f.copyOf(name, y)
	}
}

// guard runs a kernel, and fails the test if the kernel touches forbidden memory.
func (f *fences) guard(what string, run func()) {
	f.t.Helper()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		f.t.Helper()
		if err := recover(); err != nil {
			f.t.Fatalf("%s: %s", what, f.explain(err))
		}
	}()
	run()
	f.check(what)
}

// explain says what lies at the address of a fault.
func (f *fences) explain(err any) string {
	fault, ok := err.(interface{ Addr() uintptr })
	if !ok {
		return fmt.Sprint(err)
	}
	for _, one := range f.list {
		start := uintptr(unsafe.Pointer(unsafe.SliceData(one.whole)))
		if at := fault.Addr(); at >= start && at < start+uintptr(len(one.whole)) {
			float, n := (int(at-start)-syscall.Getpagesize())/floatSize-one.from, one.past-one.from
			if float >= 0 && float < n {
				return fmt.Sprintf("%s is written at %d of %d, and may be read only", one.name, float, n)
			}
			return fmt.Sprintf("%s is touched at %d of %d", one.name, float, n)
		}
	}
	return fmt.Sprint("elsewhere: ", err)
}

// check fails the test if a kernel overwrote canaries.
func (f *fences) check(what string) {
	f.t.Helper()
	for _, one := range f.list {
		data := one.floats()
		for i := max(0, one.from-canaries); i < min(len(data), one.past+canaries); i++ {
			if (i < one.from || i >= one.past) && data[i] != canary {
				f.t.Fatalf("%s: %s is written at %d of %d", what, one.name, i-one.from, one.past-one.from)
			}
		}
	}
}

// find returns the fence with a name, writable and large enough for n floats.
func (f *fences) find(name string, n int) *fence {
	for _, one := range f.list {
		if one.name == name {
			if len(one.whole) < fencedBytes(n) {
				one.release()
				one.whole = mapFenced(f.t, n)
			}
			one.protect(syscall.PROT_READ | syscall.PROT_WRITE)
			return one
		}
	}
	f.list = append(f.list, &fence{name: name, whole: mapFenced(f.t, n)})
	return f.find(name, n)
}

const floatSize = 4

// fencedBytes returns the size of a mapping that holds n floats and canaries between its fences.
func fencedBytes(n int) int {
	page := syscall.Getpagesize()
	return ((n+canaries)*floatSize+page-1)/page*page + 2*page
}

func mapFenced(t *testing.T, n int) []byte {
	whole, err := syscall.Mmap(-1, 0, fencedBytes(n), syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatalf("map %d bytes: %v", fencedBytes(n), err)
	}
	return whole
}

// inside returns the floats between the fences, in the form of floats.
func (f *fence) inside() []byte {
	page := syscall.Getpagesize()
	return f.whole[page : len(f.whole)-page]
}

func (f *fence) floats() []float32 {
	inside := f.inside()
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(inside))), len(inside)/floatSize)
}

func (f *fence) protect(how int) {
	if err := syscall.Mprotect(f.inside(), how); err != nil {
		panic(fmt.Sprintf("kernel: protect %s: %v", f.name, err))
	}
}

func (f *fence) release() {
	if err := syscall.Munmap(f.whole); err != nil {
		panic(fmt.Sprintf("kernel: unmap %s: %v", f.name, err))
	}
}
