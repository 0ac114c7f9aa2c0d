package process

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestLower lowers the priority of a separate process, since a process cannot raise its priority
// again. The process reports its first niceness, so the test works with any niceness.
func TestLower(t *testing.T) {
	if os.Getenv("LOWER") != "" {
		before := nicenessNow(t)
		if err := LowerPriority(); err != nil {
			t.Fatal(err)
		}
		fmt.Println(before, nicenessNow(t))
		return
	}
	for _, more := range []int{0, 5, 15} {
		child := exec.Command("nice", "-n", strconv.Itoa(more), os.Args[0], "-test.run=^TestLower$")
		child.Env = append(os.Environ(), "LOWER=1")
		out, err := child.CombinedOutput()
		var before, after int
		if _, scan := fmt.Sscan(string(out), &before, &after); err != nil || scan != nil ||
			after != max(before, niceness) {
			t.Errorf("with a niceness of %d more: %v, %q, want at least niceness %d after it", more,
				err, out, niceness)
		}
	}
}

// nicenessNow returns the initial niceness of a program that starts now.
func nicenessNow(t *testing.T) int {
	t.Helper()
	out, err := exec.Command("nice").Output()
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
