package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// memory is a journal in memory.
type memory struct {
	games []record.Game
	fails int // fails at this game; 0 means never
}

func (j *memory) Append(g *record.Game) error {
	if j.fails--; j.fails == 0 {
		return errors.New("the disk is full")
	}
	kept := *g
	kept.Plies = slices.Clone(g.Plies)
	j.games = append(j.games, kept)
	return nil
}

// TestTournamentGoesOn checks that a tournament that was stopped anywhere ends like one without a
// stop.
func TestTournamentGoesOn(t *testing.T) {
	match := smallMatch(t, "uniform,sims=10", "random", 6)
	ladder := smallLadder(t, 2, "greedy", "uniform,sims=4", "random")
	tested := smallMatch(t, "uniform,sims=30", "random", 40)
	tested.SPRT = &result.SPRT{Elo0: 0, Elo1: 150, Alpha: 0.1, Beta: 0.1}
	step := 1
	if testing.Short() {
		step = 4
	}
	for name, m := range map[string]*Tournament{"match": match, "ladder": ladder, "with a test": tested} {
		t.Run(name, func(t *testing.T) {
			journal := &memory{}
			m.Journal = journal
			want := untimed(play(t, m))
			if m.SPRT != nil && (want.Played == m.Games() ||
				want.Results[0].Test.Decision == result.Undecided) {
				t.Fatalf("the test is %v after %d games: the case shows nothing",
					want.Results[0].Test.Decision, want.Played)
			}
			for cut := 0; cut <= len(journal.games); cut += step {
				var rest memory
				m.Journal, m.Played, m.Parallel = &rest, slices.Clone(journal.games[:cut]), 1+cut%3
				rand.New(rand.NewPCG(1, uint64(cut))).Shuffle(cut,
					func(i, j int) { m.Played[i], m.Played[j] = m.Played[j], m.Played[i] })
				var reports []Standing
				m.Progress = func(s Standing) { reports = append(reports, s) }
				standings := play(t, m)
				if m.SPRT == nil && standings.Before != cut {
					t.Errorf("%d earlier games, want %d", standings.Before, cut)
				}
				got := untimed(standings)
				for i := range want.Games {
					forgetTimes(want.Games[i])
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("stopped after %d games: %+v\nnot stopped: %+v", cut, got, want)
				}
				if first := reports[0]; first.Played != cut || first.Before != cut {
					t.Errorf("after %d games the first report is %+v", cut, first)
				}
				if m.SPRT == nil && cut+len(rest.games) != m.Games() {
					t.Errorf("after %d games %d are played", cut, len(rest.games))
				}
			}
		})
	}
}

// TestGamesBeyondTheDecisionDoNotCount checks that games that were in progress when the test
// decided do not count, although the journal may have them.
func TestGamesBeyondTheDecisionDoNotCount(t *testing.T) {
	m := smallMatch(t, "uniform,sims=30", "random", 40)
	journal := &memory{}
	m.Journal = journal
	play(t, m)
	m.Played, m.SPRT = journal.games, &result.SPRT{Elo0: 0, Elo1: 150, Alpha: 0.1, Beta: 0.1}
	var calls atomic.Int64
	m.Throttle = func() { calls.Add(1) }
	s := play(t, m)
	if s.Played >= 40 || s.Played%2 != 0 || s.Results[0].Test.Decision != result.Accepted ||
		calls.Load() != 0 {
		t.Errorf("%d games, %v, %d moves", s.Played, s.Results[0].Test.Decision, calls.Load())
	}
	var out strings.Builder
	if err := s.Results[0].WriteTable(&out); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%d more games were finished before the decision",
		40-s.Played); !strings.Contains(out.String(), want) {
		t.Errorf("the table lacks %q:\n%s", want, out.String())
	}
}

func TestJournalFails(t *testing.T) {
	m := smallMatch(t, "random", "random", 20)
	m.Parallel, m.Journal = 3, &memory{fails: 6}
	s, err := m.Play(context.Background())
	if err == nil || !strings.Contains(err.Error(), "the disk is full") || s == nil || s.Played < 5 ||
		s.Played > 7 {
		t.Errorf("%+v, error %v", s, err)
	}
}

// TestPlayedGamesOfOthers checks that the error for games of another tournament names the
// difference.
func TestPlayedGamesOfOthers(t *testing.T) {
	m := smallMatch(t, "random", "greedy", 6)
	journal := &memory{}
	m.Journal = journal
	play(t, m)
	for want, change := range map[string]func(games []record.Game){
		"game 7 exists, but this tournament has 6": func(g []record.Game) { g[2].Number = 6 },
		"game 0 exists":       func(g []record.Game) { g[2].Number = -1 },
		"game 1 exists twice": func(g []record.Game) { g[2] = g[0] },
		"game 3 was played with the rules crossings": func(g []record.Game) {
			g[2].Rules, _ = game.ParseRules("crossings")
		},
		"between greedy and random, but in this tournament random meets greedy": func(g []record.Game) {
			g[2].Players[0], g[2].Players[1] = g[2].Players[1], g[2].Players[0]
		},
		"with seed 7, but this":                   func(g []record.Game) { g[2].Seed = 7 },
		`this tournament begins it from ""`:       func(g []record.Game) { g[2].Start = "x" },
		"tournament has openings of 4":            func(g []record.Game) { g[2].OpeningPlies = 3 },
		"from an opening of 4 plies":              func(g []record.Game) { g[2].Plies = g[2].Plies[:3] },
		"another opening, which differs at ply 2": func(g []record.Game) { g[2].Plies[1].Move++ },
		"only in part":                            func(g []record.Game) { g[2].Outcome = game.Ongoing },
	} {
		m.Played = nil
		for _, g := range journal.games {
			g.Plies = slices.Clone(g.Plies)
			m.Played = append(m.Played, g)
		}
		change(m.Played)
		if s, err := m.Play(context.Background()); err == nil || s != nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestTournamentGoesOnFromDisk checks that a journal on disk returns the games that were counted.
func TestTournamentGoesOnFromDisk(t *testing.T) {
	m := smallLadder(t, 2, "greedy", "rollout,sims=7", "random")
	want := play(t, m)
	folder := t.TempDir()
	journal, _, err := record.OpenJournal(folder, m.Seed)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	m.Journal, m.Progress = journal, func(s Standing) {
		if s.Played == 5 {
			cancel()
		}
	}
	if _, err := m.Play(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	journal.Close()
	if journal, m.Played, err = record.OpenJournal(folder, m.Seed); err != nil || len(m.Played) != 5 {
		t.Fatalf("the journal returns %d games, %v", len(m.Played), err)
	}
	defer journal.Close()
	m.Journal, m.Progress = journal, nil
	before := m.Played[0].Plies[6].Time
	got := play(t, m)
	if got.Games[m.Played[0].Number].Plies[6].Time != before {
		t.Error("times are not those of the journal")
	}
	if !reflect.DeepEqual(untimed(got), untimed(want)) {
		t.Errorf("after 5 games: %+v\nat once: %+v", got, want)
	}
}
