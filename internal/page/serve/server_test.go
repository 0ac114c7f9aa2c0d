package serve

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/page/api"
	"epaminondas/internal/page/web"
)

const address = "127.0.0.1:8080"

func newService(t testing.TB, cfg api.Config) *api.Service {
	t.Helper()
	d, err := api.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// newServer returns a server with the usual address. Unless cfg has a service, its service has no
// networks.
func newServer(t testing.TB, cfg Config) http.Handler {
	t.Helper()
	if cfg.Address == "" {
		cfg.Address = address
	}
	if cfg.Service == nil {
		cfg.Service = newService(t, api.Config{})
	}
	h, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// request returns a request as a browser on the page sends it.
func request(method, path, body string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = address
	r.Header.Set("Origin", "http://"+address)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

func ask(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestPage(t *testing.T) {
	h := newServer(t, Config{})
	kinds := map[string]string{"/": "text/html", "/assets/main.js": "text/javascript",
		"/assets/style.css": "text/css"}
	for path, kind := range kinds {
		w := ask(h, request(http.MethodGet, path, ""))
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), kind) ||
			w.Body.Len() == 0 {
			t.Errorf("%s: %d, %s, %d bytes", path, w.Code, w.Header().Get("Content-Type"), w.Body.Len())
		}
		for _, header := range []string{"Content-Security-Policy", "X-Content-Type-Options",
			"Referrer-Policy", "ETag"} {
			if w.Header().Get(header) == "" {
				t.Errorf("%s has no %s", path, header)
			}
		}
		again := request(http.MethodGet, path, "")
		again.Header.Set("If-None-Match", w.Header().Get("ETag"))
		if w := ask(h, again); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
			t.Errorf("%s with its ETag: %d, %d bytes", path, w.Code, w.Body.Len())
		}
		if w := ask(h, request(http.MethodHead, path, "")); w.Code != http.StatusOK || w.Body.Len() != 0 {
			t.Errorf("HEAD %s: %d, %d bytes", path, w.Code, w.Body.Len())
		}
	}
}

// The page names no other host, and has no inline style or script, because the policy forbids them.
func TestAssetsLoadNothingFromElsewhere(t *testing.T) {
	files, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	for path, a := range files {
		if strings.HasSuffix(path, ".LICENSE.txt") {
			continue
		}
		// the page contains these addresses only as names, and loads nothing from them
		text := strings.NewReplacer("http://www.w3.org/2000/svg", "", "https://github.com/leeoniya/uPlot",
			"").Replace(string(a.data))
		for _, word := range []string{"http://", "https://", "//cdn", "@import", "<style", "style=\"",
			"onclick=", "eval("} {
			if strings.Contains(text, word) {
				t.Errorf("%s contains %q", path, word)
			}
		}
	}
}

// The scripts of the page know no board: they ask the service. Only the tables of texts have names.
func TestScriptsKnowNoBoard(t *testing.T) {
	files, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	for path, a := range files {
		if !strings.HasSuffix(path, ".js") || strings.HasPrefix(path, "/assets/vendor/") ||
			strings.HasPrefix(path, "/"+web.LanguageFolder) {
			continue
		}
		for _, p := range game.Presets() {
			for i, line := range strings.Split(string(a.data), "\n") {
				code, _, _ := strings.Cut(line, "//")
				if strings.Contains(code, p.Name) {
					t.Errorf("%s:%d knows the board %s: %s", path, i+1, p.Name, line)
				}
			}
		}
	}
}

func TestErrorsAreJSON(t *testing.T) {
	w := ask(newServer(t, Config{}), request(http.MethodPost, "/api/position",
		`{"rules":"epaminondas","moves":["a1-a9"]}`))
	var reply api.Failure
	err := json.NewDecoder(bytes.NewReader(w.Body.Bytes())).Decode(&reply)
	if err != nil || reply.Said == nil || reply.What != "move" {
		t.Fatalf("%s: %v", w.Body, err)
	}
	if text := reply.Error; w.Code != http.StatusBadRequest || !strings.Contains(text, "move 1") ||
		!strings.Contains(text, "a1-a9") {
		t.Errorf("%d %s", w.Code, text)
	}
}

// Requests below /api/training/ go to their handler, if there is one. The guard checks them, and
// only GET and HEAD are allowed. No other request goes there.
func TestTraining(t *testing.T) {
	asked := 0
	h := newServer(t, Config{Training: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		_, _ = io.WriteString(w, r.URL.String())
	})})
	foreign := request(http.MethodGet, "/api/training/runs", "")
	foreign.Host = "evil.example"
	for _, tt := range []struct {
		r      *http.Request
		status int
	}{
		{request(http.MethodGet, "/api/training/runs", ""),
			200}, {request(http.MethodGet, "/api/training/game?run=a&id=1", ""), 200},
		{request(http.MethodHead, "/api/training/runs", ""), 200},
		{request(http.MethodPost, "/api/training/runs", "{}"),
			405}, {request(http.MethodGet, "/api/training", ""), 404},
		{request(http.MethodGet, "/api/trainings/x", ""), 404}, {foreign, 403},
	} {
		before := asked
		if w := ask(h, tt.r); w.Code != tt.status || (asked > before) != (tt.status == 200) {
			t.Errorf("%s %s: %d, want %d", tt.r.Method, tt.r.URL, w.Code, tt.status)
		}
	}
}
