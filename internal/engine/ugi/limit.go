package ugi

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// order is a parsed go command.
type order struct {
	engine.Limit
	infinite bool // answer only after stop
}

// timeLeft is a side's clock as the client sends it.
type timeLeft struct {
	set       bool          // the time left was given
	left      time.Duration // until the side loses on time
	increment time.Duration // added after each move
}

// maxMilliseconds limits every time in a command, to 30 years.
const maxMilliseconds = 1_000_000_000_000

// parseGo reads the arguments of go for a position. nodes limits a search without another limit. A
// referee waits for a move, so no text is refused. parseGo ignores unknown words, and limits that
// have no number. It moves a number outside its range to the nearest allowed number. The warnings
// describe these changes.
func parseGo(text string, s *game.State, nodes int) (o order, warnings []string) {
	var clocks [2]timeLeft
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	words := strings.Fields(text)
	for len(words) > 0 {
		key := words[0]
		words = words[1:]
		if key == "infinite" {
			o.infinite = true
			continue
		}
		low, high, known := limitRange(key)
		if !known {
			warn("%s is not a limit of a search, so it is ignored", quote(key))
			continue
		}
		value := ""
		if len(words) > 0 {
			value = words[0]
		}
		n, ok := parseNumber(value)
		if !ok {
			warn("%s: %s is not a number, so %s is ignored", key, quote(value), key)
			if _, _, next := limitRange(value); len(words) > 0 && !next && value != "infinite" {
				words = words[1:]
			}
			continue
		}
		words = words[1:]
		if fitted := max(low, min(high, n)); fitted != n {
			warn("%s: %s is not in %d to %d, so it is %d", key, quote(value), low, high, fitted)
			n = fitted
		}
		o.set(&clocks, key, n)
	}
	if err := o.keepTime(clocks, s); err != nil {
		warn("%v", err)
	}
	if o.infinite && o.Limit != (engine.Limit{}) {
		warn("infinite is ignored, because there is a limit")
		o.infinite = false
	}
	if o.Limit == (engine.Limit{}) && !o.infinite {
		o.Nodes = nodes
	}
	return o, warnings
}

// limitRange returns the range of a limit's number. It reports whether the word names a limit.
func limitRange(key string) (low, high int64, known bool) {
	switch key {
	case "nodes", "sims":
		return 1, maxNodes, true
	case "depth":
		return 1, maxPlies, true
	case "movetime":
		return 1, maxMilliseconds, true
	case "p1time", "p2time", "p1inc", "p2inc":
		return 0, maxMilliseconds, true
	}
	return 0, 0, false
}

// set sets one limit of a go command. If a limit occurs twice, the last value counts. Of nodes and
// sims, the smaller value counts.
func (o *order) set(clocks *[2]timeLeft, key string, n int64) {
	duration := time.Duration(n) * time.Millisecond
	switch key {
	case "nodes", "sims": // a simulation adds one position
		o.Nodes = smaller(o.Nodes, int(n))
	case "depth":
		o.Depth = int(n)
	case "movetime":
		o.Time = duration
	case "p1time", "p2time":
		c := &clocks[key[1]-'1']
		c.set, c.left = true, duration
	case "p1inc", "p2inc":
		clocks[key[1]-'1'].increment = duration
	}
}

// keepTime sets the clock, if the command has clocks. Only the side to move needs its own.
func (o *order) keepTime(clocks [2]timeLeft, s *game.State) error {
	if clocks == [2]timeLeft{} {
		return nil
	}
	mine := clocks[s.Turn()]
	if !mine.set {
		return fmt.Errorf("p%dtime is missing, but that player is to move, so the clocks are ignored",
			s.Turn()+1)
	}
	o.Clock = &engine.Clock{Increment: mine.increment}
	o.Clock.Left[s.Turn()] = mine.left
	return nil
}

// smaller returns the smaller of two limits. 0 means no limit.
func smaller(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// parseNumber reads a whole number, or the whole part of another number. A number outside the range
// of an int64 becomes the nearest int64.
func parseNumber(text string) (n int64, ok bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return n, true
	}
	f, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange) || math.IsNaN(f):
		return 0, false
	case f >= math.MaxInt64:
		return math.MaxInt64, true
	case f <= math.MinInt64:
		return math.MinInt64, true
	}
	return int64(f), true
}
