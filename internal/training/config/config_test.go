package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// write puts a config file into a folder of the test.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoad(t *testing.T) {
	c, err := Load(write(t, "seed = 9\n[rules]\ngame = \"crossings\"\n[train]\nduration = \"90s\"\n"),
		[]string{"learn.batch_size=32", "train.follow=best", `report.opponents=["greedy"]`})
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Seed, want.Rules.Game, want.Train.Duration = 9, "crossings", Duration(90*time.Second)
	want.Learn.BatchSize, want.Train.Follow, want.Report.Opponents = 32, FollowBest, []string{"greedy"}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

func TestLoadNamesTheMistake(t *testing.T) {
	for _, test := range []struct {
		name, text, set string
		want            []string
	}{
		{"unknown key", "[learn]\nbatchsize = 3\n", "", []string{"c.toml", "unknown key", "batchsize", "2|"}},
		{"syntax", "[learn\n", "", []string{"c.toml", "1|"}},
		{"type", "[learn]\nbatch_size = \"many\"\n", "", []string{"batch_size", "2|"}},
		{"range", "[learn]\nbatch_size = 0\n", "", []string{"batch_size is 0"}},
		{"game", "[rules]\ngame = \"chess\"\n", "", []string{"chess", "epaminondas"}},
		{"duration", "[train]\nduration = \"soon\"\n", "", []string{"soon", "30m"}},
		{"endless games", "[rules]\nmax_plies = 0\n", "", []string{"max_plies is 0"}},
		{"games too long to store", "[rules]\nmax_plies = 70000\n", "", []string{"70000", "at most 65536"}},
		{"nobody becomes the best", "[train]\nfollow = \"best\"\n", "gate.games=0",
			[]string{"gate: games is 0", `"latest"`}},
		{"options in the name", "[rules]\ngame = \"crossings,max_plies=9\"\n", "",
			[]string{"keys of their own"}},
		{"nothing to learn", "[selfplay]\nfull_share = 0.0\n", "", []string{"full_share is 0"}},
		{"endless", "[train]\nduration = \"0s\"\n", "", []string{"steps and duration are both 0"}},
		{"cycle", "[train]\ncycle_time = \"-1s\"\n", "", []string{"cycle_time is -1s"}},
		{"clock", "[train]\nclock = \"sun\"\n", "", []string{`clock is "sun"`, "wall or processor"}},
		{"serial by time", "[train]\nserial = true\n", "", []string{"serial", "steps"}},
		{"planes", "[network]\nplanes = \"lines,walls\"\n", "",
			[]string{"walls", "want some of lines, attack", "2|"}},
		{"set of planes", "", "network.planes=attack",
			[]string{"--set network.planes=attack", "but the group lines is required"}},
		{"pooling", "[network]\npooling = \"diagonals\"\n", "",
			[]string{`pooling is "diagonals"`, `want "board" or "board,rows,columns"`, "2|"}},
		{"pooling of no block", "[network]\npool_every = 0\n", "network.pooling=board,rows,columns",
			[]string{`pooling is "board,rows,columns"`, "pool_every is 0, want 1 to 4"}},
		{"set without value", "", "learn.batch_size",
			[]string{"--set learn.batch_size", "section.key=value"}},
		{"set of an unknown key", "", "learn.batchsize=3",
			[]string{"--set learn.batchsize=3", "unknown key"}},
		{"set of a wrong type", "", "learn.batch_size=many",
			[]string{"--set learn.batch_size=many", "the value is text, want a whole number"}},
		{"set of a value out of range", "", "learn.batch_size=0",
			[]string{"c.toml with learn.batch_size=0", "batch_size is 0"}},
		{"no unit", "", "train.duration=5", []string{"duration is 5 without a unit", "30m"}},
		{"seconds without a unit", "", "train.duration=3600", []string{"duration is 3600 without a unit"}},
		{"a list for a number", "", "learn.batch_size=[64]", []string{"value is a list, want a whole"}},
		{"a number for a section", "", "train=5", []string{"the value is a whole number, want a section"}},
		{"a date", "", "learn.batch_size=2020-01-01", []string{"value is a local date, want a"}},
		{"a section for a number", "", "learn.batch_size.x=1",
			[]string{"the value is a section, want a whole number"}},
		{"no unit of a cycle", "[train]\ncycle_time = 30\n", "", []string{"cycle_time is 30 without a unit"}},
		{"a list", "", "report.opponents=x", []string{"the value is text, want a list such as"}},
	} {
		var settings []string
		if test.set != "" {
			settings = append(settings, test.set)
		}
		_, err := Load(write(t, test.text), settings)
		if err == nil {
			t.Errorf("%s: no error", test.name)
			continue
		}
		for _, part := range test.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not mention %q", test.name, err, part)
			}
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.toml"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	text, err := Default().Text()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("[rules]\ngame = \"epaminondas:3x3x1,max_plies=-1\"\n"))
	f.Add([]byte("train.duration = \"1h\"\nseed = -1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c := Default()
		if decode(text, &c) == nil && c.Validate() == nil {
			if _, err := c.Board(); err != nil {
				t.Errorf("a valid config has no board: %v", err)
			}
		}
	})
}

func TestCoresThatARunAsksFor(t *testing.T) {
	for _, test := range []struct {
		workers, threads int
		serial           bool
		machine, want    int
	}{
		{1, 1, false, 16, 2},
		{8, 2, false, 8, 8},
		{1, 3, true, 16, 3},
		{5, 3, true, 16, 5},
	} {
		c := Default()
		c.Selfplay.Workers, c.Learn.Threads, c.Train.Serial = test.workers, test.threads, test.serial
		if got := c.Cores(test.machine); got != test.want {
			t.Errorf("%+v asks for %d cores", test, got)
		}
	}
}

// A budget in processor time differs from the same budget in wall time. Budgets in wall time have
// the same text as before.
func TestBudgetNamesItsClock(t *testing.T) {
	wall := Train{Duration: Duration(time.Hour), Cooldown: 0.25, Clock: WallClock}
	if got := wall.Budget(); got != "steps=0 duration=1h0m0s cooldown=0.25" {
		t.Errorf("the budget in wall time is %q", got)
	}
	processor := wall
	processor.Clock = ProcessorClock
	if got := processor.Budget(); got != wall.Budget()+" clock=processor" {
		t.Errorf("the budget in processor time is %q", got)
	}
	steps := Train{Steps: 10, Clock: ProcessorClock}
	if got := steps.Budget(); got != "steps=10 duration=0s cooldown=0" {
		t.Errorf("a budget of steps alone is %q", got)
	}
}
