#include "textflag.h"

// The Go assembler does not know this instruction, so the macro has its bytes.
// VCVTNE2PS2BF16 rounds Z0, and then Z1, to the 32 values of Z0.
#define ROUND_Z0_Z1 BYTE $0x62; BYTE $0xF2; BYTE $0x77; BYTE $0x48; BYTE $0x72; BYTE $0xC0

// func roundBF16(dst, src *float32, count int)
TEXT ·roundBF16(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ count+16(FP), CX

loop:
	VMOVUPS (SI), Z0
	VMOVUPS 64(SI), Z1
	ROUND_Z0_Z1
	VMOVUPS Z0, (DI)
	ADDQ    $128, SI
	ADDQ    $64, DI
	SUBQ    $32, CX
	JNZ     loop
	VZEROUPPER
	RET
