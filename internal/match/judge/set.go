package judge

import (
	"bufio"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/textfile"
)

//go:embed sets/*.txt
var sets embed.FS

// Set is positions of one board for judging players.
type Set struct {
	Name      string // of its file
	Board     *game.Board
	Scale     float64 // of the reference's scores: see [NewSearch]
	Positions []game.State
}

// ErrNoSet says that no positions for a board come with the program.
var ErrNoSet = errors.New("no positions")

// shipped returns the set that comes with the program for a board. The ply limit of the rules has
// no effect, because the set has its own. If there is no set, the error wraps [ErrNoSet].
func shipped(r game.Rules) (*Set, error) {
	files, err := sets.ReadDir("sets")
	if err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	var boards []string
	for _, file := range files {
		text, err := sets.Open("sets/" + file.Name())
		if err != nil {
			return nil, fmt.Errorf("judge: %w", err)
		}
		set, err := readSet(file.Name(), text)
		if err != nil {
			return nil, err
		}
		if set.Board.Rules().Unlimited() == r.Unlimited() {
			return set, nil
		}
		boards = append(boards, set.Board.Rules().Unlimited().Name())
	}
	return nil, fmt.Errorf("judge: %w come with the program for %s, but only for %s: make a file with arena judge --make",
		ErrNoSet, r.Name(), strings.Join(boards, ", "))
}

// loadSet reads a set from a file.
func loadSet(path string) (*Set, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	defer file.Close()
	return readSet(path, file)
}

// readSet reads the output of [Set.Write]: lines "rules NAME" and "scale NUMBER", then one position
// a line. Text after # is a comment. A position is an error if it is over, or repeats an earlier
// one or its mirror image. The error names the line.
func readSet(name string, r io.Reader) (*Set, error) {
	set := &Set{Name: name}
	seen := map[uint64]int{} // line numbers
	lines := bufio.NewScanner(textfile.NewReader(r))
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if err := set.read(text, number, seen); err != nil {
			return nil, fmt.Errorf("judge: %s: line %d: %w", name, number, err)
		}
	}
	switch {
	case lines.Err() != nil:
		return nil, fmt.Errorf("judge: %s: %w", name, lines.Err())
	case set.Scale == 0 || len(set.Positions) == 0:
		return nil, fmt.Errorf(
			"judge: %s: the file has scale %g and %s, want a line \"scale NUMBER\" "+
				"and at least one position",
			name, set.Scale, noun.Count(len(set.Positions), "position"))
	}
	return set, nil
}

// read parses a line that is not empty.
func (set *Set) read(text string, number int, seen map[uint64]int) error {
	key, value, _ := strings.Cut(text, " ")
	switch {
	case key == "rules" && set.Board != nil:
		return errors.New("there is a second line \"rules NAME\": a set has positions of one board")
	case key == "rules":
		board, err := game.ParseBoard(value)
		if err == nil {
			set.Board = board
		}
		return err
	case key == "scale" && set.Scale != 0:
		return errors.New("there is a second line \"scale NUMBER\": a set has one scale")
	case key == "scale":
		scale, err := strconv.ParseFloat(value, 64)
		if err != nil || !(scale > 0 && scale < 1e6) {
			return fmt.Errorf("the scale is %q, want a number above 0", value)
		}
		set.Scale = scale
		return nil
	case set.Board == nil:
		return errors.New("there is a position before the line \"rules NAME\"")
	}
	s, err := set.Board.ParseState(text)
	if err != nil {
		return err
	}
	if outcome, reason := s.Outcome(); outcome != game.Ongoing {
		return fmt.Errorf("the game is over: %v, %v", outcome, reason)
	}
	if before := seen[s.MirrorHash()]; before != 0 {
		return fmt.Errorf("this position repeats line %d, perhaps as its mirror image", before)
	}
	seen[s.MirrorHash()] = number
	set.Positions = append(set.Positions, s)
	return nil
}

// Write writes the set after some comments.
func (set *Set) Write(w io.Writer, comments []string) error {
	out := bufio.NewWriter(w)
	for _, c := range comments {
		fmt.Fprintf(out, "# %s\n", c)
	}
	fmt.Fprintf(out, "rules %s\nscale %.0f\n", set.Board.Rules().Name(), set.Scale)
	for i := range set.Positions {
		fmt.Fprintln(out, set.Positions[i].String())
	}
	return out.Flush()
}
