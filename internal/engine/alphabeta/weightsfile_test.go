package alphabeta

import (
	"bytes"
	"strings"
	"testing"
)

// written are weights that differ from all others.
var written = Weights{Stone: 156, Advance: -3, Mobility: 6, Turn: 9, Scale: 150}

func weightsText(t testing.TB) string {
	t.Helper()
	var text bytes.Buffer
	if err := WriteWeights(&text, written); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestWeightsRoundTrip(t *testing.T) {
	got, err := ReadWeights(strings.NewReader(weightsText(t)))
	if err != nil || got != written {
		t.Errorf("%+v, %v; want %+v", got, err, written)
	}
}

func TestReadWeightsMistakes(t *testing.T) {
	text := weightsText(t)
	for want, spoilt := range map[string]string{
		`"stone" is missing`:              strings.Replace(text, `"stone": 156,`, "", 1),
		`"mobility" is missing`:           strings.Replace(text, `"mobility": 6`, `"mobility": null`, 1),
		`unknown field "stones"`:          strings.Replace(text, `"stone"`, `"stones"`, 1),
		"there is text after the weights": text + "{}",
		"the scale is 0":                  strings.Replace(text, `"scale": 150`, `"scale": 0`, 1),
		"weight 0 is 9000000":             strings.Replace(text, `"stone": 156`, `"stone": 9000000`, 1),
		"cannot unmarshal":                strings.Replace(text, `"stone": 156`, `"stone": 1.5`, 1),
		"more than 4096 bytes":            strings.Repeat(" ", 5000) + text,
		"unexpected EOF":                  text[:40],
	} {
		if got, err := ReadWeights(strings.NewReader(spoilt)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %+v, %v", want, got, err)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	f.Add(weightsText(f))
	f.Add(`{"stone": 1}`)
	f.Fuzz(func(t *testing.T, text string) {
		if w, err := ReadWeights(strings.NewReader(text)); err == nil && w.Validate() != nil {
			t.Errorf("%+v is read", w)
		}
	})
}
