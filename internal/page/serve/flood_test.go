package serve

import (
	"bufio"
	"context"
	"epaminondas/internal/page/api"
	"fmt"
	"io"
	"log"
	stdnet "net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// plain is a server that waits only briefly for slow browsers, and does not log bad requests.
func plain(s *http.Server) {
	s.ReadHeaderTimeout, s.ReadTimeout, s.IdleTimeout, s.MaxHeaderBytes = 5*time.Second, 5*time.Second,
		time.Minute, 16<<10
	s.ErrorLog = log.New(io.Discard, "", 0)
}

// say opens a connection, sends text and returns the status of the answer, or 0 if there is none.
func say(t *testing.T, host, text string) int {
	t.Helper()
	c, err := stdnet.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(c, text) // the server may have closed the connection
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

// The server refuses or cuts off every improper request, and continues to answer others.
func TestHostileConnections(t *testing.T) {
	url := startServer(t, newService(t, api.Config{}), plain)
	host := strings.TrimPrefix(url, "http://")
	head := "POST /api/position HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\n"
	var wait sync.WaitGroup
	for name, tt := range map[string]struct {
		text   string
		status int
	}{
		"nothing":              {"", 0},
		"noise":                {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400},
		"words":                {"hello there\r\n\r\n", 400},
		"no version":           {"GET /\r\n\r\n", 400},
		"strange version":      {"GET / HTTP/9.9\r\nHost: " + host + "\r\n\r\n", 505},
		"no host":              {"GET / HTTP/1.1\r\n\r\n", 400},
		"two hosts":            {"GET / HTTP/1.1\r\nHost: " + host + "\r\nHost: evil.example\r\n\r\n", 400},
		"foreign host":         {"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403},
		"old and no host":      {"GET / HTTP/1.0\r\n\r\n", 403},
		"foreign absolute URI": {"GET http://evil.example/ HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 403},
		"proxy":                {"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", 403},
		"bad method":           {"G\x00T / HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 400},
		"bad escape":           {"GET /%zz HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 400},
		"path up":              {"GET /../../etc/passwd HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 404},
		"escaped path up":      {"GET /assets/%2e%2e/%2e%2e/guard.go HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 404},
		"huge header": {"GET / HTTP/1.1\r\nHost: " + host + "\r\nX: " + strings.Repeat("x",
			100_000) + "\r\n\r\n", 431},
		"many headers": {"GET / HTTP/1.1\r\nHost: " + host + "\r\n" + strings.Repeat("X: y\r\n",
			20_000) + "\r\n", 431},
		"header without a name": {"GET / HTTP/1.1\r\nHost: " + host + "\r\n: x\r\n\r\n", 400},
		"header with a NUL":     {"GET / HTTP/1.1\r\nHost: " + host + "\r\nX: a\x00b\r\n\r\n", 400},
		"folded header":         {"GET / HTTP/1.1\r\nHost: " + host + "\r\n  X: y\r\n\r\n", 400},
		"negative length":       {head + "Content-Length: -1\r\n\r\n", 400},
		"two lengths":           {head + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400},
		"no number as length":   {head + "Content-Length: 2x\r\n\r\n{}", 400},
		"endless length":        {head + "Content-Length: 99999999999999999999\r\n\r\n{}", 400},
		"large length": {head + "Content-Length: 999999999\r\n\r\n" + strings.Repeat(" ",
			api.MaxBody+1), 413},
		"length and chunks": {head + "Content-Length: 5\r\nTransfer-Encoding: " +
			"chunked\r\n\r\n0\r\n\r\n", 400},
		"unknown encoding":      {head + "Transfer-Encoding: gzip\r\n\r\n", 501},
		"bad chunk":             {head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
		"broken body":           {head + "Content-Length: 50\r\n\r\n{\"rules\":", 400},
		"expectation":           {head + "Expect: a miracle\r\nContent-Length: 2\r\n\r\n{}", 417},
		"slow header":           {"POST /api/position HTTP/1.1\r\nHost: ", 0},
		"upgrade":               {"GET /api/boards HTTP/1.1\r\nHost: " + host + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 405},
		"http/2 without asking": {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 403},
		"foreign origin":        {head + "Origin: http://evil.example\r\nContent-Length: 2\r\n\r\n{}", 403},
		"a second host after it": {head + "X-Forwarded-Host: evil.example\r\nContent-Length: " +
			"21\r\n\r\n{\"rules\":\"crossings\"}", 200},
	} {
		wait.Go(func() {
			status := say(t, host, tt.text)
			if status != tt.status {
				t.Errorf("%s: %d, want %d", name, status, tt.status)
			}
		})
	}
	wait.Wait()
	if response := send(t.Context(), t, url+"/api/position", goodBody); response.StatusCode != http.StatusOK {
		t.Errorf("a good request afterwards: %d", response.StatusCode)
	}
}

// Many browsers send their bodies one letter at a time. They delay nobody, and the server drops
// them.
func TestSlowBodies(t *testing.T) {
	url := startServer(t, newService(t, api.Config{}), plain)
	host := strings.TrimPrefix(url, "http://")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wait sync.WaitGroup
	for range 60 {
		c, err := stdnet.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST /api/move HTTP/1.1\r\nHost: %s\r\nContent-Type: "+
			"application/json\r\nContent-Length: 1000\r\n\r\n", host)
		wait.Go(func() {
			defer c.Close()
			for ctx.Err() == nil {
				if _, err := io.WriteString(c, " "); err != nil {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
			t.Error("a slow browser was not given up")
		})
	}
	for range 20 {
		if response := send(t.Context(), t, url+"/api/position",
			goodBody); response.StatusCode != http.StatusOK {
			t.Errorf("beside slow browsers: %d", response.StatusCode)
		}
	}
	time.AfterFunc(time.Minute, cancel)
	wait.Wait()
}

// In a flood of all kinds of requests, the server answers each request or asks it to come back.
// Small requests still succeed.
func TestFlood(t *testing.T) {
	url := startServer(t, newService(t, api.Config{Searches: 1}), func(*http.Server) {})
	bodies := map[string]string{
		"move":    `{"rules":"epaminondas:4x6x1","level":3}`,
		"analyse": `{"rules":"epaminondas:4x6x1","seconds":0.05}`, "position": goodBody,
		"review": `{"rules":"epaminondas:4x6x1","nodes":10}`, "boards": `{}`,
		"export": goodBody[:len(goodBody)-1] + `,"white":"x"}`,
	}
	var lock sync.Mutex
	codes := map[string]map[int]int{}
	for name := range bodies {
		codes[name] = map[int]int{}
	}
	var wait sync.WaitGroup
	for name, body := range bodies {
		for range 30 {
			wait.Go(func() {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/"+name,
					strings.NewReader(body))
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("Content-Type", "application/json")
				response, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				defer response.Body.Close()
				if _, err := io.Copy(io.Discard, response.Body); err != nil {
					t.Error(err)
				}
				lock.Lock()
				defer lock.Unlock()
				codes[name][response.StatusCode]++
			})
		}
	}
	wait.Wait()
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	found := 0
	for name, counts := range codes {
		searches := name == "move" || name == "analyse" || name == "review"
		if counts[200]+counts[429] != 30 || !searches && counts[200] != 30 {
			t.Errorf("%s: %v", name, counts)
		}
		if searches {
			found += counts[200]
		}
	}
	if found == 0 {
		t.Error("no search got a place")
	}
}
