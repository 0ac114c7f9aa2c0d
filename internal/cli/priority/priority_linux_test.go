package priority

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestLower lowers the priority of a process of its own, since none can be raised again.
func TestLower(t *testing.T) {
	if os.Getenv("LOWER") != "" {
		if err := Lower(); err != nil {
			t.Fatal(err)
		}
		shell := exec.Command("nice") // says the niceness that it was started with
		shell.Stdout = os.Stdout
		if err := shell.Run(); err != nil {
			t.Fatal(err)
		}
		return
	}
	own := nicenessNow(t)
	for _, more := range []int{0, 15} {
		child := exec.Command("nice", "-n", strconv.Itoa(more), os.Args[0], "-test.run=^TestLower$")
		child.Env = append(os.Environ(), "LOWER=1")
		out, err := child.CombinedOutput()
		want := max(10, min(own+more, 19))
		if err != nil || !strings.HasPrefix(string(out), strconv.Itoa(want)+"\n") {
			t.Errorf("begun with niceness %d+%d: %v, %q, want niceness %d", own, more, err, out, want)
		}
	}
}

// nicenessNow returns the niceness of this process.
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
