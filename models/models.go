// Package models holds the networks that come with the program, one for each board, and the evaluations
// that the classical engine learned from them. Every network file in this folder is a model. The metadata
// of the file names its rules.
package models

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"epaminondas/game"
	"epaminondas/net"
)

//go:embed *.safetensors *.lines
var files embed.FS

// The ends of the names of files: networks, and evaluations by lines.
const (
	extension      = ".safetensors"
	linesExtension = ".lines"
)

// Model is a network that comes with the program.
type Model struct {
	Name       string // name of its file, without the extension
	Rules      game.Rules
	Checkpoint *net.Checkpoint
	// Lines is the file of the evaluation of lines that the network taught, or nil.
	Lines []byte
}

// All reads the models, in the order of their names.
func All() ([]Model, error) {
	list, err := fs.Glob(files, "*"+extension)
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	var models []Model
	for _, file := range list {
		m, err := read(file)
		if err != nil {
			return nil, fmt.Errorf("models: %s: %w", file, err)
		}
		models = append(models, m)
	}
	return models, nil
}

func read(file string) (Model, error) {
	data, err := files.ReadFile(file)
	if err != nil {
		return Model{}, err
	}
	checkpoint, err := net.DecodeCheckpoint(data)
	if err != nil {
		return Model{}, err
	}
	rules, err := game.ParseRules(checkpoint.Meta.Rules)
	if err != nil {
		return Model{}, err
	}
	name := strings.TrimSuffix(file, extension)
	lines, err := files.ReadFile(name + linesExtension)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return Model{name, rules, checkpoint, lines}, err
}

// ErrNoLines means that the program has no evaluation by lines for a board.
var ErrNoLines = errors.New("the program has no learned evaluation of lines for this board")

// Lines returns the file of the evaluation by lines for a board, which the network of the board taught. The
// ply limit does not matter. Without such a file the error wraps [ErrNoLines].
func Lines(rules game.Rules) ([]byte, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if m.Lines != nil && m.Rules.Unlimited() == rules.Unlimited() {
			return m.Lines, nil
		}
	}
	return nil, fmt.Errorf("models: %s: %w", rules.Name(), ErrNoLines)
}
