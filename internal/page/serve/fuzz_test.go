package serve

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var port = regexp.MustCompile(`:[1-9][0-9]*$`)

// FuzzHTTP sends arbitrary requests to a server, except slow searches. The server never returns
// status 500, and refuses every request from a foreign origin or for a foreign host.
func FuzzHTTP(f *testing.F) {
	f.Add("POST", "/api/position", address, "http://"+address, "application/json", goodBody)
	f.Add("GET", "/", address, "", "", "")
	f.Add("GET", "/assets/../guard.go", address, "", "", "")
	f.Add("POST", "/api/import", address, "null", "text/plain", `{"text":"#rules=crossings&moves=a2-a3"}`)
	f.Add("PUT", "/api/boards?x=%zz", "evil.example", "http://evil.example", "application/json; charset=x",
		"{}")
	f.Add("HEAD", "/api/training/events?run=..", address, "", "", "")
	handler := newServer(f, Config{Training: http.NotFoundHandler()})
	f.Fuzz(func(t *testing.T, method, path, host, origin, kind, body string) {
		for _, search := range []string{"move", "analyse", "review", "hint"} {
			if strings.Contains(path, search) {
				return
			}
		}
		r := httptest.NewRequest(http.MethodPost, "http://"+address+"/", strings.NewReader(body))
		r.Method, r.Host, r.URL.Path = method, host, path
		r.Header.Set("Content-Type", kind)
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
		if name := strings.ToLower(port.ReplaceAllString(host, "")); w.Code == http.StatusOK &&
			name != "localhost" && name != "127.0.0.1" && !strings.HasPrefix(name, "[") {
			t.Errorf("host %q is answered", host)
		}
		if origin != "" && !strings.EqualFold(origin, "http://"+host) &&
			w.Code == http.StatusOK {
			t.Errorf("origin %q is answered for host %q", origin, host)
		}
		if w.Header().Get("Content-Security-Policy") == "" ||
			strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") &&
				!utf8.Valid(w.Body.Bytes()) {
			t.Errorf("headers %v, body %q", w.Header(), w.Body)
		}
	})
}
