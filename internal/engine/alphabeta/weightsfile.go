package alphabeta

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/textfile"
)

// maxWeightsFile limits a file of weights, in bytes: ten times the usual size.
const maxWeightsFile = 4096

// ReadWeights reads the output of [WriteWeights]. A missing, unknown or invalid weight is an error
// that names the weight.
func ReadWeights(r io.Reader) (Weights, error) {
	text, err := io.ReadAll(io.LimitReader(textfile.NewReader(r), maxWeightsFile+1))
	if err == nil && len(text) > maxWeightsFile {
		err = fmt.Errorf("the file has more than %s", noun.Count(maxWeightsFile, "byte"))
	}
	var w Weights
	if err == nil {
		err = parseWeights(text, &w)
	}
	if err == nil {
		err = w.Validate()
	}
	if err != nil {
		return Weights{}, fmt.Errorf("alphabeta: read weights: %w", err)
	}
	return w, nil
}

// LoadWeights reads a file of weights.
func LoadWeights(path string) (Weights, error) {
	file, err := os.Open(path)
	if err != nil {
		return Weights{}, fmt.Errorf("alphabeta: %w", err)
	}
	defer file.Close()
	w, err := ReadWeights(file)
	if err != nil {
		return Weights{}, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// TermName returns the name of a feature in a file of weights. term is its place in
// [Weights.Vector].
func TermName(term int) string {
	return reflect.TypeFor[Weights]().Field(term).Tag.Get("json")
}

// parseWeights reads JSON that names every weight.
func parseWeights(text []byte, w *Weights) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(w); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is text after the weights")
	}
	var there, all map[string]any
	every, err := json.Marshal(w)
	if err = errors.Join(err, json.Unmarshal(text, &there), json.Unmarshal(every, &all)); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if there[name] == nil {
			return fmt.Errorf("%q is missing", name)
		}
	}
	return nil
}

// WriteWeights writes weights as JSON, one a line.
func WriteWeights(out io.Writer, w Weights) error {
	text, err := json.MarshalIndent(w, "", "  ")
	if err == nil {
		_, err = out.Write(append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("alphabeta: write weights: %w", err)
	}
	return nil
}
