package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/puzzle"
	"epaminondas/internal/engine/solve"
	"epaminondas/models"
	"epaminondas/net"
)

// puzzlesCommand is the command line of arena puzzles.
type puzzlesCommand struct {
	Rules string `help:"Game and board. The ply limit does not count." default:"epaminondas:8x8" placeholder:"RULES"`
	Count int    `help:"Number of puzzles." default:"200"`
	Games int    `help:"Stop after this many games, even with fewer puzzles." default:"100000"`
	From  string `help:"Folder of a run, whose newest games come first, or of a match. Default: the network plays games against itself." type:"path" placeholder:"DIR"`
	Model string `help:"Network whose policy grades the puzzles, and plays the games. Default: the network of the board that comes with the program." type:"path" placeholder:"FILE"`
	Seed  uint64 `help:"Seed of the games that the network plays." default:"1"`
	Out   string `help:"File to write instead of standard output." type:"path" placeholder:"FILE"`
	Check string `help:"Check every puzzle of this file instead of making puzzles." type:"path" placeholder:"FILE"`
	Cache string `help:"Folder for solved boards. Default: epaminondas/solved in the user's cache folder." type:"path" placeholder:"DIR"`
}

// Help is the long help.
func (puzzlesCommand) Help() string {
	return `Makes puzzles from the ends of games: positions in which exactly one move wins. The win is proven,
by a search of threats or by alpha-beta. On a board that can be solved, such as 4x6, it is also certain
that no other move wins. On other boards each other move has to lose by proof, or to stay unproven in a
search with ten times the budget, which gives its mover a chance of at most 60%.

A puzzle is graded by the number of moves to the win, and by the prior: the probability that the policy of
the network gives the solution, without a search. The number of moves is the least one against the longest
defence. At most a fifth of the puzzles take one move, and at most two fifths take two. A game gives one
puzzle at most, and no puzzle is the mirror image of another, even with the colours exchanged.

In the games that the network plays against itself, its policy draws every move. The same seed gives the
same puzzles. The command uses one core. If the games end early, it writes the puzzles that it has.

Examples:

  arena puzzles --rules epaminondas:8x8 --out puzzles.txt
  arena puzzles --rules epaminondas:8x8 --from runs/epaminondas8 --count 50
  arena puzzles --check puzzles.txt

` + cli.ExitCodes
}

func (c *puzzlesCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	if c.Check != "" {
		return c.verify(ctx, stdout, stderr)
	}
	if err := c.check(); err != nil {
		return err
	}
	text, err := c.draw(ctx, line, stderr)
	return writeDrawn(stdout, c.Out, text, err)
}

// check reports invalid values.
func (c *puzzlesCommand) check() error {
	switch {
	case c.Count < 1 || c.Count > 10_000:
		return cli.Usagef("--count %d: want 1 to 10000", c.Count)
	case c.Games < 1:
		return cli.Usagef("--games %d: want at least 1", c.Games)
	}
	return cli.Writable("--out", c.Out, c.Model)
}

// draw returns the puzzles as text.
func (c *puzzlesCommand) draw(ctx context.Context, line string, stderr io.Writer) ([]byte, error) {
	rules, err := game.ParseRules(c.Rules)
	if err != nil {
		return nil, cli.Usagef("--rules: %w", err)
	}
	board, err := game.NewBoard(rules.Unlimited())
	if err != nil {
		return nil, cli.Usagef("--rules: %w", err)
	}
	checkpoint, err := c.network(board)
	if err != nil {
		return nil, err
	}
	network, err := backend.MustOpen(checkpoint.Weights).Open(ctx, board)
	if err != nil {
		return nil, err
	}
	defer network.Close()
	making := puzzle.Making{Board: board, Count: c.Count, Network: network}
	if making.Table, err = c.table(ctx, board, stderr); err != nil {
		return nil, err
	}
	progress := cli.NewProgress(stderr, "puzzles", int64(c.Count))
	defer progress.Close()
	making.Found = func(puzzles, games int) {
		progress.Status(noun.Count(games, "game"))
		progress.Set(int64(puzzles))
	}
	var set *puzzle.Set
	err = c.withGames(ctx, board, network, func(games puzzleGames) error {
		making.Games = games.atMost(c.Games)
		set, err = puzzle.Make(ctx, making)
		return err
	})
	if err != nil {
		return nil, err
	}
	progress.Close()
	if len(set.Puzzles) < c.Count {
		fmt.Fprintf(stderr, "the games gave only %s\n", noun.Count(len(set.Puzzles), "puzzle"))
	}
	return set.Format([]string{"Moves, prior in thousandths, solution and position, from easy to hard; " +
		"docs/arena.md describes the file. Made by", line}), nil
}

// network returns the network of the flag --model, or of the board.
func (c *puzzlesCommand) network(b *game.Board) (*net.Checkpoint, error) {
	if c.Model != "" {
		return net.LoadCheckpoint(c.Model)
	}
	all, err := models.All()
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if m.Rules.Unlimited() == b.Rules() {
			return m.Checkpoint, nil
		}
	}
	return nil, cli.Usagef("no network for %s comes with the program: give --model", b.Rules().Name())
}

// table returns the solution of a board, or nil if the board cannot be solved.
func (c *puzzlesCommand) table(ctx context.Context, b *game.Board, stderr io.Writer) (*solve.Table, error) {
	if solve.Supported(b.Rules()) != nil {
		return nil, nil
	}
	return solved(ctx, b.Rules(), c.Cache, stderr)
}

// verify examines every puzzle of a file again.
func (c *puzzlesCommand) verify(ctx context.Context, stdout, stderr io.Writer) error {
	text, err := os.ReadFile(c.Check)
	if err != nil {
		return cli.Usagef("--check: %w", err)
	}
	set, err := puzzle.Read(bytes.NewReader(text))
	if err != nil {
		return cli.Usagef("--check %s: %w", c.Check, err)
	}
	table, err := c.table(ctx, set.Board, stderr)
	if err != nil {
		return err
	}
	examiner, err := puzzle.NewExaminer(set.Board, table)
	if err != nil {
		return err
	}
	progress := cli.NewProgress(stderr, "check", int64(len(set.Puzzles)))
	defer progress.Close()
	for i := range set.Puzzles {
		p := &set.Puzzles[i]
		if err := examiner.Check(ctx, p); err != nil {
			return cli.Stopped(fmt.Errorf("arena: puzzle %s, %s: %w", p.ID(), p.Start.Placement(), err), "")
		}
		progress.Add(1)
	}
	progress.Close()
	_, err = fmt.Fprintf(stdout, "%s on %s: each has exactly one move that wins\n",
		noun.Count(len(set.Puzzles), "puzzle"), set.Board.Rules().Name())
	return err
}
