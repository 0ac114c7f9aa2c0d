package ugi

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode"

	"epaminondas/internal/engine"
)

// FuzzServe sends any bytes. The server must continue, answer in printable lines, and answer every
// search with a bestmove.
func FuzzServe(f *testing.F) {
	for _, script := range []string{
		"ugi\nisready\nuginewgame\nposition startpos moves a1-a2 b5-b4\nmoves\nshow\neval\nperft 2\ngo sims 3\nquery result\nquit\n",
		"setoption name MultiPV value 3\nsetoption name Notation value head\ngo infinite\nstop\n",
		"setoption name Rules value epaminondas:4x6x1,max_plies=9\nsetoption name MaxPlies value 3\nquery gameover\n",
		"position fen .../.../wwb/.../... w 7 moves a3xb3\ngo p1time 5 p2time 7\n\x00\xff\x1b[31m\n",
		"setoption name Temperature value 1\nsetoption name Seed value 9\nsetoption name Threads value 2\ngo depth 2",
	} {
		f.Add([]byte(script))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		config := toyConfig(t)
		engine := &counted{}
		config.Build = fixed(engine)
		var out strings.Builder
		err := Serve(ctx, config, strings.NewReader(string(script)), &out)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if strings.ContainsFunc(strings.TrimSuffix(line, "\n"), unicode.IsControl) {
				t.Errorf("not a clean line: %q", line)
			}
		}
		moves := strings.Count(out.String(), "\nbestmove ") +
			strings.Count(out.String()[:min(9, out.Len())], "bestmove ")
		none := strings.Count(out.String(), "bestmove 0000") + strings.Count(out.String(), "bestmove (none)")
		if moves-none != engine.searches {
			t.Errorf("%d searches, %d bestmoves in %q", engine.searches, moves-none, out.String())
		}
	})
}

// counted is a toy that counts its searches.
type counted struct {
	toy
	searches int
}

func (e *counted) Search(ctx context.Context, t engine.Turn, limit engine.Limit,
	tell func(*engine.Result) error) (*engine.Result, error) {
	e.searches++
	return e.toy.Search(ctx, t, limit, tell)
}

// FuzzPosition checks that the server either takes a whole position or changes nothing.
func FuzzPosition(f *testing.F) {
	f.Add("startpos moves a1-a2")
	f.Add("fen .../.../wwb/.../... w 7 moves a3xb3")
	f.Add("fen .../.../wwb/.../... w moves a3-a9")
	f.Fuzz(func(t *testing.T, text string) {
		config := toyConfig(t)
		s := &server{ctx: t.Context(), config: config, out: &strings.Builder{}}
		if err := s.apply(config.Settings); err != nil {
			t.Fatal(err)
		}
		s.restart()
		before := s.state
		if err := s.setPosition(text); err != nil {
			if s.state != before {
				t.Errorf("%q was refused (%v) and changed the position", text, err)
			}
			return
		}
		again, err := s.board.ParseState(s.state.String())
		if err != nil || again.String() != s.state.String() {
			t.Errorf("%q gave %q, which reads as %q, %v", text, s.state.String(), again.String(), err)
		}
	})
}
