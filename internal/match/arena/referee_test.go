package arena

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
)

// slow is a player that takes some time for each move.
type slow struct {
	player.Player
	think  func(turn player.Turn) time.Duration
	deaf   bool // ignores its context
	judge  func(turn player.Turn, c *player.Choice)
	before func()
	after  func()
}

func (p *slow) Choose(ctx context.Context, turn player.Turn) (player.Choice, error) {
	if p.before != nil {
		p.before()
		defer p.after()
	}
	if p.think != nil {
		done := ctx.Done()
		if p.deaf {
			done = nil
		}
		select {
		case <-time.After(p.think(turn)):
		case <-done:
			return player.Choice{}, fmt.Errorf("cut short: %w", ctx.Err())
		}
	}
	choice, err := p.Player.Choose(ctx, turn)
	if p.judge != nil {
		p.judge(turn, &choice)
	}
	return choice, err
}

// thinking returns a constant thinking time.
func thinking(d time.Duration) func(player.Turn) time.Duration {
	return func(player.Turn) time.Duration { return d }
}

func TestClockIsCharged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := smallMatch(t, "random", "random", 8)
		m.Control = engine.Control{Base: time.Minute, Increment: time.Second}
		spent := []time.Duration{700 * time.Millisecond, 1300 * time.Millisecond}
		moves := [2]int{}
		for i := range m.Players {
			wrap(&m.Players[i], func(p player.Player) player.Player {
				return &slow{Player: p, think: func(turn player.Turn) time.Duration {
					mover := turn.State.Turn()
					if turn.State.Ply() <= 5 {
						moves[mover] = 0
					}
					want := time.Minute + time.Duration(moves[mover])*(time.Second-spent[i])
					if turn.Clock.Left[mover] != want || turn.Clock.Increment != time.Second {
						t.Errorf("at ply %d the clock is at %v, want %v", turn.State.Ply(),
							turn.Clock.Left[mover], want)
					}
					moves[mover]++
					turn.Clock.Left[mover] = 0 // the clock of a turn is a copy
					return spent[i]
				}}
			})
		}
		s := play(t, m)
		for _, g := range s.Games {
			for ply, p := range g.Plies[4:] {
				of := 0
				if g.Players[ply%2] != "random" {
					of = 1
				}
				if p.Time != spent[of] {
					t.Fatalf("%v: ply %d took %v, want %v", &g, ply, p.Time, spent[of])
				}
			}
			if g.Ending.Forfeit() {
				t.Errorf("%v: %s", &g, g.Verdict)
			}
		}
		near(t, "seconds a move", s.Players[1].Effort.SecondsAMove(), 1.3, 1e-9)
	})
}

func TestFlagFalls(t *testing.T) {
	for name, test := range map[string]struct {
		last    time.Duration // of the third move, with 10 s left
		deaf    bool
		lost    bool
		verdict string
		renewed bool // the referee had to stop the player and make a new one
	}{
		"in time":       {last: 10 * time.Second},
		"in the margin": {last: 10*time.Second + engine.Margin},
		"late": {last: 10*time.Second + engine.Margin + 1, lost: true,
			verdict: "random#2 thinks for 10.01s with 10s left"},
		"very late": {last: time.Hour, lost: true,
			verdict: "random#2 thinks for 13s with 10s left", renewed: true},
		"late and deaf": {last: 20 * time.Second, deaf: true, lost: true,
			verdict: "random#2 thinks for 20s with 10s left"},
		"a clock at zero": {last: 10*time.Second + engine.Margin/2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := smallMatch(t, "random", "random", 2)
				m.Control = engine.Control{Base: 30 * time.Second}
				made, move := 0, 0
				wrap(&m.Players[1], func(p player.Player) player.Player {
					made++
					return &slow{Player: p, deaf: test.deaf, think: func(turn player.Turn) time.Duration {
						if move++; move == 3 {
							return test.last
						} else if move > 3 {
							return 0
						}
						return 10 * time.Second
					}}
				})
				s := play(t, m)
				g := s.Games[0]
				if lost := g.Ending == game.OutOfTime; lost != test.lost || g.Verdict != test.verdict {
					t.Errorf("%v: %q", &g, g.Verdict)
				}
				if test.lost && (g.Outcome != game.WhiteWins || len(g.Plies) != 4+5 ||
					s.Results[0].ForfeitsB != 1 || s.Players[1].Forfeits != 1) {
					t.Errorf("%v, with %d forfeits", &g, s.Results[0].ForfeitsB)
				}
				if (made == 2) != test.renewed || s.Played != 2 {
					t.Errorf("%d players are made for %d games", made, s.Played)
				}
			})
		})
	}
}

// TestLateAndWrong checks that a foul takes precedence over lateness, and that a broken player is
// not a forfeit.
func TestLateAndWrong(t *testing.T) {
	broken := errors.New("broken")
	for _, wrong := range []error{&player.Forfeit{Ending: game.Crash, Verdict: "ends"}, broken} {
		synctest.Test(t, func(t *testing.T) {
			m := smallMatch(t, "random", "random", 2)
			m.Control = engine.Control{Base: time.Second}
			wrap(&m.Players[0], func(p player.Player) player.Player {
				return &bad{Player: &slow{Player: p, think: thinking(400 * time.Millisecond)},
					choose: func(*game.State, *player.Choice) error { return wrong }}
			})
			s, err := m.Play(context.Background())
			if wrong == broken {
				if !errors.Is(err, broken) || s != nil {
					t.Errorf("%+v, error %v", s, err)
				}
			} else if err != nil || s.Games[0].Ending != game.Crash {
				t.Errorf("%v, error %v", &s.Games[0], err)
			}
		})
	}
}

// TestCores checks that no more players think at once than there are cores, and that no clock runs
// while its player waits for a core.
func TestCores(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := smallLadder(t, 4, "random", "random", "random")
		m.Parallel, m.Cores = 8, 3
		m.Players[1].Cores = 2
		m.Control = engine.Control{Base: 40 * time.Second} // for 28 moves of a second
		var mu sync.Mutex
		busy, most, waits := 0, 0, 0
		for i := range m.Players {
			cores := m.Players[i].WantedCores()
			wrap(&m.Players[i], func(p player.Player) player.Player {
				return &slow{Player: p, think: thinking(time.Second),
					before: func() {
						mu.Lock()
						defer mu.Unlock()
						if busy += cores; busy == 3 {
							waits++
						}
						most = max(most, busy)
					},
					after: func() {
						mu.Lock()
						defer mu.Unlock()
						busy -= cores
					}}
			})
		}
		s := play(t, m)
		if most != 3 || waits == 0 {
			t.Errorf("%d cores were busy at once, want 3", most)
		}
		moves := 0
		for _, g := range s.Games {
			moves += len(g.Plies) - g.OpeningPlies
			if g.Ending.Forfeit() {
				t.Errorf("%v: %s", &g, g.Verdict)
			}
			for _, p := range g.Plies[g.OpeningPlies:] {
				if p.Time != time.Second {
					t.Fatalf("%v: a move took %v", &g, p.Time)
				}
			}
		}
		if least := float64(moves) / 3; s.Seconds < least {
			t.Errorf("%d moves of a second took %.0f s on 3 cores", moves, s.Seconds)
		}
	})
}

// bad is a player that commits a foul at its third move.
type bad struct {
	player.Player
	move   int
	choose func(s *game.State, c *player.Choice) error
	start  error
}

func (f *bad) NewGame(ctx context.Context, seed uint64) error {
	f.move = 0
	if f.start != nil {
		return f.start
	}
	return f.Player.NewGame(ctx, seed)
}

func (f *bad) Choose(ctx context.Context, turn player.Turn) (player.Choice, error) {
	choice, err := f.Player.Choose(ctx, turn)
	if f.move++; f.move > 2 && f.choose != nil {
		err = f.choose(turn.State, &choice)
	}
	return choice, err
}

func (f *bad) Close() error { return &player.Forfeit{Ending: game.Crash, Verdict: "does not go"} }

// TestFouls checks that a foul loses only its own game, and that the match continues.
func TestFouls(t *testing.T) {
	foul := func(ending game.Ending) func(*game.State, *player.Choice) error {
		return func(*game.State, *player.Choice) error {
			return fmt.Errorf("wrapped: %w",
				&player.Forfeit{Ending: ending, Verdict: "the verdict on " + string(ending)})
		}
	}
	start := fmt.Errorf("wrapped: %w",
		&player.Forfeit{Ending: game.Crash, Verdict: "the verdict on the start"})
	for name, test := range map[string]struct {
		choose  func(*game.State, *player.Choice) error
		start   error // of NewGame
		make    error // of the second new player
		ending  game.Ending
		verdict string
	}{
		"crash": {choose: foul(game.Crash), ending: game.Crash, verdict: "the verdict on crash"},
		"misconduct": {choose: foul(game.Misconduct), ending: game.Misconduct,
			verdict: "the verdict on misconduct"},
		"out of time": {choose: foul(game.OutOfTime), ending: game.OutOfTime,
			verdict: "the verdict on out-of-time"},
		"illegal": {choose: foul(game.IllegalMove), ending: game.IllegalMove,
			verdict: "the verdict on illegal-move"},
		"no new game": {start: start, ending: game.Crash, verdict: "the verdict on the start"},
		"cannot start": {make: start, choose: foul(game.Misconduct), ending: game.Crash,
			verdict: "the verdict on the start"},
		"illegal move": {choose: func(s *game.State, c *player.Choice) error {
			c.Move = game.NewMove(c.Move.Rear(), c.Move.Direction(), 7)
			return nil
		}, ending: game.IllegalMove, verdict: "random#2 plays an illegal move, from "},
		"no move": {choose: func(_ *game.State, c *player.Choice) error {
			c.Move = game.NoMove
			return nil
		}, ending: game.IllegalMove, verdict: "random#2 returns no move in "},
		"no number": {choose: func(_ *game.State, c *player.Choice) error {
			c.Judged, c.Value = true, float32(math.NaN())
			return nil
		}, ending: game.Misconduct, verdict: "expects NaN"},
		"past one": {choose: func(_ *game.State, c *player.Choice) error {
			c.Judged, c.Value = true, -1.01
			return nil
		}, ending: game.Misconduct, verdict: "expects -1.01"},
		"minus nodes": {choose: func(_ *game.State, c *player.Choice) error {
			c.Nodes = -1
			return nil
		}, ending: game.Misconduct, verdict: "reports -1 positions"},
	} {
		t.Run(name, func(t *testing.T) {
			m := smallMatch(t, "random", "random", 10)
			journal, finished, err := record.OpenJournal(t.TempDir(), "fouls")
			if err != nil || len(finished) != 0 {
				t.Fatal(err)
			}
			defer journal.Close()
			m.Journal = journal
			fresh, made := m.Players[1].New, 0
			m.Players[1].New = func(ctx context.Context) (player.Player, error) {
				if made++; made > 1 && test.make != nil {
					return nil, test.make
				}
				p, err := fresh(ctx)
				return &bad{Player: p, choose: test.choose, start: test.start}, err
			}
			s := play(t, m)
			forfeits := 0
			for _, g := range s.Games {
				if !g.Ending.Forfeit() {
					continue
				}
				forfeits++
				if g.Number == 0 && test.make != nil {
					continue
				}
				if g.Ending != test.ending || !strings.Contains(g.Verdict, test.verdict) ||
					g.Outcome != game.Win(colourOfA(g.Number)) {
					t.Errorf("%v: %q", &g, g.Verdict)
				}
				if plies := len(g.Plies) - 4; test.start == nil && test.make == nil && plies != 4 &&
					plies != 5 {
					t.Errorf("%v: after %d plies", &g, plies)
				}
			}
			if s.Played != 10 || forfeits < 8 || s.Players[1].Forfeits != forfeits ||
				s.Players[0].Forfeits != 0 {
				t.Errorf("%d games, %d forfeits, counted %d", s.Played, forfeits, s.Players[1].Forfeits)
			}
			if byError := test.start != nil || test.make != nil ||
				strings.HasPrefix(test.verdict, "the verdict"); byError && made < forfeits {
				t.Errorf("%d players were made for %d forfeits: a failed player played again", made, forfeits)
			}
			if text := fmt.Sprint(s.Warnings); !strings.Contains(text,
				fmt.Sprintf("random#2 lost %d of 10 games by forfeit", forfeits)) {
				t.Errorf("warnings %s", text)
			}
		})
	}
}

// TestBrokenPlayer checks that any other error ends the tournament and says where it happened.
func TestBrokenPlayer(t *testing.T) {
	broken := errors.New("broken")
	m := smallMatch(t, "random", "random", 10)
	wrap(&m.Players[1], func(p player.Player) player.Player {
		return &bad{Player: p, choose: func(*game.State, *player.Choice) error { return broken }}
	})
	m.Parallel = 3
	if _, err := m.Play(context.Background()); !errors.Is(err, broken) ||
		!strings.Contains(err.Error(), "arena: game ") {
		t.Errorf("error %v", err)
	}
	m = smallMatch(t, "random", "random", 10)
	m.Players[0].New = func(context.Context) (player.Player, error) { return nil, broken }
	if s, err := m.Play(context.Background()); !errors.Is(err, broken) || s != nil {
		t.Errorf("%v, error %v, want the error of New", s, err)
	}
	m = smallMatch(t, "random", "random", 10)
	wrap(&m.Players[0], func(p player.Player) player.Player { return &unclosable{p, broken} })
	if s, err := m.Play(context.Background()); !errors.Is(err, broken) || s == nil || s.Played != 10 {
		t.Errorf("error %v, want the error of Close, after all games", err)
	}
}

// unclosable fails to close.
type unclosable struct {
	player.Player
	err error
}

func (p *unclosable) Close() error { return p.err }

// oracle is a prover with a fixed answer.
type oracle struct {
	asked   int
	outcome func(s *game.State) game.Outcome
	err     error
}

func (o *oracle) Winner(_ context.Context, s *game.State) (game.Outcome, error) {
	o.asked++
	return o.outcome(s), o.err
}

// TestAdjudication checks that a game ends by proof if both players expect the same winner and the
// win is proven.
func TestAdjudication(t *testing.T) {
	white := func(*game.State) game.Outcome { return game.WhiteWins }
	for name, test := range map[string]struct {
		white, black float32 // the value that each expects for itself
		silent       bool    // Black reports no value
		prover       func(*game.State) game.Outcome
		asked, over  bool
	}{
		"agreed and proven": {white: 0.99, black: -0.99, prover: white, asked: true, over: true},
		"Black wins": {white: -1, black: 1,
			prover: func(*game.State) game.Outcome { return game.BlackWins }, asked: true, over: true},
		"not proven": {white: 1, black: -1,
			prover: func(*game.State) game.Outcome { return game.Ongoing }, asked: true},
		"proven otherwise":   {white: -1, black: 1, prover: white, asked: true},
		"White is not sure":  {white: 0.98, black: -1, prover: white},
		"Black is not sure":  {white: 1, black: -0.98, prover: white},
		"both expect to win": {white: 1, black: 1, prover: white},
		"Black says nothing": {white: 1, black: -1, silent: true, prover: white},
	} {
		t.Run(name, func(t *testing.T) {
			m := smallMatch(t, "random", "random", 2)
			m.Cores = 1
			for i := range m.Players {
				wrap(&m.Players[i], func(p player.Player) player.Player {
					return &slow{Player: p, judge: func(turn player.Turn, c *player.Choice) {
						c.Value, c.Judged = test.white, true
						if turn.State.Turn() == game.Black {
							c.Value, c.Judged = test.black, !test.silent
						}
					}}
				})
			}
			prover := &oracle{outcome: test.prover}
			m.Prover = prover
			s := play(t, m)
			if (prover.asked > 0) != test.asked {
				t.Errorf("the prover was asked %d times", prover.asked)
			}
			for _, g := range s.Games {
				if (g.Ending == game.Proof) != test.over {
					t.Errorf("%v: %q", &g, g.Verdict)
				}
				if test.over && (len(g.Plies) != 4+2 || g.Outcome != test.prover(nil) ||
					!strings.Contains(g.Verdict, "it is proven")) {
					t.Errorf("%v: %q", &g, g.Verdict)
				}
			}
		})
	}
	m := smallMatch(t, "random", "random", 2)
	for i := range m.Players {
		wrap(&m.Players[i], func(p player.Player) player.Player {
			return &slow{Player: p, judge: func(turn player.Turn, c *player.Choice) {
				c.Value, c.Judged = float32(1-2*int(turn.State.Turn())), true
			}}
		})
	}
	broken := errors.New("broken")
	m.Prover = &oracle{outcome: white, err: broken}
	if _, err := m.Play(context.Background()); !errors.Is(err, broken) {
		t.Errorf("error %v, want the error of the prover", err)
	}
}
