package record

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"epaminondas/game"
	"epaminondas/internal/durable"
)

// lineWidth is the widest line of moves, in characters.
const lineWidth = 80

// WriteGames writes games as text that reads like PGN: a block of tags, an
// empty line, the numbered moves in rear notation and the outcome, an empty
// line.
func WriteGames(w io.Writer, games []Game) error {
	out := bufio.NewWriter(w)
	for i := range games {
		if err := writeGame(out, &games[i]); err != nil {
			return fmt.Errorf("record: write game %d: %w", games[i].Number+1, err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("record: write games: %w", err)
	}
	return nil
}

// SaveGames makes games, as WriteGames writes them, the content of a file. After
// a crash either the old content is there or the new.
func SaveGames(path string, games []Game) error {
	if err := durable.WriteFile(path, func(w io.Writer) error { return WriteGames(w, games) }); err != nil {
		return fmt.Errorf("record: save games: %w", err)
	}
	return nil
}

func writeGame(out *bufio.Writer, g *Game) error {
	for _, tag := range [][2]string{
		{"Game", strconv.Itoa(g.Number + 1)},
		{"Rules", g.Rules.Name()},
		{"White", g.Players[game.White]},
		{"Black", g.Players[game.Black]},
		{"Seed", strconv.FormatUint(g.Seed, 10)},
		{"OpeningPlies", strconv.Itoa(g.OpeningPlies)},
		{"Result", g.Outcome.String()},
		{"Reason", string(g.Ending)},
	} {
		fmt.Fprintf(out, "[%s %q]\n", tag[0], tag[1])
	}
	board, err := game.NewBoard(g.Rules)
	if err != nil {
		return err
	}
	state := board.Start()
	line := wrapped{out: out}
	out.WriteByte('\n')
	for _, p := range g.Plies {
		m := p.Move
		if !state.Legal(m) {
			return fmt.Errorf("the move from %v is illegal in %s", m.Rear(), state.String())
		}
		text := state.FormatMove(m, game.RearNotation)
		if state.Turn() == game.White {
			text = fmt.Sprintf("%d. %s", state.Ply()/2+1, text)
		}
		line.word(text)
		state.Play(m)
	}
	line.word(g.Outcome.String())
	out.WriteString("\n\n")
	return nil
}

// wrapped writes words in lines of at most lineWidth characters.
type wrapped struct {
	out    *bufio.Writer
	column int
}

func (l *wrapped) word(text string) {
	switch {
	case l.column == 0:
	case l.column+1+len(text) > lineWidth:
		l.out.WriteByte('\n')
		l.column = 0
	default:
		l.out.WriteByte(' ')
		l.column++
	}
	l.out.WriteString(text)
	l.column += len(text)
}
