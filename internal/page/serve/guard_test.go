package serve

import (
	"epaminondas/internal/page/api"
	"net/http"
	"strings"
	"testing"
)

// The server accepts names of this computer with any port, with or without an Origin.
func TestHostsThatAreOurs(t *testing.T) {
	for _, tt := range []struct {
		listens, host string
		status        int
	}{
		{"127.0.0.1:8080", "localhost:8080", 200},
		{"127.0.0.1:8080", "[::1]:8080", 200},
		{"127.0.0.1:8080", "localhost:9472", 200}, // a tunnel from another port
		{"127.0.0.1:8080", "127.0.0.1:9472", 200},
		{"127.0.0.1:8080", "LOCALHOST:8080", 200},
		{"127.0.0.1:8080", "LocalHost", 200},
		{"127.0.0.1:8080", "[0:0:0:0:0:0:0:1]:80", 200},
		{"127.0.0.1:80", "localhost", 200},
		{"127.0.0.1:8080", "box:8080", 403},
		{"box:8080", "Box:9000", 200},
		{"192.168.1.5:8080", "192.168.1.5:8080", 200},
		{"192.168.1.5:8080", "192.168.1.5:80", 200},
		{"192.168.1.5:8080", "192.168.1.6:8080", 403},
		{"[::]:8080", "192.168.1.6:8080", 200},
		{":8080", "192.168.1.6:8080", 200},
		{"0.0.0.0:80", "192.168.1.6", 200},
		{"0.0.0.0:80", "[2001:db8::1]", 200},
		{"0.0.0.0:80", "192.168.1.6:80", 200},
		{"0.0.0.0:80", "192.168.1.6:8080", 200}, // a published port of a container
		{"0.0.0.0:80", "evil.example", 403},
		{"[::]:8080", "evil.example:8080", 403}, // a foreign name that resolves to this computer
	} {
		r := request(http.MethodGet, "/", "")
		r.Host = tt.host
		r.Header.Del("Origin")
		if w := ask(newServer(t, Config{Address: tt.listens}), r); w.Code != tt.status {
			t.Errorf("listening on %s, host %s: %d, want %d", tt.listens, tt.host, w.Code, tt.status)
		}
	}
	// a link on another site may lead to the page
	for path, site := range map[string]string{"/": "cross-site", "/assets/main.js": "same-origin",
		"/api/nothing": "same-origin"} {
		r := request(http.MethodGet, path, "")
		r.Header.Set("Sec-Fetch-Site", site)
		if w := ask(newServer(t, Config{}), r); w.Code == http.StatusForbidden {
			t.Errorf("%s for a page that is %s: %d %s", path, site, w.Code, w.Body)
		}
	}
	for _, cfg := range []Config{{Address: "nowhere"}, {Address: address, Hosts: []string{""}},
		{Address: address, Hosts: []string{"box:80"}}, {Address: address, Hosts: []string{"http://box"}},
		{Address: address, Hosts: []string{"*"}}} {
		cfg.Service = newService(t, api.Config{})
		if _, err := New(cfg); err == nil {
			t.Errorf("Address %q and Hosts %q are taken", cfg.Address, cfg.Hosts)
		}
	}
}

// The server also accepts the hosts of its settings, with any port and case. A proxy may serve these
// with TLS. Every other rule for origins stays.
func TestHostsOfTheSettings(t *testing.T) {
	h := newServer(t, Config{Hosts: []string{"Box", "page.example.org", "10.0.0.7", "2001:DB8::7"}})
	for _, tt := range []struct {
		host, origin string
		status       int
	}{
		{"box", "http://box", 200},
		{"BOX:9000", "http://box:9000", 200},
		{"box:9000", "", 200},
		{"page.example.org", "https://page.example.org", 200},
		{"10.0.0.7:80", "https://10.0.0.7:80", 200},
		{"[2001:db8::7]", "http://[2001:db8::7]", 200},
		{"localhost:9472", "http://localhost:9472", 200},
		{"box:9000", "http://box:3000", 403}, // another program of the same computer
		{"box", "http://page.example.org", 403},
		{"localhost:9472", "http://localhost:3000", 403},
		{"localhost:9472", "http://box:9472", 403},
		{"localhost:9472", "https://localhost:9472", 403},
		{"localhost:9472", "null", 403},
		{"page.example.org", "https://page.example.org.evil.example", 403},
		{"page.example.org", "https://evil.example", 403},
		{"evil.page.example.org", "http://evil.page.example.org", 403},
		{"10.0.0.8", "http://10.0.0.8", 403},
	} {
		r := request(http.MethodPost, "/api/position", goodBody)
		r.Host = tt.host
		r.Header.Del("Origin")
		if tt.origin != "" {
			r.Header.Set("Origin", tt.origin)
		}
		if w := ask(h, r); w.Code != tt.status {
			t.Errorf("host %s, origin %s: %d, want %d", tt.host, tt.origin, w.Code, tt.status)
		}
	}
}

// A person in a browser reads a page with the cure, and a program gets JSON.
func TestRefusalsForPeople(t *testing.T) {
	h := newServer(t, Config{})
	const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for _, tt := range []struct {
		host, path, accept string
		kind, want         string
	}{
		{"box:9000", "/", accept, "text/html", "start the program with --host box and reload"},
		{"box:9000", "/", accept, "text/html", "docs/play.md"},
		{"<b>:9000", "/", accept, "text/html", "&lt;b&gt;"},
		{address, "/nothing", accept, "text/html", "the page is at /."},
		{"box:9000", "/", "*/*", "application/json", "start the program with --host box and reload"},
		{"box:9000", "/", "", "application/json", `\"box:9000\" is not the host`},
	} {
		r := request(http.MethodGet, tt.path, "")
		r.Host = tt.host
		r.Header.Del("Origin")
		r.Header.Set("Accept", tt.accept)
		w := ask(h, r)
		if w.Code < 400 || !strings.HasPrefix(w.Header().Get("Content-Type"), tt.kind) ||
			!strings.Contains(w.Body.String(), tt.want) || strings.Contains(w.Body.String(), address) {
			t.Errorf("host %s, path %s: %d %v %s", tt.host, tt.path, w.Code, w.Header(), w.Body)
		}
	}
}
