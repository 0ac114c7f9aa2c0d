package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/backend"
)

const description = `Arena plays matches between players of Epaminondas and Crossings and measures their strength.

  arena match net:a.safetensors net:b.safetensors --games 200
  arena gauntlet net:a.safetensors random rollout alphabeta --each time=100ms
  arena ladder --run runs/tiny --every 10 --html tiny.html
  arena curve runs/tiny runs/crossings --picture curves.svg
  arena odds net:a.safetensors alphabeta --time 100ms
  arena levels alphabeta --rules epaminondas:8x8
  arena judge net:a.safetensors,policy net:b.safetensors,policy
  arena exact --model tiny.safetensors
  arena puzzles --rules epaminondas:8x8 --out puzzles.txt
  arena solve --rules epaminondas:4x5x1

` + cli.ExitCodes

// command is the command line.
type command struct {
	backend.HelpWords

	Match     matchCommand     `cmd:"" help:"Play a match between two players. The result shows which one is better, and how certain that is."`
	Gauntlet  gauntletCommand  `cmd:"" help:"Play one player against many others and rate them all."`
	Ladder    ladderCommand    `cmd:"" help:"Let all players play each other, and rate them. The checkpoints of a run can take part."`
	Curve     curveCommand     `cmd:"" help:"Measure how strong runs became over their training, and draw the curves."`
	Odds      oddsCommand      `cmd:"" help:"Measure time odds: how many times the time of one player another needs to be as strong."`
	Levels    levelsCommand    `cmd:"" help:"Measure whether the levels of play rise evenly: each one plays the one before."`
	Judge     judgeCommand     `cmd:"" help:"Judge the moves of players in fixed positions. This compares players in minutes, without games."`
	Exact     exactCommand     `cmd:"" help:"Count how often a network throws away a win or a draw on a solved board."`
	Openings  openingsCommand  `cmd:"" help:"Draw openings in which a player sees neither side ahead, for the other commands."`
	Tune      tuneCommand      `cmd:"" help:"Fit the evaluation of the player alphabeta to games against itself."`
	Positions positionsCommand `cmd:"" help:"Print positions from games on a solved board. The command exact uses such positions."`
	Puzzles   puzzlesCommand   `cmd:"" help:"Make puzzles from games: positions in which exactly one move wins, by proof."`
	Solve     solveCommand     `cmd:"" help:"Compute the value of every position of a small board and count the values."`
}

// Words returns the text for each word of the help texts.
func (c command) Words() map[string]string {
	words := c.HelpWords.Words()
	words["steady"] = strconv.Itoa(engine.SteadyLevels)
	return words
}

// subcommand is one of the commands. It gets the whole command line as text.
type subcommand interface {
	run(ctx context.Context, line string, stdout, stderr io.Writer) error
}

// run reads the command line and runs the command.
func run(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) error {
	var c command
	parsed, err := cli.Parse("arena", description, &c, args, stdout)
	if err != nil {
		return err
	}
	return cli.Selected[subcommand](parsed).run(ctx, commandLine("arena", args), stdout, stderr)
}

// commandLine returns a command as text for a shell.
func commandLine(name string, args []string) string {
	words := []string{name}
	for _, arg := range args {
		if arg == "" || strings.ContainsAny(arg, " \t\n'\"\\$`&|;<>()*?[]{}#~!") {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}

// writeDrawn writes a sample to a file, or to stdout without a file. If err is not nil, the sample
// could not be drawn.
func writeDrawn(stdout io.Writer, file string, sample []byte, err error) error {
	if err != nil {
		return cli.Stopped(err, ", nothing was written")
	}
	if file == "" {
		_, err = stdout.Write(sample)
	} else {
		err = durable.WriteBytes(file, sample)
	}
	if err != nil {
		return fmt.Errorf("arena: write the sample: %w", err)
	}
	return nil
}
