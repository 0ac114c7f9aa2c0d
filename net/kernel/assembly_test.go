package kernel

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var vectorRegister = regexp.MustCompile(`\b[XYZ]([0-9]|[12][0-9]|3[01])\b`)

// TestAssemblyIsVEXOnly checks the instructions of the assembly. SSE instructions among them, or a
// return with the upper halves of registers in use, change no result. But all later code is then
// several times slower. The EVEX instructions of AVX-512 begin with V too.
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
