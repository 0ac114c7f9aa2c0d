package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"epaminondas/configs"
	"epaminondas/internal/base/textfile"
)

// Load reads a config file and then settings of the form section.key=value. Instead of a file, path can be
// the name of a config of the program, such as tiny. An unknown key is an error that shows its line.
func Load(path string, settings []string) (Config, error) {
	c := Default()
	text, err := read(path)
	if err != nil {
		return c, fmt.Errorf("config: %w", err)
	}
	if err := decode(text, &c); err != nil {
		return c, fmt.Errorf("config: %s: %w", path, err)
	}
	for _, setting := range settings {
		if err := c.set(setting); err != nil {
			return c, fmt.Errorf("config: --set %s: %w", setting, err)
		}
	}
	if err := c.Validate(); err != nil {
		if len(settings) > 0 { // the mistake may be in the file or in a setting
			path += " with " + strings.Join(settings, " ")
		}
		return c, fmt.Errorf("config: %s: %w", path, err)
	}
	return c, nil
}

// read returns the text of a file, or of a config of the program. A file of that name takes precedence.
func read(path string) ([]byte, error) {
	if path == "" {
		return nil, errors.New("the path is empty")
	}
	text, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return text, err
	}
	if text, ok := configs.Read(path); ok {
		return text, nil
	}
	return nil, fmt.Errorf("%w, and the program has no config of that name: it has %s", err,
		strings.Join(configs.Names(), ", "))
}

// Parse reads a config as [Config.Text] writes it. It refuses keys that this program does not
// know, and an empty file, which would mean the default settings.
func Parse(text []byte) (Config, error) {
	config := Default()
	text, err := textfile.Text(text)
	if err != nil {
		return config, err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return config, errors.New("the file is empty")
	}
	if err := decode(text, &config); err != nil {
		return config, err
	}
	return config, config.Validate()
}

// decode reads TOML strictly into c. Missing keys keep their values.
func decode(text []byte, c *Config) error {
	text, err := textfile.Text(text)
	if err != nil {
		return err
	}
	err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(c)
	var unknown *toml.StrictMissingError
	var syntax *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		return fmt.Errorf("unknown key:\n%s", unknown.String())
	case errors.As(err, &syntax):
		return errors.New(typeMistake.ReplaceAllStringFunc(err.Error()+":\n"+syntax.String(), sayTypes))
	}
	return err
}

// typeMistake matches the library's error about a value of a wrong type.
var typeMistake = regexp.MustCompile(`cannot decode TOML ([\w ]+) into .*of type ([\w.\[\]]+)`)

// sayTypes names the two types of a typeMistake in words, without the names of Go's types.
func sayTypes(mistake string) string {
	given := map[string]string{"string": "text", "integer": "a whole number",
		"float":   "a number with a point",
		"boolean": "true or false", "bool": "true or false", "array": "a list", "table": "a section",
		"inline table": "a section"}
	wanted := map[string]string{"string": "text", "int": "a whole number", "int64": "a whole number",
		"uint64": "a whole number from 0 on", "float64": "a number", "float32": "a number",
		"bool": "true or false", "[]string": `a list such as ["a", "b"]`}
	types := typeMistake.FindStringSubmatch(mistake)
	is, known := given[types[1]]
	if !known {
		is = "a " + types[1] // a date or a time
	}
	want, known := wanted[types[2]]
	if !known {
		want = "a section with keys of its own"
	}
	return fmt.Sprintf("the value is %s, want %s", is, want)
}

// set applies one section.key=value. A value that is not TOML is taken as a string.
func (c *Config) set(setting string) error {
	name, value, ok := strings.Cut(strings.TrimPrefix(setting, textfile.Mark), "=")
	if !ok {
		return errors.New("want section.key=value, as in learn.batch_size=128")
	}
	name = strings.TrimSpace(name)
	bare := decode([]byte(name+" = "+value), c)
	if bare == nil {
		return nil
	}
	quoted := decode(fmt.Appendf(nil, "%s = %q", name, value), c)
	if quoted == nil || toml.Unmarshal([]byte(name+" = "+value), &map[string]any{}) != nil {
		return quoted // the value is not valid TOML
	}
	return bare
}

// Text returns the config as TOML.
func (c Config) Text() ([]byte, error) {
	text, err := toml.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return text, nil
}
