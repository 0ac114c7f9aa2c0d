package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// start runs the command until the test ends it, and returns the address of its page.
func start(t *testing.T, args ...string) (url string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(ctx, args, strings.NewReader(""), in, io.Discard)
		in.CloseWithError(errors.Join(io.EOF, err))
		done <- err
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	url = regexp.MustCompile(`http://\S+`).FindString(line)
	return url, func() error {
		cancel()
		return <-done
	}
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(data)
}

func TestServesThePage(t *testing.T) {
	url, stop := start(t, "--addr", "127.0.0.1:0", "--rules", "crossings")
	if status, body := get(t, url); status != http.StatusOK ||
		!strings.Contains(body, "<title>Epaminondas</title>") {
		t.Errorf("%s: %d %s", url, status, body)
	}
	response, err := http.Post(url+"api/boards", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil ||
		!strings.Contains(string(body), `"open":"crossings,max_plies=150"`) {
		t.Errorf("boards: %s", body)
	}
	if err := stop(); err != nil {
		t.Errorf("stopped: %v", err)
	}
}

// A browser that asks for a name of --host gets the page. For another name it gets a page with the
// cure.
func TestHost(t *testing.T) {
	url, stop := start(t, "--addr", "127.0.0.1:0", "--host", "box", "--host", "10.0.0.7")
	for host, want := range map[string]string{"box:9472": "<title>Epaminondas</title>",
		"10.0.0.7": "<title>Epaminondas</title>", "LOCALHOST:9472": "<title>Epaminondas</title>",
		"other:9472": "start the program with --host other and reload"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Accept", "text/html")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || !strings.Contains(string(body), want) {
			t.Errorf("host %s: %v %s", host, err, body)
		}
		response.Body.Close()
	}
	if err := stop(); err != nil {
		t.Errorf("stopped: %v", err)
	}
}

// Stopping the server does not wait for searches.
func TestStopsWhileASearchRuns(t *testing.T) {
	url, stop := start(t, "--addr", "127.0.0.1:0")
	answered := make(chan error, 1)
	go func() {
		response, err := http.Post(url+"api/analyse", "application/json",
			strings.NewReader(`{"rules":"epaminondas","moves":[],"seconds":60}`))
		if err == nil {
			err = response.Body.Close()
		}
		answered <- err
	}()
	time.Sleep(100 * time.Millisecond) // stopping is quick, even before the search begins
	began := time.Now()
	if err := stop(); err != nil {
		t.Errorf("stopped: %v", err)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("stopping took %v", took)
	}
	<-answered
}

// The page shows training. Stopping the server does not wait for its readers.
func TestShowsTraining(t *testing.T) {
	folder := t.TempDir()
	r, err := runs.Create(t.Context(), filepath.Join(folder, "first"), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	url, stop := start(t, "--addr", "127.0.0.1:0", "--runs", folder)
	if status, body := get(t, url+"api/training/runs"); status != http.StatusOK ||
		!strings.Contains(body, `"name":"first"`) || !strings.Contains(body, `"state":"running"`) {
		t.Errorf("runs: %d %s", status, body)
	}
	response, err := http.Get(url + "api/training/events?run=first")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	events := bufio.NewReader(response.Body)
	for line := ""; !strings.HasPrefix(line, "event: snapshot"); {
		if line, err = events.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	if err := stop(); err != nil {
		t.Errorf("stopped: %v", err)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("stopping took %v", took)
	}
	if _, err := io.Copy(io.Discard, events); err != nil {
		t.Errorf("the stream is cut off: %v", err)
	}
}

func TestPortTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	err = run(t.Context(), []string{"--addr", taken.Addr().String()}, nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "--addr "+taken.Addr().String()) {
		t.Errorf("a taken port: %v", err)
	}
}

// Without --addr the server takes the next free port.
func TestNextFreePort(t *testing.T) {
	first, stopFirst := start(t)
	second, stopSecond := start(t)
	if first == second || !strings.HasPrefix(second, "http://127.0.0.1:80") {
		t.Errorf("two servers at %s and %s", first, second)
	}
	if status, _ := get(t, second); status != http.StatusOK {
		t.Errorf("%s: %d", second, status)
	}
	if err := errors.Join(stopFirst(), stopSecond()); err != nil {
		t.Error(err)
	}
}

func TestCommandLine(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--rules", "chess"}, "chess"},
		{[]string{"--addr", "8080"}, "HOST:PORT"},
		{[]string{"--addr", "127.0.0.1:0", "--runs", "command.go"}, "--runs: command.go is not a folder"},
		{[]string{"--model", filepath.Join(t.TempDir(), "none")}, "--model"},
		{[]string{"--host", "http://box"}, `--host is "http://box", want a name`},
		{[]string{"--host", "box", "--host", "box:80"}, `--host is "box:80"`},
		{[]string{"here"}, "here"},
	} {
		err := run(t.Context(), tt.args, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: %v, want a usage error with %q", tt.args, err, tt.want)
		}
	}
	if err := run(t.Context(), []string{"--model", "command.go"}, nil, io.Discard,
		io.Discard); err == nil || !strings.Contains(err.Error(), "--model") {
		t.Errorf("a file that is no checkpoint: %v", err)
	}
	var help strings.Builder
	if err := run(t.Context(), []string{"--help"}, nil, &help, io.Discard); !errors.Is(err, cli.ErrHelp) ||
		!strings.Contains(help.String(), "127.0.0.1:8080") {
		t.Errorf("help: %v\n%s", err, &help)
	}
}
