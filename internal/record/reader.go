package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"epaminondas/game"
)

// maxLine bounds the lines of a file of games, in bytes.
const maxLine = 1 << 20

// ReadGames reads what WriteGames writes and replays every game. A tag that it
// does not know is skipped. An error names the line and what is wrong there.
func ReadGames(r io.Reader) ([]Game, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	reader := gameReader{}
	number := 0
	for lines.Scan() {
		number++
		if err := reader.line(lines.Text()); err != nil {
			return nil, fmt.Errorf("record: games, line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("record: games, line %d: %w", number+1, err)
	}
	if reader.inTags || reader.inMoves {
		return nil, fmt.Errorf("record: games, line %d: the last game has no result", number)
	}
	return reader.games, nil
}

// gameReader is where a reader of games stands.
type gameReader struct {
	games   []Game
	current Game
	inTags  bool // tags were read, the moves not begun
	inMoves bool // the moves have begun, the result not come
	board   *game.Board
	state   game.State
	claimed [2]string // by the tags Result and Reason
}

func (r *gameReader) line(text string) error {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return nil
	case strings.HasPrefix(text, "["):
		return r.tag(text)
	}
	for _, word := range strings.Fields(text) {
		if err := r.word(word); err != nil {
			return err
		}
	}
	return nil
}

// tag reads a line such as [White "random"].
func (r *gameReader) tag(text string) error {
	if r.inMoves {
		return fmt.Errorf("the game before %q has no result", text)
	}
	if !r.inTags {
		r.current, r.claimed, r.inTags = Game{Number: -1}, [2]string{}, true
	}
	name, quoted, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"), " ")
	value, err := strconv.Unquote(quoted)
	if err != nil || !strings.HasSuffix(text, "]") {
		return fmt.Errorf("%q is no tag, want one such as [White \"random\"]", text)
	}
	g := &r.current
	switch name {
	case "Game":
		g.Number, err = strconv.Atoi(value)
		g.Number--
	case "Rules":
		g.Rules, err = game.ParseRules(value)
	case "White":
		g.Players[game.White] = value
	case "Black":
		g.Players[game.Black] = value
	case "Seed":
		g.Seed, err = strconv.ParseUint(value, 10, 64)
	case "OpeningPlies":
		g.OpeningPlies, err = strconv.Atoi(value)
	case "Result":
		r.claimed[0] = value
	case "Reason":
		r.claimed[1] = value
	}
	if err != nil {
		return fmt.Errorf("tag %s: %w", name, err)
	}
	return nil
}

// word reads a move number, a move or the result.
func (r *gameReader) word(text string) error {
	if !r.inMoves {
		if err := r.begin(text); err != nil {
			return err
		}
	}
	if number, ok := strings.CutSuffix(text, "."); ok {
		if want := r.state.Ply()/2 + 1; number != strconv.Itoa(want) {
			return fmt.Errorf("move number %s, want %d", text, want)
		}
		return nil
	}
	if outcome, reason := r.state.Outcome(); outcome != game.Ongoing || text == game.Ongoing.String() {
		return r.end(text, outcome, reason)
	}
	m, err := r.state.ParseMove(text, game.RearNotation)
	if err != nil {
		return fmt.Errorf("game %d, ply %d: %w", r.current.Number+1, r.state.Ply()+1, err)
	}
	r.current.Plies = append(r.current.Plies, Ply{Move: m})
	r.state.Play(m)
	return nil
}

// begin sets up the board when the tags have ended.
func (r *gameReader) begin(text string) error {
	g := &r.current
	switch {
	case !r.inTags:
		return fmt.Errorf("%q without tags before it", text)
	case g.Number < 0:
		return errors.New("the game has no tag Game with a number from 1 on")
	case g.OpeningPlies < 0:
		return fmt.Errorf("tag OpeningPlies is %d, want 0 or more", g.OpeningPlies)
	}
	if r.board == nil || r.board.Rules() != g.Rules {
		board, err := game.NewBoard(g.Rules)
		if err != nil {
			return fmt.Errorf("tag Rules: %w", err)
		}
		r.board = board
	}
	r.state = r.board.Start()
	r.inTags, r.inMoves = false, true
	return nil
}

// end checks the result of the game against its moves, and keeps it.
func (r *gameReader) end(text string, outcome game.Outcome, reason game.Reason) error {
	g := &r.current
	if text != outcome.String() {
		return fmt.Errorf("game %d goes on with %q, but after ply %d it is %v, %v", g.Number+1, text, r.state.Ply(), outcome, reason)
	}
	if claimed := [2]string{outcome.String(), reason.String()}; r.claimed != claimed {
		return fmt.Errorf("game %d claims %q, its moves lead to %q", g.Number+1, r.claimed, claimed)
	}
	if g.OpeningPlies > len(g.Plies) {
		return fmt.Errorf("game %d has an opening of %d plies, but only %d moves", g.Number+1, g.OpeningPlies, len(g.Plies))
	}
	g.Outcome, g.Ending = outcome, EndingOf(reason)
	r.games = append(r.games, *g)
	r.inMoves = false
	return nil
}
