package api

import (
	"encoding/json"
	"errors"
	"net/url"
	"testing"
)

// FuzzLink opens links to the page. The service must refuse each link in a short sentence, or read a
// legal game.
func FuzzLink(f *testing.F) {
	f.Add("http://127.0.0.1:8080/", tiny, "", "a1-a2 b6-b5")
	f.Add("", "crossings,max_plies=3", "x", "a2-a3")
	f.Add("https://example.org/a#b", "epaminondas:4x6x1", "bbbb/..../..../..../w.../.www b 1", "b6-b5 %zz +")
	d, err := New(Config{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, before, rules, start, moves string) {
		for _, text := range []string{
			before + "#" + url.Values{"rules": {rules}, "start": {start}, "moves": {moves}}.Encode(),
			// not escaped: a damaged link
			before + "#rules=" + rules + "&start=" + start + "&moves=" + moves,
		} {
			body, err := json.Marshal(importRequest{Text: text})
			if err != nil {
				t.Fatal(err)
			}
			v, err := d.Call(t.Context(), "import", body, nil)
			if err != nil {
				if r := (*Refusal)(nil); !errors.As(err, &r) || len(err.Error()) > 1000 {
					t.Errorf("%q: %v is no refusal", text, err)
				}
				continue
			}
			r := v.(importReply)
			again := positionRequest{Rules: r.Rules, Start: r.Start, Moves: r.Moves}
			if _, err := again.game(); err != nil {
				t.Errorf("%q is read as %+v, which is no game: %v", text, r, err)
			}
		}
	})
}
