package api

import (
	"encoding/json"
	"errors"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

func newService(t testing.TB, cfg Config) *Service {
	t.Helper()
	d, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// call sends a request as a page does, and reads its answer.
func callWith[T any](t testing.TB, d *Service, name string, body any, part Part) (T, error) {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	var reply T
	v, err := d.Call(t.Context(), name, data, part)
	if err != nil {
		return reply, err
	}
	if data, err = json.Marshal(v); err != nil {
		t.Fatal(err)
	}
	if err := decode(data, &reply); err != nil {
		t.Fatal(err)
	}
	return reply, nil
}

// ask makes a call that must succeed with one part.
func ask[T any](t testing.TB, d *Service, name string, body any) T {
	t.Helper()
	reply, err := callWith[T](t, d, name, body, func(v any) error {
		t.Errorf("%s: a part %v", name, v)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return reply
}

// kindOf returns the kind of a refusal, or -1 if there was none.
func kindOf(err error) Kind {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Kind
	}
	return -1
}

func TestBoards(t *testing.T) {
	list := ask[boardList](t, newService(t, Config{}), "boards", struct{}{})
	if len(list.Boards) != len(presets) || list.Open != firstBoard ||
		len(list.Levels) != engine.StrongestLevel() || list.Hint != engine.HintLevel {
		t.Errorf("boards: %+v", list)
	}
	for _, b := range list.Boards {
		if _, err := game.ParseRules(b.Rules); err != nil {
			t.Error(err)
		}
	}
}

// The page opens on a preset if an equal preset exists. Otherwise the list of boards also contains
// the board on which the page opens.
func TestOpenBoard(t *testing.T) {
	for _, tt := range []struct {
		cfg    Config
		open   string
		boards int
	}{
		{Config{}, "epaminondas:8x8,max_plies=150", 4},
		{Config{Rules: "crossings"}, "crossings,max_plies=150", 4},
		{Config{Rules: "epaminondas:10x8"}, "epaminondas:10x8", 5},
		{Config{Rules: "crossings,max_plies=9"}, "crossings,max_plies=9", 5},
		{Config{Networks: []Network{{Rules: "crossings"}, {Rules: "epaminondas:4x6x1", Leads: true}}},
			"epaminondas:4x6x1,max_plies=60", 4},
		{Config{Networks: []Network{{Rules: "epaminondas:4x6x1,max_plies=30,limit=draw", Leads: true}}},
			"epaminondas:4x6x1,max_plies=60", 4},
		{Config{Networks: []Network{{Rules: "epaminondas:5x6x1", Leads: true}}}, "epaminondas:5x6x1", 5},
		{Config{Rules: "crossings", Networks: []Network{{Rules: "epaminondas:4x6x1", Leads: true}}},
			"crossings,max_plies=150", 4},
	} {
		list, err := newBoardList(tt.cfg, nil)
		if err != nil || list.Open != tt.open || len(list.Boards) != tt.boards {
			t.Errorf("%+v: open %s, %d boards, %v; want %s and %d", tt.cfg, list.Open, len(list.Boards),
				err, tt.open, tt.boards)
		}
	}
	if _, err := newBoardList(Config{Rules: "chess"}, nil); err == nil {
		t.Error("a page opens on chess")
	}
}

// The answer about a position agrees with package game, at every move of games on all boards.
func TestPositionAgreesWithTheRules(t *testing.T) {
	d := newService(t, Config{})
	for _, preset := range presets {
		q := positionRequest{Rules: preset.Rules, Moves: []string{}}
		rules, err := game.ParseRules(preset.Rules)
		if err != nil {
			t.Fatal(err)
		}
		b, err := game.NewBoard(rules)
		if err != nil {
			t.Fatal(err)
		}
		s := b.Start()
		var captured taken
		for ply := range 40 {
			reply := ask[positionReply](t, d, "position", q)
			checkPosition(t, &s, reply)
			if reply.Taken != captured {
				t.Fatalf("%s: %+v are taken, want %+v", &s, reply.Taken, captured)
			}
			legal := s.AppendMoves(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[(ply*7919+13)%len(legal)]
			q.Moves = append(q.Moves, s.FormatMove(m, game.RearNotation))
			if gone := s.Captured(m); s.Turn() == game.White {
				captured.White += gone.Count()
			} else {
				captured.Black += gone.Count()
			}
			s.Play(m)
		}
	}
}

func checkPosition(t *testing.T, s *game.State, reply positionReply) {
	t.Helper()
	outcome, reason := s.Outcome()
	if reply.Position != s.String() || reply.Outcome != outcome.String() || reply.Reason != reason ||
		reply.Turn != s.Turn().String() ||
		reply.White.Far != s.FarCount(game.White) || reply.Black.Far != s.FarCount(game.Black) {
		t.Fatalf("%s: told of %+v", s, reply)
	}
	legal := s.AppendMoves(nil)
	if len(reply.Moves) != len(legal) || len(reply.Line) != s.Ply() || (reply.Last == nil) != (s.Ply() == 0) {
		t.Fatalf("%s: %d moves and %d played, want %d and %d", s, len(reply.Moves), len(reply.Line),
			len(legal), s.Ply())
	}
	for i, m := range legal {
		checkMove(t, s, m, reply.Moves[i])
	}
}

// checkMove plays a move and compares the stones: where the phalanx leaves and lands, and which
// stones are captured.
func checkMove(t *testing.T, s *game.State, m game.Move, info Move) {
	t.Helper()
	head, err := s.ParseMove(info.Head, game.HeadNotation)
	if text := s.FormatMove(m, game.RearNotation); info.Text != text || err != nil || head != m {
		t.Fatalf("%s: %s is told as %+v", s, text, info)
	}
	if last := len(info.Landing) - 1; info.Landing[last] != s.Landing(m).String() ||
		info.Landing[0] != m.RearLanding().String() || info.Phalanx[0] != info.Rear {
		t.Fatalf("%s: %+v lands on %s", s, info, s.Landing(m))
	}
	mover := s.Turn()
	own, enemy := set(names(s.Stones(mover))), set(names(s.Stones(mover.Other())))
	for _, name := range info.Phalanx {
		delete(own, name)
	}
	for _, name := range info.Landing {
		own[name] = true
	}
	for _, name := range info.Captured {
		delete(enemy, name)
	}
	after := *s
	after.Play(m)
	if !same(own, names(after.Stones(mover))) || !same(enemy, names(after.Stones(mover.Other()))) {
		t.Fatalf("%s: %+v leads to %s", s, info, &after)
	}
}

func set(names []string) map[string]bool {
	m := map[string]bool{}
	for _, name := range names {
		m[name] = true
	}
	return m
}

func same(a map[string]bool, b []string) bool {
	for _, name := range b {
		if !a[name] {
			return false
		}
	}
	return len(a) == len(b)
}

func TestStart(t *testing.T) {
	d := newService(t, Config{})
	reply := ask[positionReply](t, d, "position",
		positionRequest{Rules: "epaminondas:4x6x1", Start: ".b../..../..../..../..../w.ww b 5",
			Moves: []string{"b6-b5"}})
	if reply.Turn != "white" || reply.Ply != 6 || len(reply.White.Stones) != 3 || reply.Last.Text != "b6-b5" {
		t.Errorf("%+v", reply)
	}
}

// The page asks for a position after every click. On the largest board, late in a game, this takes
// well below a millisecond on an idle machine.
func BenchmarkPosition(b *testing.B) {
	d := newService(b, Config{})
	q := positionRequest{Rules: presets[0].Rules, Moves: []string{}}
	for range 100 {
		at := ask[positionReply](b, d, "position", q)
		q.Moves = append(q.Moves, at.Moves[len(q.Moves)*31%len(at.Moves)].Text)
	}
	body, err := json.Marshal(q)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		v, err := d.Call(b.Context(), "position", body, nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := json.Marshal(v); err != nil {
			b.Fatal(err)
		}
	}
}
