package runs

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/net"
)

// TestLoadPlanes checks that a config without planes has the default planes, and that a run folder
// keeps the names.
func TestLoadPlanes(t *testing.T) {
	for _, test := range []struct {
		text, set string
		want      net.Groups
	}{
		{"", "", 0},
		{"[network]\nplanes = \"lines\"\n", "", 0},
		{"[network]\nplanes = \"lines,attack\"\n", "", net.Attack},
		{"", "network.planes=lines,attack", net.Attack},
	} {
		var settings []string
		if test.set != "" {
			settings = append(settings, test.set)
		}
		c, err := config.Load(write(t, test.text), settings)
		if err != nil || c.Network.Planes != test.want {
			t.Errorf("%q %q: planes %v (%v), want %v", test.text, test.set, c.Network.Planes, err, test.want)
		}
		dir := t.TempDir()
		create(t, dir, c).Close()
		kept := read(t, filepath.Join(dir, configName))
		if line := fmt.Sprintf("planes = '%v'\n", test.want); !bytes.Contains(kept, []byte(line)) {
			t.Errorf("%v: the run's config has no line %q", test.want, line)
		}
		if test.want == 0 { // as a run of before would have it
			old := bytes.Replace(kept, []byte("planes = 'lines'\n"), nil, 1)
			if err := os.WriteFile(filepath.Join(dir, configName), old, 0o644); err != nil {
				t.Fatal(err)
			}
			create(t, dir, c).Close()
		}
	}
}

// TestLoadPooling checks that a config without pooling pools over the board, and that a run folder
// keeps the name.
func TestLoadPooling(t *testing.T) {
	for name, want := range map[string]net.Pooling{"": net.PoolBoard, "board": net.PoolBoard,
		"board,rows,columns": net.PoolLines} {
		var text string
		var settings []string
		if name != "" {
			text = fmt.Sprintf("[network]\npooling = %q\n", name)
			settings = []string{"network.pooling=" + name}
		}
		c, err := config.Load(write(t, text), nil)
		if err != nil || c.Network.Pooling != want {
			t.Errorf("%q: pooling %v (%v), want %v", text, c.Network.Pooling, err, want)
		}
		if again, err := config.Load(write(t, ""), settings); err != nil || again.Network != c.Network {
			t.Errorf("--set %v: the network is %+v (%v), want %+v", settings, again.Network, err, c.Network)
		}
		dir := t.TempDir()
		create(t, dir, c).Close()
		kept, line := read(t, filepath.Join(dir, configName)), fmt.Sprintf("pooling = '%v'\n", want)
		if !bytes.Contains(kept, []byte(line)) {
			t.Errorf("%v: the run's config has no line %q", want, line)
		}
		if want == net.PoolBoard { // a run of an earlier program has no such line
			old := bytes.Replace(kept, []byte(line), nil, 1)
			if err := os.WriteFile(filepath.Join(dir, configName), old, 0o644); err != nil {
				t.Fatal(err)
			}
			create(t, dir, c).Close()
		}
	}
}

// write puts a config file into a folder of the test.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
