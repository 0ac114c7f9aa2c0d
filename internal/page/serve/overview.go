package serve

import (
	"context"
	"net/http"
	"time"

	"epaminondas/internal/training/runs"
)

// Overview has what the page needs to draw the curves of a run over the curves of another one. Its
// fields are the fields of an [Update].
type Overview struct {
	Settings     *Settings     `json:"config"`
	Status       *Status       `json:"head"`
	Measurements []Measurement `json:"points"`
	Ratings      *Ratings      `json:"ratings"`
	Matches      []Match       `json:"matches"` // always empty: only the watched run shows them
}

// The largest numbers of checkpoints and of rated checkpoints in an overview. A picture with many
// runs has no room for more.
const (
	overviewPoints  = 200
	overviewRatings = 120
)

// overview returns the overview of a run. It reads the folder at most once in an interval.
func (f *feed) overview(ctx context.Context) (*Overview, error) {
	t, err := f.current(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := t.settings(f.name)
	if err != nil {
		return nil, err
	}
	settings.Text = "" // the page compares Values
	status := t.status(time.Now())
	o := &Overview{Settings: settings, Status: &status, Matches: []Match{},
		Measurements: sparse(t.measurements, overviewPoints)}
	if t.ratings != nil {
		thinned := *t.ratings
		thinned.Rated = sparse(thinned.Rated, overviewRatings)
		o.Ratings = &thinned
	}
	return o, nil
}

// current returns the state of the run, which is at most an interval old.
func (f *feed) current(ctx context.Context) (*snapshot, error) {
	select {
	case <-f.turn:
		defer func() { f.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if now := time.Now(); !f.begun || now.Sub(f.asked) >= f.interval-f.interval/10 {
		if err := f.look(ctx, now); err != nil {
			return nil, err
		}
	}
	t := f.snapshot
	return &t, nil
}

// sparse returns at most n evenly spaced elements of a list, with its first and its last one.
func sparse[T any](list []T, n int) []T {
	if len(list) <= n {
		return append([]T{}, list...)
	}
	kept := make([]T, n)
	for i := range kept {
		kept[i] = list[i*(len(list)-1)/(n-1)]
	}
	return kept
}

func (s *Training) serveOverview(w http.ResponseWriter, r *http.Request) error {
	f, err := s.feed(r.URL.Query().Get("run"))
	if err != nil {
		return err
	}
	o, err := f.overview(r.Context())
	if err != nil {
		return err
	}
	return JSON(w, o)
}

// serveMatches answers with all gate matches of a run, oldest first. The events of the run have
// only the newest ones.
func (s *Training) serveMatches(w http.ResponseWriter, r *http.Request) error {
	f, err := s.feed(r.URL.Query().Get("run"))
	if err != nil {
		return err
	}
	t, err := f.current(r.Context())
	if err != nil {
		return err
	}
	list := t.ladder.matches
	if t.ladder.count > len(list) {
		if list, err = allMatches(r.Context(), f.dir, t.markers); err != nil {
			return err
		}
	}
	return JSON(w, append([]Match{}, list...))
}

// allMatches reads all gate matches of the run in dir. markers are its checkpoints.
func allMatches(ctx context.Context, dir string, markers []runs.Marker) ([]Match, error) {
	byID := map[int64]runs.Marker{}
	for _, m := range markers {
		byID[m.ID] = m
	}
	var list []Match
	err := runs.Look(ctx, dir, func(view *runs.View) error {
		list = nil
		verdicts, err := view.Verdicts(ctx, 0)
		for _, v := range verdicts {
			m, _, err := newMatch(byID, v)
			if err != nil {
				return err
			}
			list = append(list, m)
		}
		return err
	})
	return list, err
}
