package runs

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
)

// newRun begins a run on a tiny board.
func newRun(t *testing.T) (Players, *[]string) {
	t.Helper()
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:3x5x1", MaxPlies: 30, Limit: "draw"}
	c.Network = net.Config{Blocks: 1, Channels: 4, ValueHidden: 4}
	r, err := Create(t.Context(), t.TempDir(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	board, err := c.Board()
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	return Players{Run: r, Board: board, Tell: func(text string) { told = append(told, text) }}, &told
}

// register adds a checkpoint with an archive to a run.
func register(t *testing.T, r *Run, step int64, archive string) (Checkpoint, *net.Weights) {
	t.Helper()
	weights, err := net.NewWeights(r.Config.Network, rand.New(rand.NewPCG(1, uint64(step))))
	if err != nil {
		t.Fatal(err)
	}
	c := Checkpoint{Step: step, Phase: Constant, File: FileName(step, Constant, 0),
		Sampler: []byte("{}"), Archive: archive}
	meta := net.Meta{Rules: "epaminondas:3x5x1,max_plies=30,limit=draw", Step: step, Run: r.Identity()}
	if err := net.SaveCheckpoint(r.Path(c), &net.Checkpoint{Weights: weights, Meta: meta}); err != nil {
		t.Fatal(err)
	}
	if c, err = r.Register(t.Context(), c, nil, nil); err != nil {
		t.Fatal(err)
	}
	return c, weights
}

// TestArchive asks for models with an archive, without one, with an unreadable one, and without a
// share of games.
func TestArchive(t *testing.T) {
	l, told := newRun(t)
	l.Run.Config.Selfplay.ArchiveShare = 0.5
	for step, test := range []struct {
		archive   string
		positions int
		notice    string
	}{
		{"", 0, ""},
		{"bbb/.../.../.../www w\nbbb/.../.../w../.ww b 1\n", 2, ""},
		{"wbb/.../.../.../.ww w 9\n", 0, "is over"},
	} {
		c, n := register(t, l.Run, int64(step), test.archive)
		*told = nil
		m, err := l.Player(t.Context(), c, n)
		if err != nil || m.Name != c.File || len(m.Archive) != test.positions || m.Evaluators == nil {
			t.Errorf("%q gives %+v, %v", test.archive, m, err)
		}
		if got := strings.Join(*told, "\n"); !strings.Contains(got, test.notice) ||
			(test.notice == "") != (got == "") {
			t.Errorf("%q is told as %q, want %q", test.archive, got, test.notice)
		}
	}
	c, n := register(t, l.Run, 10, "bbb/.../.../.../www w\n")
	l.Run.Config.Selfplay.ArchiveShare = 0
	if m, err := l.Player(t.Context(), c, n); err != nil || len(m.Archive) > 0 {
		t.Errorf("without a share: %d positions, %v", len(m.Archive), err)
	}
}

// TestOlder asks for the opponents of several checkpoints, again and again. It then damages their
// files and removes them.
func TestOlderOpponent(t *testing.T) {
	l, told := newRun(t)
	l.Run.Config.Selfplay.OlderShare = 0.5
	model := func(step int64) (name string, m selfplay.Player) {
		t.Helper()
		c := Checkpoint{Step: step, File: FileName(step, Constant, 0)}
		m, err := l.PlayerOf(t.Context(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		if m.Older != nil {
			name = m.Older.Name
		}
		return name, m
	}
	var last Checkpoint
	for step := range int64(12) {
		last, _ = register(t, l.Run, 10*step, "")
	}
	if name, _ := model(0); name != "" {
		t.Errorf("the first checkpoint has the opponent %s", name)
	}
	drawn := map[string]bool{}
	for step := int64(20); step < 120; step += 10 {
		name, m := model(step)
		again, _ := model(step)
		if name == "" || name != again || m.Older.Evaluators == nil || m.Older.Older != nil ||
			name >= m.Name || name < FileName(step/2, Constant, 0) {
			t.Errorf("%s has the opponents %s and %s", m.Name, name, again)
		}
		drawn[name] = true
	}
	if len(drawn) < 4 {
		t.Errorf("only the opponents %v are drawn", drawn)
	}
	for name, damage := range map[string]func(path string) error{
		"damaged": func(path string) error { return os.WriteFile(path, []byte("x"), 0o644) },
		"missing": os.Remove,
		"another version": func(path string) error {
			return os.WriteFile(path, laterVersion(t, l.Run.Path(last)), 0o644)
		},
	} {
		for step := int64(10); step < 110; step += 10 {
			path := CheckpointPath(l.Run.Dir, FileName(step, Constant, 0))
			if err := damage(path); err != nil {
				t.Fatal(err)
			}
		}
		*told = nil
		if older, m := model(110); older != "" || len(*told) != 1 ||
			!strings.Contains((*told)[0], "games with "+m.Name+" have no older opponent") {
			t.Errorf("%s, the opponent is %q, and the notices are %q", name, older, *told)
		}
		if older, _ := model(110); older != "" || len(*told) != 1 {
			t.Errorf("%s, the second time the opponent is %q, and the notices are %q", name, older, *told)
		}
	}
	l.Run.Config.Selfplay.OlderShare = 0
	if older, _ := model(110); older != "" || len(*told) != 1 {
		t.Errorf("without a share, the opponent is %q, and the notices are %q", older, *told)
	}
}

// laterVersion returns a checkpoint as a later version of the program would write it.
func laterVersion(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	later := regexp.MustCompile(`("version":")\d`).ReplaceAll(content, []byte(`${1}9`))
	digest := regexp.MustCompile(`"sha256":"([0-9a-f]{64})"`).FindSubmatchIndex(later)[2:]
	copy(later[digest[0]:digest[1]], strings.Repeat("0", 64)) // the digest is of the file without it
	copy(later[digest[0]:digest[1]], fmt.Sprintf("%x", sha256.Sum256(later)))
	if _, err := net.DecodeCheckpoint(later); !errors.Is(err, net.ErrVersion) {
		t.Fatalf("the later version gives %v", err)
	}
	return later
}

func TestStream(t *testing.T) {
	seen := map[uint64]string{}
	for _, purpose := range []string{"archive", "older"} {
		for _, file := range []string{"a", "b"} {
			n := Stream(purpose, file)
			if seen[n] != "" || n != Stream(purpose, file) {
				t.Errorf("the streams of %s %s and %s are the same", purpose, file, seen[n])
			}
			seen[n] = purpose + " " + file
		}
	}
}
