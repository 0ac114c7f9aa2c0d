package serve

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"epaminondas/internal/page/api"
	"epaminondas/replay"
)

// TrainingConfig has the settings of a [Training].
type TrainingConfig struct {
	// Dir is a folder of run folders, or one run folder. It may be missing at first.
	Dir string
	// More are further such folders.
	More []string
	// Interval is the time between two reads of a watched run; 0 means 1 s.
	Interval time.Duration
	// Streams is the largest number of streams of events; 0 means 16. The server refuses more.
	Streams int
}

// Training answers, with GET or HEAD:
//
//	runs                        the runs of the folder, those that changed last first
//	changes?run=NAME&after=ID   the events of a run after the event ID, or everything
//	events?run=NAME             the same as server-sent events, for programs that wait for changes
//	game?run=NAME&id=N          a game of self-play with the results of its searches
//	overview?run=NAME           a run in few points, to compare it with another run
//	matches?run=NAME            all gate matches of a run
//	calibration?run=NAME        how well the values of searches predict results, see [Calibration]
//
// Names come from the answer of runs. The server finds them in a list of the folder and never uses
// them as paths.
type Training struct {
	folders  folders
	runs     *lister
	interval time.Duration
	streams  chan struct{} // one place for each open stream

	mu    sync.Mutex
	feeds map[string]*feed // by name
}

// NewTraining returns a server, which needs no Close.
func NewTraining(cfg TrainingConfig) *Training {
	s := &Training{folders: folders{folder(cfg.Dir)}, interval: cfg.Interval, feeds: map[string]*feed{}}
	for _, dir := range cfg.More {
		s.folders = append(s.folders, folder(dir))
	}
	if s.interval == 0 {
		s.interval = time.Second
	}
	s.runs = newLister(s.folders, s.interval)
	if cfg.Streams == 0 {
		cfg.Streams = 16
	}
	s.streams = make(chan struct{}, cfg.Streams)
	return s
}

// ServeHTTP implements http.Handler. The path is one of the paths of [Training], without a leading
// slash.
func (s *Training) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler, ok := map[string]func(http.ResponseWriter, *http.Request) error{
		"runs": s.serveRuns, "changes": s.serveChanges, "events": s.serveEvents, "game": s.serveGame,
		"overview": s.serveOverview, "matches": s.serveMatches, "calibration": s.serveCalibration,
	}[r.URL.Path]
	var err error
	switch {
	case !ok:
		err = Refuse(http.StatusNotFound,
			"there is no such part of the training API: ask for runs, changes, events, game, overview, "+
				"matches or calibration")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		err = Refuse(http.StatusMethodNotAllowed, "training can only be read: use GET")
	default:
		err = handler(w, r)
	}
	if err != nil && r.Context().Err() == nil {
		Error(w, statusOf(err), err)
	}
}

func (s *Training) serveGame(w http.ResponseWriter, r *http.Request) error {
	f, err := s.feed(r.URL.Query().Get("run"))
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(r.URL.Query().Get("id"), 10, 64)
	if err != nil {
		return Refuse(http.StatusBadRequest,
			"id is %q: give the number of a game from the list", api.Shorten(r.URL.Query().Get("id")))
	}
	g, err := loadTranscript(r.Context(), f.dir, id)
	if errors.Is(err, replay.ErrNoGame) {
		return Refuse(http.StatusNotFound, "the run has no game with id %d", id)
	}
	if err != nil {
		return err
	}
	return JSON(w, g)
}

// mostFeeds limits the runs that the server keeps in memory. Their viewers ask more often than the
// viewers of all others.
const mostFeeds = 32

// feed returns the feed of a run, and makes it if needed. It lists the folder only for a run that
// it does not know.
func (s *Training) feed(name string) (*feed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.feeds[name]; f != nil {
		if _, ok := inspect(f.dir); ok {
			f.used = time.Now()
			return f, nil
		}
		delete(s.feeds, name)
	}
	dir, err := s.folders.find(name)
	if err != nil {
		return nil, err
	}
	if len(s.feeds) >= mostFeeds {
		oldest := slices.MinFunc(slices.Collect(maps.Values(s.feeds)),
			func(a, b *feed) int { return a.used.Compare(b.used) })
		delete(s.feeds, oldest.name)
	}
	f := newFeed(name, dir, s.interval)
	f.used = time.Now()
	s.feeds[name] = f
	return f, nil
}
