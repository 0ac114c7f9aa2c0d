package kernel

import "golang.org/x/sys/cpu"

//go:generate go run -C asm . -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg kernel

// hasAVX2 reports whether the processor and the system can do what asm writes.
func hasAVX2() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

// hasAVX512 reports whether they can do what the loops with 512 in their names need besides.
func hasAVX512() bool {
	return hasAVX2() && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL
}
