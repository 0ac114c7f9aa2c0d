package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// A limit is "Done when" of a figure.
const (
	progressLimit = 2 * time.Second
	pageLimit     = time.Second
	ladderLimit   = 5 * time.Second
	repairLimit   = 5 * time.Minute
	// reading is more than the time in which a trainer reads a million games beside training.
	reading = 25 * time.Second
	// patience ends a measurement.
	patience = 30 * time.Minute
)

// progress matches the first output that says how far a program is.
var progress = regexp.MustCompile(`\d+/\d+|\d+%|going on in `)

// trained matches the line of a cycle: its step, games and positions.
var trained = regexp.MustCompile(` \d+ +\d{5,} +\d{5,} +\d+ +\d+ `)

// measure measures all commands.
func (w *workshop) measure(ctx context.Context) (*table, error) {
	t := &table{}
	for _, part := range []struct {
		what string
		do   func(context.Context, *table) error
	}{
		{"the start of train", w.measureTrain},
		{"the live page", w.measurePage},
		{"the ladder", w.measureLadder},
		{"repair", w.measureRepair},
	} {
		w.tell("measures %s", part.what)
		if err := part.do(ctx, t); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			t.fail(part.what, err)
		}
	}
	return t, nil
}

// measureTrain measures the start of a trainer that continues the run.
func (w *workshop) measureTrain(ctx context.Context, t *table) error {
	p, err := start(ctx, w.train())
	if err != nil {
		return err
	}
	defer p.kill()
	first, err := p.prints(progress, patience)
	if err != nil {
		return err
	}
	begun, err := p.prints(going, patience)
	if err != nil {
		return err
	}
	cycle, err := p.prints(trained, patience)
	if err != nil {
		return err
	}
	select { // until all games are read beside training, and the window is in memory
	case <-p.ended:
		return p.failed()
	case <-time.After(reading):
	}
	if err := p.interrupt(); err != nil {
		return err
	}
	t.add("`train`: first progress", first, progressLimit)
	t.add("`train`: it goes on", begun, 0)
	t.add("`train`: first cycle", cycle, 0)
	t.memory(p)
	return nil
}

// measurePage measures the answers of the page of training.
func (w *workshop) measurePage(ctx context.Context, t *table) error {
	p, err := start(ctx, []string{w.program("play"), "--runs", w.runs(), "--addr", "127.0.0.1:0"})
	if err != nil {
		return err
	}
	defer p.kill()
	if _, err := p.prints(regexp.MustCompile(`http://[0-9.:]+/ `), patience); err != nil {
		return err
	}
	address := regexp.MustCompile(`http://[0-9.:]+/`).FindString(p.text())
	for _, ask := range []struct{ what, path string }{
		{"list of runs, first answer", "runs"},
		{"list of runs, again", "runs"},
		{"live page, first answer", "events?run=large"},
		{"live page, again", "events?run=large"},
	} {
		took, err := answer(ctx, address+"api/training/"+ask.path)
		if err != nil {
			return fmt.Errorf("%s: %w", ask.what, err)
		}
		t.add("`play`: "+ask.what, took, pageLimit)
	}
	if err := p.interrupt(); err != nil {
		return err
	}
	t.memory(p)
	return nil
}

// answer returns the time until an address has sent its answer. A stream of events has answered
// with the first event.
func answer(ctx context.Context, address string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	begun := time.Now()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", address, response.Status)
	}
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		_, err := io.Copy(io.Discard, response.Body)
		return time.Since(begun), err
	}
	lines := bufio.NewReader(response.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return 0, err
		}
		if strings.HasPrefix(line, "data: ") {
			return time.Since(begun), nil
		}
	}
}

// measureLadder measures the starts of ladders.
func (w *workshop) measureLadder(ctx context.Context, t *table) error {
	for _, choice := range [][]string{nil, {"--every", "1000"}, {"--doublings", "6"}} {
		words := append([]string{w.program("arena"), "ladder", "--run", w.run(), "--each", "sims=2", "--seed",
			fmt.Sprint(time.Now().UnixNano())}, choice...)
		p, err := start(ctx, words)
		if err != nil {
			return err
		}
		defer p.kill()
		took, err := p.prints(regexp.MustCompile(`ladder of \d+ games`), patience)
		if err != nil {
			return err
		}
		if err := p.interrupt(); err != nil {
			return err
		}
		t.add("`"+strings.Join(append([]string{"arena", "ladder"}, choice...), " ")+"`: first game", took, ladderLimit)
		t.memory(p)
	}
	return nil
}

// measureRepair measures a check of the whole run.
func (w *workshop) measureRepair(ctx context.Context, t *table) error {
	p, err := start(ctx, []string{w.program("train"), "repair", "--run", w.run()})
	if err != nil {
		return err
	}
	defer p.kill()
	first, err := p.prints(progress, patience)
	if err != nil {
		return err
	}
	took, err := p.wait(patience)
	if err != nil {
		return err
	}
	t.add("`train repair`: first progress", first, progressLimit)
	t.add("`train repair`: whole", took, repairLimit)
	t.memory(p)
	return nil
}
