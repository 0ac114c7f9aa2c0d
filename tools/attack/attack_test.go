package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// folder makes a folder with some files.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"a.toml", "b.db", "c.state", "empty"} {
		content := strings.Repeat(name, 100)
		if name == "empty" {
			content = ""
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The same random source gives the same damage. Damage changes a file, unless it replaces the file
// by an equal one.
func TestDrawHarm(t *testing.T) {
	for seed := range uint64(200) {
		var harms [2]harm
		var after [2]map[string]string
		for i := range harms {
			dir := folder(t)
			before, err := digests(dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			if harms[i], err = drawHarm(dir, folder(t), rand.New(rand.NewPCG(seed, 1))); err != nil {
				t.Fatal(err)
			}
			if after[i], err = digests(dir, nil); err != nil {
				t.Fatal(err)
			}
			if name := difference(before, after[i]); harms[i].kind != "replace" && name != harms[i].path {
				t.Errorf("%+v changes %q", harms[i], name)
			}
		}
		if harms[0].path != harms[1].path || harms[0].kind != harms[1].kind ||
			difference(after[0], after[1]) != "" {
			t.Errorf("seed %d gives %+v, then %+v", seed, harms[0], harms[1])
		}
	}
}

func TestWitnessHears(t *testing.T) {
	const begun = "going on in x from step 20 with 30 games: ends\n      30       41        571     36958     56  2.0 1%\n"
	w := newWitness("x")
	if err := w.hear(begun); err != nil || w.step != 30 || w.games != 41 {
		t.Fatalf("%v, step %d, %d games", err, w.step, w.games)
	}
	for _, lost := range []string{
		"going on in x from step 20 with 41 games: ends\n",
		"going on in x from step 30 with 40 games: ends\n",
		"new run in x: ends\n",
		"note: 1 damaged games are set aside\n",
	} {
		if err := w.hear(lost); !errors.As(err, new(fault)) {
			t.Errorf("%q gives %v, want a fault", lost, err)
		}
	}
}

// Missing or changed rows are faults. New rows are not.
func TestFollows(t *testing.T) {
	then := &snapshot{games: []row{{id: 1, text: "a"}, {id: 2, text: "b"}}}
	for _, test := range []struct {
		now  []row
		good bool
	}{
		{[]row{{id: 1, text: "a"}, {id: 2, text: "b"}, {id: 3, text: "c"}}, true},
		{[]row{{id: 1, text: "a"}}, false},
		{[]row{{id: 1, text: "a"}, {id: 2, text: "c"}}, false},
	} {
		if err := (&snapshot{games: test.now}).follows(then); (err == nil) != test.good {
			t.Errorf("%v gives %v", test.now, err)
		}
	}
}

// A file of games may lose only an incomplete game.
func TestGrowing(t *testing.T) {
	g := &growing{path: filepath.Join(t.TempDir(), "games.txt"), whole: wholeGames}
	for _, step := range []struct {
		content string
		good    bool
	}{{"", true}, {"[Game 1] x [Game 2] y", true}, {"[Game 1] x [Game 3] y", true},
		{"[Game 1] z [Game 2]", false}, {"", false}} {
		if err := os.WriteFile(g.path, []byte(step.content), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := g.check(nil); (err == nil) != step.good {
			t.Errorf("%q gives %v", step.content, err)
		}
	}
}

// The attack distinguishes a program that ends from a program that hangs, crashes or is killed.
func TestProcesses(t *testing.T) {
	ctx := context.Background()
	if _, err := finish(ctx, []string{"sleep", "60"}, 50*time.Millisecond); !errors.As(err, new(fault)) ||
		!strings.Contains(err.Error(), "has not ended") {
		t.Errorf("a program that hangs gives %v", err)
	}
	if _, err := finish(ctx, []string{"sh", "-c", "echo 'panic: oh' >&2; exit 2"},
		time.Minute); !errors.As(err, new(fault)) {
		t.Errorf("a program that panics gives %v", err)
	}
	if _, err := succeed(ctx, []string{"sh", "-c", "exit 1"}, time.Minute); !errors.As(err, new(fault)) {
		t.Errorf("a program that fails gives %v", err)
	}
	p, err := start(ctx, []string{"sleep", "60"})
	if err != nil {
		t.Fatal(err)
	}
	if err := (aim{lines: true, count: 1}).wait(ctx, p, 50*time.Millisecond); !errors.As(err, new(fault)) {
		t.Errorf("a program that prints nothing gives %v", err)
	}
	if !p.kill() || p.kill() || p.code() != -1 {
		t.Errorf("killed, it has exit code %d", p.code())
	}
	if err := (aim{lines: true, count: 1}).wait(ctx, p, time.Minute); !errors.Is(err, errEnded) {
		t.Errorf("a program that has ended gives %v", err)
	}
}

// scripted is an attack with a fixed result.
type scripted struct{ err error }

func (s scripted) round(_ context.Context, _ string, _ *rand.Rand, count int, t *tally) error {
	t.done += count
	return s.err
}

// The exit code says whether all checks passed.
func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{{nil, "yes"}, {faultf("lost"), "NO"}, {errors.New("failed"), "NO"}} {
		o := options{kills: 10, only: []string{"train"}, length: time.Minute}
		c := newCampaign(&workshop{dir: t.TempDir()}, o, io.Discard)
		c.attacks[0] = scripted{test.err}
		c.fight(t.Context())
		var out strings.Builder
		if err := c.report(&out); err != nil || !strings.Contains(out.String(), test.want) {
			t.Errorf("%v: %v\n%s", test.err, err, &out)
		}
		if err := c.verdict(t.Context()); (err == nil) != (test.err == nil) {
			t.Errorf("%v gives %v", test.err, err)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range []string{"--only nothing", "--kills -1", "--for 0s", "--kills x", "more"} {
		err := run(t.Context(), strings.Fields(args), io.Discard, io.Discard)
		if !errors.As(err, new(usageError)) {
			t.Errorf("%s gives %v", args, err)
		}
	}
}
