package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"epaminondas/internal/page/api"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// No deadline passes while the program thinks, and every write has one.
func TestDeadlines(t *testing.T) {
	h, err := New(Config{Address: "localhost:80", Service: newService(t, api.Config{})})
	if err != nil {
		t.Fatal(err)
	}
	for path, body := range map[string]string{
		"/api/analyse": `{"rules":"epaminondas","seconds":0.5}`,
		"/api/move":    `{"rules":"epaminondas","seed":1,"level":15}`,
		"/api/boards":  `{}`,
		"/api/review":  `{"rules":"no"}`,
	} {
		w := &strict{ResponseRecorder: httptest.NewRecorder(), t: t,
			deadline: time.Now().Add(50 * time.Millisecond)}
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Host = "localhost"
		r.Header.Set("Content-Type", "application/json")
		if h.ServeHTTP(w, r); w.Body.Len() == 0 || w.Code == http.StatusForbidden {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if left := time.Until(w.deadline); left <= 0 || left > WriteTime {
			t.Errorf("%s: the rest of the answer has %v", path, left)
		}
	}
}

// startServer serves a service on a port of its own until the test ends.
func startServer(t testing.TB, d *api.Service, change func(*http.Server)) string {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	h, err := New(Config{Address: server.Listener.Addr().String(), Service: d})
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = h
	change(server.Config)
	server.Start()
	t.Cleanup(server.Close)
	t.Cleanup(server.Client().CloseIdleConnections)
	return server.URL
}

// send posts a request over a real connection.
func send(ctx context.Context, t *testing.T, url, body string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	t.Cleanup(func() { response.Body.Close() })
	return response
}

// The server sends each line of an analysis when it is found. An analysis may take longer than the
// time limits for reading a request and writing a plain answer.
func TestParts(t *testing.T) {
	short := 300 * time.Millisecond
	url := startServer(t, newService(t, api.Config{}),
		func(s *http.Server) { s.ReadTimeout, s.WriteTimeout = short, short })
	began, first := time.Now(), time.Duration(0)
	response := send(t.Context(), t, url+"/api/analyse", `{"rules":"epaminondas","seconds":4}`)
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK ||
		kind != "application/x-ndjson" {
		t.Fatalf("%d, %s", response.StatusCode, kind)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	var last struct {
		Done  bool `json:"done"`
		Lines []any
	}
	n := 0
	for ; lines.Scan(); n++ {
		if n == 0 {
			first = time.Since(began)
		}
		if last.Done {
			t.Error("a part follows the last")
		}
		if err := json.Unmarshal(lines.Bytes(), &last); err != nil {
			t.Fatal(err)
		}
	}
	if lines.Err() != nil || n < 3 || !last.Done || len(last.Lines) != 3 {
		t.Errorf("%d lines, the last %+v: %v", n, last, lines.Err())
	}
	if took := time.Since(began); took < time.Second || took-first < 300*time.Millisecond {
		t.Errorf("the first of %d parts came after %v of %v, want 4s in all", n, first, took)
	}
}

// When a browser disconnects, its analysis ends and frees its slot. The test starts many more
// analyses than slots, one after another.
func TestAbortedAnalyses(t *testing.T) {
	url := startServer(t, newService(t, api.Config{Searches: 1}), func(*http.Server) {})
	for i := range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		response := send(ctx, t, url+"/api/analyse", `{"rules":"crossings"}`)
		if response.StatusCode != http.StatusOK {
			body, err := io.ReadAll(response.Body)
			t.Fatalf("analysis %d: %d %s %v", i, response.StatusCode, body, err)
		}
		if _, err := response.Body.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		cancel()
	}
}

// The last part has an error that occurs after the first part.
func TestFailureAfterParts(t *testing.T) {
	w := httptest.NewRecorder()
	out := reply{w: w, control: http.NewResponseController(w)}
	if err := out.part(map[string]int{"nodes": 1}); err != nil || !out.begun {
		t.Fatalf("begun is %v after a part: %v", out.begun, err)
	}
	out.fail(Refuse(http.StatusTeapot, "no more tea"))
	if want := "{\"nodes\":1}\n{\"error\":\"no more tea\"}\n"; w.Body.String() != want {
		t.Errorf("%q, want %q", w.Body, want)
	}
}

// A stopped server cancels its work and does not wait for clients.
func TestStops(t *testing.T) {
	server := httptest.NewUnstartedServer(nil) // for its listener
	h, err := New(Config{Address: server.Listener.Addr().String(), Service: newService(t, api.Config{})})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var text bytes.Buffer
	done := make(chan error)
	go func() { done <- Run(ctx, server.Listener, h, log.New(&text, "", 0)) }()
	response := send(t.Context(), t, "http://"+server.Listener.Addr().String()+"/api/analyse",
		`{"rules":"epaminondas"}`)
	if _, err := response.Body.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	cancel()
	if err := <-done; err != nil || text.Len() > 0 {
		t.Errorf("%v %s", err, &text)
	}
	if took := time.Since(began); took > 50*time.Second {
		t.Errorf("stopping took %v", took)
	}
}
