package arena

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/textfile"
	"epaminondas/internal/engine/solve"
)

//go:generate go run epaminondas/cmd/arena positions --rules epaminondas:4x6x1 --positions 2000 --seed 1 --out positions/epaminondas-4x6x1.txt

//go:embed positions
var playedFiles embed.FS

// PlayedSample has positions of a solved board from games. It is the second sample for the exact
// measurement of a network. The first sample comes uniformly from all placements. The sample of the 4x6
// board comes with the program and does not change, so figures can be compared. Samples of other boards
// are drawn in the same way.
type PlayedSample struct {
	Positions []game.State
	Fixed     bool // whether the positions come with the program
}

// PlayedSeed is the seed of the samples that do not come with the program.
const PlayedSeed = 1

// LoadPlayed returns the sample of a solved board, at most n positions. It returns the first
// positions of the sample that comes with the program. For other boards it draws positions by
// [DrawPlayed], which takes seconds.
func LoadPlayed(ctx context.Context, t *solve.Table, n int) (PlayedSample, error) {
	text, err := playedFiles.ReadFile("positions/" + playedFile(t.Rules()))
	if errors.Is(err, fs.ErrNotExist) {
		drawn, err := DrawPlayed(ctx, t, n, PlayedSeed)
		return PlayedSample{Positions: drawn}, err
	}
	if err != nil {
		return PlayedSample{}, fmt.Errorf("arena: %w", err)
	}
	positions, err := readPlayed(bytes.NewReader(text), t)
	if err != nil {
		return PlayedSample{}, fmt.Errorf("arena: read positions of %s: %w", t.Rules().Name(), err)
	}
	return PlayedSample{positions[:min(n, len(positions))], true}, nil
}

// playedFile returns the file name of the sample of a board. It does not depend on the ply limit.
func playedFile(r game.Rules) string {
	return r.Unlimited().FileName() + ".txt"
}

// readPlayed reads the output of [WritePlayed]. It refuses positions in which no move is a mistake.
func readPlayed(r io.Reader, t *solve.Table) ([]game.State, error) {
	var list []game.State
	lines := bufio.NewScanner(textfile.NewReader(r))
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		s, err := t.Board().ParseState(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if !t.Throwable(&s) {
			return nil, fmt.Errorf("line %d: no move in %q is a mistake", number, line)
		}
		list = append(list, s)
	}
	return list, lines.Err()
}

// WritePlayed writes a sample as text: comments, and then one position a line.
func WritePlayed(w io.Writer, r game.Rules, seed uint64, positions []game.State) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s of %s that games reach and in which a move can throw the value away.\n",
		noun.Count(len(positions), "position"), r.Unlimited().Name())
	fmt.Fprintf(&b, "# Made by: arena positions --rules %s --positions %d --seed %d\n",
		r.Unlimited().Name(), len(positions), seed)
	for i := range positions {
		fmt.Fprintln(&b, positions[i].Placement())
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("arena: write positions: %w", err)
	}
	return nil
}
