package record

import (
	"fmt"
	"strconv"

	"epaminondas/game"
)

// jsonGame is a game in JSON. Nil pointers are missing keys.
type jsonGame struct {
	Version      int         `json:"version"`
	Game         int         `json:"game"` // from 1
	Rules        string      `json:"rules"`
	White        *string     `json:"white"`
	Black        *string     `json:"black"`
	Seed         string      `json:"seed"` // text, because JavaScript has exact integers only up to 2^53
	Start        string      `json:"start,omitempty"`
	OpeningPlies *int        `json:"opening_plies"`
	Moves        []jsonMove  `json:"moves"`
	Result       string      `json:"result"`
	Ending       game.Ending `json:"ending"`
	Verdict      string      `json:"verdict,omitempty"`
}

// jsonMove is a ply in JSON, without the parts that the player did not report.
type jsonMove struct {
	Move    string   `json:"move"`
	Value   *float64 `json:"value,omitempty"`
	Seconds float64  `json:"seconds,omitempty"`
	Nodes   int      `json:"nodes,omitempty"`
}

// AppendJSON appends the game as one line with a JSON object. It has everything that
// [Game.AppendText] writes.
func (g *Game) AppendJSON(b []byte) ([]byte, error) {
	s, err := g.script()
	if err != nil {
		return b, fmt.Errorf("record: write game %d: %w", g.Number+1, err)
	}
	line, err := marshal(jsonGame{
		Version:      formatVersion,
		Game:         s.Number + 1,
		Rules:        s.Rules.Name(),
		White:        &s.Players[game.White],
		Black:        &s.Players[game.Black],
		Seed:         strconv.FormatUint(s.Seed, 10),
		Start:        s.Start,
		OpeningPlies: &s.OpeningPlies,
		Moves:        jsonMoves(s.Plies, s.moves),
		Result:       s.Outcome.String(),
		Ending:       s.Ending,
		Verdict:      s.Verdict,
	}, "")
	return append(b, line...), err
}

// jsonMoves combines rounded plies with the texts of their moves.
func jsonMoves(plies []Ply, texts []string) []jsonMove {
	moves := make([]jsonMove, len(plies))
	for i := range plies {
		p := &plies[i]
		moves[i] = jsonMove{Move: texts[i], Seconds: float64(p.Time.Microseconds()) / 1e6, Nodes: p.Nodes}
		if p.Judged {
			value := p.thousandths() / 1000
			moves[i].Value = &value
		}
	}
	return moves
}
