package kernel

import "golang.org/x/sys/unix"

// The place of the processor's features in the auxiliary vector, and the bit of bfloat16 there. Linux has
// them in uapi/linux/auxvec.h and in uapi/asm/hwcap.h.
const (
	secondFeatures = 26
	featureBF16    = 1 << 14
)

// hasBF16 reports whether the processor multiplies matrices of bfloat16.
func hasBF16() bool {
	list, err := unix.Auxv()
	if err != nil {
		return false
	}
	for _, entry := range list {
		if entry[0] == secondFeatures {
			return entry[1]&featureBF16 != 0
		}
	}
	return false
}
