package standings

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"time"

	"epaminondas/game"
	"epaminondas/internal/match/record"
)

// archive is the data of the page's script. It has everything that the script needs to show the
// games, but no rules. It is written as JSON, so games have short field names.
type archive struct {
	Width   int       `json:"width"`
	Height  int       `json:"height"`
	Start   string    `json:"start"` // text of the usual start position
	Players []named   `json:"players"`
	Games   []encoded `json:"games"`
}

// named is the data of a player for the script.
type named struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// encoded is a game in compact form.
type encoded struct {
	Number  int         `json:"n"` // from 1
	Players [2]int      `json:"p"` // by colour
	Outcome int         `json:"r"` // +1 if White won, -1 if it lost, else 0
	Ending  game.Ending `json:"e"`
	Forfeit bool        `json:"f,omitempty"` // the loser forfeited
	Opening int         `json:"o,omitempty"` // opening plies
	Start   string      `json:"s,omitempty"` // if it differs from the start in the archive
	Verdict string      `json:"v,omitempty"`
	// Moves has moveDigits digits for each ply, and Values has valueDigits digits. Nodes and Times
	// (in microseconds) are numbers to base 36 between commas. An empty number is 0, and the text
	// "" means that all numbers are 0.
	Moves  string `json:"m"`
	Values string `json:"j,omitempty"`
	Nodes  string `json:"c,omitempty"`
	Times  string `json:"t,omitempty"`
}

// digits are the digits of numbers to base 64, the highest first.
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

const (
	moveDigits  = 4
	valueDigits = 2
	valueScale  = 2047 // a value is (number - valueScale - 1) / valueScale; the number 0 means no value
)

func appendDigits(dst []byte, number, n int) []byte {
	for i := n - 1; i >= 0; i-- {
		dst = append(dst, digits[number>>(6*i)&63])
	}
	return dst
}

// encodeGames returns the data of the script. It replays every game.
func encodeGames(d *Data) (*archive, error) {
	board, err := game.NewBoard(d.Rules)
	if err != nil {
		return nil, fmt.Errorf("standings: %w", err)
	}
	start := board.Start()
	a := &archive{Width: board.Width(), Height: board.Height(), Start: start.Placement(), Games: []encoded{}}
	index := map[string]int{}
	for i, p := range d.Players {
		index[p.Name] = i
		a.Players = append(a.Players, named{p.Name, p.shown()})
	}
	for i := range d.Games {
		g := &d.Games[i]
		e, err := encodeGame(board, g)
		if err != nil {
			return nil, fmt.Errorf("standings: game %d: %w", g.Number+1, err)
		}
		e.Players = [2]int{index[g.Players[game.White]], index[g.Players[game.Black]]}
		a.Games = append(a.Games, e)
	}
	return a, nil
}

// encodeGame encodes a game without its players.
func encodeGame(board *game.Board, g *record.Game) (encoded, error) {
	e := encoded{
		Number: g.Number + 1, Outcome: g.Outcome.For(game.White), Ending: g.Ending,
		Forfeit: g.Ending.Forfeit(), Opening: g.OpeningPlies, Verdict: g.Verdict,
	}
	state := board.Start()
	if g.Start != "" {
		var err error
		if state, err = board.ParseState(g.Start); err != nil {
			return e, err
		}
		e.Start = state.Placement()
	}
	var moves, values []byte
	var nodes, times column
	for i, p := range g.Plies {
		if !state.Legal(p.Move) {
			return e, fmt.Errorf("ply %d: the move from %v is illegal in %s", i+1, p.Move.Rear(),
				state.String())
		}
		moves = appendDigits(moves, moveCode(&state, p.Move), moveDigits)
		values = appendDigits(values, valueCode(p), valueDigits)
		nodes.add(int64(p.Nodes))
		times.add(int64(p.Time / time.Microsecond))
		state.Play(p.Move)
	}
	e.Moves, e.Nodes, e.Times = string(moves), nodes.text(), times.text()
	if len(bytes.Trim(values, digits[:1])) > 0 {
		e.Values = string(values)
	}
	return e, nil
}

// moveCode packs a move and its effects into bits. From the lowest bits on: captured stones (4
// bits), moving stones minus one (4), distance minus one (3), direction (3) and rear square (8).
func moveCode(s *game.State, m game.Move) int {
	taken := s.Captured(m)
	return int(m.Rear())<<14 | int(m.Direction())<<11 | (m.Distance()-1)<<8 |
		(s.PhalanxLength(m)-1)<<4 | taken.Count()
}

// valueCode returns the number of a value.
func valueCode(p record.Ply) int {
	if !p.Judged || math.IsNaN(float64(p.Value)) {
		return 0
	}
	return valueScale + 1 + int(math.Round(valueScale*min(max(float64(p.Value), -1), 1)))
}

// column has one number for each ply.
type column struct {
	written []byte
	some    bool // at least one number is not 0
}

func (c *column) add(n int64) {
	if n > 0 {
		c.written = strconv.AppendInt(c.written, n, 36)
		c.some = true
	}
	c.written = append(c.written, ',')
}

func (c *column) text() string {
	if !c.some {
		return ""
	}
	return string(c.written[:len(c.written)-1])
}
