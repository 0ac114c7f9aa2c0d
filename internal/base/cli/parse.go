package cli

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// helpWidth is the width of help texts in characters.
const helpWidth = 100

// Parse reads a command line into grammar, a pointer to a struct with kong tags. It returns kong's
// context, whose Command method names the chosen subcommand. If args ask for help or, with
// --version, for the build, Parse prints it on stdout and returns ErrHelp. A mistake in args is a
// UsageError that names the flag or argument and the help to read. An argument that is not valid
// UTF-8 is a mistake too.
//
// A grammar that is a [Worded] replaces words of the form ${name} in its help texts.
//
// A command struct with a method Help() string shows that text in its help. Parse does not rewrap
// indented paragraphs of the text, such as examples.
func Parse(name, description string, grammar any, args []string, stdout io.Writer,
	options ...kong.Option) (*kong.Context, error) {
	for _, arg := range args {
		// Kong would change the bytes, and neither JSON nor TOML can hold them.
		if !utf8.ValidString(arg) {
			return nil, Usagef(
				"argument %q is not valid UTF-8: rename the file, or give the path of a symbolic link to it",
				arg)
		}
	}
	helped := false
	options = append([]kong.Option{
		kong.Name(name),
		kong.Description(description),
		kong.Writers(stdout, stdout),
		kong.Embed(&versionFlag{}),
		kong.NamedMapper("path", kong.MapperFunc(decodePath)),
		kong.Vars{"version": versionText(name)},
		kong.Vars(words(grammar)),
		kong.Exit(func(int) { helped = true }), // kong calls it only after printing help or the version
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: helpWidth, NoAppDescFormat: true}),
	}, options...)
	parser, err := kong.New(grammar, options...)
	if err != nil {
		return nil, fmt.Errorf("cli: build the parser of %s: %w", name, err)
	}
	parsed, err := parser.Parse(args)
	if helped {
		return nil, ErrHelp
	}
	if err != nil {
		return nil, &UsageError{Err: err, Hint: fmt.Sprintf("Run %q for more.", helpCommand(name, err))}
	}
	return parsed, nil
}

// Selected returns the chosen subcommand of a parsed command line.
func Selected[T any](parsed *kong.Context) T {
	return parsed.Selected().Target.Addr().Interface().(T)
}

// Worded is a grammar with words that the program replaces in its help texts, such as the names of a
// table.
type Worded interface {
	// Words returns the text for each ${name}.
	Words() map[string]string
}

// words returns the words of a grammar that is [Worded].
func words(grammar any) map[string]string {
	if w, ok := grammar.(Worded); ok {
		return w.Words()
	}
	return nil
}

// decodePath reads a path. An empty path is a mistake, for example a shell variable without a
// value. Kong would read it as the current folder.
func decodePath(ctx *kong.DecodeContext, target reflect.Value) error {
	var path string
	if err := ctx.Scan.PopValueInto("file", &path); err != nil {
		return err
	}
	if path == "" {
		return errors.New("the path is empty")
	}
	if path != "-" {
		path = kong.ExpandPath(path)
	}
	target.SetString(path)
	return nil
}

// helpCommand returns the command line that prints the most specific help for the mistake.
func helpCommand(name string, err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		if selected := parse.Context.Selected(); selected != nil {
			return selected.FullPath() + " --help"
		}
	}
	return name + " --help"
}
