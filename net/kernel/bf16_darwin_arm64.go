package kernel

import "golang.org/x/sys/unix"

// hasBF16 reports whether the processor multiplies matrices of bfloat16.
func hasBF16() bool {
	has, err := unix.SysctlUint32("hw.optional.arm.FEAT_BF16")
	return err == nil && has == 1
}
