package serve

import (
	"math"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

func TestTranscript(t *testing.T) {
	folder := t.TempDir()
	tr := filled(t, filepath.Join(folder, "r"))
	board, err := tr.r.Config.Board()
	must(t, err)
	base := serveRuns(t, TrainingConfig{Dir: folder})
	full, random, scattered := 0, 0, 0
	for id := int64(1); id <= 27; id++ {
		want, err := tr.r.Games.Load(t.Context(), id)
		must(t, err)
		var got Transcript
		if status := get(t, base+"game?run=r&id="+string([]byte{byte('0' + id/10), byte('0' + id%10)}),
			&got); status != http.StatusOK {
			t.Fatalf("game %d: %d", id, status)
		}
		if got.ID != id || got.Rules != want.Rules || got.Width != 3 || got.Height != 5 ||
			got.Outcome != want.Outcome.String() || got.Reason != want.Reason || got.Model != want.Model ||
			len(got.Frames) != len(want.Moves)+1 {
			t.Fatalf("game %d: %+v, want %+v", id, got, want)
		}
		s := board.Start()
		if got.Start != "" {
			scattered++
			if s, err = board.ParseState(got.Start); err != nil {
				t.Fatal(err)
			}
		}
		searches := want.Searches
		for ply, f := range got.Frames {
			if f.Ply != ply || f.Turn != s.Turn().String() ||
				len(f.White.Stones) != count(s.Stones(game.White)) ||
				len(f.Black.Stones) != count(s.Stones(game.Black)) || (f.Last == nil) != (ply == 0) {
				t.Fatalf("game %d, ply %d: %+v in %s", id, ply, f, &s)
			}
			if ply < want.RandomPlies {
				random++
			}
			if len(searches) > 0 && searches[0].Ply == ply {
				if f.Search == nil || f.Search.Value != searches[0].Value ||
					f.Search.Full != searches[0].Full() {
					t.Fatalf("game %d, ply %d: search %+v, want %+v", id, ply, f.Search, searches[0])
				}
				sum, last := 0.0, float32(1)
				for _, c := range f.Search.Policy {
					if m, err := s.ParseMove(c.Move.Text, game.RearNotation); err != nil || !s.Legal(m) ||
						c.P > last {
						t.Fatalf("game %d, ply %d: policy %+v", id, ply, f.Search.Policy)
					}
					sum, last = sum+float64(c.P), c.P
				}
				if f.Search.Full {
					full++
					if len(f.Search.Policy) < mostChances && math.Abs(sum-1) > 0.05 {
						t.Errorf("game %d, ply %d: the policy sums to %g", id, ply, sum)
					}
				}
				searches = searches[1:]
			} else if f.Search != nil {
				t.Errorf("game %d, ply %d: a search that was not made", id, ply)
			}
			if ply < len(want.Moves) {
				if text := s.FormatMove(want.Moves[ply],
					game.RearNotation); got.Frames[ply+1].Last.Text != text {
					t.Fatalf("game %d, ply %d: %+v, want %s", id, ply, got.Frames[ply+1].Last, text)
				}
				s.Play(want.Moves[ply])
			}
		}
	}
	if full == 0 || random == 0 || scattered == 0 {
		t.Errorf("%d full searches, %d random moves, %d scattered starts: the test has seen too little",
			full, random, scattered)
	}
}

// A transcript names the opponent and its side, but only if there is one.
func TestTranscriptNamesTheOpponent(t *testing.T) {
	g := &replay.Game{Rules: "epaminondas:3x5x1,max_plies=30", Model: "new",
		Start: "bbb/.../.../.../www w", Reason: game.Stopped}
	for _, want := range [][2]string{{"", ""}, {"old", "black"}} {
		if g.Opponent = want[0]; g.Opponent != "" {
			g.OpponentSide = game.Black
		}
		got, err := transcribe(g)
		if err != nil || got.Opponent != want[0] || got.OpponentSide != want[1] {
			t.Errorf("the opponent is %+v, %v, want %v", got, err, want)
		}
	}
}

func count(squares game.Bits) int { return squares.Count() }

func TestStatus(t *testing.T) {
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	base := func() snapshot {
		s := snapshot{config: mini(), training: true, begun: now.Add(-time.Hour)}
		s.config.Train.Duration, s.config.Train.Steps = config.Duration(2*time.Hour), 0
		s.markers = []runs.Marker{
			{ID: 1, Created: now.Add(-30 * time.Minute)},
			{ID: 2, Step: 100, Games: 600, Elapsed: 20 * time.Minute, Created: now.Add(-10 * time.Minute),
				Phase: runs.Constant},
		}
		return s
	}
	s := base()
	h := s.status(now)
	if h.State != Running || h.Elapsed != 1800 || h.Progress != 0.25 || *h.Left != 5400 || h.Rate != 1800 ||
		h.Best != nil {
		t.Errorf("running: %+v", h)
	}
	s.begun = now.Add(-time.Minute) // continued after a pause
	if h := s.status(now); h.Elapsed != 1260 || *h.Left != 7200-1260 {
		t.Errorf("resumed: %+v", h)
	}
	s = base()
	s.config.Train.Duration, s.config.Train.Steps = 0, 400
	if h := s.status(now); h.Progress != 0.25 || *h.Left != 3000 {
		t.Errorf("by steps: %+v", h)
	}
	s.config.Train.Duration = config.Duration(40 * time.Minute)
	if h := s.status(now); h.Progress != 0.75 || *h.Left != 600 {
		t.Errorf("by both: %+v", h)
	}
	s = base()
	s.training = false
	if h := s.status(now); h.State != Stopped || h.Elapsed != 1200 || h.Left != nil {
		t.Errorf("stopped: %+v", h)
	}
	s.markers[1].Phase = runs.Final
	if h := s.status(now); h.State != Finished || h.Progress != 1 {
		t.Errorf("finished: %+v", h)
	}
	s.training = true
	if h := s.status(now); h.State != Reporting || h.Elapsed != 1200 {
		t.Errorf("reporting: %+v", h)
	}
	s = base()
	s.markers, s.lastGame = nil, 3
	if h := s.status(now); h.State != Running || h.Games != 3 || h.Progress != 0 {
		t.Errorf("begun: %+v", h)
	}
}

// After the last checkpoint, the shown processor time grows at the speed before it. The page shows
// when the budget is spent.
func TestStatusTellsTheProcessorTime(t *testing.T) {
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	s := snapshot{config: mini(), training: true, begun: now.Add(-time.Hour)}
	s.config.Train.Duration, s.config.Train.Steps, s.config.Train.Clock = config.Duration(time.Hour), 0,
		config.ProcessorClock
	counted := func(used, offered time.Duration) runs.Processor {
		return runs.Processor{Counted: true, Used: used, Offered: offered}
	}
	s.markers = []runs.Marker{
		{ID: 1, Created: now.Add(-30 * time.Minute), Processor: counted(0, 0)},
		{ID: 2, Step: 100, Games: 600, Elapsed: 20 * time.Minute, Created: now.Add(-10 * time.Minute),
			Phase: runs.Constant, Processor: counted(10*time.Minute, 40*time.Minute)},
	}
	h := s.status(now) // the run uses half a second in each second
	if h.Used == nil || *h.Used != 900 || h.Got != 0.25 || h.Clock != "processor" || h.Progress != 0.25 ||
		h.Left == nil || *h.Left != 5400 {
		t.Errorf("by the processor: %+v", h)
	}
	s.config.Train.Clock = config.WallClock
	if h := s.status(now); *h.Used != 900 || h.Progress != 0.5 || *h.Left != 1800 {
		t.Errorf("by the wall: %+v", h)
	}
	s.config.Train.Clock = config.ProcessorClock
	s.markers[0].Processor, s.markers[1].Processor = runs.Processor{}, runs.Processor{}
	if h := s.status(now); h.Used != nil || h.Got != 0 || h.Left != nil {
		t.Errorf("not counted: %+v", h)
	}
}

func TestThin(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 1000: 1000, 1001: 501, 100_000: 1001} {
		list := make([]runs.Marker, n)
		for i := range list {
			list[i].Step = int64(i)
		}
		kept := thin(list)
		if len(kept) != want {
			t.Errorf("of %d checkpoints %d are kept, want %d", n, len(kept), want)
		}
		if n > 0 && (kept[0].Step != 0 || kept[len(kept)-1].Step != int64(n-1)) {
			t.Errorf("of %d checkpoints those from %d to %d are kept", n, kept[0].Step,
				kept[len(kept)-1].Step)
		}
	}
}

func TestLineage(t *testing.T) {
	c, d, f := runs.Constant, runs.Cooldown, runs.Final
	list := []runs.Marker{
		{ID: 1, Phase: c}, {ID: 2, Step: 10, Phase: c}, {ID: 3, Step: 20, Phase: c},
		{ID: 4, Step: 30, Phase: d}, {ID: 5, Step: 30, Phase: f}, // the first budget
		// a longer one, from 20
		{ID: 6, Step: 25, Phase: c, Branch: 1}, {ID: 7, Step: 35, Phase: d, Branch: 1},
		{ID: 8, Step: 40, Phase: c, Branch: 2}, // from 25, which was the newest of the constant phase
	}
	for n, want := range map[int][]int64{1: {1}, 3: {1, 2, 3}, 4: {1, 2, 3, 4}, 5: {1, 2, 3, 5},
		6: {1, 2, 3, 6}, 7: {1, 2, 3, 6, 7}, 8: {1, 2, 3, 6, 8}} {
		var got []int64
		for _, m := range lineage(list[:n]) {
			got = append(got, m.ID)
		}
		if len(got) != len(want) {
			t.Errorf("of %d: %v, want %v", n, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("of %d: %v, want %v", n, got, want)
			}
		}
	}
}
