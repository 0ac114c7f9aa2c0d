package ugi

import (
	"context"
	"fmt"
	"strings"
)

// Option is an option that an engine declares.
type Option struct {
	Name string
	Type string // check, spin, combo, string, button, or another word of the engine
}

// Setting is a value for an option.
type Setting struct {
	Name  string // in any case
	Value string // empty for a button
	// IfDeclared skips the setting if the engine does not have the option. Otherwise a missing
	// option is an error.
	IfDeclared bool
}

// parseOptionLine reads "option name NAME type TYPE ...".
func parseOptionLine(line string) (o Option, ok bool) {
	rest, ok := cutWords(line, "option", "name")
	if !ok {
		return o, false
	}
	words := strings.Fields(rest)
	for i, w := range words {
		if w == "type" && i > 0 && i+1 < len(words) {
			return Option{Name: printable(strings.Join(words[:i], " ")), Type: printable(words[i+1])}, true
		}
	}
	return o, false
}

// set sets an option, and checks whether the engine complains.
func (e *Engine) set(ctx context.Context, s Setting) error {
	o, ok := e.option(s.Name)
	switch {
	case !ok && s.IfDeclared:
		return nil
	case !ok:
		return fmt.Errorf("the engine has no option %s: %s", quote(s.Name), e.optionNames())
	}
	text := "setoption name " + o.Name
	if o.Type != "button" {
		text += " value " + s.Value
	}
	if !isLine(text) {
		return fmt.Errorf("option %s: the value is %s, want text on one line", o.Name, quote(s.Value))
	}
	if err := e.send(text); err != nil {
		return err
	}
	refusal := ""
	err := e.ready(ctx, func(line string) {
		if refusal == "" && isComplaint(line) {
			refusal = line
		}
	})
	if err == nil && refusal != "" {
		err = fmt.Errorf("the engine refuses %s for option %s with the answer %s", quote(s.Value),
			o.Name, quote(refusal))
	}
	return err
}

// option finds an option by its name in any case.
func (e *Engine) option(name string) (Option, bool) {
	for _, o := range e.options {
		if strings.EqualFold(o.Name, name) {
			return o, true
		}
	}
	return Option{}, false
}

// optionNames lists the options of the engine, for an error.
func (e *Engine) optionNames() string {
	if len(e.options) == 0 {
		return "the engine declares no options"
	}
	var names []string
	for _, o := range e.options {
		names = append(names, o.Name)
	}
	return "the engine has " + strings.Join(names, ", ")
}

// isComplaint reports whether a line says that the engine did not set an option. The protocol
// defines no such answer, so isComplaint knows the texts that engines write.
func isComplaint(line string) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	for _, beginning := range []string{"info string error", "error", "no such option", "unknown option"} {
		if strings.HasPrefix(line, beginning) {
			return true
		}
	}
	return false
}
