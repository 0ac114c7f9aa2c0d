package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// oddsCommand is the command line of arena odds.
type oddsCommand struct {
	A string `arg:"" help:"The player to measure."`
	B string `arg:"" help:"Its opponent. The command varies its time for a move, so it must not have limits of its own."`

	conditions `embed:""`
	Time       time.Duration `help:"Time of A for each move." default:"100ms" placeholder:"TIME"`
	Most       time.Duration `help:"The longest time of B for a move." default:"10s" placeholder:"TIME"`
	Least      time.Duration `help:"The shortest time of B for a move." default:"5ms" placeholder:"TIME"`
	Within     float64       `help:"Stop when the 95% interval lies within this factor of the estimate. Half the factor takes about four times as many games." default:"1.7" placeholder:"FACTOR"`
	Games      int           `help:"Most games to play, two for each opening." default:"300" placeholder:"N"`
}

// Help is the long help.
func (oddsCommand) Help() string {
	return `A match between players of very different strength says little, because one of them wins nearly
every game. This command gives B more or less time until the two are level, and says how much: "A with
100ms a move is level with B at 2.9s".

It plays pairs of games with colours exchanged. After each pair it estimates the level, and chooses the next
time of B near it, where a game says most. B gets times between --least and --most.

` + player.Help() + `

` + keptHelp + `

Examples:

  arena odds net:models/epaminondas.safetensors alphabeta
  arena odds net:new.safetensors net:old.safetensors --time 50ms --within 1.4
  arena odds alphabeta rollout --rules epaminondas:8x8 --most 30s

` + cli.ExitCodes
}

// oddsManifest has the settings of a measurement of time odds.
type oddsManifest struct {
	Least, Most time.Duration
	Within      float64
}

// measurement is a measurement of time odds.
type measurement struct {
	*oddsCommand
	model    result.OddsModel
	a        namedPlayer
	openings []arena.Opening
	balanced bool
	folder   string
	trials   []result.OddsTrial // one for each time of B, in ascending order
}

// oddsResult is the result of a measurement of time odds.
type oddsResult struct {
	Rules string      `json:"rules"`
	A     string      `json:"a"`
	B     string      `json:"b"`
	Time  string      `json:"time"`    // of A, for a move
	Level string      `json:"b_level"` // time of B at which the two are level, with its interval
	Games int         `json:"games"`
	Known bool        `json:"known"` // the interval is as narrow as it should be
	Odds  result.Odds `json:"odds"`
	// Trials are the results for each time of B.
	Trials []result.OddsTrial `json:"trials"`

	command *oddsCommand
}

func (c *oddsCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	m, err := c.measurement(ctx)
	if err != nil {
		return err
	}
	estimate, err := m.play(ctx, stderr)
	games := m.games()
	if games == 0 && err != nil {
		return cli.Stopped(err, " before any game was finished: give the same command to continue")
	}
	err = cli.Stopped(err, " after %s: give the same command to continue", noun.Count(games, "game"))
	r := oddsResult{
		Rules: m.openings[0].Start.Board().Rules().Name(), A: m.a.name, B: c.B, Time: c.Time.String(),
		Level: m.level(estimate), Games: games, Known: m.model.Known(estimate, c.Within),
		Odds: estimate, Trials: m.trials, command: c,
	}
	return errors.Join(err, cli.WriteResult(stdout, c.JSON, r, r.writeText))
}

// measurement checks the command line and prepares the measurement.
func (c *oddsCommand) measurement(ctx context.Context) (*measurement, error) {
	switch {
	case c.Time <= 0 || c.Least <= 0 || c.Most <= c.Least:
		return nil, cli.Usagef("--time %v, --least %v, --most %v: want times above 0, and a longer --most than --least",
			c.Time, c.Least, c.Most)
	case !(c.Within > 1):
		return nil, cli.Usagef("--within %g: want a factor above 1", c.Within)
	case c.Games < 2 || c.Games%2 != 0 || c.Games > mostGames:
		return nil, cli.Usagef("--games %d: want an even number from 2 to %d", c.Games, mostGames)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	a, err := newPlayer("", c.A, "time="+c.Time.String())
	if err != nil {
		return nil, err
	}
	m := &measurement{oddsCommand: c, a: a, model: result.OddsModel{
		Least: c.Least.Seconds() / c.Time.Seconds(), Most: c.Most.Seconds() / c.Time.Seconds()}}
	b, err := m.opponent(1)
	if err != nil {
		return nil, err
	}
	if !strings.Contains(a.spec.String(), "time=") {
		return nil, cli.Usagef("%s has a limit other than time: want a player whose time --time can set", c.A)
	}
	players := []namedPlayer{a, b}
	board, err := c.board(players)
	if err != nil {
		return nil, err
	}
	if m.openings, m.balanced, err = c.conditions.openings(ctx, board, c.Games/2); err != nil {
		return nil, err
	}
	if m.folder = c.Out; m.folder == "" {
		t := &arena.Tournament{Board: board, Pairings: arena.Duel(), Openings: m.openings, Seed: c.Seed}
		h, err := newManifest(t, players, c.Adjudicate)
		if err != nil {
			return nil, err
		}
		h.Odds = &oddsManifest{Least: c.Least, Most: c.Most, Within: c.Within}
		m.folder, err = h.folder("odds")
		return m, err
	}
	return m, nil
}

// timeOf returns B's time for a move, given the multiple of A's time. It is rounded to three digits.
func (c *oddsCommand) timeOf(times float64) time.Duration {
	t := time.Duration(times * float64(c.Time))
	unit := time.Microsecond
	for t/unit >= 1000 {
		unit *= 10
	}
	return t.Round(unit)
}

// opponent returns B with a multiple of A's time.
func (m *measurement) opponent(times float64) (namedPlayer, error) {
	b, err := newPlayer("", m.B, "time="+m.timeOf(times).String())
	if err != nil {
		return b, err
	}
	if b.spec.String() == m.B {
		return b, cli.Usagef("%s has limits of its own or takes no time: want a player whose time the command can "+
			"vary", m.B)
	}
	if b.name == m.a.name {
		b.name += "#2"
	}
	return b, nil
}

// games returns the number of games so far.
func (m *measurement) games() (n int) {
	for _, t := range m.trials {
		n += 2 * t.Pairs.Count()
	}
	return n
}

// play plays until the odds are known, or all games are played.
func (m *measurement) play(ctx context.Context, stderr io.Writer) (result.Odds, error) {
	progress := cli.NewProgress(stderr, "games", int64(m.Games))
	defer progress.Close()
	progress.Println(fmt.Sprintf("odds of at most %s, kept in %s", noun.Count(m.Games, "game"), m.folder))
	together := max(1, orCores(m.Parallel)/2) // pairs
	for step := 0; ; step++ {
		estimate := m.model.Estimate(m.trials)
		pairs := m.games() / 2
		progress.Status(fmt.Sprintf("level at %v", m.level(estimate)))
		progress.Set(int64(2 * pairs))
		left := len(m.openings) - pairs
		if left == 0 || pairs > 0 && m.model.Known(estimate, m.Within) {
			return estimate, nil
		}
		times := m.model.Next(estimate, step)
		openings := m.openings[pairs : pairs+min(together, left)]
		counted, err := m.pairs(ctx, step, times, openings)
		m.add(times, counted)
		if err != nil {
			return m.model.Estimate(m.trials), err
		}
	}
}

// pairs plays openings with a time of B. The games are in a folder of their own.
func (m *measurement) pairs(ctx context.Context, step int, times float64, openings []arena.Opening) (
	counted result.Pairs, err error) {
	b, err := m.opponent(times)
	if err != nil {
		return counted, err
	}
	players := []namedPlayer{m.a, b}
	t, err := m.tournament(openings[0].Start.Board(), players, openings, m.balanced, engine.Control{})
	if err != nil {
		return counted, err
	}
	t.Pairings = arena.Duel()
	t.Seed = rand.New(rand.NewPCG(m.Seed, uint64(step)+1)).Uint64() >> 11 // readers of JSON may use float64
	h, err := newManifest(t, players, m.Adjudicate)
	if err != nil {
		return counted, err
	}
	journal, played, err := record.OpenJournal(filepath.Join(m.folder, fmt.Sprintf("%03d", step+1)), h)
	if err != nil {
		return counted, err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	t.Journal, t.Played = journal, played
	standings, err := t.Play(ctx)
	if standings != nil && err == nil { // an unfinished pair is played again or continued
		counted = standings.Results[0].Pairs
	}
	return counted, err
}

// add counts pairs with a time of B.
func (m *measurement) add(times float64, counted result.Pairs) {
	if counted.Count() == 0 {
		return
	}
	i := slices.IndexFunc(m.trials, func(t result.OddsTrial) bool { return t.Times >= times })
	if i < 0 {
		i = len(m.trials)
	}
	if i == len(m.trials) || m.trials[i].Times != times {
		m.trials = slices.Insert(m.trials, i, result.OddsTrial{Times: times})
	}
	for halves, n := range counted {
		m.trials[i].Pairs[halves] += n
	}
}

// level returns the time of B at the level with its interval, in words. Nothing is known beyond the times
// that B may get.
func (c *oddsCommand) level(o result.Odds) string {
	switch {
	case o.Low > c.Most.Seconds()/c.Time.Seconds():
		return fmt.Sprintf("more than %v", c.Most)
	case o.High < c.Least.Seconds()/c.Time.Seconds():
		return fmt.Sprintf("less than %v", c.Least)
	}
	return fmt.Sprintf("%v [%v, %v]", c.timeOf(o.Level), c.timeOf(o.Low), c.timeOf(o.High))
}

// writeText writes the result as text.
func (r oddsResult) writeText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s (A) against %s (B) on %s\n\n", r.A, r.B, r.Rules)
	fmt.Fprintf(&b, "A with %s a move is level with B at %s, with 95%% confidence.\n", r.Time,
		r.command.level(r.Odds))
	if r.Odds.Low <= r.Trials[len(r.Trials)-1].Times && r.Odds.High >= r.Trials[0].Times {
		fmt.Fprintf(&b, "B needs %.3g times A's time [%.3g, %.3g]. Twice its time is worth about %.0f Elo to B.\n",
			r.Odds.Level, r.Odds.Low, r.Odds.High, r.Odds.Doubling)
	}
	if !r.Known {
		fmt.Fprintf(&b, "The interval is wider than a factor of %g each way: more --games make it narrower.\n",
			r.command.Within)
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\nB's time\tgames\tscore of A\t\n")
	for _, trial := range r.Trials {
		fmt.Fprintf(t, "%v\t%d\t%.1f%%\t\n", r.command.timeOf(trial.Times), 2*trial.Pairs.Count(),
			100*trial.Pairs.Score())
	}
	t.Flush() // cannot fail: b is in memory
	_, err := io.WriteString(w, b.String())
	return err
}
