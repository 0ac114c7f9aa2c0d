package kernel

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var vectorRegister = regexp.MustCompile(`\b[XYZ]([0-9]|[12][0-9]|3[01])\b`)

// TestAssemblyIsVEXOnly reads the assembly: mixing in SSE instructions, or returning with the upper
// halves of registers in use, changes no result but makes everything after it several times slower.
// The EVEX instructions of AVX-512 begin with V too.
func TestAssemblyIsVEXOnly(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	if err != nil || len(files) == 0 {
		t.Fatalf("assembly files %v, error %v", files, err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		before := ""
		for n, line := range strings.Split(string(source), "\n") {
			line, _, _ = strings.Cut(line, "//")
			fields := strings.Fields(line)
			if len(fields) == 0 || strings.HasSuffix(fields[0], ":") {
				continue
			}
			if fields[0] == "RET" && before != "VZEROUPPER" {
				t.Fatalf("%s:%d: returns after %s, want VZEROUPPER", name, n+1, before)
			}
			if !strings.HasPrefix(fields[0], "V") && vectorRegister.MatchString(line) {
				t.Fatalf("%s:%d: %s is no VEX instruction", name, n+1, strings.TrimSpace(line))
			}
			before = fields[0]
		}
	}
}
