package kernel

// roundBF16 rounds count values of src to bfloat16. dst has pairs of them, as [pairBF16] makes them.
// count is a multiple of 32. The function is in bf16_amd64.s.
//
//go:noescape
func roundBF16(dst, src *float32, count int)
