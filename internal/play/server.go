// Package play serves a page on which a person plays against an engine. The protocol has no state: the browser holds
// the game, as rules, a start and a list of moves, and sends it with every request, so that undoing, reloading and links
// need nothing from the server. The page is embedded and loads nothing from elsewhere. Whoever asks is distrusted: a
// foreign Host or Origin is refused, and body, searches at once and time are bounded.
package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"epaminondas/game"
	"epaminondas/net"
)

// Config says what is served. Every field but Address may stay zero.
type Config struct {
	// Address is where the server listens, as host:port; requests for another one are refused.
	Address string
	// Network plays, ModelName is what the page calls it, and ModelRules are the rules it was trained on. Without
	// a network the classical engine plays.
	Network    *net.Network
	ModelName  string
	ModelRules string
	// Rules is the board that the page opens on; "" for the model's own, or Epaminondas.
	Rules string
	// Searches is how many may run at once: 2 if it is 0. More are told to come back later.
	Searches int
	// SearchTime ends every search: 10 s if it is 0.
	SearchTime time.Duration
}

// server answers requests. All of it is immutable but the free places for searches.
type server struct {
	guard  guard
	boards boardList
	assets map[string]asset
	engine engine
	places chan struct{} // taken by a search while it runs
	limit  time.Duration
	routes map[string]route
}

// route is what a path answers to.
type route struct {
	method string
	serve  func(http.ResponseWriter, *http.Request) error
}

// New returns a handler for a whole server: the page, its assets and what the page asks. An error names the field of cfg.
func New(cfg Config) (http.Handler, error) {
	g, err := newGuard(cfg.Address)
	if err != nil {
		return nil, err
	}
	s := &server{guard: g, engine: newEngine(cfg), limit: cfg.SearchTime, places: make(chan struct{}, max(1, cfg.Searches))}
	if cfg.Searches == 0 {
		s.places = make(chan struct{}, 2)
	}
	if s.limit == 0 {
		s.limit = 10 * time.Second
	}
	if s.boards, err = newBoardList(cfg, s.engine.name()); err != nil {
		return nil, err
	}
	if s.assets, err = loadAssets(); err != nil {
		return nil, err
	}
	s.routes = map[string]route{
		"/api/boards":   {http.MethodGet, s.serveBoards},
		"/api/position": {http.MethodPost, s.servePosition},
		"/api/move":     {http.MethodPost, s.serveMove},
	}
	for path := range s.assets {
		s.routes[path] = route{http.MethodGet, s.serveAsset}
	}
	return s, nil
}

// ServeHTTP implements http.Handler. Paths are compared as they are: none is cleaned, redirected or looked up on a disk.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	setHeaders(w.Header())
	if err := s.dispatch(w, r); err != nil {
		writeError(w, err)
	}
}

func (s *server) dispatch(w http.ResponseWriter, r *http.Request) error {
	if err := s.guard.check(r); err != nil {
		return err
	}
	to, ok := s.routes[r.URL.Path]
	if !ok {
		return refuse(http.StatusNotFound, "there is nothing at %q: the page is at /", shorten(r.URL.Path))
	}
	if r.Method != to.method && !(r.Method == http.MethodHead && to.method == http.MethodGet) {
		w.Header().Set("Allow", to.method)
		return refuse(http.StatusMethodNotAllowed, "method %s does not work on %s: use %s", shorten(r.Method), r.URL.Path, to.method)
	}
	return to.serve(w, r)
}

func (s *server) serveBoards(w http.ResponseWriter, _ *http.Request) error {
	return writeJSON(w, s.boards)
}

func (s *server) servePosition(w http.ResponseWriter, r *http.Request) error {
	var q positionRequest
	if err := decode(w, r, &q); err != nil {
		return err
	}
	g, err := q.game()
	if err != nil {
		return err
	}
	return writeJSON(w, describe(g))
}

func (s *server) serveMove(w http.ResponseWriter, r *http.Request) error {
	var q moveRequest
	if err := decode(w, r, &q); err != nil {
		return err
	}
	if err := q.checkLevel(); err != nil {
		return err
	}
	g, err := q.game()
	if err != nil {
		return err
	}
	if outcome, reason := g.state.Outcome(); outcome != game.Ongoing {
		return refuse(http.StatusBadRequest, "the game is over (%s, %s): no move is left to be found, take one back", outcome, reason)
	}
	select {
	case s.places <- struct{}{}:
		defer func() { <-s.places }()
	default:
		w.Header().Set("Retry-After", "1")
		return refuse(http.StatusTooManyRequests, "%d searches run already, which is all that may: ask again in a second", cap(s.places))
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.limit)
	defer cancel()
	began := time.Now()
	found, err := s.engine.choose(ctx, &g.state, levels[q.Level-1], q.Seed)
	if ctx.Err() != nil && err != nil {
		return refuse(http.StatusServiceUnavailable, "the search was stopped before it found a move: ask again")
	} else if err != nil {
		return fmt.Errorf("play: level %d: %w", q.Level, err)
	}
	return writeJSON(w, moveReply{
		Move: describeMove(&g.state, found.move), Value: found.value, Depth: found.depth, Nodes: found.nodes,
		Milliseconds: time.Since(began).Milliseconds(), Engine: s.engine.name(),
	})
}

// refusal is an answer to a request that is not served.
type refusal struct {
	status int
	text   string
}

func (e *refusal) Error() string { return e.text }

func refuse(status int, format string, args ...any) error {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

func writeJSON(w http.ResponseWriter, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("play: write an answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(data) // who has gone away needs no answer
	return nil
}

// writeError answers with {"error": text}. What is not a refusal is a fault of ours.
func writeError(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var r *refusal
	if errors.As(err, &r) {
		status = r.status
	}
	data, err := json.Marshal(map[string]string{"error": err.Error()})
	if err != nil {
		status, data = http.StatusInternalServerError, []byte(`{"error":"unwritable error"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data)
}
