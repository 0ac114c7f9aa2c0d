// Package models holds the networks that come with the program, one for each board. Every network
// file in this folder is a model. The metadata of the file names its rules.
package models

import (
	"embed"
	"fmt"
	"strings"

	"epaminondas/game"
	"epaminondas/net"
)

//go:embed *.safetensors
var files embed.FS

// extension is the end of the name of every model's file.
const extension = ".safetensors"

// Model is a network that comes with the program.
type Model struct {
	Name       string // name of its file, without the extension
	Rules      game.Rules
	Checkpoint *net.Checkpoint
}

// All reads the models, in the order of their names.
func All() ([]Model, error) {
	list, err := files.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("models: %w", err)
	}
	var models []Model
	for _, file := range list {
		m, err := read(file.Name())
		if err != nil {
			return nil, fmt.Errorf("models: %s: %w", file.Name(), err)
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
	return Model{strings.TrimSuffix(file, extension), rules, checkpoint}, nil
}
