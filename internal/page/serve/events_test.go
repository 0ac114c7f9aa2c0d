package serve

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
)

// filled creates a run with four checkpoints. The gate accepted the second and rejected the third.
func filled(t *testing.T, dir string) *trainer {
	t.Helper()
	tr := begin(t, dir)
	must(t, tr.games(8), tr.checkpoint(runs.Constant, tr.match(10, 5, 3)))
	tr.best = 2
	must(t, tr.games(12), tr.checkpoint(runs.Constant, tr.match(4, 6, 5)))
	must(t, tr.games(4), tr.checkpoint(runs.Cooldown, nil), tr.games(3))
	return tr
}

func TestSnapshot(t *testing.T) {
	folder := t.TempDir()
	tr := filled(t, filepath.Join(folder, "first"))
	next, _ := watch(t, serveRuns(t, TrainingConfig{Dir: folder}), "first", "")
	e := next()
	u := e.update(t)
	if e.kind != snapshotEvent {
		t.Fatalf("the first event is %s", e.kind)
	}
	if u.Config.Name != "first" || u.Config.Rules != "epaminondas:3x5x1,max_plies=30,limit=draw" ||
		!u.Config.Solved || u.Config.Gate != 120 {
		t.Errorf("settings %+v", u.Config)
	}
	if h := u.Status; h.State != Running || h.Step != 30 || h.Games != 27 || *h.Best != 10 ||
		h.Budget != 3600 || h.Progress < 0.05 || h.Progress > 0.1 || *h.Left < 3000 {
		t.Errorf("head %+v", h)
	}
	if len(u.Measurements) != 4 || len(u.Measurements[0].Metrics) != 0 ||
		u.Measurements[0].Exact.Rate != 0.6 {
		t.Fatalf("points %+v", u.Measurements)
	}
	p := u.Measurements[2]
	if p.Step != 20 || p.Elapsed != 120 || *p.Used != 240 || p.Games != 20 ||
		p.Metrics["loss_policy"] != 0.25 || p.Exact.Rate != 0.4 || p.Exact.Low < 0.3 || p.Exact.High > 0.5 {
		t.Errorf("point %+v", p)
	}
	if want := sumUp(t, tr.r, 9, 20); p.Played != 12 || p.Plies != want.plies || p.First != want.first ||
		p.Limited != want.limited {
		t.Errorf("games %d, %g plies, first %g, limited %g, want 12 and %+v", p.Played, p.Plies, p.First,
			p.Limited, want)
	}
	if len(u.Matches) != 2 || u.Matches[0].Candidate != 10 || u.Matches[0].Best != 0 ||
		u.Matches[1].Candidate != 20 || u.Matches[1].Best != 10 || u.Matches[1].Decision != "rejected" {
		t.Errorf("matches %+v", u.Matches)
	}
	if len(u.Games) != newestGames || u.Games[0].ID != 27 || *u.Games[0].Step != 30 ||
		*u.Games[3].Step != 20 {
		t.Errorf("games %+v", u.Games)
	}
}

type figures struct{ plies, first, limited float64 }

// sumUp computes the figures of games in the plain way.
func sumUp(t *testing.T, r *runs.Run, first, last int64) (f figures) {
	t.Helper()
	board, err := r.Config.Board()
	must(t, err)
	n := 0.0
	for id := first; id <= last; id++ {
		g, err := r.Games.Load(t.Context(), id)
		must(t, err)
		start, err := board.ParseState(g.Start)
		must(t, err)
		n++
		f.plies += float64(len(g.Moves))
		f.first += float64(1+g.Outcome.For(start.Turn())) / 2
		if g.Reason == game.PlyLimit {
			f.limited++
		}
	}
	return figures{f.plies / n, f.first / n, f.limited / n}
}

// follow adds events to the known data until a condition holds.
func follow(t *testing.T, next func() told, known Update, until func(known Update) bool) Update {
	t.Helper()
	if known.Status == nil {
		known = next().update(t)
	}
	for !until(known) {
		e := next()
		u := e.update(t)
		if e.kind == snapshotEvent {
			known = u
			continue
		}
		for _, p := range u.Measurements {
			if last := known.Measurements[len(known.Measurements)-1]; p.Step <= last.Step {
				t.Fatalf("point of step %d after step %d", p.Step, last.Step)
			}
			known.Measurements = append(known.Measurements, p)
		}
		if u.Status != nil {
			known.Status = u.Status
		}
		if u.Matches != nil {
			known.Matches, known.Ratings = u.Matches, u.Ratings
		}
		if u.Games != nil {
			known.Games = u.Games
		}
		if u.Report != nil {
			known.Report = u.Report
		}
	}
	return known
}

func TestEventsWhileAnotherProcessTrains(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, "r")
	_, finish := process(t, dir)
	base := serveRuns(t, TrainingConfig{Dir: folder})
	next, _ := watch(t, base, "r", "")
	also, _ := watch(t, base, "r", "")
	first := follow(t, next, Update{}, func(u Update) bool { return len(u.Measurements) > 25 })
	if first.Status.State != Running {
		t.Errorf("while it trains, the state is %s", first.Status.State)
	}
	finish()
	ended := func(u Update) bool { return u.Status.State == Finished }
	known, second := follow(t, next, first, ended), follow(t, also, Update{}, ended)
	fresh, _ := watch(t, serveRuns(t, TrainingConfig{Dir: folder}), "r", "")
	whole := fresh().update(t)
	for i, u := range []Update{known, second} {
		u.Config = whole.Config
		got, want := reflect.ValueOf(u), reflect.ValueOf(whole)
		for field := range got.NumField() {
			if a, b := got.Field(field).Interface(), want.Field(field).Interface(); !reflect.DeepEqual(a, b) {
				t.Errorf("browser %d knows other %s:\n%.300v\nwant\n%.300v", i,
					got.Type().Field(field).Name, a, b)
			}
		}
	}
}

// A viewer changes nothing in the folder, in all states of the run.
func TestLookingChangesNothing(t *testing.T) {
	for _, test := range []struct {
		name  string
		end   func(t *testing.T, dir string)
		state string
	}{
		{"finished", func(t *testing.T, dir string) {
			_, finish := process(t, dir)
			finish()
		}, Finished},
		{"killed", func(t *testing.T, dir string) {
			child, finish := process(t, dir)
			must(t, child.Process.Kill())
			finish()
			if info, err := os.Stat(filepath.Join(dir, "run.db-wal")); err != nil || info.Size() == 0 {
				t.Fatalf("the killed trainer leaves no log: %v", err)
			}
		}, Stopped},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			test.end(t, filepath.Join(folder, "r"))
			before := files(t, folder)
			base := serveRuns(t, TrainingConfig{Dir: folder})
			var list runList
			get(t, base+"runs", &list)
			if len(list.Runs) != 1 || list.Runs[0].Error != "" || list.Runs[0].State != test.state {
				t.Fatalf("list %+v", list)
			}
			next, _ := watch(t, base, "r", "")
			u := next().update(t)
			if u.Status.State != test.state || len(u.Measurements) < 5 || len(u.Games) < 5 {
				t.Errorf("state %s, %d points, %d games", u.Status.State, len(u.Measurements), len(u.Games))
			}
			if status := get(t, base+"game?run=r&id=1", nil); status != http.StatusOK {
				t.Errorf("game: %d", status)
			}
			time.Sleep(50 * time.Millisecond) // a few more reads
			unchanged(t, folder, before)
		})
	}
}

func TestBrowsersComeBack(t *testing.T) {
	folder := t.TempDir()
	tr := filled(t, filepath.Join(folder, "r"))
	base := serveRuns(t, TrainingConfig{Dir: folder})
	next, leave := watch(t, base, "r", "")
	stay, _ := watch(t, base, "r", "")
	e := next()
	leave()
	must(t, tr.games(1), tr.checkpoint(runs.Cooldown, nil))
	follow(t, stay, Update{}, func(u Update) bool { return len(u.Measurements) == 5 })

	again, _ := watch(t, base, "r", e.id)
	for points := 0; points == 0; {
		missed := again()
		if missed.kind != updateEvent {
			t.Fatalf("who comes back gets %s", missed.kind)
		}
		if points = len(missed.update(t).Measurements); points > 1 {
			t.Errorf("who comes back gets %d points", points)
		}
	}
	for _, id := range []string{"another-3", "-", "nonsense", e.id[:strings.Index(e.id, "-")] + "-99999999",
		strings.Repeat("9", 3000)} {
		stranger, leave := watch(t, base, "r", id)
		if got := stranger(); got.kind != snapshotEvent {
			t.Errorf("after %.20q comes %s", id, got.kind)
		}
		leave()
	}
}

func TestFeedForgetsWhatIsLongAgo(t *testing.T) {
	f := newFeed("r", t.TempDir(), time.Hour)
	f.begun, f.asked, f.snapshot.config = true, time.Now(), mini()
	for range mostLogged + 10 {
		must(t, f.add(updateEvent, Update{}))
	}
	for number, want := range map[int]int{f.number: 0, f.number - 1: 1, f.number - mostLogged: mostLogged} {
		if events := f.after(f.id(number)); events == nil || len(events) != want ||
			want > 0 && events[0].number != number+1 {
			t.Errorf("after event %d of %d come %d, want %d", number, f.number, len(events), want)
		}
	}
	if events := f.after(f.id(f.number - mostLogged - 1)); events != nil {
		t.Errorf("events that are forgotten come: %d", len(events))
	}
	events, _, err := f.next(t.Context(), f.id(1))
	if err != nil || len(events) != 1 || events[0].kind != snapshotEvent {
		t.Errorf("after what is forgotten comes %+v, %v", events, err)
	}
}

// A run with more time continues from before its cooldown. The server sends the later events again.
func TestLongerRun(t *testing.T) {
	folder := t.TempDir()
	tr := filled(t, filepath.Join(folder, "r"))
	next, _ := watch(t, serveRuns(t, TrainingConfig{Dir: folder}), "r", "")
	follow(t, next, Update{}, func(u Update) bool { return len(u.Measurements) == 4 })
	tr.step, tr.branch, tr.elapsed = 15, 1, 100*time.Second
	must(t, tr.games(2), tr.checkpoint(runs.Constant, nil)) // step 25, from step 20
	e := next()
	for e.kind != snapshotEvent {
		if u := e.update(t); len(u.Measurements) > 0 {
			t.Fatalf("points are added: %+v", u.Measurements)
		}
		e = next()
	}
	var steps []int64
	for _, p := range e.update(t).Measurements {
		steps = append(steps, p.Step)
	}
	if want := []int64{0, 10, 20, 25}; !reflect.DeepEqual(steps, want) {
		t.Errorf("steps %v, want %v", steps, want)
	}
}

func TestTroubleIsTold(t *testing.T) {
	folder := t.TempDir()
	tr := filled(t, filepath.Join(folder, "r"))
	must(t, tr.r.Close())
	base := serveRuns(t, TrainingConfig{Dir: folder})
	next, _ := watch(t, base, "r", "")
	next()
	must(t, os.Rename(filepath.Join(folder, "r", "run.db"), filepath.Join(folder, "gone")))
	if e := next(); e.kind != troubleEvent || !strings.Contains(e.data, "no run") {
		t.Errorf("without the database comes %s %s", e.kind, e.data)
	}
	must(t, os.Rename(filepath.Join(folder, "gone"), filepath.Join(folder, "r", "run.db")))
	if e := next(); e.kind != updateEvent {
		t.Errorf("with it again comes %s %s", e.kind, e.data)
	}
}

// A new run in the folder of an earlier run is not mixed with it, even when the new run has more
// steps.
func TestRunBegunAnew(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, "r")
	must(t, filled(t, dir).r.Close())
	f := newFeed("r", dir, 0)
	_, last, err := f.next(t.Context(), "")
	must(t, err, os.RemoveAll(dir))
	tr := begin(t, dir)
	tr.elapsed = time.Hour
	for range 6 {
		must(t, tr.games(1), tr.checkpoint(runs.Constant, nil))
	}
	events, _, err := f.next(t.Context(), last)
	must(t, err)
	if len(events) != 1 || events[0].kind != snapshotEvent {
		t.Fatalf("%d events, the first a %s", len(events), events[0].kind)
	}
	u := told{data: string(events[0].data)}.update(t)
	if len(u.Measurements) != 7 || u.Measurements[1].Elapsed != 3660 || len(u.Matches) != 0 ||
		u.Ratings != nil || len(u.Games) != 6 || u.Status.Games != 6 {
		t.Errorf("it shows %d points, %d matches, %d games, %+v", len(u.Measurements), len(u.Matches),
			len(u.Games), u.Status)
	}
}

func TestStreamsAreLimited(t *testing.T) {
	folder := t.TempDir()
	filled(t, filepath.Join(folder, "r"))
	base := serveRuns(t, TrainingConfig{Dir: folder, Streams: 2})
	next, leave := watch(t, base, "r", "")
	watch(t, base, "r", "")
	next()
	var refused map[string]string
	if status := get(t, base+"events?run=r", &refused); status != http.StatusTooManyRequests ||
		!strings.Contains(refused["error"], "close the training page") {
		t.Errorf("a third stream gives %d %v", status, refused)
	}
	leave()
	deadline := time.Now().Add(time.Minute)
	for { // until the server has noticed the new run
		response, err := http.Head(base + "events?run=r")
		must(t, err)
		response.Body.Close()
		if response.StatusCode == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the place of one who left is never free")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// For any number of viewers, the server reads the run once.
func TestOneLooksForAll(t *testing.T) {
	folder := t.TempDir()
	dir := filepath.Join(folder, "r")
	tr := filled(t, dir)
	f := newFeed("r", dir, time.Hour)
	_, id, err := f.next(t.Context(), "")
	must(t, err)
	asked := f.asked
	must(t, tr.games(1), tr.checkpoint(runs.Cooldown, nil))
	if events, _, err := f.next(t.Context(), id); err != nil || len(events) > 0 || f.asked != asked {
		t.Errorf("a second one looks as well: %+v, %v", events, err)
	}
	f.asked = time.Time{}
	if events, _, err := f.next(t.Context(), id); err != nil || len(events) != 1 {
		t.Errorf("after the interval comes %+v, %v", events, err)
	}
	<-f.turn // a read that never ends
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := f.next(ctx, id); !errors.Is(err, context.Canceled) {
		t.Errorf("who goes while another looks gets %v", err)
	}
}
