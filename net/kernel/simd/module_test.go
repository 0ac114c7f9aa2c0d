package simd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The tests of package kernel run as WebAssembly, where they compare these loops with plain Go.
func TestKernelUnderNode(t *testing.T) {
	t.Run("plain", func(t *testing.T) { testUnderNode(t, Module()) })
	t.Run("relaxed", func(t *testing.T) { testUnderNode(t, RelaxedModule()) })
}

func testUnderNode(t *testing.T, loops []byte) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here to run WebAssembly in")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	module := filepath.Join(t.TempDir(), "kernel.wasm")
	if err := os.WriteFile(module, loops, 0o644); err != nil {
		t.Fatal(err)
	}
	run := []string{node, "--stack-size=8192", "--experimental-wasm-relaxed-simd",
		absolute(t, "testdata/exec.mjs"),
		filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"),
		absolute(t, "../../../cmd/export/web/engine.js"), module}
	command := exec.CommandContext(t.Context(), "go", "test", "-tags=simd", "-count=1", "-v",
		"-run", "SIMD|Int|Extremes", "-exec", strings.Join(run, " "), "..")
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := command.CombinedOutput()
	if bytes.Contains(out, []byte("no relaxed SIMD")) {
		t.Skip("node has no relaxed SIMD")
	}
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestSIMDIsPlain")) ||
		!bytes.Contains(out, []byte("--- PASS: TestIntConvIsItsTwin")) {
		t.Errorf("%v\n%s", err, out)
	}
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// The module is the same each time, and small.
func TestModule(t *testing.T) {
	m := Module()
	if !bytes.Equal(m, Module()) || !bytes.HasPrefix(m, []byte("\x00asm\x01\x00\x00\x00")) ||
		len(m) > 64<<10 {
		t.Errorf("%d bytes that begin with %q", len(m), m[:8])
	}
}
