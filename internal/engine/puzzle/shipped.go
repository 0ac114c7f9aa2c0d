package puzzle

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
)

//go:embed sets/*.txt
var files embed.FS

// Shipped returns the puzzles that come with the program, a set for each board, in the order of
// their files' names. The command arena puzzles has made them.
func Shipped() ([]*Set, error) {
	names, err := fs.Glob(files, "sets/*.txt")
	if err != nil {
		return nil, fmt.Errorf("puzzle: %w", err)
	}
	var list []*Set
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("puzzle: %w", err)
		}
		set, err := Read(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("puzzle: %s: %w", name, err)
		}
		list = append(list, set)
	}
	return list, nil
}
