//go:build amd64 || arm64

package memory

import "unsafe"

//go:noescape
func prefetch(address unsafe.Pointer)
