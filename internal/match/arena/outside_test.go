//go:build unix

package arena

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// pair returns a match of two games between an engine and greedy. The engine has White in one game
// and Black in the other.
func pair(t testing.TB, b *game.Board, engine player.Factory) *Tournament {
	return &Tournament{
		Board:    b,
		Players:  []player.Factory{engine, {Name: "greedy", New: factory(t, b, "greedy").New}},
		Pairings: Duel(),
		Openings: []Opening{{Start: b.Start(), State: b.Start()}},
		Parallel: 1,
	}
}

// misbehaviour is a conduct and the expected result of a match.
type misbehaviour struct {
	conduct, options string
	ending           game.Ending // "" if there is no foul
	verdict          string      // after the name
}

func misbehaviours() []misbehaviour {
	const (
		soon   = ",time=50ms,grace=150ms" // for fouls that only time shows
		slowly = ",time=50ms,grace=5m"    // for busy machines
		// soonByNodes is soon without a time limit.
		soonByNodes = ",nodes=5,patience=200ms,grace=150ms"
		slowByNodes = ",depth=3,patience=5m"
	)
	return []misbehaviour{
		{"well", slowly, "", ""},
		{"well", ",nodes=5,depth=3,time=1m", "", ""},
		{"a little late", slowly, "", ""},
		{"waits for stop", ",time=1ms,grace=3s", "", ""},
		{"floods stderr", slowly, "", ""},
		{"binary", slowly, "", ""},
		{"odd values", slowly, "", ""},
		{"works with a child", slowly, "", ""},
		{"ignores quit", slowly, "", ""},
		{"dies at new game", slowly, game.Crash, "ends with exit code 6"},
		{"dies", slowly, game.Crash, "ends with exit code 0"},
		{"dies loudly", slowly, game.Crash,
			`ends with exit code 3; it wrote last: "panic: \x1b[31mindex out of range | goroutine 1"`},
		{"dies of a signal", slowly, game.Crash, "was killed by signal 9 (killed)"},
		{"moves and dies", slowly, game.Crash, "ends with exit code 7"},
		{"floods and dies", slowly, game.Crash, `ends with exit code 8; it wrote last: "eee`},
		{"leaves a child", slowly, game.Crash, "ends with exit code 9"},
		{"leaves an orphan", soon, game.Crash, "ends with exit code 12"},
		{"silent", soon, game.OutOfTime, "does not answer go or stop within 350ms"},
		{"too late", soon, game.OutOfTime, "does not answer go or stop within 350ms"},
		{"deaf", soon, game.OutOfTime, "does not answer go or stop within 350ms"},
		{"never reads", soon, game.OutOfTime, "does not answer go or stop within 350ms"},
		{"silent", soonByNodes, game.OutOfTime, "does not answer go or stop within 350ms"},
		{"deaf", soonByNodes, game.OutOfTime, "does not answer go or stop within 350ms"},
		{"stopped", soonByNodes, game.OutOfTime, "does not answer go or stop within 350ms"},
		{"talks on", soonByNodes, game.OutOfTime, "does not answer go or stop within 350ms"},
		{"endless stderr", slowByNodes, game.Misconduct, "writes more than 64 MiB to stderr for one answer"},
		{"flood", slowByNodes, game.Misconduct, "writes more than 16 MiB for one answer"},
		{"not ready in game", slowly + ",startup=8s", game.OutOfTime, "does not answer isready within 8s"},
		{"illegal", slowly, game.Misconduct, `plays "a1-a9", which is not a move, in `},
		{"illegal on board", slowly, game.IllegalMove, "plays a1-d4, which is illegal in "},
		{"no square", slowly, game.Misconduct, `plays "hello", which is not a move, in `},
		{"null move", slowly, game.Misconduct, `plays "0000", which is not a move, in `},
		{"no move", slowly, game.Misconduct, `answers "bestmove", want bestmove and one move`},
		{"extra words", slowly, game.Misconduct, `want bestmove and one move`},
		{"two moves", slowly, game.Misconduct, "without being asked for a move"},
		{"early move", slowly, game.Misconduct, "without being asked for a move"},
		{"binary move", slowly, game.Misconduct, `answers "bestmove \xff\xfe\x00\x1b", which is not a move`},
		{"endless line", slowly, game.Misconduct, "writes a line of more than 65536 bytes"},
		{"flood", slowly, game.Misconduct, "writes more than 16 MiB for one answer"},
		{"closes its output", slowly, game.Misconduct, "closes its output but does not exit"},
	}
}

// TestMisconduct plays a match with every conduct. The matches must finish, and the engine must
// lose the games in which it misbehaved.
func TestMisconduct(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1,max_plies=12")
	processes := filepath.Join(t.TempDir(), "processes")
	tests := misbehaviours()
	standings := make([]*Standings, len(tests))
	errs := make([]error, len(tests))
	var group errgroup.Group
	group.SetLimit(8) // most of them wait
	for i, test := range tests {
		engine := factory(t, b, fakeEngine(t, test.conduct, processes)+test.options)
		group.Go(func() error {
			standings[i], errs[i] = pair(t, b, engine).Play(t.Context())
			return nil
		})
	}
	_ = group.Wait() // the errors are in errs
	for i, test := range tests {
		t.Run(test.conduct, func(t *testing.T) {
			if errs[i] != nil {
				t.Fatal(errs[i])
			}
			checkForfeits(t, standings[i], test.ending, test.verdict)
		})
	}
	checkGone(t, processes)
}

// checkForfeits checks how the games of a match ended for the engine.
func checkForfeits(t *testing.T, s *Standings, ending game.Ending, verdict string) {
	t.Helper()
	if s.Played != 2 {
		t.Fatalf("%d games were played, want 2", s.Played)
	}
	engine := s.Players[0]
	for colour := range s.Games {
		checkEnding(t, game.Colour(colour), &s.Games[colour], engine.Name, ending, verdict)
	}
	if ending != "" && (engine.Forfeits != 2 || engine.Total.Losses != 2) {
		t.Errorf("the engine has %+v, want 2 losses by forfeit", engine)
	}
}

// checkEnding checks how a game ended for an engine.
func checkEnding(t *testing.T, colour game.Colour, g *record.Game, name string,
	ending game.Ending, verdict string) {
	t.Helper()
	if ending == "" {
		if g.Ending.Forfeit() || g.Verdict != "" {
			t.Errorf("the game ends by %s (%s), want no foul", g.Ending, g.Verdict)
		}
		return
	}
	if g.Ending != ending || g.Outcome != game.Win(colour.Other()) {
		t.Errorf("the game ends by %s with %v (%s), want %s and a loss", g.Ending,
			g.Outcome, g.Verdict, ending)
	}
	if got, ok := strings.CutPrefix(g.Verdict, name+" "); !ok || !strings.Contains(got, verdict) ||
		strings.Contains(g.Verdict, "\n") {
		t.Errorf("the verdict is %q, want %q after the name", g.Verdict, verdict)
	}
}

// checkGone fails if a process whose id is in the file still runs.
func checkGone(t *testing.T, file string) {
	t.Helper()
	noted, err := os.ReadFile(file)
	if err != nil {
		return // most engines write no such file
	}
	for _, word := range strings.Fields(string(noted)) {
		var pid int
		fmt.Sscan(word, &pid)
		for end := time.Now().Add(time.Minute); alive(pid); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("process %d still runs", pid)
			}
		}
	}
}

// alive reports whether a process runs. A process that has ended counts as ended even if its parent
// has not waited for it.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// TestNoStart uses engines that cannot play a match.
func TestNoStart(t *testing.T) {
	t.Parallel() // this test waits
	b := game.MustBoard("epaminondas:5x7x1")
	for conduct, want := range map[string]string{
		"exits at once":    "ends with exit code 0",
		"dies at ugi":      "ends with exit code 4",
		"dies at option":   "ends with exit code 5",
		"never ugiok":      "does not answer ugi within 6s",
		"never readyok":    "does not answer isready within 6s",
		"long ugi":         "declares more than 1000 options",
		"refuses":          `the engine refuses "epaminondas:5x7x1" for option Rules with the answer "info string error: setoption: no such rules"`,
		"moves before all": "without being asked for a move",
	} {
		startup := ""
		if strings.HasPrefix(conduct, "never") {
			startup = ",startup=6s"
		}
		t.Run(conduct, func(t *testing.T) {
			t.Parallel()
			checkNoStart(t, b, fakeEngine(t, conduct)+startup, want)
		})
	}
	checkNoStart(t, b, "ugi:no-such-engine --x", `"no-such-engine": executable file not found`)
	checkNoStart(t, b, "ugi:./no-such-engine", "no such file")
	checkNoStart(t, b, fakeEngine(t, "well")+",option.Hash=3",
		`no option "Hash": the engine has Rules, Odd One`)
	checkNoStart(t, b, fakeEngine(t, "well")+",option.Odd One='a\nquit'", "want text on one line")
}

func checkNoStart(t *testing.T, b *game.Board, text, want string) {
	t.Helper()
	var foul *player.Forfeit
	p, err := factory(t, b, text).New(t.Context())
	if err == nil || !strings.Contains(err.Error(), want) || errors.As(err, &foul) {
		t.Errorf("%s: error %v, want %q and no foul", text, err, want)
	}
	if err == nil {
		p.Close()
	}
}

// TestNoRestart uses an engine that starts only once.
func TestNoRestart(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1")
	engine := factory(t, b, fakeEngine(t, "only once", filepath.Join(t.TempDir(), "started"))+",time=1ms")
	s, err := pair(t, b, engine).Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	checkEnding(t, game.White, &s.Games[0], engine.Name, game.Crash, "ends with exit code 11")
	checkEnding(t, game.Black, &s.Games[1], engine.Name, game.Crash,
		"ends with exit code 10 when it was started again")
}

// TestOrphan uses an engine that ends between two moves and leaves a process behind. The process
// holds the engine's pipes open for a minute. The match must notice the end anyway.
func TestOrphan(t *testing.T) {
	t.Parallel() // this test waits
	b := game.MustBoard("epaminondas:5x7x1")
	orphans := filepath.Join(t.TempDir(), "orphans")
	p, err := factory(t, b,
		fakeEngine(t, "moves and orphans", orphans)+",time=50ms,grace=50s").New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	state := b.Start()
	for range 2 {
		if _, err := p.Choose(t.Context(), player.Turn{State: &state, Start: state}); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(500 * time.Millisecond) // the match most likely notices the end within this time
	begun := time.Now()
	_, err = p.Choose(t.Context(), player.Turn{State: &state, Start: state})
	var foul *player.Forfeit
	if !errors.As(err, &foul) || foul.Ending != game.Crash {
		t.Errorf("got %v, want a crash", err)
	}
	if spent := time.Since(begun); spent > 40*time.Second {
		t.Errorf("it takes %v", spent)
	}
	noted, err := os.ReadFile(orphans)
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range strings.Fields(string(noted)) {
		n, err := strconv.Atoi(pid)
		if err != nil {
			t.Fatal(err)
		}
		syscall.Kill(n, syscall.SIGKILL)
	}
}

// TestOutsideTellsWhatItHears checks that the choice has the value and the nodes of the engine's
// answer.
func TestOutsideTellsWhatItHears(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1,max_plies=4")
	s, err := pair(t, b, factory(t, b, fakeEngine(t, "well"))).Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for colour, g := range s.Games {
		if ply := g.Plies[colour]; ply.Value != 0.25 || !ply.Judged || ply.Nodes != 70 {
			t.Errorf("the engine's choice is %+v, want the value 0.25 and 70 nodes", ply)
		}
	}
}

// TestOutsideFromPosition starts a game from another position than the start of the board. The
// engine ends if it receives an illegal move.
func TestOutsideFromPosition(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1")
	start := position(t, b, "bbbbb/...../...../..w../...../...../ww.ww b 1")
	p, err := factory(t, b, fakeEngine(t, "well")).New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	turn := player.Turn{Start: start}
	for range 4 {
		state := start
		turn.State = &state
		for _, m := range turn.Moves {
			state.Play(m)
		}
		choice, err := p.Choose(t.Context(), turn)
		if err != nil || !state.Legal(choice.Move) {
			t.Fatalf("%v: %v, %v", turn.Moves, choice, err)
		}
		turn.Moves = append(turn.Moves, choice.Move)
	}
}

// TestOutsideCancelled stops a match while the engine thinks.
func TestOutsideCancelled(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1")
	p, err := factory(t, b, fakeEngine(t, "waits for stop")+",time=1h").New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	state := b.Start()
	if _, err := p.Choose(t.Context(), player.Turn{State: &state, Start: state}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	begun := time.Now()
	_, err = p.Choose(ctx, player.Turn{State: &state, Start: state})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the error of the context", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if spent := time.Since(begun); spent > time.Minute {
		t.Errorf("it takes %v to stop", spent)
	}
}

// TestOutsideClock plays with a clock against three engines. The first keeps to its time, and the
// second never answers. The third overruns its time once, answers after stop, and continues in the
// next game.
func TestOutsideClock(t *testing.T) {
	t.Parallel() // this test waits
	b := game.MustBoard("epaminondas:5x7x1,max_plies=6")
	for _, test := range []struct {
		conduct string
		base    time.Duration
		verdict [2]string // of the games; "" if there is no foul
	}{
		{"well", time.Minute, [2]string{}},
		{"silent", 4 * time.Second, [2]string{"does not answer go or stop within ",
			"does not answer go or stop within "}},
		{"waits for stop", 4 * time.Second, [2]string{"thinks for ", ""}},
	} {
		t.Run(test.conduct, func(t *testing.T) {
			t.Parallel()
			match := pair(t, b, factory(t, b, fakeEngine(t, test.conduct)+",grace=100ms"))
			match.Control = engine.Control{Base: test.base, Increment: time.Millisecond}
			s, err := match.Play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for colour, verdict := range test.verdict {
				ending := game.OutOfTime
				if verdict == "" {
					ending = ""
				}
				checkEnding(t, game.Colour(colour), &s.Games[colour], s.Players[0].Name, ending, verdict)
			}
		})
	}
}

// TestOvertimeIsTold uses an engine that exceeds its time within its grace. It loses nothing, but
// the figures show it.
func TestOvertimeIsTold(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1,max_plies=6")
	for conduct, want := range map[string]bool{"a little late": true, "well": false} {
		engine := factory(t, b, fakeEngine(t, conduct)+",time=50ms,grace=20s")
		s, err := pair(t, b, engine).Play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		told := slices.ContainsFunc(s.Warnings, func(w result.Warning) bool { return w.Kind == Overtime })
		if told != want && (want || s.Players[0].Effort.SecondsAMove() < 0.06) {
			t.Errorf("%s: warnings %v, %.3fs a move", conduct, s.Warnings, s.Players[0].Effort.SecondsAMove())
		}
	}
}
