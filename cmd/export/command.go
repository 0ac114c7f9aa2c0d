package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/net"
)

const description = `Export writes a trained network of a run in a format that other programs read. docs/model.md explains the inputs and outputs of an ONNX model.`

// command is the command line. Each format has its own flag, which names the output file.
type command struct {
	Checkpoint  string `arg:"" optional:"" help:"Checkpoint to export." type:"path" placeholder:"CHECKPOINT"`
	Run         string `help:"Folder of a run. Export takes the finished player. Before the end of the run it takes the last checkpoint that passed the gate, or the newest if none did." type:"path" placeholder:"DIR"`
	ONNX        string `name:"onnx" help:"Write an ONNX model (operator set 17, any number of positions in a batch) to this file." type:"path" placeholder:"FILE"`
	Safetensors string `help:"Write the averaged weights, with everything needed to play with them, to this file." type:"path" placeholder:"FILE"`
	Web         string `help:"Write a page on which the network plays in a browser, without a server, to this folder." type:"path" placeholder:"DIR"`
	Address     string `help:"Address of the folder on the web where the page of --web will be, such as https://example.org/play/. Chats and other programs then find its picture beside a link." placeholder:"URL"`
	JSON        bool   `name:"json" help:"Print a description of the checkpoint: rules, network, steps, origin and results."`
	Rules       string `help:"Board of the ONNX model, such as crossings. Default: the board that the network was trained on." placeholder:"RULES"`
}

// Help is the long help.
func (command) Help() string {
	return `Examples:

  export --run runs/tiny --safetensors tiny.safetensors
  export --run runs/tiny --json
  export --onnx tiny.onnx runs/tiny/checkpoints/step-0002000.safetensors
  export --run runs/tiny --web site      # then: cd site && python3 -m http.server
  export --run runs/tiny --web site --address https://example.org/play/   # links to it show its picture
  export --onnx large.onnx --rules epaminondas tiny.safetensors   # the same weights on a larger board

A page for the web consists of static files. It needs a web host or a server on this machine,
because browsers do not run such a page from the disk. The export compiles the engine for browsers,
so it needs the go command and the source of this program. It replaces a folder only if the folder
is empty, or has such a page and nothing else.

` + cli.ExitCodes
}

// run reads the checkpoint and writes the requested formats.
func run(ctx context.Context, args []string, _ io.Reader, stdout, _ io.Writer) error {
	var c command
	if _, err := cli.Parse("export", description, &c, args, stdout); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	s, err := c.load(ctx)
	if err != nil {
		return err
	}
	if err := c.checkOutputs(s.file); err != nil {
		return err
	}
	return c.write(ctx, s, stdout)
}

// check returns an error for flags that cannot be used together.
func (c command) check() error {
	switch {
	case c.Checkpoint == "" && c.Run == "":
		return cli.Usagef("nothing to export: name one checkpoint, or the folder of a run with --run")
	case c.Checkpoint != "" && c.Run != "":
		return cli.Usagef("%s and --run %s: give only one of the two", c.Checkpoint, c.Run)
	case c.ONNX == "" && c.Safetensors == "" && c.Web == "" && !c.JSON:
		return cli.Usagef("nothing to write: give --onnx FILE, --safetensors FILE, --web DIR or --json")
	case c.Rules != "" && c.ONNX == "":
		return cli.Usagef("--rules %s: only an ONNX model depends on the board, so give --onnx FILE too", c.Rules)
	case c.Address != "" && c.Web == "":
		return cli.Usagef("--address %s: only a page has an address, so give --web DIR too", c.Address)
	case c.ONNX != "" && c.ONNX == c.Safetensors:
		return cli.Usagef("--onnx and --safetensors both name %s: give two different files", c.ONNX)
	}
	return nil
}

// checkOutputs returns an error if a file cannot be written, or is the checkpoint itself.
func (c command) checkOutputs(checkpoint string) error {
	if err := cli.Writable("--onnx", c.ONNX, checkpoint); err != nil {
		return err
	}
	return cli.Writable("--safetensors", c.Safetensors, checkpoint)
}

// write writes all requested outputs.
func (c command) write(ctx context.Context, s *source, stdout io.Writer) error {
	if c.ONNX != "" {
		board, err := c.board(s.checkpoint.Meta.Rules)
		if err != nil {
			return err
		}
		if err := s.writeONNX(c.ONNX, board, c.notes(stdout)); err != nil {
			return err
		}
	}
	if c.Safetensors != "" {
		if err := s.writeSafetensors(c.Safetensors, c.notes(stdout)); err != nil {
			return err
		}
	}
	if c.Web != "" {
		if err := s.writeWeb(ctx, c.Web, c.notes(stdout)); err != nil {
			return err
		}
	}
	if c.JSON {
		return s.writeCard(stdout)
	}
	return nil
}

// notes returns the writer for messages. With JSON output it discards them.
func (c command) notes(stdout io.Writer) io.Writer {
	if c.JSON {
		return io.Discard
	}
	return stdout
}

// board returns the requested board, or else the board on which the network was trained.
func (c command) board(trained string) (*game.Board, error) {
	name := c.Rules
	if name == "" {
		name = trained
	}
	if name == "" {
		return nil, cli.Usagef("the checkpoint does not name the board that it was trained on: give " +
			"--rules, such as --rules epaminondas")
	}
	rules, err := game.ParseRules(name)
	if err != nil && c.Rules != "" {
		return nil, cli.Usagef("--rules: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("export: the rules of the checkpoint: %w", err)
	}
	return game.NewBoard(rules)
}

// writeSafetensors writes the weights and prints a description.
func (s *source) writeSafetensors(path string, notes io.Writer) error {
	if err := net.SaveCheckpoint(path, s.checkpoint); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return errors.Join(errors.New("export: the written file has disappeared"), err)
	}
	_, err = fmt.Fprintf(notes, "%s: step %d of %s, %.1f MB\n", path, s.checkpoint.Meta.Step, s.file,
		float64(info.Size())/1e6)
	return err
}
