// Package serve is the server of the page: it gives out the page's files, and answers what the page
// asks with the desk of package desk. Whoever asks is distrusted: a foreign Host or Origin is
// refused, sizes and times are bounded, and paths are compared as they are, never looked up on a
// disk.
package serve

import (
	"net/http"
	"strings"

	"epaminondas/internal/page/answer"
	"epaminondas/internal/page/desk"
)

// Config says what is served.
type Config struct {
	// Address is where the server listens, as host:port; requests for another one are refused.
	Address string
	Desk    *desk.Desk
	// Training answers what is asked below /api/training/, with GET or HEAD; nil for a server that
	// shows no training. It sees requests that the guard has let pass, and sets deadlines of its
	// own if it writes for longer than [writeTime].
	Training http.Handler
}

// server answers requests. All of it is immutable.
type server struct {
	guard  guard
	desk   *desk.Desk
	routes map[string]route
	below  map[string]route // by the beginning of the path
}

// route is what a path answers to.
type route struct {
	method string
	serve  func(http.ResponseWriter, *http.Request) error
}

// Where the answers are: the name of a call follows.
const (
	callPath     = "/api/"
	trainingPath = "/api/training/"
)

// New returns a handler for a whole server: the page, its files and what the page asks. An error
// names the field of cfg.
func New(cfg Config) (http.Handler, error) {
	g, err := newGuard(cfg.Address)
	if err != nil {
		return nil, err
	}
	s := &server{guard: g, desk: cfg.Desk, routes: map[string]route{}, below: map[string]route{}}
	for _, name := range cfg.Desk.Calls() {
		s.routes[callPath+name] = route{http.MethodPost, s.serveCall(name)}
	}
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	for path, a := range assets {
		s.routes[path] = route{http.MethodGet, a.serve}
	}
	if cfg.Training != nil {
		s.below[trainingPath] = route{http.MethodGet, func(w http.ResponseWriter, r *http.Request) error {
			cfg.Training.ServeHTTP(w, r)
			return nil
		}}
	}
	return s, nil
}

// ServeHTTP implements http.Handler. Paths are compared as they are: none is cleaned or redirected.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	setHeaders(w.Header())
	if err := s.dispatch(w, r); err != nil {
		answer.Error(w, statusOf(err), err)
	}
}

func (s *server) dispatch(w http.ResponseWriter, r *http.Request) error {
	if err := s.guard.check(r); err != nil {
		return err
	}
	to, ok := s.find(r.URL.Path)
	if !ok {
		return answer.Refuse(http.StatusNotFound, "there is nothing at %q: the page is at /",
			desk.Shorten(r.URL.Path))
	}
	if r.Method != to.method && !(r.Method == http.MethodHead && to.method == http.MethodGet) {
		w.Header().Set("Allow", to.method)
		return answer.Refuse(http.StatusMethodNotAllowed, "method %s does not work on %s: use %s",
			desk.Shorten(r.Method), desk.Shorten(r.URL.Path), to.method)
	}
	return to.serve(w, r)
}

func (s *server) find(path string) (route, bool) {
	if to, ok := s.routes[path]; ok {
		return to, true
	}
	for beginning, to := range s.below {
		if strings.HasPrefix(path, beginning) {
			return to, true
		}
	}
	return route{}, false
}
