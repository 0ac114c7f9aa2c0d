// Package configs holds the configs that come with the program, one for each board. So a config has a name,
// and works without a clone of the repository.
package configs

import (
	"embed"
	"strings"
)

//go:embed *.toml
var files embed.FS

// extension is the end of the name of every config's file.
const extension = ".toml"

// Read returns the config with a name such as tiny. ok is false if there is none.
func Read(name string) (text []byte, ok bool) {
	text, err := files.ReadFile(name + extension)
	return text, err == nil
}

// Names returns the names of all configs, in alphabetical order.
func Names() []string {
	list, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the folder is a part of the program
	}
	var names []string
	for _, file := range list {
		names = append(names, strings.TrimSuffix(file.Name(), extension))
	}
	return names
}
