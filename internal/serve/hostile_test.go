package serve

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"epaminondas/internal/play"
)

// hostile is a request that must be refused.
type hostile struct {
	name   string
	status int
	change func(*http.Request) // of a good one
}

const goodBody = `{"rules":"crossings","start":"","moves":[]}`

func TestHostileRequests(t *testing.T) {
	h := newServer(t, Config{})
	var all []hostile
	add := func(list ...hostile) { all = append(all, list...) }
	for _, host := range []string{"", "evil.example", "evil.example:8080", "localhost", "localhost:8081", "127.0.0.1", "127.0.0.1:80", "127.0.0.2:8080",
		"127.0.0.1:8080.evil.example", "localhost.evil.example:8080", "[::1]", "[::2]:8080", "0.0.0.0:8080", "192.168.1.5:8080", "127.0.0.1:8080@evil", " 127.0.0.1:8080"} {
		add(hostile{"host " + host, 403, func(r *http.Request) { r.Host = host; r.Header.Del("Origin") }})
	}
	for _, origin := range []string{"", "null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081", "http://127.0.0.1", "http://localhost:8080",
		"http://127.0.0.1:8080.evil.example", "http://evil.example/http://127.0.0.1:8080", "file://", "http://127.0.0.1:8080/"} {
		add(hostile{"origin " + origin, 403, func(r *http.Request) { r.Header["Origin"] = []string{origin} }})
	}
	add(hostile{"two origins", 403, func(r *http.Request) { r.Header["Origin"] = []string{"http://" + address, "http://evil.example"} }})
	for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "post", "BREW"} {
		add(hostile{"method " + method, 405, func(r *http.Request) { r.Method = method }})
	}
	for _, path := range []string{"/api", "/api/", "/api/position/", "/api//position", "//api/position", "/API/position", "/assets", "/assets/", "/assets/index.html", "/assets/../server.go",
		"/../../etc/passwd", "/assets/%2e%2e/guard.go", "/.git/config", "/favicon.ico", "*", "", "/api/position\x00", "/assets/main.js/", "/index.html"} {
		add(hostile{"path " + path, 404, func(r *http.Request) { r.URL.Path = path }})
	}
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", "application/json; ;;"} {
		add(hostile{"type " + kind, 415, func(r *http.Request) { r.Header.Set("Content-Type", kind) }})
	}
	bodies := map[int][]string{413: {strings.Repeat(" ", 300_000), `{"rules":"` + strings.Repeat("a", 300_000), `{"rules":"crossings"}` + strings.Repeat(" ", 300_000)}, 400: badBodies}
	for status, list := range bodies {
		for _, body := range list {
			add(hostile{"body " + play.Shorten(body), status, func(r *http.Request) { setBody(r, body) }})
		}
	}
	if len(all) < 60 {
		t.Fatalf("only %d requests", len(all))
	}
	for _, tt := range all {
		r := request(http.MethodPost, "/api/position", goodBody)
		tt.change(r)
		w := answer(h, r)
		var reply struct {
			Error string `json:"error"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &reply); w.Code != tt.status || err != nil || len(reply.Error) < 20 || len(reply.Error) > 600 {
			t.Errorf("%s: %d %s, want %d and what is wrong", tt.name, w.Code, w.Body, tt.status)
		}
	}
	if w := answer(h, request(http.MethodPost, "/api/position", goodBody)); w.Code != http.StatusOK {
		t.Errorf("a good request after %d bad ones: %d %s", len(all), w.Code, w.Body)
	}
}

var badBodies = []string{
	``, ` `, `null`, `[]`, `{}`, `{`, `"x"`, `12`, `true`, `{"rules":"crossings"`, `{"rules":"crossings"}}`, `{"rules":"crossings"}{"rules":"crossings"}`,
	`{"rules":"crossings","x":1}`, `{"rules":"crossings","level":1}`, `{"rules":7}`, `{"rules":"crossings","moves":"a1-a2"}`, `{"rules":"crossings","moves":[1]}`, `{"rules":"crossings","start":{}}`,
	`{"rules":"chess"}`, `{"rules":"epaminondas:2x2"}`, `{"rules":"epaminondas:99x99"}`, `{"rules":"epaminondas:-4x6"}`, `{"rules":"epaminondas:4x6x9"}`, `{"rules":"crossings,max_plies=-1"}`,
	`{"rules":"epaminondas:99999999999999999999x4"}`, `{"rules":"` + strings.Repeat("epaminondas,", 4000) + `"}`,
	`{"rules":"crossings","start":"x"}`, `{"rules":"crossings","start":"w/b w"}`, `{"rules":"crossings","start":"` + strings.Repeat("w", 60_000) + `"}`,
	`{"rules":"epaminondas:3x3x1","start":"bbb/.../www w 99999999999999999999"}`, `{"rules":"epaminondas:3x3x1","start":"bbb/.../www w -1"}`, `{"rules":"epaminondas:3x3x1","start":"bbb/.../www x"}`,
	`{"rules":"crossings","moves":["a1-a9"]}`, `{"rules":"crossings","moves":["a8-a7"]}`, `{"rules":"crossings","moves":["z1-z2"]}`, `{"rules":"crossings","moves":[""]}`, `{"rules":"crossings","moves":["a1-a2","a1-a2"]}`,
	`{"rules":"crossings","moves":["a1-a3","a1-a3"]}`, `{"rules":"crossings","moves":[` + strings.Repeat(`"",`, 2000) + `""]}`, `{"rules":"crossings","moves":["` + strings.Repeat("a1", 20_000) + `"]}`,
	"{\"rules\":\"cross\x00ings\"}", "\xff\xfe", `{"rules":"crossings","moves":["\ud800"]}`, strings.Repeat("[", 50_000), strings.Repeat(`{"rules":`, 5_000),
}

// What may be asked for is served: names of this computer with the server's port, with or without an Origin.
func TestHostsThatAreOurs(t *testing.T) {
	for _, tt := range []struct {
		listens, host string
		status        int
	}{
		{"127.0.0.1:8080", "localhost:8080", 200},
		{"127.0.0.1:8080", "[::1]:8080", 200},
		{"127.0.0.1:80", "localhost", 200},
		{"192.168.1.5:8080", "192.168.1.5:8080", 200},
		{"192.168.1.5:8080", "192.168.1.6:8080", 403},
		{"[::]:8080", "192.168.1.6:8080", 200},
		{"[::]:8080", "evil.example:8080", 403}, // a name that somebody points at this computer
		{"[::]:8080", "192.168.1.6:8081", 403},
	} {
		r := request(http.MethodGet, "/", "")
		r.Host = tt.host
		r.Header.Del("Origin")
		if w := answer(newServer(t, Config{Address: tt.listens}), r); w.Code != tt.status {
			t.Errorf("listening on %s, host %s: %d, want %d", tt.listens, tt.host, w.Code, tt.status)
		}
	}
	if _, err := New(Config{Address: "nowhere"}); err == nil {
		t.Error("an address without a port is taken")
	}
}

func setBody(r *http.Request, body string) { r.Body = io.NopCloser(strings.NewReader(body)) }
