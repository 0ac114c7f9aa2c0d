// Package priority lowers the process priority so that the desktop stays responsive while a program
// fills all cores. The program still gets all cores while no other program needs them.
package priority

import "fmt"

// niceness is the niceness of background work on the scale of Unix: 0 is usual, 19 is the lowest
// priority.
const niceness = 10

// Lower lowers the priority of this process, unless it is low already. Processes that it starts
// later inherit the priority.
func Lower() error {
	if err := lower(); err != nil {
		return fmt.Errorf("priority: %w", err)
	}
	return nil
}
