package priority

import (
	"os"
	"os/exec"
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
	for _, begun := range []string{"0", "15"} {
		child := exec.Command("nice", "-n", begun, os.Args[0], "-test.run=^TestLower$")
		child.Env = append(os.Environ(), "LOWER=1")
		out, err := child.CombinedOutput()
		want := "10"
		if begun == "15" {
			want = "15"
		}
		if err != nil || !strings.HasPrefix(string(out), want+"\n") {
			t.Errorf("begun with niceness %s: %v, %q, want niceness %s", begun, err, out, want)
		}
	}
}
