package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"epaminondas/game"
	"epaminondas/internal/cli"
	"epaminondas/net"
)

const description = `Export writes a trained network in a format that other programs read, so that it can be used without this one. docs/model.md says what goes in and what comes out.`

// command is the command line. Each format has a flag of its own that names the file to be written.
type command struct {
	Checkpoint string `arg:"" help:"Checkpoint to be exported." type:"path" placeholder:"CHECKPOINT"`
	ONNX       string `name:"onnx" help:"Write an ONNX model (operator set 17, any number of positions in a batch) to this file." type:"path" placeholder:"FILE"`
	Rules      string `help:"Board of the exported network, such as crossings. Default: the one that it was trained on." placeholder:"RULES"`
}

// Help is the long help.
func (command) Help() string {
	return `Examples:

  export --onnx tiny.onnx runs/tiny/checkpoints/step-0002000.safetensors
  export --onnx large.onnx --rules epaminondas tiny.safetensors   # the same weights on a larger board

` + cli.ExitCodes
}

// source is what is exported: a network and a board for it.
type source struct {
	checkpoint *net.Checkpoint
	board      *game.Board
}

// run reads the checkpoint and writes the formats that are asked for.
func run(_ context.Context, args []string, _ io.Reader, stdout, _ io.Writer) error {
	var c command
	if _, err := cli.Parse("export", description, &c, args, stdout); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	s, err := c.load()
	if err != nil {
		return err
	}
	return s.writeONNX(c.ONNX, stdout)
}

// check reports flags that do not go together.
func (c command) check() error {
	if c.ONNX == "" {
		return cli.Usagef("%s: nothing to write: give --onnx FILE", c.Checkpoint)
	}
	if same(c.ONNX, c.Checkpoint) {
		return cli.Usagef("--onnx %s would overwrite the checkpoint: give another file", c.ONNX)
	}
	return nil
}

// same reports whether two names are of one file.
func same(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// load reads the checkpoint and finds its board.
func (c command) load() (*source, error) {
	checkpoint, err := net.LoadCheckpoint(c.Checkpoint)
	if err != nil {
		return nil, err
	}
	board, err := c.board(checkpoint.Meta.Rules)
	return &source{checkpoint, board}, err
}

// board returns the board that is asked for, else that of the rules which the network was trained on.
func (c command) board(trained string) (*game.Board, error) {
	name := c.Rules
	if name == "" {
		name = trained
	}
	if name == "" {
		return nil, cli.Usagef("%s does not say on which board it was trained: give --rules, such as --rules epaminondas", c.Checkpoint)
	}
	rules, err := game.ParseRules(name)
	if err != nil && c.Rules != "" {
		return nil, cli.Usagef("--rules: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("export: the rules of %s: %w", c.Checkpoint, err)
	}
	return game.NewBoard(rules)
}
