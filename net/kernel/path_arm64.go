package kernel

//go:generate go run -C asm . -arm64 ../neon_arm64.s -out /dev/null -stubs ../neon_arm64.go -pkg kernel

// vectorPath is the name of the path of the generated assembly.
const vectorPath = "neon"

// hasVectors returns true, because every processor of this kind has NEON.
func hasVectors() bool { return true }

func hasAVX512() bool { return false }

func newTileConv(in, out int) convMethod { panic("kernel: no AMX here") }
