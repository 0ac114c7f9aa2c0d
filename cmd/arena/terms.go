package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/record"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// conditions are the common flags of match, gauntlet, ladder and odds: the board, the openings, the
// machine, and the folder of the games.
type conditions struct {
	Rules        string         `help:"Game and board: crossings, epaminondas (14x12), epaminondas:8x8, epaminondas:4x6x1 (one row of stones), also with options: epaminondas:8x8,limit=draw. Default: the board that the networks were trained on, or crossings without a network." placeholder:"RULES"`
	MaxPlies     *int           `help:"Ply at which a game ends and advancement decides it, 1 to 131072. Without a limit, players that repeat moves would never stop. Default: the limit in --rules, or one that depends on the board: 60 on 4x6, 150 on 8x8, 300 on 14x12." placeholder:"N"`
	OpeningPlies *int           `help:"Random plies of each opening, instead of the balanced openings that the program has for the four boards of its configs, enough for 800 games (600 on 4x6). Other boards and longer matches use 6 random plies. With --openings-from: the plies taken from each game, 4 by default." placeholder:"N" aliases:"openings-plies" xor:"plies"`
	Openings     string         `help:"File of openings instead of those of the program. Each line is a list of moves or a position." type:"path" placeholder:"FILE" xor:"openings,plies"`
	OpeningsFrom string         `help:"Folder of a run. The openings are the first moves of its self-play games." type:"path" placeholder:"RUN" xor:"openings"`
	Adjudicate   bool           `help:"End a game when both players are sure of the winner and a solver proves the win."`
	Device       backend.Device `help:"What evaluates the positions of networks: ${devices}. A player's own device= takes precedence." default:"auto" placeholder:"NAME"`
	Parallel     int            `help:"Games to play at the same time. Default: one for each core, or 8 for each core if all players are wide networks without a time limit." placeholder:"N"`
	Cores        int            `help:"Players that think at the same time, for any number of games; a player with threads counts once for each. A clock runs only while its player has its cores. Default: all cores." placeholder:"N"`
	Seed         uint64         `help:"Seed of the openings and of the players' randomness. The same seed gives the same games if no player has a time limit." default:"1"`
	Out          string         `help:"Folder for the games. A match that was stopped continues from it. Default: a folder below matches, named for the match." type:"path" placeholder:"DIR"`
	JSON         bool           `name:"json" help:"Print the result as JSON."`
}

// terms are the common flags of match, gauntlet and ladder.
type terms struct {
	conditions `embed:""`
	Games      *int   `help:"Games of each pairing, two for each opening. Default: 100 in a match, 20 in a gauntlet and a ladder." placeholder:"N"`
	Each       string `help:"Limits for players that search and have no limits of their own, such as time=100ms or sims=400,depth=6. Each player uses the limits that it knows." placeholder:"OPTIONS"`
	TC         string `name:"tc" help:"A clock for each player: time for the game and increment for each move, such as 60s+500ms. A player that runs out of time loses." placeholder:"BASE+INC"`
	HTML       string `name:"html" help:"File to write a page to, with tables, curves and all games to replay." type:"path" placeholder:"FILE"`
}

// mostGames limits the games of a pairing. A higher number is probably a typing error.
const mostGames = 1_000_000

// openingPlies is the number of plies that --openings-from takes by default.
const openingPlies = 4

// check returns an error for invalid flags, before the command reads files or plays.
func (t *terms) check(players []namedPlayer) error {
	switch {
	case *t.Games < 2 || *t.Games%2 != 0:
		return cli.Usagef(
			"--games %d: want an even number from 2 on, since every opening is played with both colours",
			*t.Games)
	case *t.Games > mostGames:
		return cli.Usagef("--games %d: want at most %d", *t.Games, mostGames)
	}
	if err := t.conditions.check(); err != nil {
		return err
	}
	inputs := append(filesOf(players), t.Openings)
	if t.Out != "" {
		inputs = append(inputs, record.Files(t.Out)...)
	}
	return cli.Writable("--html", t.HTML, inputs...)
}

// check returns an error for invalid flags.
func (t *conditions) check() error {
	switch {
	case t.OpeningPlies != nil && *t.OpeningPlies < 0:
		return cli.Usagef("--opening-plies %d: want 0 or more", *t.OpeningPlies)
	case t.Parallel < 0:
		return cli.Usagef("--parallel %d: want at least 1 game at a time", t.Parallel)
	case t.Cores < 0:
		return cli.Usagef("--cores %d: want at least 1 player that thinks at a time", t.Cores)
	}
	return nil
}

// tournament returns a tournament of players from openings, without pairings.
func (t *conditions) tournament(b *game.Board, players []namedPlayer, openings []arena.Opening,
	balanced bool, clock engine.Control) (*arena.Tournament, error) {
	prepared := &arena.Tournament{
		Board: b, Openings: openings, Balanced: balanced, Seed: t.Seed, Control: clock,
		Parallel: orCores(t.Parallel), Cores: orCores(t.Cores),
	}
	if t.Adjudicate {
		prepared.Prover = arena.NewProofSearch()
	}
	var err error
	prepared.Players, err = factories(players, b, t.Device)
	if t.Parallel == 0 && t.Cores == 0 {
		prepared.Parallel = arena.Together(prepared.Players, clock)
		prepared.Cores = prepared.Parallel // a search that waits for a batch uses no core
	}
	return prepared, err
}

// control returns the clock of the flag --tc.
func (t *terms) control() (engine.Control, error) {
	if t.TC == "" {
		return engine.Control{}, nil
	}
	control, err := engine.Parse(t.TC)
	if err != nil {
		return control, cli.Usagef("--tc: %w", err)
	}
	return control, nil
}

// board returns the board of the flag --rules. Without the flag it returns the board that the
// networks among the players were trained on.
func (t *conditions) board(players []namedPlayer) (*game.Board, error) {
	rules, err := t.rules(players)
	if err != nil {
		return nil, err
	}
	switch {
	case t.MaxPlies != nil:
		rules.MaxPlies = *t.MaxPlies
	case rules.MaxPlies == 0 && !strings.Contains(t.Rules, "max_plies"): // max_plies=0 asks for no limit
		rules.MaxPlies = defaultMaxPlies(rules)
	}
	if rules.MaxPlies == 0 || rules.MaxPlies > record.MaxPlies {
		return nil, cli.Usagef(
			"the ply limit, --max-plies or max_plies of --rules, is %d: want 1 to %d, the longest game that a record can hold",
			rules.MaxPlies, record.MaxPlies)
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		return nil, cli.Usagef("--rules and --max-plies: %w", err)
	}
	return board, nil
}

func (t *conditions) rules(players []namedPlayer) (game.Rules, error) {
	name := t.Rules
	if name == "" {
		trained, err := trainedOn(players)
		if err != nil {
			return game.Rules{}, err
		}
		if name = trained; name == "" {
			name = "crossings"
		}
	}
	rules, err := game.ParseRules(name)
	if err != nil {
		return rules, cli.Usagef("--rules: %w", err)
	}
	return rules, nil
}

// defaultMaxPlies returns a limit that games rarely reach if both players try to win. The limit
// grows with the board, up to 300.
func defaultMaxPlies(r game.Rules) int { return min(300, 6+9*r.Width*r.Height/4) }

// openings returns n of the requested openings. balanced means that they are the balanced openings of the
// program.
func (t *conditions) openings(ctx context.Context, b *game.Board, n int) (list []arena.Opening,
	balanced bool, err error) {
	rng := rand.New(rand.NewPCG(t.Seed, 0))
	switch {
	case t.Openings != "":
		list, err = t.openingsOfFile(b, n)
	case t.OpeningsFrom != "":
		list, err = t.openingsOfRun(ctx, b, n)
	case t.OpeningPlies != nil:
		list, err = arena.DrawOpenings(ctx, b, n, *t.OpeningPlies, rng)
	default:
		list, balanced, err = arena.MatchOpenings(ctx, b, n, arena.Balanced, rng)
	}
	return list, balanced, err
}

func (t *conditions) openingsOfFile(b *game.Board, n int) ([]arena.Opening, error) {
	file, err := os.Open(t.Openings)
	if err != nil {
		return nil, cli.Usagef("--openings: %w", err)
	}
	defer file.Close()
	openings, err := arena.ReadOpenings(b, file)
	if err != nil {
		return nil, cli.Usagef("--openings %s: %w", t.Openings, err)
	}
	if len(openings) < n {
		return nil, cli.Usagef("--openings %s: the file has %s, enough for --games %d, but not for --games %d",
			t.Openings, noun.Count(len(openings), "opening"), 2*len(openings), 2*n)
	}
	return openings[:n], nil
}

// openingsOfRun takes the first moves of the run's games in random order. It only reads the run.
func (t *conditions) openingsOfRun(ctx context.Context, b *game.Board, n int) (openings []arena.Opening,
	err error) {
	err = runs.Read(ctx, t.OpeningsFrom, func(run *runs.Run) (err error) {
		openings, err = t.openingsOf(ctx, run, b, n)
		return err
	})
	if errors.Is(err, runs.ErrNoRun) {
		err = cli.Usagef("--openings-from: %w", err)
	}
	return openings, err
}

// openingsOf is openingsOfRun for an open run.
func (t *conditions) openingsOf(ctx context.Context, run *runs.Run, b *game.Board, n int) ([]arena.Opening,
	error) {
	if err := sameGame(run.Config.Rules, b.Rules()); err != nil {
		return nil, cli.Usagef("--openings-from %s: %w", t.OpeningsFrom, err)
	}
	last, err := run.Games.Last(ctx)
	if err != nil {
		return nil, err
	}
	order := rand.New(rand.NewPCG(t.Seed, 0)).Perm(int(last))
	plies := openingPlies
	if t.OpeningPlies != nil {
		plies = *t.OpeningPlies
	}
	return arena.OpeningsOfGames(ctx, n, plies,
		func() (start game.State, moves []game.Move, ok bool, err error) {
			var g *replay.Game
			unusable := func(err error) bool {
				return errors.Is(err, replay.ErrCorrupt) || errors.Is(err, replay.ErrNoGame)
			}
			otherStage := func() bool { return err == nil && g.Rules != run.Board(run.Stage()) }
			for err = replay.ErrNoGame; unusable(err) || otherStage(); order = order[1:] {
				if len(order) == 0 {
					return start, nil, false, nil
				}
				g, err = run.Games.Load(ctx, int64(order[0])+1)
			}
			if err != nil {
				return start, nil, false, err
			}
			start, err = b.ParseState(g.Start)
			return start, g.Moves, true, err
		})
}

// sameGame reports whether games of a run fit a board: the rules agree, apart from the ply limit.
func sameGame(played config.Rules, rules game.Rules) error {
	own, err := played.Parse()
	if err != nil {
		return err
	}
	own.MaxPlies, own.Limit = rules.MaxPlies, rules.Limit
	if own != rules {
		return fmt.Errorf("the run's games were played on %s, but this match is on %s",
			own.Name(), rules.Name())
	}
	return nil
}

// orCores returns n, or the number of cores if n is 0.
func orCores(n int) int {
	if n == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}
