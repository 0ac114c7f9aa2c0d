package ugi

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/clock"
)

// order is a parsed go command.
type order struct {
	Limit
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

// parseGo reads the arguments of go for a position. nodes limits a search without another limit.
func parseGo(text string, s *game.State, nodes int) (order, error) {
	var o order
	var clocks [2]timeLeft
	seen := map[string]bool{}
	words := strings.Fields(text)
	for len(words) > 0 {
		key := words[0]
		words = words[1:]
		if seen[key] {
			return order{}, fmt.Errorf("%s is given twice", quote(key))
		}
		seen[key] = true
		if key == "infinite" {
			o.infinite = true
			continue
		}
		value := ""
		if len(words) > 0 {
			value = words[0]
			words = words[1:]
		}
		if err := o.set(&clocks, key, value); err != nil {
			return order{}, err
		}
	}
	if o.infinite && len(seen) > 1 {
		return order{}, fmt.Errorf("infinite cannot be combined with a limit")
	}
	if err := o.keepTime(clocks, s); err != nil {
		return order{}, err
	}
	if o.Limit == (Limit{}) && !o.infinite {
		o.Nodes = nodes
	}
	return o, nil
}

// set sets one limit of a go command.
func (o *order) set(clocks *[2]timeLeft, key, value string) error {
	var err error
	switch key {
	case "nodes", "sims": // a simulation adds one position
		var n int
		if err = setInt(&n, value, 1, maxNodes); err == nil {
			o.Nodes = smaller(o.Nodes, n)
		}
	case "depth":
		err = setInt(&o.Depth, value, 1, maxPlies)
	case "movetime":
		o.Time, err = parseMilliseconds(value, 1)
	case "p1time", "p2time":
		c := &clocks[key[1]-'1']
		c.set = true
		c.left, err = parseMilliseconds(value, 0)
	case "p1inc", "p2inc":
		clocks[key[1]-'1'].increment, err = parseMilliseconds(value, 0)
	default:
		return fmt.Errorf("%s is not a limit of a search", quote(key))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// keepTime turns the clock of the side to move into a budget, if the command has clocks.
func (o *order) keepTime(clocks [2]timeLeft, s *game.State) error {
	if clocks == [2]timeLeft{} {
		return nil
	}
	mine := clocks[s.Turn()]
	if !mine.set {
		return fmt.Errorf("p%dtime is missing, but that player is to move", s.Turn()+1)
	}
	o.Clock = clock.NewBudget(mine.left, mine.increment, s)
	return nil
}

// smaller returns the smaller of two limits. 0 means no limit.
func smaller(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// parseMilliseconds reads a time of at least low milliseconds.
func parseMilliseconds(text string, low int64) (time.Duration, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < low || n > maxMilliseconds {
		return 0, fmt.Errorf("%s is not a number of milliseconds from %d to %d", quote(text), low,
			int64(maxMilliseconds))
	}
	return time.Duration(n) * time.Millisecond, nil
}
