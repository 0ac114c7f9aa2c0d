package player

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/ugi"
)

func TestParseSpec(t *testing.T) {
	program := func(argv ...string) ugi.Command { return ugi.Command{Argv: argv} }
	for text, want := range map[string]Spec{
		"random":                 {kind: "random"},
		"random,captures":        {kind: "random", captures: true},
		"random,captures=1":      {},
		"greedy,captures":        {},
		"greedy":                 {kind: "greedy"},
		"uniform":                {kind: "uniform"},
		"rollout,sims=50":        {kind: "rollout", limit: limit{nodes: 50}},
		"rollout,nodes=50":       {kind: "rollout", limit: limit{nodes: 50}},
		"rollout,time=1.5s":      {kind: "rollout", limit: limit{time: 1500 * time.Millisecond}},
		"uniform,time=1s,sims=9": {kind: "uniform", limit: limit{nodes: 9, time: time.Second}},
		"net:a/b.safetensors":    {kind: "net", file: "a/b.safetensors"},
		"net:C:\\nets\\x,time=100ms": {kind: "net", file: "C:\\nets\\x",
			limit: limit{time: 100 * time.Millisecond}},
		"net:that's one":               {kind: "net", file: "that's one"},
		"net:models/best, v2 x,sims=1": {}, // a comma begins an option
		"alphabeta":                    {kind: "alphabeta"},
		"alphabeta,depth=3,nodes=7":    {kind: "alphabeta", limit: limit{nodes: 7, depth: 3}},
		"alphabeta,weights=a.json":     {kind: "alphabeta", file: "a.json"},
		"alphabeta,eval=a.lines":       {kind: "alphabeta", file: "a.lines", byLines: true},
		"alphabeta,eval=lines":         {kind: "alphabeta", byLines: true},
		"alphabeta,level=15":           {kind: "alphabeta", limit: limit{level: 15}},
		"net:x,level=1":                {kind: "net", file: "x", limit: limit{level: 1}},
		"net:x,c_puct=2,sims=9,fpu=0.1": {kind: "net", file: "x", limit: limit{nodes: 9},
			tuning: "c_puct=2,fpu=0.1"},
		"net:x,c_puct=2,c_puct=3":      {},
		"net:x,c_puct=-2":              {},
		"net:x,level=1,c_puct=2":       {},
		"net:x,policy,c_puct=2":        {},
		"uniform,c_puct=2":             {},
		"net:x,level=16":               {},
		"net:x,level=0":                {},
		"net:x,level=1,time=1s":        {},
		"alphabeta,depth=3,level=1":    {},
		"rollout,level=1":              {},
		"net:x,policy":                 {kind: "net", file: "x", limit: limit{policy: true}},
		"net:x,threads=2,sims=9":       {kind: "net", file: "x", limit: limit{nodes: 9}, threads: 2},
		"net:x,policy=1":               {},
		"net:x,policy,sims=3":          {},
		"net:x,level=1,policy":         {},
		"net:x,policy,policy":          {},
		"alphabeta,policy":             {},
		"ugi:engine":                   {kind: "ugi", command: program("engine")},
		"ugi: ./a/engine  --x 'y z' ":  {kind: "ugi", command: program("./a/engine", "--x", "y z")},
		`ugi:e "a,b" c\ d "" "q\"q\n"`: {kind: "ugi", command: program("e", "a,b", "c d", "", `q"q\n`)},
		`ugi:e 'a\b"c'x"'"`:            {kind: "ugi", command: program("e", `a\b"cx'`)},
		"ugi:e,time=20ms,nodes=3": {kind: "ugi", command: program("e"),
			limit: limit{nodes: 3, time: 20 * time.Millisecond}},
		"ugi:e,grace=2s,startup=1m": {kind: "ugi", command: ugi.Command{
			Argv: []string{"e"}, Grace: 2 * time.Second, Startup: time.Minute}},
		"ugi:e,option.Threads=2,depth=4,option.Book='a, b=c',option.Clear Hash": {kind: "ugi",
			limit: limit{depth: 4}, command: ugi.Command{
				Argv: []string{"e"}, Options: []ugi.Setting{{Name: "Threads", Value: "2"},
					{Name: "Book", Value: "a, b=c"}, {Name: "Clear Hash"}}}},
	} {
		got, err := ParseSpec(text)
		if want.kind == "" {
			if err == nil {
				t.Errorf("%q is read as %+v, want an error", text, got)
			}
			continue
		}
		want.text = text
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v, %v; want %+v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
}

// TestSpecWith checks that common limits go to players that search and have no limit.
func TestSpecWith(t *testing.T) {
	for _, test := range []struct{ text, options, want string }{
		{"random", "time=1s", "random"},
		{"greedy", "sims=3", "greedy"},
		{"net:x", "time=1s", "net:x,time=1s"},
		{"rollout,sims=3", "time=1s", "rollout,sims=3"},
		{"uniform", "sims=3,time=1s", "uniform,sims=3,time=1s"},
		{"alphabeta", "depth=3", "alphabeta,depth=3"},
		{"alphabeta", "sims=3", "alphabeta"},
		{"net:x", "depth=3,sims=9", "net:x,sims=9"},
		{"net:x,policy", "time=1s", "net:x,policy"},
		{"ugi:e,grace=3s,option.A='1,2'", "nodes=10", "ugi:e,grace=3s,option.A='1,2',nodes=10"},
		{"ugi:e,time=3s", "nodes=10", "ugi:e,time=3s"},
	} {
		spec, err := ParseSpec(test.text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := spec.With(test.options)
		if err != nil || got.String() != test.want {
			t.Errorf("%q with %q is %q, %v, want %q", test.text, test.options, got, err, test.want)
		}
		if want, _ := ParseSpec(test.want); !reflect.DeepEqual(got, want) {
			t.Errorf("%q with %q is %+v, want %+v", test.text, test.options, got, want)
		}
	}
	for _, test := range []struct{ text, options, want string }{
		{"random", "tme=1s", `unknown option "tme=1s", want time=D, nodes=N, sims=N or depth=N`},
		{"random", "time=x", `time is "x"`},
		{"random", "", "unknown option"},
		{"ugi:e", "grace=1s", "unknown option"},
		{"random", "time=1s,time=2s", "option time is given twice"},
	} {
		spec, err := ParseSpec(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := spec.With(test.options); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q with %q is %q, %v, want the error %q", test.text, test.options, got, err, test.want)
		}
	}
}

// TestSearchLimit checks that players without a limit of their own keep to their default or to the
// clock, but not to both.
func TestSearchLimit(t *testing.T) {
	state := game.MustBoard("epaminondas:4x6x1").Start()
	timeless := Turn{State: &state}
	timed := Turn{State: &state,
		Clock: &engine.Clock{Left: [2]time.Duration{25 * time.Second, time.Second},
			Increment: 4 * time.Second}}
	fallback := limit{nodes: 200}
	for _, test := range []struct {
		own  limit
		turn Turn
		want engine.Limit
	}{
		{limit{}, timeless, engine.Limit{Nodes: 200}},
		{limit{}, timed, engine.Limit{Clock: timed.Clock}},
		{limit{nodes: 5}, timeless, engine.Limit{Nodes: 5}},
		{limit{nodes: 5}, timed, engine.Limit{Nodes: 5, Clock: timed.Clock}},
		{limit{time: time.Second}, timed, engine.Limit{Time: time.Second, Clock: timed.Clock}},
	} {
		if got := (searchLimit{test.own, fallback}).of(test.turn); got != test.want {
			t.Errorf("%+v, clock %v: the limit is %+v, want %+v", test.own, test.turn.Clock, got, test.want)
		}
	}
}

func TestParseSpecMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                               `player "": unknown kind "", want net:FILE, alphabeta`,
		"strong":                         `unknown kind "strong", want net:FILE`,
		"net":                            "no checkpoint is named: write net:FILE",
		"net:":                           "no checkpoint is named",
		"net:x,sims=0":                   `sims is "0", want a whole number from 1 on`,
		"net:x,sims=many":                `sims is "many"`,
		"net:x,sims=-1":                  `sims is "-1"`,
		"net:x,sims=99999999999":         `sims is "99999999999", want at most 2147483647`,
		"net:x,time=5":                   `time is "5", want a positive duration such as 100ms`,
		"net:x,time=-1s":                 `time is "-1s"`,
		"net:x,depth=3":                  `unknown option "depth=3", want sims=N, nodes=N, time=D, level=N, policy, threads=N, device=NAME, c_puct=X, c_puct_base=X, fpu=X, minimax=X, prior_temperature=X, tactical_share=X, c_visit=X or c_scale=X`,
		"net:x,threads=0":                `threads is "0", want a whole number from 1 on`,
		"net:x,threads=65":               `threads is "65", want at most 64`,
		"net:x,threads=2,level=3":        "threads cannot be combined with level or policy",
		"net:x,policy,threads=2":         "threads cannot be combined with level or policy",
		"alphabeta,threads=2":            `unknown option "threads=2"`,
		"net:x,policy=1":                 `policy is "1", want no value`,
		"net:x,policy,sims=3":            "policy cannot be combined with an option",
		"net:x,nodes=1,sims=2":           "option sims is given twice",
		"net:x,option.A=1":               `unknown option "option.A=1"`,
		"alphabeta:x":                    "alphabeta takes no file",
		"alphabeta,sims=3":               `unknown option "sims=3", want nodes=N, depth=N, time=D, level=N, weights=FILE or eval=lines`,
		"alphabeta,eval=lines,weights=a": `weights is "a", but the player can have only one of weights and eval`,
		"alphabeta,weights=a,eval=b":     `eval is "b", but the player can have only one of weights and eval`,
		"alphabeta,eval=":                `eval is "", want lines or a file`,
		"ugi":                            "no command is given: write ugi:COMMAND ARGS",
		"ugi:":                           "no command is given",
		"ugi:,time=1s":                   "no command is given",
		"ugi:''":                         "no command is given",
		"ugi:e 'x":                       "a quotation mark or a backslash is not closed",
		`ugi:e x\`:                       "a quotation mark or a backslash is not closed",
		"ugi:e,grace=0s":                 `grace is "0s", want a positive duration`,
		"ugi:e,startup=9999999h":         `startup is "9999999h", want a positive duration`,
		"net:a\xffb.safetensors":         `player "net:a\xffb.safetensors": the text is not valid UTF-8`,
		"ugi:e,sims=3":                   `unknown option "sims=3", want nodes=N, depth=N, time=D, grace=D, patience=D, startup=D or option.NAME=VALUE`,
		"ugi:e,option.A=1,option.A=2":    "option option.A is given twice",
		`ugi:e,option.A\=B`:              "quotation marks in its value only",
		`ugi:e,option."A\=B"=c`:          "quotation marks in its value only",
		"ugi:e,option.'A=B'=c":           "quotation marks in its value only",
		"net:x,":                         `unknown option ""`,
		"rollout,sims=1,sims=2":          "option sims is given twice",
		"random,sims=3":                  `unknown option "sims=3", want captures`,
		"greedy,":                        `unknown option "", but greedy takes no options`,
		"random:x":                       "random takes no file",
	} {
		_, err := ParseSpec(text)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "player") {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestFactoryWithoutCheckpoint(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	missing := filepath.Join(t.TempDir(), "missing.safetensors")
	foreign := filepath.Join(t.TempDir(), "foreign.safetensors")
	if err := os.WriteFile(foreign, []byte("not a checkpoint"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{missing, foreign} {
		spec, err := ParseSpec("net:" + file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := spec.Factory(b); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: error %v, want one that names the file", file, err)
		}
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, text := range []string{"random", "net:x,sims=3", "rollout,time=1s,sims=2", "net:,", ",,,",
		"uniform,sims",
		`ugi:e 'a, b' c\ d,option.X="1,2",grace=3s`, "ugi:e '", `ugi:"\`, "alphabeta,nodes=3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := ParseSpec(text)
		if err != nil {
			return
		}
		again, err := ParseSpec(spec.String())
		if err != nil || !reflect.DeepEqual(again, spec) {
			t.Errorf("%q reads as %+v, then as %+v, %v", text, spec, again, err)
		}
	})
}

// TestMoveTime checks that factories know their time limit, so that a match can report which
// player exceeded it.
func TestMoveTime(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	for text, want := range map[string]time.Duration{
		"alphabeta,time=30ms": 30 * time.Millisecond, "alphabeta": 0, "rollout,sims=3": 0,
		"rollout,time=2s,sims=3": 2 * time.Second,
		"random":                 0, "ugi:engine": time.Second, "ugi:engine,nodes=3": 0,
	} {
		if c := factory(t, b, text); c.MoveTime != want {
			t.Errorf("%s has the time limit %v, want %v", text, c.MoveTime, want)
		}
	}
}

// TestDigestOfAnEngine checks that another program under the same name is another player.
func TestDigestOfAnEngine(t *testing.T) {
	folder := t.TempDir()
	program, book := filepath.Join(folder, "engine"), filepath.Join(folder, "book")
	weights, table := filepath.Join(folder, "weights"), filepath.Join(folder, "table")
	write := func(path, content string) {
		if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	digest := func() string {
		spec, err := ParseSpec("ugi:" + program + " --book " + book + " --table=" + table + ",time=1s,option.Net=" +
			weights)
		if err != nil {
			t.Fatal(err)
		}
		d, err := spec.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	write(program, "one")
	write(book, "1. a1-a2")
	seen := map[string]bool{digest(): true}
	if !seen[digest()] {
		t.Error("the same program has two digests")
	}
	write(program, "two")
	seen[digest()] = true
	write(book, "1. a1-a3")
	seen[digest()] = true
	write(weights, "0.5")
	seen[digest()] = true
	write(table, "a1 w")
	seen[digest()] = true
	if len(seen) != 5 || seen[""] {
		t.Errorf("digests %v, want five that differ", seen)
	}
}
