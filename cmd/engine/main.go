// Command engine plays Epaminondas and Crossings over UGI, the Universal Game Interface: it reads
// commands from standard input and writes answers to standard output.
package main

import (
	"context"
	_ "embed"
	"io"
	"slices"
	"strings"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/engine/ugi"
)

func main() { cli.Main(run) }

//go:embed help.txt
var help string

// run serves one session. The word help on the command line is another name for --help.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, _ io.Writer) error {
	if slices.Equal(args, []string{"help"}) {
		args = []string{"--help"}
	}
	description := help + "\n" + cli.ExitCodes
	var c command
	if _, err := cli.Parse("engine", description, &c, args, stdout); err != nil {
		return err
	}
	settings, err := ugi.Default()
	if err != nil {
		return err
	}
	name := strings.TrimSpace("Epaminondas " + cli.Version())
	config := ugi.Config{Name: name, Author: "the Epaminondas authors", Help: help, Settings: settings,
		Build: c.build}
	return ugi.Serve(ctx, config, stdin, stdout)
}
