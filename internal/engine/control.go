package engine

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Control is the time that each player has for a game. The zero value means no clock.
type Control struct {
	Base      time.Duration // at the start
	Increment time.Duration // added after each move
}

// maxControl limits both times. A longer time is probably a typing error.
const maxControl = 100 * time.Hour

// none is the text for no clock.
const none = "none"

// Parse reads a control: the time for the game, and after a plus sign the increment for each move,
// as in "60s+500ms", "5m" or "1m30s+2s". A number without a unit means seconds: "60+0.5". "none"
// means no clock.
func Parse(text string) (Control, error) {
	if text == none {
		return Control{}, nil
	}
	var c Control
	var err error
	base, increment, hasIncrement := strings.Cut(text, "+")
	if c.Base, err = parseTime(base); err == nil && hasIncrement {
		c.Increment, err = parseTime(increment)
	}
	if err == nil && c.Base == 0 {
		err = fmt.Errorf("the time at the start is 0")
	}
	if err == nil {
		err = c.Validate()
	}
	if err != nil {
		return Control{}, fmt.Errorf(
			"engine: clock %q: %w; want the time for a game, and after a plus sign the increment of each move, "+
				"such as 60s+500ms, 5m or 60+0.5 in seconds",
			text, err)
	}
	return c, nil
}

// parseTime reads a duration, or a number of seconds.
func parseTime(text string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a time", text)
	}
	return d, nil
}

// Validate returns an error for the first invalid time.
func (c Control) Validate() error {
	switch {
	case c == Control{}:
		return nil
	case c.Base <= 0 || c.Base > maxControl:
		return fmt.Errorf("the time is %v, want more than 0 and at most %v", c.Base, maxControl)
	case c.Increment < 0 || c.Increment > maxControl:
		return fmt.Errorf("the increment is %v, want 0 to %v", c.Increment, maxControl)
	}
	return nil
}

// String returns the text that Parse reads.
func (c Control) String() string {
	switch {
	case c == Control{}:
		return none
	case c.Increment == 0:
		return timeText(c.Base)
	}
	return timeText(c.Base) + "+" + timeText(c.Increment)
}

// timeText returns a duration in one unit if that is exact, since people write 60s and not 1m0s.
func timeText(d time.Duration) string {
	switch {
	case d%time.Hour == 0:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d%time.Minute == 0 && d > time.Minute:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d%time.Second == 0:
		return fmt.Sprintf("%ds", d/time.Second)
	}
	return d.String()
}

// MarshalText returns the text that Parse reads.
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a text as Parse does.
func (c *Control) UnmarshalText(text []byte) (err error) {
	*c, err = Parse(string(text))
	return err
}
