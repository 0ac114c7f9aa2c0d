package main

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/cli"
	"epaminondas/net"
	"epaminondas/net/onnx"
)

// save writes an untrained network as a checkpoint and returns it with its path.
func save(t *testing.T, rules string) (string, *net.Checkpoint) {
	t.Helper()
	w, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4}, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	c := &net.Checkpoint{Weights: w, Meta: net.Meta{Rules: rules, Step: 42}}
	path := filepath.Join(t.TempDir(), "net.safetensors")
	if err := net.SaveCheckpoint(path, c); err != nil {
		t.Fatal(err)
	}
	return path, c
}

func TestExportsONNX(t *testing.T) {
	path, c := save(t, "epaminondas:4x6x1,max_plies=60,limit=draw")
	for _, test := range []struct {
		flags       []string
		rules, want string
	}{
		{nil, "epaminondas:4x6x1,max_plies=60,limit=draw", "step 42, 0.0 MB: planes [batch, 37, 6, 4] -> policy [batch, 72, 6, 4], wdl [batch, 3]\n"},
		{[]string{"--rules", "crossings"}, "crossings", "planes [batch, 37, 8, 8]"},
	} {
		out := filepath.Join(t.TempDir(), "net.onnx")
		var stdout bytes.Buffer
		if err := run(t.Context(), append(test.flags, "--onnx", out, path), nil, &stdout, io.Discard); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(stdout.String(), out+": "+test.rules+",") || !strings.Contains(stdout.String(), test.want) {
			t.Errorf("it says %q, want %q", &stdout, test.want)
		}
		rules, err := game.ParseRules(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		board, err := game.NewBoard(rules)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(out); err != nil || !bytes.Equal(got, onnx.Encode(c, board)) {
			t.Errorf("%v: the file is not the model of the checkpoint on %s (%v)", test.flags, test.rules, err)
		}
	}
}

func TestMistakesAreNamed(t *testing.T) {
	path, _ := save(t, "crossings")
	silent, _ := save(t, "")
	out := filepath.Join(t.TempDir(), "net.onnx")
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "<checkpoint>"},
		{[]string{path}, "give --onnx FILE"},
		{[]string{"--onnx", path, path}, "would overwrite the checkpoint"},
		{[]string{"--onnx", out, silent}, "give --rules"},
		{[]string{"--onnx", out, "--rules", "chess", path}, `"chess"`},
	} {
		err := run(t.Context(), test.args, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q gives %v, want a usage error with %q", test.args, err, test.want)
		}
	}
	for _, args := range [][]string{{"--onnx", out, path + ".missing"}, {"--onnx", filepath.Join(out, "missing", "net.onnx"), path}} {
		err := run(t.Context(), args, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if err == nil || errors.As(err, &usage) || !strings.Contains(err.Error(), "missing") {
			t.Errorf("%q gives %v, want a failure that names the file", args, err)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a mistake left a file")
	}
}

func TestHelp(t *testing.T) {
	var stdout bytes.Buffer
	err := run(t.Context(), []string{"--help"}, nil, &stdout, io.Discard)
	if !errors.Is(err, cli.ErrHelp) || !strings.Contains(stdout.String(), "export --onnx tiny.onnx") {
		t.Errorf("help gives %v\n%s", err, &stdout)
	}
}
