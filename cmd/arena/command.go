package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"epaminondas/internal/base/cli"
)

const description = `Arena lets players of Epaminondas and Crossings meet, and measures how good they are.

  arena match net:a.safetensors net:b.safetensors --games 200
  arena gauntlet net:a.safetensors random rollout alphabeta --each time=100ms
  arena ladder --run runs/tiny --every 10 --html tiny.html
  arena judge net:a.safetensors,policy net:b.safetensors,policy
  arena exact --model tiny.safetensors
  arena solve --rules epaminondas:4x5x1

` + cli.ExitCodes

// command is the command line.
type command struct {
	Match     matchCommand     `cmd:"" help:"Play two players against each other and say who is better, and how sure that is."`
	Gauntlet  gauntletCommand  `cmd:"" help:"Play one player against many others and place it among them."`
	Ladder    ladderCommand    `cmd:"" help:"Play all against all, also the checkpoints of a run, and rate them."`
	Judge     judgeCommand     `cmd:"" help:"Say how good the moves of players are in fixed positions: tells them apart in minutes, without games."`
	Exact     exactCommand     `cmd:"" help:"Count how often a network throws away won or drawn positions of a board that can be solved."`
	Tune      tuneCommand      `cmd:"" help:"Fit the evaluation of the player alphabeta to games that it plays against itself."`
	Positions positionsCommand `cmd:"" help:"Print positions of a solved board that games reach, as exact uses them."`
	Solve     solveCommand     `cmd:"" help:"Work out the value of every position of a small board, and count them."`
}

// run reads the command line and runs the command.
func run(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) error {
	var c command
	parsed, err := cli.Parse("arena", description, &c, args, stdout)
	if err != nil {
		return err
	}
	line := commandLine("arena", args)
	switch parsed.Selected().Name {
	case "match":
		return c.Match.run(ctx, line, stdout, stderr)
	case "gauntlet":
		return c.Gauntlet.run(ctx, line, stdout, stderr)
	case "ladder":
		return c.Ladder.run(ctx, line, stdout, stderr)
	case "judge":
		return c.Judge.run(ctx, line, stdout, stderr)
	case "tune":
		return c.Tune.run(ctx, stdout, stderr)
	case "positions":
		return c.Positions.run(ctx, stdout, stderr)
	case "exact":
		return c.Exact.run(ctx, stdout, stderr)
	}
	return c.Solve.run(ctx, stdout, stderr)
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

// writeJSON prints a value, indented.
func writeJSON(w io.Writer, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return fmt.Errorf("arena: write JSON: %w", err)
	}
	if _, err := fmt.Fprintf(w, "%s\n", text); err != nil {
		return fmt.Errorf("arena: write JSON: %w", err)
	}
	return nil
}
