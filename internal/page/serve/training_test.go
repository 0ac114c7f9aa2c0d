package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epaminondas/internal/match/result"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/replay"
)

// trainerVariable is an environment variable that makes the test binary train the run in a folder.
// It adds a checkpoint with games every few milliseconds until its input ends, then the final one.
const trainerVariable = "LIVE_TEST_TRAINER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(trainerVariable); dir != "" {
		if err := train(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

func train(dir string) error {
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	tr, err := newTrainer(dir)
	if err != nil {
		return err
	}
	fmt.Println("begun")
	for {
		select {
		case <-ended:
			if err := tr.checkpoint(runs.Final, nil); err != nil {
				return err
			}
			return tr.r.Close()
		case <-time.After(3 * time.Millisecond):
			if err := errors.Join(tr.games(2), tr.checkpoint(runs.Constant, nil)); err != nil {
				return err
			}
			fmt.Println(tr.step)
		}
	}
}

// mini returns the config of a run on a tiny board, whose games take no time.
func mini() config.Config {
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:3x5x1", MaxPlies: 30, Limit: "draw"}
	c.Selfplay.RandomPlies, c.Selfplay.ScatterShare = 3, 0.5
	c.Selfplay.FullSimulations, c.Selfplay.FastSimulations, c.Selfplay.FullShare = 6, 2, 0.5
	c.Search.MaxConsidered, c.Search.MemoryMiB = 4, 16
	c.Train = config.Train{Clock: config.WallClock, Duration: config.Duration(time.Hour), Cooldown: 0.25,
		CycleSteps: 10, Follow: config.FollowLatest}
	return c
}

// trainer fills a run in the same way as training.
type trainer struct {
	r       *runs.Run
	step    int64
	branch  int
	best    int64
	number  uint64
	file    string // of the newest checkpoint
	elapsed time.Duration
	rng     *rand.Rand
}

func newTrainer(dir string) (*trainer, error) {
	r, err := runs.Create(context.Background(), dir, mini())
	if err != nil {
		return nil, err
	}
	tr := &trainer{r: r, rng: rand.New(rand.NewPCG(1, 2))}
	tr.best = 1
	return tr, tr.checkpoint(runs.Constant, nil)
}

// games adds games of self-play.
func (tr *trainer) games(n int) error {
	board, err := tr.r.Config.Board()
	if err != nil {
		return err
	}
	last := tr.number + uint64(n)
	player := &selfplay.Actor{Board: board, Config: tr.r.Config.Selfplay, Search: tr.r.Config.Search,
		Seed: 1}
	model := selfplay.Player{Name: tr.file, Evaluators: selfplay.Uniform.Evaluators}
	return (&selfplay.Pool{
		Actor: player,
		Next: func(context.Context) (uint64, selfplay.Player, bool) {
			tr.number++
			return tr.number - 1, model, tr.number <= last
		},
		Keep: func(ctx context.Context, g *replay.Game) error {
			_, err := tr.r.Games.Append(ctx, g)
			return err
		},
	}).Run(context.Background())
}

// checkpoint registers a checkpoint, 10 steps and a minute after the last one.
func (tr *trainer) checkpoint(phase runs.Phase, match *runs.Match) error {
	last, err := tr.r.Games.Last(context.Background())
	if err != nil {
		return err
	}
	tr.number = uint64(last)
	var metrics []runs.Metric
	if last > 0 {
		tr.step += 10
		tr.elapsed += time.Minute
		metrics = []runs.Metric{{Name: "samples_per_second", Value: 100},
			{Name: "loss_policy", Value: 5 / float64(tr.step)}}
	}
	metrics = append(metrics, runs.Metric{Name: "exact_positions", Value: 100},
		runs.Metric{Name: "exact_policy_mistakes", Value: float64(max(0, 60-tr.step))})
	tr.file = runs.FileName(tr.step, phase, tr.branch)
	_, err = tr.r.Register(context.Background(), runs.Checkpoint{
		Step: tr.step, Phase: phase, Budget: "b", Branch: tr.branch, File: tr.file, Games: last,
		Elapsed: tr.elapsed, Sampler: []byte("{}"),
		Processor: runs.Processor{Counted: true, Used: 2 * tr.elapsed, Offered: 2 * tr.elapsed},
	}, metrics, match)
	return err
}

// match returns a gate match of the next checkpoint. Its arguments are the numbers of openings that
// it won twice, split, and lost twice.
func (tr *trainer) match(won, split, lost int) *runs.Match {
	return &runs.Match{
		Best: tr.best, Wins: 2*won + split, Losses: 2*lost + split, Accepted: won > lost,
		Verdict: map[bool]string{true: "accepted", false: "rejected"}[won > lost],
		Detail:  matchOf(won, split, lost),
	}
}

func matchOf(won, split, lost int) *result.Match {
	r := &result.Match{Pairs: result.Pairs{lost, 0, split, 0, won}}
	r.AsWhite = result.Tally{Wins: won + split, Losses: lost}
	r.AsBlack = result.Tally{Wins: won, Losses: lost + split}
	r.Total = result.Tally{Wins: 2*won + split, Losses: 2*lost + split}
	r.Rating = r.Pairs.Interval()
	return r
}

// begin creates a run in a folder.
func begin(t *testing.T, dir string) *trainer {
	t.Helper()
	tr, err := newTrainer(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tr.r.Close() })
	return tr
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// process starts training in another process, and returns after a few checkpoints.
func process(t *testing.T, dir string) (child *exec.Cmd, finish func()) {
	t.Helper()
	child = exec.Command(os.Args[0])
	child.Env = append(os.Environ(), trainerVariable+"="+dir)
	child.Stderr = os.Stderr
	in, err := child.StdinPipe()
	must(t, err)
	out, err := child.StdoutPipe()
	must(t, err, child.Start())
	lines := bufio.NewScanner(out)
	for range 6 {
		if !lines.Scan() {
			t.Fatal("the trainer has not begun")
		}
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for lines.Scan() {
		}
	}()
	done := false
	finish = func() {
		if done {
			return
		}
		done = true
		in.Close()
		<-drained
		_ = child.Wait() // a killed process has this error
	}
	t.Cleanup(finish)
	return child, finish
}

// serveRuns starts a server over a folder.
func serveRuns(t *testing.T, cfg TrainingConfig) string {
	t.Helper()
	if cfg.Interval == 0 {
		cfg.Interval = 10 * time.Millisecond
	}
	server := httptest.NewServer(http.StripPrefix("/", NewTraining(cfg)))
	t.Cleanup(server.Close)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	return server.URL + "/"
}

// get asks for JSON.
func get(t *testing.T, address string, v any) int {
	t.Helper()
	response, err := http.Get(address)
	must(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(t, err)
	if v != nil {
		if err := json.Unmarshal(text, v); err != nil {
			t.Fatalf("%s: %v in %.300s", address, err, text)
		}
	}
	return response.StatusCode
}

// told is an event that a browser received.
type told struct {
	id, kind, data string
}

func (e told) update(t *testing.T) Update {
	t.Helper()
	var u Update
	if err := json.Unmarshal([]byte(e.data), &u); err != nil {
		t.Fatalf("%v in %.300s", err, e.data)
	}
	return u
}

// watch opens a stream of events. next returns one after another.
func watch(t *testing.T, base, name, lastID string) (next func() told, leave func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet,
		base+"events?run="+url.QueryEscape(name), nil)
	must(t, err)
	if lastID != "" {
		request.Header.Set("Last-Event-ID", lastID)
	}
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	leave = func() {
		cancel()
		response.Body.Close()
	}
	t.Cleanup(leave)
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		text, _ := io.ReadAll(response.Body)
		t.Fatalf("events of %s: %d %s", name, response.StatusCode, text)
	}
	lines := bufio.NewReader(response.Body)
	return func() told {
		t.Helper()
		var e told
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("the stream ends: %v", err)
			}
			field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			switch {
			case field == "id":
				e.id = value
			case field == "event":
				e.kind = value
			case field == "data":
				e.data = value
			case line == "\n" && e.kind != "":
				return e
			}
		}
	}, leave
}

// files returns the names, sizes, times and contents of all files below a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		content := []byte{}
		if !e.IsDir() {
			content, err = os.ReadFile(path)
		}
		found[path] = strconv.FormatInt(info.ModTime().UnixNano(), 10) + string(content)
		return err
	}))
	return found
}

// unchanged compares a folder with its earlier content.
func unchanged(t *testing.T, dir string, before map[string]string) {
	t.Helper()
	after := files(t, dir)
	for path := range after {
		if _, was := before[path]; !was {
			t.Errorf("%s has come into being", path)
		}
	}
	for path, content := range before {
		if after[path] != content {
			t.Errorf("%s has changed or gone", path)
		}
	}
}
