#include "textflag.h"

// The Go assembler does not know these instructions, so each macro has the bytes of one. A comment
// names its operands. T0 to T7 are the tiles.

#define LDTILECFG BYTE $0xC4; BYTE $0xE2; BYTE $0x78; BYTE $0x49; BYTE $0x00 // from (AX)
#define TILERELEASE BYTE $0xC4; BYTE $0xE2; BYTE $0x78; BYTE $0x49; BYTE $0xC0
#define ZERO_T0 BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x49; BYTE $0xC0
#define ZERO_T1 BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x49; BYTE $0xC8
#define ZERO_T2 BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x49; BYTE $0xD0
#define ZERO_T3 BYTE $0xC4; BYTE $0xE2; BYTE $0x7B; BYTE $0x49; BYTE $0xD8

// Loads of 16 rows: T4 from SI and T5 from DI, with R13 bytes a row; T6 from BX and T7 from 1024
// bytes after BX, with R15 bytes a row.
#define LOAD_T4 BYTE $0xC4; BYTE $0xA2; BYTE $0x7B; BYTE $0x4B; BYTE $0x24; BYTE $0x2E
#define LOAD_T5 BYTE $0xC4; BYTE $0xA2; BYTE $0x7B; BYTE $0x4B; BYTE $0x2C; BYTE $0x2F
#define LOAD_T6 BYTE $0xC4; BYTE $0xA2; BYTE $0x7B; BYTE $0x4B; BYTE $0x34; BYTE $0x3B
#define LOAD_T7 BYTE $0xC4; BYTE $0xA2; BYTE $0x7B; BYTE $0x4B; BYTE $0xBC; BYTE $0x3B; LONG $0x00000400

// Products TDPBF16PS, added to the first tile.
#define ADD_T0_T4_T6 BYTE $0xC4; BYTE $0xE2; BYTE $0x4A; BYTE $0x5C; BYTE $0xC4
#define ADD_T1_T4_T7 BYTE $0xC4; BYTE $0xE2; BYTE $0x42; BYTE $0x5C; BYTE $0xCC
#define ADD_T2_T5_T6 BYTE $0xC4; BYTE $0xE2; BYTE $0x4A; BYTE $0x5C; BYTE $0xD5
#define ADD_T3_T5_T7 BYTE $0xC4; BYTE $0xE2; BYTE $0x42; BYTE $0x5C; BYTE $0xDD

// Stores of 16 rows with R12 bytes a row: T0 to R8 and T1 64 bytes after it, T2 and T3 to R9.
#define STORE_T0 BYTE $0xC4; BYTE $0x82; BYTE $0x7A; BYTE $0x4B; BYTE $0x04; BYTE $0x20
#define STORE_T1 BYTE $0xC4; BYTE $0x82; BYTE $0x7A; BYTE $0x4B; BYTE $0x4C; BYTE $0x20; BYTE $0x40
#define STORE_T2 BYTE $0xC4; BYTE $0x82; BYTE $0x7A; BYTE $0x4B; BYTE $0x14; BYTE $0x21
#define STORE_T3 BYTE $0xC4; BYTE $0x82; BYTE $0x7A; BYTE $0x4B; BYTE $0x5C; BYTE $0x21; BYTE $0x40

// The configuration of the tiles: palette 1, all eight with 16 rows of 64 bytes.
DATA tiles<>+0(SB)/8, $1
DATA tiles<>+8(SB)/8, $0
DATA tiles<>+16(SB)/8, $0x0040004000400040
DATA tiles<>+24(SB)/8, $0x0040004000400040
DATA tiles<>+32(SB)/8, $0
DATA tiles<>+40(SB)/8, $0
DATA tiles<>+48(SB)/8, $0x1010101010101010
DATA tiles<>+56(SB)/8, $0
GLOBL tiles<>(SB), RODATA|NOPTR, $64

// func multiplyBF16(dst, src, weights *float32, taps *[9]int, row, pitch, steps, tiles, groups int)
TEXT ·multiplyBF16(SB), NOSPLIT, $0-72
	LEAQ tiles<>(SB), AX
	LDTILECFG
	MOVQ weights+16(FP), R10
	MOVQ row+32(FP), R13
	MOVQ pitch+40(FP), R12
	MOVQ $64, R15

group:
	MOVQ dst+0(FP), R8
	MOVQ src+8(FP), AX
	MOVQ tiles+56(FP), R11

block:
	MOVQ R10, BX
	MOVQ taps+24(FP), CX
	MOVQ $9, R9
	ZERO_T0
	ZERO_T1
	CMPQ R11, $1
	JE   tap1
	ZERO_T2
	ZERO_T3

tap2:
	MOVQ (CX), SI
	ADDQ AX, SI
	MOVQ R13, DI
	SHLQ $4, DI
	ADDQ SI, DI
	MOVQ steps+48(FP), DX

step2:
	LOAD_T4
	LOAD_T6
	ADD_T0_T4_T6
	LOAD_T7
	ADD_T1_T4_T7
	LOAD_T5
	ADD_T2_T5_T6
	ADD_T3_T5_T7
	ADDQ $64, SI
	ADDQ $64, DI
	ADDQ $2048, BX
	DECQ DX
	JNZ  step2
	ADDQ $8, CX
	DECQ R9
	JNZ  tap2
	MOVQ R12, R9
	SHLQ $4, R9
	ADDQ R8, R9
	STORE_T0
	STORE_T1
	STORE_T2
	STORE_T3
	MOVQ R13, SI
	SHLQ $5, SI
	ADDQ SI, AX
	MOVQ R12, SI
	SHLQ $5, SI
	ADDQ SI, R8
	SUBQ $2, R11
	JNZ  block
	JMP  next

tap1:
	MOVQ (CX), SI
	ADDQ AX, SI
	MOVQ steps+48(FP), DX

step1:
	LOAD_T4
	LOAD_T6
	ADD_T0_T4_T6
	LOAD_T7
	ADD_T1_T4_T7
	ADDQ $64, SI
	ADDQ $2048, BX
	DECQ DX
	JNZ  step1
	ADDQ $8, CX
	DECQ R9
	JNZ  tap1
	STORE_T0
	STORE_T1

next:
	MOVQ BX, R10
	ADDQ $128, dst+0(FP)
	DECQ groups+64(FP)
	JNZ  group
	TILERELEASE
	VZEROUPPER
	RET

// func finishBF16(dst, products, residual, bias *float32, rows, squares, vectors, step int, floor float32)
TEXT ·finishBF16(SB), NOSPLIT, $0-68
	MOVQ         dst+0(FP), DI
	MOVQ         products+8(FP), SI
	MOVQ         residual+16(FP), R8
	MOVQ         bias+24(FP), R9
	MOVQ         rows+32(FP), R10
	VBROADCASTSS floor+64(FP), Z1

row:
	XORQ  AX, AX               // bytes from the start of the row
	MOVQ  squares+40(FP), R11

square:
	XORQ  DX, DX               // bytes from the start of the square
	MOVQ  vectors+48(FP), CX

vector:
	VMOVUPS (SI)(AX*1), Z0
	VADDPS  (R9)(DX*1), Z0, Z0
	TESTQ   R8, R8
	JZ      alone
	VADDPS  (R8)(AX*1), Z0, Z0

alone:
	VMAXPS  Z0, Z1, Z0         // a NaN stays
	VMOVUPS Z0, (DI)(AX*1)
	ADDQ    $64, AX
	ADDQ    $64, DX
	DECQ    CX
	JNZ     vector
	DECQ    R11
	JNZ     square
	MOVQ    step+56(FP), CX
	ADDQ    CX, DI
	ADDQ    CX, SI
	TESTQ   R8, R8
	JZ      last
	ADDQ    CX, R8

last:
	DECQ R10
	JNZ  row
	VZEROUPPER
	RET
