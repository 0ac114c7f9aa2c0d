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
	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/net"
)

// The linker omits the files that a program does not use, because each kind has its own variable. The
// trainer needs no network, for example.
var (
	//go:embed *.safetensors
	networks embed.FS
	//go:embed *.lines
	evaluations embed.FS
)

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
	list, err := fs.Glob(networks, "*"+extension)
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
	data, err := networks.ReadFile(file)
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
	evaluation, err := Lines(rules)
	if errors.Is(err, ErrNoLines) {
		err = nil
	}
	return Model{strings.TrimSuffix(file, extension), rules, checkpoint, evaluation}, err
}

// ErrNoLines means that the program has no evaluation by lines for a board.
var ErrNoLines = errors.New("the program has no learned evaluation of lines for this board")

// Lines returns the file of the evaluation by lines for a board, which the network of the board taught. The
// ply limit does not matter. Without such a file the error wraps [ErrNoLines].
func Lines(rules game.Rules) ([]byte, error) {
	list, err := fs.Glob(evaluations, "*"+linesExtension)
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	for _, file := range list {
		data, err := evaluations.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("models: %w", err)
		}
		of, err := boardOf(data)
		if err != nil {
			return nil, fmt.Errorf("models: %s: %w", file, err)
		}
		if of.Unlimited() == rules.Unlimited() {
			return data, nil
		}
	}
	return nil, fmt.Errorf("models: %s: %w", rules.Name(), ErrNoLines)
}

// boardOf returns the rules of the positions that an evaluation by lines learned.
func boardOf(data []byte) (game.Rules, error) {
	origin, err := lines.ReadOrigin(data)
	if err != nil {
		return game.Rules{}, err
	}
	return game.ParseRules(origin.Rules)
}
