package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"epaminondas/internal/training/runs"
)

// runList lists the runs that the page can show.
type runList struct {
	Folder string    `json:"folder"`
	Runs   []runLine `json:"runs"`
}

// runLine is a run in the list.
type runLine struct {
	Name    string `json:"name"`
	Rules   string `json:"rules"`
	Changed int64  `json:"changed"` // seconds since 1970
	*Status
	Error string `json:"error,omitempty"` // why the status is missing
}

// lister keeps the list of runs for all viewers. It has no goroutine of its own: the first request
// after the interval makes the list. It reads only runs that have changed or are being trained.
type lister struct {
	folders  folders
	interval time.Duration

	turn   chan struct{} // holds one token; its holder may use the fields below
	made   time.Time
	known  map[string]knownRun // by folder
	answer []byte              // the list as JSON
	etag   string
}

// knownRun is a line of the list, which is valid as long as the version of the run does not change.
type knownRun struct {
	version runs.Version
	line    runLine
}

func newLister(f folders, interval time.Duration) *lister {
	l := &lister{folders: f, interval: interval, turn: make(chan struct{}, 1)}
	l.turn <- struct{}{}
	return l
}

// get returns the list as JSON, with a tag that names its content.
func (l *lister) get(ctx context.Context) (answer []byte, etag string, err error) {
	select {
	case <-l.turn:
		defer func() { l.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	if now := time.Now(); l.answer == nil || now.Sub(l.made) >= l.interval {
		list, err := l.describe(ctx, now)
		if err != nil {
			return nil, "", err
		}
		text, err := json.Marshal(list)
		if err != nil {
			return nil, "", fmt.Errorf("live: list the runs: %w", err)
		}
		l.answer = append(text, '\n')
		sum := sha256.Sum256(l.answer)
		l.etag, l.made = `"`+hex.EncodeToString(sum[:12])+`"`, now
	}
	return l.answer, l.etag, nil
}

// describe returns the list of runs with their status.
func (l *lister) describe(ctx context.Context, now time.Time) (runList, error) {
	places, err := l.folders.list()
	if err != nil {
		return runList{}, err
	}
	reply := runList{Folder: l.folders.String(), Runs: []runLine{}}
	kept := map[string]knownRun{}
	for _, p := range places {
		known, ok := l.known[p.dir]
		if !ok || known.version != p.version {
			known = knownRun{p.version, describeRun(ctx, p)}
		}
		if err := ctx.Err(); err != nil {
			return runList{}, err
		}
		if known.line.settled(now) {
			kept[p.dir] = known
		}
		reply.Runs = append(reply.Runs, known.line)
	}
	l.known = kept
	return reply, nil
}

// settleTime is how long after a write another write may leave the file's time unchanged, because
// file systems count time in steps.
const settleTime = 10 * time.Second

// settled reports whether only a write can change the line. A trainer that resumes a run writes its
// config after it has taken the lock.
func (r runLine) settled(now time.Time) bool {
	return r.Error == "" && (r.State == Stopped || r.State == Finished) &&
		now.Sub(time.Unix(r.Changed, 0)) > settleTime
}

// describeRun returns the line of a run.
func describeRun(ctx context.Context, p runEntry) runLine {
	line := runLine{Name: p.name, Changed: p.version.Changed().Unix()}
	var err error
	if line.Rules, line.Status, err = readStatus(ctx, p.dir); err != nil {
		line.Error = err.Error()
	}
	return line
}

// serveRuns answers with the list, or with 304 if the browser has it.
func (s *Training) serveRuns(w http.ResponseWriter, r *http.Request) error {
	list, etag, err := s.runs.get(r.Context())
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("ETag", etag)
	h.Set("Cache-Control", "no-cache") // the browser must ask each time for a new list
	if strings.Contains(r.Header.Get("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", "application/json")
	_, _ = w.Write(list) // a closed connection is no error
	return nil
}
