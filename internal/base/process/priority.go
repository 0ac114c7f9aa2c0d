package process

import "fmt"

// niceness is the niceness of background work on the scale of Unix: 0 is usual, 19 is the lowest
// priority.
const niceness = 10

// LowerPriority lowers the priority of this process, unless it is low already, so that the desktop
// stays responsive. The program still gets all cores while no other program needs them. Processes that it
// starts later inherit the priority.
func LowerPriority() error {
	if err := lower(); err != nil {
		return fmt.Errorf("process: lower the priority: %w", err)
	}
	return nil
}
