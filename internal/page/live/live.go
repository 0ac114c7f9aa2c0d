// Package live shows training runs, during training or later. It reads run folders and never writes
// in them. It sends changes to browsers as server-sent events. Each viewer asks for them about once
// a second, and the first to ask reads the folder for all. So nothing runs without viewers, and the
// end of a request ends its work.
package live

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"epaminondas/internal/page/answer"
	"epaminondas/internal/page/desk"
	"epaminondas/replay"
)

// Config has the settings of a [Server].
type Config struct {
	// Dir is a folder of run folders, or one run folder. It may be missing at first.
	Dir string
	// Interval is the time between two reads of a watched run; 0 means 1 s.
	Interval time.Duration
	// Streams is the largest number of viewers; 0 means 16. The server refuses more.
	Streams int
}

// Server answers, with GET or HEAD:
//
//	runs                 the runs of the folder, those that changed last first
//	events?run=NAME      the changes of a run, as server-sent events
//	game?run=NAME&id=N   a game of self-play with the results of its searches
//
// Names come from the answer of runs. The server finds them in a list of the folder and never uses
// them as paths.
type Server struct {
	folder   folder
	runs     *lister
	interval time.Duration
	streams  chan struct{} // one place for each open stream

	mu    sync.Mutex
	feeds map[string]*feed // by name
}

// New returns a server, which needs no Close.
func New(cfg Config) *Server {
	s := &Server{folder: folder(cfg.Dir), interval: cfg.Interval, feeds: map[string]*feed{}}
	if s.interval == 0 {
		s.interval = time.Second
	}
	s.runs = newLister(s.folder, s.interval)
	if cfg.Streams == 0 {
		cfg.Streams = 16
	}
	s.streams = make(chan struct{}, cfg.Streams)
	return s
}

// ServeHTTP implements http.Handler. The path is one of the paths of [Server], without a leading
// slash.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler, ok := map[string]func(http.ResponseWriter, *http.Request) error{
		"runs": s.serveRuns, "events": s.serveEvents, "game": s.serveGame,
	}[r.URL.Path]
	var err error
	switch {
	case !ok:
		err = answer.Refuse(http.StatusNotFound,
			"training has no page of this name: ask for runs, events or game")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		err = answer.Refuse(http.StatusMethodNotAllowed, "training can only be read: use GET")
	default:
		err = handler(w, r)
	}
	if err != nil && r.Context().Err() == nil {
		answer.Error(w, answer.StatusOf(err), err)
	}
}

func (s *Server) serveGame(w http.ResponseWriter, r *http.Request) error {
	dir, err := s.folder.find(r.URL.Query().Get("run"))
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(r.URL.Query().Get("id"), 10, 64)
	if err != nil {
		return answer.Refuse(http.StatusBadRequest,
			"id is %q: give the number of a game from the list", desk.Shorten(r.URL.Query().Get("id")))
	}
	g, err := loadTranscript(r.Context(), dir, id)
	if errors.Is(err, replay.ErrNoGame) {
		return answer.Refuse(http.StatusNotFound, "the run has no game with id %d", id)
	}
	if err != nil {
		return err
	}
	return answer.JSON(w, g)
}

// feed returns the feed of a run, and makes it if needed.
func (s *Server) feed(name string) (*feed, error) {
	dir, err := s.folder.find(name)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.feeds[name]
	if f == nil || f.dir != dir {
		f = newFeed(name, dir, s.interval)
		s.feeds[name] = f
	}
	return f, nil
}
