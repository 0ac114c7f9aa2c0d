package engine

import (
	"testing"
	"testing/synctest"
	"time"

	"epaminondas/game"
)

// TestDeepening runs searches whose iterations take 100 ms, 200 ms, 400 ms and so on, with a soft
// budget of 1 s.
func TestDeepening(t *testing.T) {
	budget := Budget{time.Second, 4 * time.Second}
	one := "bb.w..bb/wbbbw..b/bwb...b./w......b/.w..b.b./...w..b./www..w../wwwww... b 55"
	for name, test := range map[string]struct {
		position string
		budget   Budget
		restless bool // each iteration finds another move
		want     int  // iterations
	}{
		"steady":    {"", budget, false, 3}, // 700 ms are more than half of a second
		"restless":  {"", budget, true, 4},  // 700 ms are less than half of 1.6 s
		"one move":  {one, budget, true, 1},
		"no clock":  {"", Budget{}, false, 6},
		"more time": {"", Budget{2 * time.Second, 4 * time.Second}, false, 4},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := game.MustBoard("crossings")
			s := b.Start()
			if test.position != "" {
				var err error
				if s, err = b.ParseState(test.position); err != nil {
					t.Fatal(err)
				}
			}
			var m TimeManager
			ctx, iterated, stop := m.Deepening(t.Context(), &s, test.budget)
			defer stop()
			done, moves := 0, at(t, "crossings", 0).AppendMoves(nil)
			for took := 100 * time.Millisecond; done < 6 && ctx.Err() == nil; took *= 2 {
				time.Sleep(took)
				done++
				best := moves[0]
				if test.restless {
					best = moves[done]
				}
				iterated(best, 0)
			}
			if done != test.want {
				t.Errorf("%s: %d iterations, want %d", name, done, test.want)
			}
		})
	}
}
