package ugi

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"epaminondas/game"
)

// nullMove is the answer to go in a game that is over.
const nullMove = "0000"

// A job is a search or a perft that runs beside the command loop. It speaks
// through the loop: what it has to say comes out of lines, which is closed when it
// has ended.
type job struct {
	cancel context.CancelFunc
	lines  <-chan string
	search bool // else a perft
}

// startJob runs work in a goroutine of its own.
func startJob(ctx context.Context, search bool, work func(ctx context.Context, say func(string))) *job {
	ctx, cancel := context.WithCancel(ctx)
	lines := make(chan string)
	go func() {
		defer close(lines)
		defer cancel()
		work(ctx, func(line string) { lines <- line })
	}()
	return &job{cancel: cancel, lines: lines, search: search}
}

// A thought is one search as the job runs it: all it needs, shared with nobody
// while it runs.
type thought struct {
	engine   Engine
	state    game.State
	order    order
	settings Settings
	rng      *rand.Rand // of Temperature
	started  time.Time
}

// run searches, tells about it, and ends with exactly one bestmove. A search that fails is told as an
// error, and the move is the first of the command moves, since 0000 says that the game is over.
func (t *thought) run(ctx context.Context, say func(string)) {
	t.started = time.Now()
	report := func(r *Result) {
		for i, l := range r.Lines[:min(t.settings.MultiPV, len(r.Lines))] {
			say(t.info(r, i+1, l))
		}
	}
	result, err := t.engine.Search(ctx, &t.state, t.order.Limit, t.settings.lines(), report)
	if err != nil {
		say(errorLine("go", err))
		say("bestmove " + moveTexts(&t.state, t.settings.Notation)[0])
		return
	}
	report(result)
	if t.order.infinite {
		<-ctx.Done()
	}
	played := choose(result.Lines, t.settings.Temperature, t.rng)
	say("bestmove " + t.state.FormatMove(played.Move, t.settings.Notation))
}

// info describes the k-th best line. The value is for the side to move, 1 a
// certain win and -1 a certain loss; a value that is exact is marked as proven.
func (t *thought) info(r *Result, k int, l Line) string {
	spent := time.Since(t.started)
	perSecond := float64(r.Nodes) / max(spent.Seconds(), 1e-6)
	proven := ""
	if l.Proven {
		proven = " proven"
	}
	visits := ""
	if r.Visited {
		visits = fmt.Sprintf(" visits %d policy %.4f", l.Visits, l.Policy)
	}
	return fmt.Sprintf("info depth %d nodes %d time %d nps %.0f multipv %d score value %.4f%s%s pv %s",
		r.Depth, r.Nodes, spent.Milliseconds(), perSecond, k, l.Value, proven, visits, t.variation(l.Variation))
}

// variation writes moves that follow each other from the position searched.
func (t *thought) variation(moves []game.Move) string {
	s := t.state
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = s.FormatMove(m, t.settings.Notation)
		s.Play(m)
	}
	return strings.Join(texts, " ")
}

// errorLine says which command could not be carried out, and why.
func errorLine(command string, err error) string {
	return fmt.Sprintf("info string error: %s: %v", command, err)
}
