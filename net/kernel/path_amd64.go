package kernel

import "golang.org/x/sys/cpu"

// vectorPath is the name of the path of the generated assembly.
const vectorPath = "avx2"

//go:generate go run -C asm . -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg kernel

// hasVectors reports whether the processor and the system support the generated assembly.
func hasVectors() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

// hasAVX512 reports whether the processor and the system also support the loops with 512 in their
// names.
func hasAVX512() bool {
	return hasVectors() && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL
}

// hasBF16 reports whether the processor and the system also multiply pairs of bfloat16.
func hasBF16() bool { return hasAVX512() && cpu.X86.HasAVX512BF16 }
