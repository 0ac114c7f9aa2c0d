package puzzle

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
)

// small is two puzzles of a small board, as a file.
func small(t testing.TB) []byte {
	t.Helper()
	set := on8x8(t)
	return (&Set{Board: set.Board, Puzzles: set.Puzzles[:2]}).Format([]string{"two puzzles"})
}

// sealed returns lines with a correct end.
func sealed(lines ...string) string {
	text, puzzles := "", 0
	for _, line := range lines {
		text += line + "\n"
		if line != "" && line[0] >= '0' && line[0] <= '9' && line != version {
			puzzles++
		}
	}
	return text + fmt.Sprintf("%s %d %08x\n", ends, puzzles, crc32.ChecksumIEEE([]byte(text)))
}

func TestReadReturnsWhatFormatWrites(t *testing.T) {
	for _, set := range shipped(t) {
		text := set.Format(nil)
		again, err := Read(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again.Format(nil), text) {
			t.Errorf("the puzzles of %s change when they are read", set.Board.Rules().Name())
		}
		for i := range set.Puzzles {
			if i > 0 && set.Puzzles[i].Rating() < set.Puzzles[i-1].Rating() {
				t.Errorf("puzzle %d is easier than the one before", i)
			}
			if p := set.Find(set.Puzzles[i].ID()); p != &set.Puzzles[i] {
				t.Errorf("puzzle %d is not found by its identifier", i)
			}
		}
	}
}

// Every changed byte and every cut is refused.
func TestReadRefusesDamage(t *testing.T) {
	text := small(t)
	if _, err := Read(bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	for i := range text {
		damaged := bytes.Clone(text)
		damaged[i] ^= 1
		if _, err := Read(bytes.NewReader(damaged)); err == nil {
			t.Errorf("byte %d, %q, may become %q", i, text[i], damaged[i])
		}
		if _, err := Read(bytes.NewReader(text[:i])); err == nil && i < len(text)-1 {
			t.Errorf("the first %d bytes are accepted", i)
		}
	}
}

// An error says what is wrong, and in which line.
func TestReadSaysWhatIsWrong(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(string(small(t))), "\n")
	rules, first, second := lines[2], lines[3], lines[4]
	set := on8x8(t)
	mirrored := set.Puzzles[0]
	mirrored.Start = mirrored.Start.Mirror()
	mirrored.Solution = set.Board.MirrorMove(mirrored.Solution)
	alone := (&Set{Board: set.Board, Puzzles: []Puzzle{mirrored}}).Format(nil)
	mirror := strings.Split(string(alone), "\n")[2]
	both := sealed(version, rules, first, second)
	one := sealed(version, rules, first)
	field := func(i int, value string) string {
		fields := strings.Split(first, " ")
		fields[i] = value
		return strings.Join(fields, " ")
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":          {"", "the file is cut"},
		"another file":   {"rules crossings\n", "line 1: it is"},
		"newer":          {sealed("puzzles 2", rules, first), "puzzles 1"},
		"no rules":       {sealed(version, first), "before the line"},
		"rules twice":    {sealed(version, rules, rules), "twice"},
		"a limit":        {sealed(version, rules+",max_plies=150"), "ply limit"},
		"unknown rules":  {sealed(version, "rules chess"), "line 2"},
		"moves":          {sealed(version, rules, field(0, "0")), "moves is"},
		"a sign":         {sealed(version, rules, field(0, "+1")), "moves is"},
		"prior":          {sealed(version, rules, field(1, "1001")), "prior is"},
		"illegal":        {sealed(version, rules, field(2, "a1-a1")), "the solution"},
		"position":       {sealed(version, rules, field(3, "9/8/8/8/8/8/8/8")), "line 3"},
		"long position":  {sealed(version, rules, field(3, strings.Repeat("8", 300))), "bytes"},
		"too few parts":  {sealed(version, rules, "1 2 3"), "5 parts"},
		"again":          {sealed(version, rules, first, second, first), "repeats line 3"},
		"mirror image":   {sealed(version, rules, first, mirror), "repeats line 3"},
		"after the end":  {sealed(version, rules, first) + "# more\n", "after the end"},
		"two puzzles":    {strings.Replace(both, "end 2", "end 3", 1), "damaged"},
		"another prior":  {strings.Replace(one, first, field(1, "12"), 1), "damaged"},
		"nothing to end": {sealed(version), "is missing"},
	} {
		if _, err := Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want one with %q", name, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(small(f))
	f.Add([]byte(sealed(version, "rules epaminondas:4x6x1")))
	f.Add([]byte(version + "\nrules crossings\n3 12 a1-a2 8/8/8/8/8/8/8/w7 w\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		again, err := Read(bytes.NewReader(set.Format(nil)))
		if err != nil {
			t.Fatal(err)
		}
		if len(again.Puzzles) != len(set.Puzzles) {
			t.Error("puzzles are lost")
		}
		for i := range set.Puzzles {
			if p := &set.Puzzles[i]; !p.Start.Legal(p.Solution) || over(&p.Start) {
				t.Errorf("puzzle %d cannot be played", i)
			}
		}
	})
}
