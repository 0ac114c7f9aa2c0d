package api

import (
	"slices"
	"testing"
)

// Programs for documents and chats change spaces and quotes. The import reads such a text as before.
func TestImportReadsChangedCharacters(t *testing.T) {
	d := newService(t, Config{})
	for _, text := range []string{
		"[Rules\u00a0\"crossings\"]\n\n1.\u00a0c1-c3 f8-f6",
		"[Rules\u202f\"crossings\"]\u2028c1-c3\u2003f8-f6",
		"[Rules\u200b\"crossings\"]\n1.\u200bc1-c3\u200bf8-f6",
		"\u200b[Rules \"crossings\"]\nc1-\u2060c3 f8-f6\u200e",
		"\ufeff[Rules\ufeff\"crossings\"]\nc1-c3 f8-f6",
		"[Rules “crossings”]\nc1–c3 f8—f6",
		"[Rules „crossings“]\nc1-c3 f8-f6",
		"[Rules «crossings»]\nc1-c3 f8-f6",
		"[Rules ‘crossings’]\nc1-c3 f8-f6",
		"[White “the “best” one”] [Rules ”crossings”]\nc1-c3 f8-f6",
		"[ Rules  \"crossings\" ]\nc1-c3 f8-f6",
		"[rules \"crossings\"]\nc1-c3 f8-f6",
		"[Rules \"crossings\"]\rc1-c3 f8-f6",
		"[Rules \"crossings\"] 1… c1-c3 f8-f6",
		"[Event \"?\"] [Rules \"crossings\"] {a [b] c} c1-c3 {\n[Rules \"x\"]\n} f8-f6",
		"[Variant \"crossings\"]\nc1-c3 f8-f6",
		"{“rules”: “crossings”,\u00a0“moves”: [“c1-c3”, “f8-f6”]}",
		"{'rules': 'crossings', 'moves': ['c1-c3', 'f8-f6']}",
		"https://example.org/#rules=crossings&amp;moves=c1-c3+f8-f6",
		"\u200bhttps://example.org/#rules=crossings&moves=c1-c3+f8-f6\u00a0",
	} {
		got := ask[importReply](t, d, "import", importRequest{Text: text, Rules: tiny})
		if got.Rules != "crossings" || !slices.Equal(got.Moves, []string{"c1-c3", "f8-f6"}) {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	for text, want := range map[string]string{"a1-a2 0–1": "0-1", "a1-a2 ½–½": "1/2-1/2"} {
		got := ask[importReply](t, d, "import", importRequest{Text: text, Rules: tiny})
		if got.Result != want {
			t.Errorf("%q has the result %s", text, got.Result)
		}
	}
}

// A text that is almost a tag, a key or a link is refused, because without it the text may be
// another game.
func TestImportRefusesWhatAlmostParses(t *testing.T) {
	d := newService(t, Config{})
	for text, want := range map[string]string{
		"\n[Rules crossings]\na1-a2":                    `line 1: the tag [Rules crossings] is not`,
		"a1-a2\n[Rules":                                 "another game begins",
		"[Rules \"crossings\"\na1-a2":                   "the ] at the end is missing",
		"[Rules \"crossings]\na1-a2":                    "the quote or the ]",
		"[Rules: \"crossings\"]\na1-a2":                 "has no quotes",
		"[\"crossings\"]\na1-a2":                        "has no name",
		"[]\na1-a2":                                     "has no name",
		"[Event ?]\na1-a2":                              "line 1: the tag [Event ?]",
		"[White \"me\"]\n[Rulse \"crossings\"]\na1-a2":  `line 2: the tag "Rulse" is unknown`,
		"[Rule \"crossings\"]\na1-a2":                   "write Rules if you mean that tag",
		"[Strat \"w\"]\na1-a2":                          "write Start if you mean that tag",
		"[Rules \"\"]\na1-a2":                           "has no value",
		"[Rules \"crossings\"]\n[Rules \"x\"]\na1-a2":   "occurs twice",
		"[FEN \"rnbqkbnr/8 w KQkq - 0 1\"]\na1-a2":      "the start position",
		"% epaminondas games 2\na1-a2":                  "use a newer program",
		"a1-a2 1-0 b6-b5":                               "follows the result",
		"[Result \"1-0\"]\na1-a2 0-1":                   "after another result, 1-0",
		"1-0\n[Rules \"crossings\"]":                    "another game begins",
		`{"rules": null, "moves": ["a1-a2"]}`:           "rules is null",
		`{"rules": "", "moves": ["a1-a2"]}`:             "rules is empty",
		`{"rule": "crossings", "moves": ["a1-a2"]}`:     `the key "rule" is unknown`,
		`{"rules": "crossings", "move": ["a1-a2"]}`:     `the key "move" is unknown`,
		`{"rules": "crossings"}`:                        `no key "moves"`,
		`{"rules": "x", "Rules": "y", "moves": []}`:     "occurs twice",
		`{"version": 2, "moves": ["a1-a2"]}`:            "use a newer program",
		`{"moves": ["a1-a2"], "result": "2-0"}`:         "the result is",
		"{\u00a0“rules”: “crossings”, “moves”: [“a1-a2": "damaged near",
		"#rules=crossings&moves=a2-a3%":                 "is damaged",
		"#rules=crossings&moves=a2-a3;b2-b3":            "is damaged",
		"#rules=crossings&move=a2-a3":                   `the unknown part "move"`,
		"#rules=crossings&moves=a2-a3&moves=b2-b3":      "twice",
		"w..b/..../..../..../..../w... w\n0-1":          "its moves lead to 1-0",
	} {
		refusedText(t, d, text, want)
	}
}
