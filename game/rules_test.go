package game_test

import (
	"errors"
	"strings"
	"testing"

	"epaminondas/game"
	"pgregory.net/rapid"
)

// anyRules draws usable rules.
func anyRules(t *rapid.T) game.Rules {
	r := game.Rules{
		Width:   rapid.IntRange(3, 16).Draw(t, "width"),
		Height:  rapid.IntRange(3, 16).Draw(t, "height"),
		Capture: rapid.SampledFrom([]game.Capture{game.CaptureLine, game.CaptureSingle}).Draw(t, "capture"),
		Crossed: rapid.SampledFrom([]game.Crossed{game.CrossedFree, game.CrossedFixed}).Draw(t, "crossed"),
		Behind:  rapid.SampledFrom([]game.Behind{game.BehindFree, game.BehindLevel}).Draw(t, "behind"),
		Symmetry: rapid.SampledFrom([]game.Symmetry{game.LeftRight, game.Rotation, game.NoSymmetry}).Draw(t,
			"symmetry"),
		Limit:    rapid.SampledFrom([]game.Limit{game.LimitAdvancement, game.LimitDraw}).Draw(t, "limit"),
		MaxPlies: rapid.IntRange(0, 1<<20).Draw(t, "max_plies"),
	}
	r.Rows = rapid.IntRange(1, min(3, (r.Height-1)/2)).Draw(t, "rows")
	return r
}

func TestRulesReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rules := anyRules(t)
		if err := rules.Validate(); err != nil {
			t.Fatal(err)
		}
		back, err := game.ParseRules(rules.Name())
		if err != nil || back != rules {
			t.Fatalf("%s reads back as %+v, %v", rules.Name(), back, err)
		}
		b, err := game.NewBoard(rules)
		if err != nil || b.Rules() != rules {
			t.Fatalf("the board of %s: %v", rules.Name(), err)
		}
	})
}

func TestParseRules(t *testing.T) {
	for name, want := range map[string]game.Rules{
		"epaminondas": {Width: 14, Height: 12, Rows: 2},
		"crossings": {Width: 8, Height: 8, Rows: 2,
			Capture: game.CaptureSingle, Crossed: game.CrossedFixed, Behind: game.BehindLevel,
			Symmetry: game.NoSymmetry},
		"epaminondas:8x8":                 {Width: 8, Height: 8, Rows: 2},
		"epaminondas:4x6x1":               {Width: 4, Height: 6, Rows: 1},
		"epaminondas:16x7x3,max_plies=60": {Width: 16, Height: 7, Rows: 3, MaxPlies: 60},
		"epaminondas,symmetry=rotation":   {Width: 14, Height: 12, Rows: 2, Symmetry: game.Rotation},
		"epaminondas,symmetry=none,limit=draw": {Width: 14, Height: 12, Rows: 2,
			Symmetry: game.NoSymmetry, Limit: game.LimitDraw},
		"epaminondas,capture=single": {Width: 14, Height: 12, Rows: 2,
			Capture: game.CaptureSingle},
		"epaminondas:8x8,crossed=fixed": {Width: 8, Height: 8, Rows: 2, Crossed: game.CrossedFixed},
		"epaminondas:8x8,behind=level":  {Width: 8, Height: 8, Rows: 2, Behind: game.BehindLevel},
		"crossings:5x9x3,limit=draw,max_plies=7": {Width: 5, Height: 9, Rows: 3,
			Capture: game.CaptureSingle, Crossed: game.CrossedFixed, Behind: game.BehindLevel,
			Symmetry: game.NoSymmetry, Limit: game.LimitDraw, MaxPlies: 7},
	} {
		if got, err := game.ParseRules(name); got != want || err != nil {
			t.Errorf("%s reads as %+v, %v", name, got, err)
		}
	}
}

// TestNamesOfRules checks the texts that files and links contain. In such a text, options name the
// differences from the nearest preset.
func TestNamesOfRules(t *testing.T) {
	for _, name := range []string{
		"epaminondas", "epaminondas:8x8", "epaminondas:4x6x1,max_plies=60", "epaminondas,symmetry=none",
		"epaminondas:8x8,symmetry=rotation,max_plies=9,limit=draw",
		"crossings", "crossings,max_plies=150", "crossings:5x6x1,symmetry=left-right",
		"epaminondas:8x8,capture=single", "epaminondas,crossed=fixed",
		"epaminondas,behind=level", "crossings,capture=line", "crossings,crossed=free",
		"crossings,behind=free",
	} {
		r, err := game.ParseRules(name)
		if err != nil || r.Name() != name {
			t.Errorf("%s is written as %s, %v", name, r.Name(), err)
		}
	}
}

func TestUnlimited(t *testing.T) {
	for limited, want := range map[string]string{
		"crossings,max_plies=150":                                 "crossings",
		"epaminondas:4x6x1,symmetry=none,max_plies=60,limit=draw": "epaminondas:4x6x1,symmetry=none",
	} {
		r, err := game.ParseRules(limited)
		if err != nil {
			t.Fatal(err)
		}
		if name := r.Unlimited().Name(); name != want {
			t.Errorf("%s without its limit is %s, want %s", limited, name, want)
		}
	}
}

func TestParseRulesRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"":                                           "want epaminondas or crossings",
		"chess":                                      `"chess"`,
		"Epaminondas":                                `"Epaminondas"`,
		"epaminondas:":                               "want WxH",
		"epaminondas:8":                              "want WxH",
		"epaminondas:8x8x2x1":                        "want WxH",
		"epaminondas:8xx":                            "number of squares",
		"epaminondas:8x-8":                           `"-8"`,
		"epaminondas:8x1000":                         "height is 1000, want 3 to 16",
		"epaminondas:2x8":                            "width is 2, want 3 to 16",
		"epaminondas:17x8":                           "width is 17, want 3 to 16",
		"epaminondas:8x2":                            "height is 2, want 3 to 16",
		"epaminondas:8x4":                            "room for one, as in 8x4x1",
		"crossings:3x3":                              "room for one, as in 3x3x1",
		"epaminondas:8x4x2":                          "rows of stones is 2, want 1 to 1",
		"epaminondas:8x8x4":                          "rows of stones is 4, want 1 to 3",
		"epaminondas:8x8x0":                          "rows of stones is 0",
		"epaminondas,":                               `option is ""`,
		"epaminondas,max_plies=9,max_plies=8":        "max_plies occurs twice",
		"epaminondas,draw":                           `option is "draw"`,
		"epaminondas,capture=all":                    "want line, single",
		"epaminondas,crossed=":                       "want free, fixed",
		"epaminondas,behind=1":                       "want free, level",
		"epaminondas,symmetry":                       `symmetry is ""`,
		"epaminondas,symmetry=left":                  "want left-right, rotation, none",
		"epaminondas,limit=win":                      "want advancement, draw",
		"epaminondas,max_plies=":                     `max_plies is ""`,
		"epaminondas,max_plies=-1":                   `max_plies is "-1"`,
		"epaminondas,max_plies=1048577":              "0 to 1048576",
		"epaminondas:3x3x1:4x4x1":                    "want WxH",
		"crossings:max_plies=150":                    "options follow a comma",
		"crossings:8x8:limit=draw":                   "options follow a comma",
		"crossings:limit=draw":                       "options follow a comma",
		strings.Repeat("x", 100000):                  "the game is",
		"epaminondas:" + strings.Repeat("x", 100000): "the size is",
	} {
		r, err := game.ParseRules(name)
		switch {
		case !errors.Is(err, game.ErrRules):
			t.Errorf("%.40q: %v", name, err)
		case !strings.Contains(err.Error(), want):
			t.Errorf("%.40q: the error is %v, want it to say %s", name, err, want)
		case len(err.Error()) > 1000:
			t.Errorf("%.40q: an error of %d letters", name, len(err.Error()))
		case r != game.Rules{}:
			t.Errorf("%.40q: rules come with the error", name)
		}
	}
}

func TestNewBoardRefuses(t *testing.T) {
	good := game.Rules{Width: 8, Height: 8, Rows: 2}
	for field, spoil := range map[string]func(*game.Rules){
		"width":     func(r *game.Rules) { r.Width = 0 },
		"height":    func(r *game.Rules) { r.Height = -3 },
		"rows":      func(r *game.Rules) { r.Rows = 4 },
		"max_plies": func(r *game.Rules) { r.MaxPlies = -1 },
		"capture":   func(r *game.Rules) { r.Capture = 2 },
		"crossed":   func(r *game.Rules) { r.Crossed = 2 },
		"behind":    func(r *game.Rules) { r.Behind = 2 },
		"symmetry":  func(r *game.Rules) { r.Symmetry = 3 },
		"limit":     func(r *game.Rules) { r.Limit = 2 },
	} {
		r := good
		spoil(&r)
		if b, err := game.NewBoard(r); b != nil || !errors.Is(err, game.ErrRules) ||
			!strings.Contains(err.Error(), field) {
			t.Errorf("a bad %s: %v", field, err)
		}
	}
}
