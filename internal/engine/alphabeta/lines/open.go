package lines

import (
	"fmt"
	"io"
	"os"

	"epaminondas/game"
)

// Included is the name of the evaluation that the program has for a board: see [Open].
const Included = "lines"

// Open returns the evaluation with a name: Included, whose file included returns, or a file.
func Open(name string, b *game.Board, included func(game.Rules) ([]byte, error)) (*Evaluation, error) {
	if name != Included {
		return Load(name, b)
	}
	content, err := included(b.Rules())
	if err != nil {
		return nil, err
	}
	return Read(content, b)
}

// Load reads the evaluation of a file for the positions of b.
func Load(path string, b *game.Board) (*Evaluation, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("lines: %w", err)
	}
	e, err := Read(data, b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return e, nil
}

// Read is [Load] for the content of a file.
func Read(data []byte, b *game.Board) (*Evaluation, error) {
	w, _, err := Decode(data)
	if err != nil {
		return nil, err
	}
	return New(b, w)
}

// readFile reads a file, but not more than a file of an evaluation can have.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostFile+1))
}
