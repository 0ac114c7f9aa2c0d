// Package serve is the page's HTTP server. It serves the files of the page, and passes the page's
// calls to package api. It trusts no client: it refuses a foreign Host or Origin and limits sizes
// and times. It compares paths with a list and never looks them up on a disk.
//
// A [Training] shows training runs, during training or later. It reads run folders and never writes
// in them. A page asks for the changes of a run about once a second, and the first page to ask
// reads the folder for all. So nothing runs without viewers, an additional viewer costs almost
// nothing, and work ends with its request. The pages hold no connection between two questions,
// because a browser has only six for all its tabs.
package serve

import (
	"net/http"
	"strings"

	"epaminondas/internal/page/api"
)

// Config has the settings of the server.
type Config struct {
	// Address is the host:port of the server. The server refuses requests for another host. It accepts
	// any port, and the names of this computer.
	Address string
	// Hosts are further host names, under which a tunnel or a proxy reaches the server.
	Hosts   []string
	Service *api.Service
	// Training answers GET and HEAD below /api/training/; nil means no training view. It gets only
	// requests that pass the guard. Each of its writes has a deadline of [WriteTime].
	Training http.Handler
}

// server answers requests. It is immutable.
type server struct {
	guard   guard
	service *api.Service
	routes  map[string]route
	below   map[string]route // by path prefix
}

// route is the handler of a path, with its methods.
type route struct {
	method string
	serve  func(http.ResponseWriter, *http.Request) error
}

// The path of the calls. The name of a call follows.
const (
	callPath     = "/api/"
	trainingPath = "/api/training/"
)

// New returns a handler for the page, its files and its calls. An error names the invalid field of
// cfg.
func New(cfg Config) (http.Handler, error) {
	g, err := newGuard(cfg.Address, cfg.Hosts)
	if err != nil {
		return nil, err
	}
	s := &server{guard: g, service: cfg.Service, routes: map[string]route{}, below: map[string]route{}}
	for _, name := range cfg.Service.Calls() {
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

// ServeHTTP implements http.Handler. It compares paths exactly: it does not clean or redirect them.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	setHeaders(w.Header())
	timed := NewTimed(w)
	defer timed.End()
	if err := s.dispatch(timed, r); err != nil {
		writeRefusal(timed, r, statusOf(err), err)
	}
}

func (s *server) dispatch(w http.ResponseWriter, r *http.Request) error {
	if err := s.guard.check(r); err != nil {
		return err
	}
	to, ok := s.find(r.URL.Path)
	if !ok {
		return Refuse(http.StatusNotFound, "there is nothing at %q: the page is at /",
			api.Shorten(r.URL.Path))
	}
	if r.Method != to.method && !(r.Method == http.MethodHead && to.method == http.MethodGet) {
		w.Header().Set("Allow", to.method)
		return Refuse(http.StatusMethodNotAllowed, "method %s does not work on %s: use %s",
			api.Shorten(r.Method), api.Shorten(r.URL.Path), to.method)
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
