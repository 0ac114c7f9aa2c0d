package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// playAttack kills the server while browsers send requests. It also kills a trainer of the run that
// the server shows. The server must come back at the same address. It must not change a byte of a
// run without a trainer.
type playAttack struct{ *workshop }

// round implements attack.
func (a playAttack) round(ctx context.Context, dir string, rng *rand.Rand, count int, t *tally) error {
	runs := filepath.Join(dir, "runs")
	still, live := filepath.Join(runs, "still"), filepath.Join(runs, "live")
	if err := a.halfTrained(ctx, still); err != nil {
		return err
	}
	before, err := digests(still, nil)
	if err != nil {
		return err
	}
	address, err := freeAddress()
	if err != nil {
		return err
	}
	words := []string{a.program("play"), "--addr", address, "--runs", runs}
	train := trainAttack{workshop: a.workshop}
	w := newWitness(live)
	w.scratch = filepath.Join(dir, "copy")
	for end := t.done + count; t.done < end; {
		if err := a.life(ctx, words, address, train, w, rng, t); err != nil {
			return err
		}
		after, err := digests(still, nil)
		if err != nil {
			return err
		}
		if name := difference(before, after); name != "" {
			return faultf("the server has changed %s of a run that it only shows", filepath.Join(still, name))
		}
	}
	return nil
}

// halfTrained begins a run and kills it after some cycles, so that it has a log.
func (w *workshop) halfTrained(ctx context.Context, dir string) error {
	return w.killAt(ctx, w.train(dir, fmt.Sprintf("train.steps=%d", endless)), aim{lines: true, count: 7})
}

// freeAddress returns a free address of this machine.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// life starts the server and a trainer, sends requests until some moment, and kills both.
func (a playAttack) life(ctx context.Context, words []string, address string, train trainAttack, w *witness,
	rng *rand.Rand, t *tally) error {
	server, err := start(ctx, words)
	if err != nil {
		return err
	}
	defer server.kill()
	trainer, err := start(ctx, train.train(w.dir, fmt.Sprintf("train.steps=%d", endless)))
	if err != nil {
		return err
	}
	defer trainer.kill()
	if err := (aim{lines: true, count: 1}).wait(ctx, server, a.limit); err != nil {
		if errors.Is(err, errEnded) {
			return server.failed()
		}
		return err
	}
	asking, stop := context.WithCancel(ctx)
	defer stop()
	var browsers sync.WaitGroup
	answers := make(chan int, len(questions()))
	for _, q := range questions() {
		browsers.Go(func() { answers <- q.ask(asking, "http://"+address) })
	}
	wait := time.After(time.Duration(rng.Int64N(int64(longestWait))))
	if rng.IntN(2) == 0 {
		first := <-answers // kill the server just after an answer, or at once if there was none
		answers <- first
	} else {
		<-wait
	}
	for _, p := range []*process{server, trainer} {
		if p.kill() {
			t.done++
		} else {
			t.ended++
		}
		if err := p.sane(); err != nil {
			return err
		}
		if p.code() >= 0 {
			return p.failed()
		}
	}
	stop()
	browsers.Wait()
	close(answers)
	for n := range answers {
		t.count("answers", n)
	}
	if err := w.hear(trainer.stderr.text()); err != nil {
		return err
	}
	return w.look()
}

// A question is a request of a browser.
type question struct{ method, path, body string }

// questions returns the requests that the attack sends at the same time.
func questions() []question {
	return []question{
		{"GET", "/", ""},
		{"POST", "/api/boards", "{}"},
		{"POST", "/api/position", `{"rules":"crossings","start":"","moves":[]}`},
		{"GET", "/api/training/runs", ""},
		{"GET", "/api/training/events?run=live", ""},
		{"GET", "/api/training/events?run=still", ""},
		{"GET", "/api/training/game?run=still&id=1", ""},
	}
}

// ask sends the request once and returns the number of sound answers, 0 or 1. The answer may be
// incomplete, because the attack kills the server.
func (q question) ask(ctx context.Context, base string) int {
	r, err := http.NewRequestWithContext(ctx, q.method, base+q.path, strings.NewReader(q.body))
	if err != nil {
		return 0
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	if n, _ := io.ReadFull(answer.Body, make([]byte, 64)); n > 0 && answer.StatusCode == http.StatusOK {
		return 1
	}
	return 0
}
