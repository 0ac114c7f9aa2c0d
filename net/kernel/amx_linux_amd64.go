package kernel

import (
	"syscall"

	"golang.org/x/sys/cpu"
)

// hasAMX reports whether the processor and the system support the functions for bfloat16. Linux
// permits the tiles to a process that asks for them.
func hasAMX() bool {
	const request, tileData = 0x1023, 18 // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
	if !hasBF16() || !cpu.X86.HasAMXTile || !cpu.X86.HasAMXBF16 {
		return false
	}
	_, _, errno := syscall.RawSyscall(syscall.SYS_ARCH_PRCTL, request, tileData, 0)
	return errno == 0
}
