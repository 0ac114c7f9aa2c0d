package runs

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/net"
)

// checkpoint writes a network of the config's shape, trained on another board, and returns its
// path.
func checkpoint(t *testing.T, shape net.Config, seed uint64) string {
	t.Helper()
	w, err := net.NewWeights(shape, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "small.safetensors")
	if err := net.SaveCheckpoint(path, &net.Checkpoint{Weights: w,
		Meta: net.Meta{Rules: "crossings", Step: 7}}); err != nil {
		t.Fatal(err)
	}
	return path
}

// narrow is a config with a small network.
func narrow() config.Config {
	c := config.Default()
	c.Network = net.Config{Blocks: 1, Channels: 4, PoolEvery: 0, ValueHidden: 4}
	return c
}

// read returns the content of a file.
func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestInitIsKept(t *testing.T) {
	c, dir := narrow(), filepath.Join(t.TempDir(), "run")
	file := checkpoint(t, c.Network, 1)
	content := read(t, file)
	c.Init.File = file
	r := create(t, dir, c)
	r.Close()
	if want := file + " (SHA-256 " + digest(content) + ")"; r.Config.Init.String() != want {
		t.Errorf("the init is %v, want %v", r.Config.Init, want)
	}
	if !bytes.Equal(read(t, filepath.Join(dir, initName)), content) {
		t.Error("the run's copy is another file")
	}
	want, err := net.DecodeCheckpoint(content)
	if err != nil {
		t.Fatal(err)
	}

	// The same file with another name is the same init. The name of a removed file is also
	// accepted.
	elsewhere := filepath.Join(t.TempDir(), "moved.safetensors")
	if err := os.Rename(file, elsewhere); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, elsewhere, filepath.Join(dir, initName), file} {
		c.Init.File, c.Init.SHA256 = name, ""
		again := create(t, dir, c)
		again.Close()
		if again.Config.Init != r.Config.Init {
			t.Errorf("going on with %s, the init is %v, want %v", name, again.Config.Init, r.Config.Init)
		}
		w, err := again.InitWeights()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(encoded(t, w), encoded(t, want.Weights)) {
			t.Errorf("going on with %s, the weights are others", name)
		}
	}

	// Another name of nothing is not.
	c.Init = config.Init{File: file + ".other"}
	if _, err := Create(t.Context(), dir, c); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("going on with a name that never was gives %v", err)
	}

	// The run refuses another file, or none, and keeps its copy.
	others := map[string]config.Init{"another": {File: checkpoint(t, c.Network, 2)}, "none": {}}
	for name, init := range others {
		c.Init = init
		_, err := Create(t.Context(), dir, c)
		if err == nil || !strings.Contains(err.Error(), "init is "+r.Config.Init.String()+" there, ") ||
			!strings.Contains(err.Error(), "another folder with --run") {
			t.Errorf("going on with %s init gives %v", name, err)
		}
		if !bytes.Equal(read(t, filepath.Join(dir, initName)), content) {
			t.Errorf("%s: the copy has changed", name)
		}
	}

	// The run refuses a copy that somebody has exchanged.
	if err := os.WriteFile(filepath.Join(dir, initName), read(t, checkpoint(t, c.Network, 2)),
		0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := r.InitWeights(); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("an exchanged copy gives %v", err)
	}
}

// TestInitGrows begins runs whose networks read more planes, or pool over more squares, than their
// init.
func TestInitGrows(t *testing.T) {
	for _, test := range []struct {
		set     string
		planes  net.Groups
		pooling net.Pooling
		less    string
	}{
		{"network.planes=lines,attack", net.Attack, net.PoolBoard,
			"network.planes is lines,attack there, but lines now"},
		{"network.pooling=board,rows,columns", 0, net.PoolLines,
			"network.pooling is board,rows,columns there, but board now"},
	} {
		c, dir := narrow(), filepath.Join(t.TempDir(), "run")
		c.Network.PoolEvery = 1
		less := c
		c.Init.File = checkpoint(t, c.Network, 1)
		less.Init = c.Init
		content := read(t, c.Init.File)
		init, err := net.DecodeCheckpoint(content)
		if err != nil {
			t.Fatal(err)
		}
		if c, err = c.With([]string{test.set}); err != nil {
			t.Fatal(err)
		}
		want, err := init.Weights.Widened(test.planes, test.pooling)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // begin, go on
			r := create(t, dir, c)
			r.Close()
			got, err := r.InitWeights()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(encoded(t, got), encoded(t, want)) {
				t.Errorf("%s: the weights are not those of the init with zeros for what is new", test.set)
			}
			if !bytes.Equal(read(t, filepath.Join(dir, initName)), content) {
				t.Errorf("%s: the run's copy is another file", test.set)
			}
		}
		if _, err := Create(t.Context(), dir, less); err == nil || !strings.Contains(err.Error(), test.less) {
			t.Errorf("going on with less than %s gives %v", test.set, err)
		}
	}
}

// encoded returns the bytes of weights.
func encoded(t *testing.T, w *net.Weights) []byte {
	t.Helper()
	content, err := net.EncodeCheckpoint(&net.Checkpoint{Weights: w})
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// A run that began with random weights refuses an init.
func TestInitComesFirst(t *testing.T) {
	c, dir := narrow(), t.TempDir()
	create(t, dir, c).Close()
	c.Init.File = checkpoint(t, c.Network, 1)
	if _, err := Create(t.Context(), dir, c); err == nil ||
		!strings.Contains(err.Error(), "init is none there") {
		t.Errorf("an init for a run that has begun gives %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, initName)); err == nil {
		t.Error("it is kept nevertheless")
	}
}

func TestInitIsRefused(t *testing.T) {
	c := narrow()
	good := checkpoint(t, c.Network, 1)
	content := read(t, good)
	write := func(name string, content []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	flipped := bytes.Clone(content)
	flipped[len(flipped)-1] ^= 1
	tensors, meta, err := net.ReadTensors(good)
	if err != nil {
		t.Fatal(err)
	}
	meta["version"] = "9"
	newer := filepath.Join(t.TempDir(), "newer.safetensors")
	if err := net.WriteTensors(newer, tensors, meta); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		init config.Init
		kind error // nil if any
		want []string
	}{
		{"missing", config.Init{File: good + ".missing"}, os.ErrNotExist, []string{"init", ".missing"}},
		{"folder", config.Init{File: t.TempDir()}, net.ErrForeign, []string{"the path is a folder"}},
		{"cut short", config.Init{File: write("short.safetensors", content[:len(content)/2])}, net.ErrCorrupt,
			[]string{"short.safetensors"}},
		{"changed", config.Init{File: write("flipped.safetensors", flipped)}, net.ErrCorrupt,
			[]string{"flipped.safetensors"}},
		{"other version", config.Init{File: newer}, net.ErrVersion, []string{"newer.safetensors", `"9"`}},
		{"other digest", config.Init{File: good, SHA256: strings.Repeat("0", 64)}, nil,
			[]string{"has changed", digest(content)}},
		{"no digest", config.Init{File: good, SHA256: "12"}, nil, []string{`sha256 is "12"`}},
		{"digest of nothing", config.Init{SHA256: digest(content)}, nil, []string{"but file is not"}},
		{
			"more planes", config.Init{File: checkpoint(t,
				net.Config{Blocks: 1, Channels: 4, ValueHidden: 4, Planes: net.Attack}, 1)}, nil,
			[]string{"network.planes is lines,attack there, but lines now",
				"give --set network.planes=lines,attack"},
		},
		{
			"more pooling", config.Init{File: checkpoint(t,
				net.Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 4,
					Pooling: net.PoolLines}, 1)}, nil,
			[]string{"network.pooling is board,rows,columns there, but board now",
				"--set network.pooling=board,rows,columns"},
		},
		{
			"other shape", config.Init{File: checkpoint(t,
				net.Config{Blocks: 2, Channels: 4, PoolEvery: 1, ValueHidden: 4}, 1)}, nil,
			[]string{"small.safetensors has a network of another shape",
				"network.blocks is 2 there, but 1 now",
				"give --set network.blocks=2 --set network.pool_every=1"},
		},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		refused := c
		refused.Init = test.init
		err := refused.Validate()
		if err == nil {
			_, err = Create(t.Context(), dir, refused)
		}
		if err == nil || test.kind != nil && !errors.Is(err, test.kind) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.kind)
			continue
		}
		for _, part := range test.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not mention %q", test.name, err, part)
			}
		}
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: a folder is left (%v)", test.name, err)
		}
	}
}
