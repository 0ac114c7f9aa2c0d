package ugi

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// nullMove is the answer to go if the game is over.
const nullMove = "0000"

// A job is a search or a perft that runs concurrently with the command loop. It sends its output to
// the loop over lines, and closes lines when it has ended.
type job struct {
	cancel context.CancelFunc
	lines  <-chan string
	search bool // whether the job is a search; otherwise it is a perft
}

// startJob runs work in a new goroutine.
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

// A thought is one search as a job runs it. It holds everything the search needs, and shares
// nothing while it runs.
type thought struct {
	engine   engine.Engine
	state    game.State
	order    order
	settings Settings
	rng      *rand.Rand // random source for Temperature
	started  time.Time
}

// run searches, reports progress, and ends with exactly one bestmove. If the search fails, run
// reports an error and answers with the first legal move, because 0000 would mean that the game is
// over.
func (t *thought) run(ctx context.Context, say func(string)) {
	t.started = time.Now()
	report := func(r *engine.Result) error {
		for i, l := range r.Lines[:min(t.settings.MultiPV, len(r.Lines))] {
			say(t.info(r, i+1, l))
		}
		return nil
	}
	limit := t.order.Limit
	limit.Lines = t.settings.lines()
	result, err := t.engine.Search(ctx, engine.At(&t.state), limit, report)
	if err != nil {
		say(errorLine("go", err))
		say("bestmove " + moveTexts(&t.state, t.settings.Notation)[0])
		return
	}
	_ = report(result) // cannot fail
	if t.order.infinite {
		<-ctx.Done()
	}
	played := choose(result.Lines, t.settings.Temperature, t.rng)
	say("bestmove " + t.state.FormatMove(played.Move, t.settings.Notation))
}

// info describes the k-th best line. The value is for the side to move: 1 is a certain win and -1 a
// certain loss. An exact value is marked as proven.
func (t *thought) info(r *engine.Result, k int, l engine.Line) string {
	spent := time.Since(t.started)
	perSecond := float64(r.Nodes) / max(spent.Seconds(), 1e-6)
	proven := ""
	if l.Proof != engine.Unknown {
		proven = " proven"
	}
	visits := ""
	if t.engine.Attributes().Tree {
		visits = fmt.Sprintf(" visits %d policy %.4f", l.Visits, l.Policy)
	}
	return fmt.Sprintf("info depth %d nodes %d time %d nps %.0f multipv %d score value %.4f%s%s pv %s",
		r.Depth, r.Nodes, spent.Milliseconds(), perSecond, k, l.Value, proven, visits,
		t.variation(l.Variation))
}

// variation returns the text of successive moves from the position of the search.
func (t *thought) variation(moves []game.Move) string {
	s := t.state
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = s.FormatMove(m, t.settings.Notation)
		s.Play(m)
	}
	return strings.Join(texts, " ")
}

// errorLine returns a line with the failed command and the reason.
func errorLine(command string, err error) string {
	return fmt.Sprintf("info string error: %s: %v", command, err)
}
