package api

import (
	"math/rand/v2"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta/lines"
)

// linesFile returns the file of an evaluation of lines that learned to count stones.
func linesFile(t *testing.T, rules string) []byte {
	t.Helper()
	b := game.MustBoard(rules)
	d, rng := lines.NewData(b), rand.New(rand.NewPCG(1, 2))
	for s := b.Start(); d.Len() < 1200; {
		moves := s.AppendMoves(nil)
		if outcome, _ := s.Outcome(); outcome != game.Ongoing || len(moves) == 0 {
			s = b.Start()
			continue
		}
		s.Play(moves[rng.IntN(len(moves))])
		own, enemy := s.Stones(s.Turn()), s.Stones(s.Turn().Other())
		d.Add(&s, float32(own.Count()-enemy.Count())/8)
	}
	w, _, err := lines.Learn(t.Context(), d, lines.DefaultSettings(), nil)
	if err != nil {
		t.Fatal(err)
	}
	file, err := lines.Encode(w, lines.Origin{Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestLinesPlayer plays against the classical engine with a learned evaluation, which exists on its own
// board only.
func TestLinesPlayer(t *testing.T) {
	const rules = "epaminondas:4x6x1"
	d := newService(t, Config{Lines: []Lines{{Rules: rules + ",max_plies=60", File: linesFile(t, rules)}}})
	for _, limit := range []string{"", ",max_plies=40"} {
		position := positionRequest{Rules: rules + limit}
		request := moveRequest{positionRequest: position, Player: linesID, Level: 4}
		reply := ask[moveReply](t, d, "move", request)
		if reply.Player != linesID || reply.Nodes == 0 {
			t.Errorf("%q: %+v", limit, reply)
		}
	}
	request := moveRequest{positionRequest: positionRequest{Rules: "crossings"}, Player: linesID, Level: 4}
	_, err := callWith[moveReply](t, d, "move", request, nil)
	if kindOf(err) != Bad || !strings.Contains(err.Error(), `"lines" does not play on this board`) {
		t.Errorf("on another board: %v", err)
	}
}

func TestLinesMistakes(t *testing.T) {
	file := linesFile(t, "epaminondas:4x6x1")
	for want, l := range map[string]Lines{
		"api: Lines[0]: rules: ":     {Rules: "chess", File: file},
		"api: Lines[0]: crossings: ": {Rules: "crossings", File: file},
		"the file is damaged":        {Rules: "epaminondas:4x6x1", File: file[:len(file)-1]},
	} {
		if _, err := New(Config{Lines: []Lines{l}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
