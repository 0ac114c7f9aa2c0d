package kernel

import "golang.org/x/sys/cpu"

//go:generate go run -C asm . -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg kernel

// hasAVX2 reports whether the processor and the system can do what asm writes.
func hasAVX2() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }
