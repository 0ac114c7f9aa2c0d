package neon

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// opcodes are all opcodes but setConst. laned have a lane.
func opcodes() (all, laned []opcode) {
	return []opcode{fadd, fsub, fmul, fmla, fmls, fcmgt, fcmge, fcmeq, addInt, trn2, and, bic, bit, bif,
			extHalf, fadd64, fsub64, fmul64, fdiv64, faddp64, not, fsqrt64, fcvtl, fcvtl2, fcvtn, fcvtn2,
			frintn, fcvtns, rev64, dupFirst, dupUpper, shl23, faddOne, fdivOne, fcvtOne,
			zip1Half, zip2Half, bfmmla, bfcvtn, bfcvtn2},
		[]opcode{fmlaLane, fmlsLane, fmulLane}
}

// TestWordsAgreeWithGNU assembles the text of every instruction with GNU's assembler, and compares the words.
// Debian has it in the package binutils-aarch64-linux-gnu.
func TestWordsAgreeWithGNU(t *testing.T) {
	assembler, err := exec.LookPath("aarch64-linux-gnu-as")
	if err != nil {
		t.Skip("there is no aarch64-linux-gnu-as")
	}
	rng := rand.New(rand.NewPCG(1, 0))
	var lines []string
	all, laned := opcodes()
	for range 20 {
		d, n, m, i := rng.IntN(32), rng.IntN(32), rng.IntN(32), rng.IntN(4)
		for _, o := range all {
			third := m
			if !strings.Contains(o.text, "{m}") {
				third = 0
			}
			lines = append(lines, o.asm(d, n, third))
		}
		for _, o := range laned {
			lines = append(lines, o.asmLane(d, n, m, i))
		}
	}
	for b := range uint32(256) {
		lines = append(lines, asmConst(int(b)%32, constantOf(b)))
	}
	var source strings.Builder
	for _, l := range lines {
		_, gnu, _ := strings.Cut(l, "// ")
		fmt.Fprintln(&source, gnu)
	}
	got := words(t, assembler, source.String())
	if len(got) != len(lines) {
		t.Fatalf("GNU's assembler makes %d words of %d lines", len(got), len(lines))
	}
	for i, l := range lines {
		if !strings.HasPrefix(l, "WORD $0x"+got[i]) {
			t.Errorf("%s: GNU's assembler says %s", l, got[i])
		}
	}
}

// words returns the words that the assembler makes of a source, in capital letters.
func words(t *testing.T, assembler, source string) (list []string) {
	t.Helper()
	object := filepath.Join(t.TempDir(), "a.o")
	listing := exec.Command(assembler, "-march=armv8.6-a", "-al", "-o", object, "-")
	listing.Stdin, listing.Stderr = strings.NewReader(source), os.Stderr
	out, err := listing.Output()
	if err != nil {
		t.Fatal(err)
	}
	// A line of the listing has its number, the place and the word with the lowest byte first.
	lines := regexp.MustCompile(`(?m)^\s*\d+ [0-9a-f]{4} ([0-9A-F]{8})`)
	for _, m := range lines.FindAllStringSubmatch(string(out), -1) {
		b := m[1]
		list = append(list, b[6:8]+b[4:6]+b[2:4]+b[0:2])
	}
	return list
}
