package puzzle

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strconv"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/textfile"
)

// A Set is the puzzles of one board.
type Set struct {
	Board   *game.Board // without a ply limit
	Puzzles []Puzzle
}

// Limits of a file of puzzles.
const (
	mostPuzzles = 10_000
	mostBytes   = 4 << 20
)

// version is the first line of a file.
const version = "puzzles 1"

// ends is the word of the last line.
const ends = "end"

// Format returns the set as text, with comments at the top. The first lines say "puzzles 1" and
// "rules NAME". A puzzle is a line: moves, prior in thousandths, solution in rear notation,
// position. In a position, a number stands for a run of empty squares. The last line has the number
// of puzzles and a checksum of everything before it.
func (set *Set) Format(comments []string) []byte {
	var text bytes.Buffer
	fmt.Fprintln(&text, version)
	for _, c := range comments {
		fmt.Fprintf(&text, "# %s\n", c)
	}
	fmt.Fprintf(&text, "rules %s\n", set.Board.Rules().Name())
	for i := range set.Puzzles {
		p := &set.Puzzles[i]
		fmt.Fprintf(&text, "%d %d %s %s\n", p.Moves, thousandths(p.Prior),
			p.Start.FormatMove(p.Solution, game.RearNotation), compact(&p.Start))
	}
	fmt.Fprintf(&text, "%s %d %08x\n", ends, len(set.Puzzles), crc32.ChecksumIEEE(text.Bytes()))
	return text.Bytes()
}

// Read reads a file that [Set.Format] wrote. It refuses a file that is damaged or cut, and a puzzle
// that breaks the rules. It also refuses a puzzle that repeats another one or its mirror image, even
// with the colours exchanged. An error names the line.
func Read(r io.Reader) (*Set, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err == nil && len(data) > mostBytes {
		err = fmt.Errorf("the file has more than %s", noun.Count(mostBytes, "byte"))
	}
	if err == nil {
		data, err = textfile.Text(data)
	}
	if err != nil {
		return nil, fmt.Errorf("puzzle: %w", err)
	}
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	reader := reader{kin: map[uint64]int{}, ids: map[string]int{}}
	lines := strings.SplitAfter(string(data), "\n")
	for i, line := range lines {
		if line == "" && i == len(lines)-1 {
			break
		}
		if err := reader.line(i+1, line); err != nil {
			return nil, fmt.Errorf("puzzle: line %d: %w", i+1, err)
		}
	}
	if !reader.ended {
		return nil, fmt.Errorf("puzzle: the last line, %q with a number and a checksum, is missing: "+
			"the file is cut", ends)
	}
	return &reader.set, nil
}

// A reader reads a file line by line.
type reader struct {
	set   Set
	sum   uint32 // checksum of the lines so far
	ended bool
	kin   map[uint64]int // line numbers
	ids   map[string]int
}

func (r *reader) line(number int, line string) error {
	text := strings.TrimSuffix(line, "\n")
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case r.ended:
		return errors.New("there is text after the end")
	case number == 1:
		if text != version {
			return fmt.Errorf("it is %.40q, but a file of puzzles begins with %q", text, version)
		}
	case strings.HasPrefix(text, "#"):
	case word == "rules":
		if err := r.rules(rest); err != nil {
			return err
		}
	case word == ends:
		r.ended = true
		return r.end(rest)
	default:
		if err := r.puzzle(number, text); err != nil {
			return err
		}
	}
	r.sum = crc32.Update(r.sum, crc32.IEEETable, []byte(line))
	return nil
}

func (r *reader) rules(name string) error {
	if r.set.Board != nil {
		return errors.New("the rules stand there twice")
	}
	rules, err := game.ParseRules(name)
	if err != nil {
		return err
	}
	if rules != rules.Unlimited() {
		return fmt.Errorf("the rules %s have a ply limit, and puzzles have none", name)
	}
	r.set.Board, err = game.NewBoard(rules)
	return err
}

func (r *reader) end(text string) error {
	if r.set.Board == nil {
		return errors.New("the line \"rules NAME\" is missing")
	}
	if want := fmt.Sprintf("%d %08x", len(r.set.Puzzles), r.sum); text != want {
		return fmt.Errorf("it says %.40q, but the lines before it have %q: the file is damaged", text, want)
	}
	return nil
}

func (r *reader) puzzle(number int, text string) error {
	fields := strings.Split(text, " ")
	switch {
	case r.set.Board == nil:
		return errors.New("a puzzle stands before the line \"rules NAME\"")
	case len(fields) != 5:
		return fmt.Errorf("a puzzle has 5 parts, and this line has %d", len(fields))
	case len(r.set.Puzzles) == mostPuzzles:
		return fmt.Errorf("there are more than %s", noun.Count(mostPuzzles, "puzzle"))
	}
	p, err := r.parse(fields)
	if err != nil {
		return err
	}
	k, id := kin(&p.Start), p.ID()
	if before := r.kin[k]; before != 0 {
		return fmt.Errorf("the puzzle repeats line %d, perhaps as a mirror image", before)
	}
	if before := r.ids[id]; before != 0 {
		return fmt.Errorf("the puzzle has the identifier %s of line %d: leave one of them out", id, before)
	}
	r.kin[k], r.ids[id] = number, number
	r.set.Puzzles = append(r.set.Puzzles, p)
	return nil
}

func (r *reader) parse(fields []string) (p Puzzle, err error) {
	if p.Moves, err = whole("moves", fields[0], 1, MostMoves); err != nil {
		return p, err
	}
	prior, err := whole("prior", fields[1], 0, 1000)
	if err != nil {
		return p, err
	}
	p.Prior = float64(prior) / 1000
	if len(fields[3]) > mostPosition {
		return p, fmt.Errorf("the position has %s, want at most %d", noun.Count(len(fields[3]), "byte"),
			mostPosition)
	}
	if p.Start, err = r.set.Board.ParseState(expand(fields[3]) + " " + fields[4]); err != nil {
		return p, err
	}
	if outcome, reason := p.Start.Outcome(); outcome != game.Ongoing {
		return p, fmt.Errorf("the game is over: %v, %v", outcome, reason)
	}
	if p.Solution, err = p.Start.ParseMove(fields[2], game.RearNotation); err != nil {
		return p, fmt.Errorf("the solution %.20q: %w", fields[2], err)
	}
	return p, nil
}

// mostPosition is the length of the longest position text of the largest board.
const mostPosition = 16*16 + 15

// whole reads a number without a sign and without leading zeros.
func whole(name, text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text || n < least || n > most {
		return 0, fmt.Errorf("%s is %.20q, want a whole number from %d to %d", name, text, least, most)
	}
	return n, nil
}

func thousandths(prior float64) int { return int(prior*1000 + 0.5) }

// sort orders the puzzles from easy to hard.
func (set *Set) sort() {
	slices.SortFunc(set.Puzzles, func(a, b Puzzle) int {
		if d := a.Rating() - b.Rating(); d != 0 {
			return d
		}
		return strings.Compare(a.Start.Placement(), b.Start.Placement())
	})
}

// Find returns the puzzle with an identifier, or nil.
func (set *Set) Find(id string) *Puzzle {
	for i := range set.Puzzles {
		if set.Puzzles[i].ID() == id {
			return &set.Puzzles[i]
		}
	}
	return nil
}
