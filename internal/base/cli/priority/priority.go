// Package priority lets a program that fills all cores give way to what somebody waits for, such as a browser: the operating
// system runs it with what others leave over, which is everything while nobody else works.
package priority

import "fmt"

// niceness is that of work in the background, on the scale of Unix: 0 is usual, 19 the most yielding.
const niceness = 10

// Lower gives this process a lower priority than usual, unless it has one already. What it starts later inherits it.
func Lower() error {
	if err := lower(); err != nil {
		return fmt.Errorf("priority: %w", err)
	}
	return nil
}
