package kernel

import "golang.org/x/sys/windows"

// hasBF16 reports whether the processor multiplies matrices of bfloat16.
func hasBF16() bool {
	return windows.IsProcessorFeaturePresent(windows.PF_ARM_V86_BF16_INSTRUCTIONS_AVAILABLE)
}
