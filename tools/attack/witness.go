package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A witness remembers the output of a run's processes, and the database after the last kill.
type witness struct {
	dir, scratch string
	step, games  int64           // in the last line of a cycle
	by           map[int64]int64 // games that other writers have reported, by seed
	last         *snapshot
}

func newWitness(dir string) *witness {
	return &witness{dir: dir, scratch: dir + "-copy", by: map[int64]int64{}, last: &snapshot{}}
}

var (
	goingOn  = regexp.MustCompile(`^going on in .* from step (\d+) with (\d+) games`)
	finished = regexp.MustCompile(` is finished: step (\d+) with (\d+) games`)
	newRun   = regexp.MustCompile(`^new run in `)
	badNote  = regexp.MustCompile(`^note: .*(damage|lost|set aside|instead)`)
	cycle    = regexp.MustCompile(`^ +(\d+) +(\d+) +\d+ +\d`)
	played   = regexp.MustCompile(`(?m)^(\d+) games in `)
)

// hear reads the output of a trainer. It returns a fault if a number is lower than before.
func (w *witness) hear(stderr string) error {
	for line := range strings.Lines(stderr) {
		match := goingOn.FindStringSubmatch(line)
		if match == nil {
			match = finished.FindStringSubmatch(line)
		}
		if match == nil {
			match = cycle.FindStringSubmatch(line)
		}
		switch {
		case badNote.MatchString(line):
			return faultf("after a kill, train says: %s", line)
		case newRun.MatchString(line) && (w.step > 0 || len(w.last.games) > 0):
			return faultf("the run had step %d and %d games, but train begins anew", w.step,
				len(w.last.games))
		case match == nil:
			continue
		}
		step, games := number(match[1]), number(match[2])
		if step < w.step || games < w.games {
			return faultf("step %d and %d games were printed, then step %d and %d games", w.step, w.games,
				step, games)
		}
		w.step, w.games = step, games
	}
	return nil
}

// beyond reports whether a trainer has printed a cycle that the witness has not seen yet.
func (w *witness) beyond(stderr string) bool {
	for line := range strings.Lines(stderr) {
		if match := cycle.FindStringSubmatch(line); match != nil && number(match[1]) > w.step {
			return true
		}
	}
	return false
}

// hearWriter reads the output of selfplay.
func (w *witness) hearWriter(seed int64, stdout string) {
	if match := played.FindStringSubmatch(stdout); match != nil {
		w.by[seed] += number(match[1])
	}
}

// look reads the run, which no process has open, and returns a fault if something is missing.
func (w *witness) look() error {
	s, err := readSnapshot(w.dir, w.scratch)
	if err != nil {
		return err
	}
	if err := s.follows(w.last); err != nil {
		return err
	}
	w.last = s
	if int64(len(s.games)) < w.games {
		return faultf("%d games were printed, the database has %d", w.games, len(s.games))
	}
	for seed, games := range w.by {
		if s.next[seed] < games {
			return faultf("%d games of seed %d were printed, the database has %d", games, seed, s.next[seed])
		}
	}
	if !s.has(w.step) {
		return faultf("step %d was printed, but is not registered", w.step)
	}
	return s.opens(w.dir)
}

// has reports whether a step is registered; step 0 need not be.
func (s *snapshot) has(step int64) bool {
	for _, c := range s.checkpoints {
		if c.step == step {
			return true
		}
	}
	return step == 0
}

// watched returns the paths of a run that change while it works.
func watched(dir string) []string {
	return []string{filepath.Join(dir, "run.db-wal"), filepath.Join(dir, "run.db"),
		filepath.Join(dir, "checkpoints")}
}

// number returns the value of a text of digits.
func number(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64) // a regular expression has matched the digits
	return n
}
