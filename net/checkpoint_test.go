package net

import (
	"bytes"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
)

func someCheckpoint(t testing.TB) *Checkpoint {
	t.Helper()
	return &Checkpoint{
		Weights: noisyWeights(t, Config{Blocks: 2, Channels: 3, PoolEvery: 2, ValueHidden: 4}, 31),
		Meta:    Meta{Rules: "epaminondas:8x8,max_plies=150", Step: 12345, Parent: "000012"},
	}
}

func TestCheckpointRoundTrip(t *testing.T) {
	for _, search := range []string{"", "c_puct=2,fpu=0.1"} {
		checkRoundTrip(t, search)
	}
}

// checkRoundTrip writes and reads a checkpoint with the given search constants.
func checkRoundTrip(t *testing.T, search string) {
	t.Helper()
	c := someCheckpoint(t)
	c.Weights.Search = search
	if got := NewNetwork(c.Weights).Search(); got != search {
		t.Errorf("the network has the constants %q, want %q", got, search)
	}
	path := filepath.Join(t.TempDir(), "net.safetensors")
	if err := SaveCheckpoint(path, c); err != nil {
		t.Fatal(err)
	}
	got, err := LoadCheckpoint(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, c) {
		t.Errorf("loaded %+v, saved %+v", got, c)
	}
	first, err := EncodeCheckpoint(c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := EncodeCheckpoint(got)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, again) {
		t.Error("the same checkpoint is written in two ways")
	}
}

// TestCheckpointsStayTheSame reads files of versions 1 and 2 and writes the same bytes.
func TestCheckpointsStayTheSame(t *testing.T) {
	files, err := filepath.Glob("../models/*.safetensors")
	if err != nil || len(files) == 0 {
		t.Fatalf("no models (%v)", err)
	}
	for _, file := range append(files, "testdata/trained-4x6.safetensors") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := DecodeCheckpoint(data)
		if err != nil {
			t.Fatal(err)
		}
		again, err := EncodeCheckpoint(c)
		if err != nil || !bytes.Equal(again, data) {
			t.Errorf("%s: %d bytes were read, %d others are written (%v)", file, len(data), len(again), err)
		}
	}
}

// TestCheckpointNamesGroups checks that the version tells older programs of unknown planes. It also
// checks that the error names a group that this program does not know.
func TestCheckpointNamesGroups(t *testing.T) {
	for _, test := range []struct {
		groups          Groups
		version, planes string
	}{{0, "1", ""}, {Attack, "2", "lines,attack"}} {
		cfg := Config{Blocks: 1, Channels: 3, ValueHidden: 4, Planes: test.groups}
		c := &Checkpoint{Weights: noisyWeights(t, cfg, 31), Meta: Meta{Rules: "crossings"}}
		data, err := EncodeCheckpoint(c)
		if err != nil {
			t.Fatal(err)
		}
		got, err := DecodeCheckpoint(data)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, c) {
			t.Errorf("%v: another checkpoint is read", test.groups)
		}
		meta := c.metadata()
		if planes, ok := meta["planes"]; meta["version"] != test.version || planes != test.planes ||
			ok != (planes != "") {
			t.Errorf("%v: the metadata is %v", test.groups, meta)
		}
		meta["version"], meta["planes"] = "2", "lines,future"
		if data, err = encodeTensors(c.Weights.Params, meta); err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeCheckpoint(data); err == nil || !strings.Contains(err.Error(), `"future"`) ||
			!strings.Contains(err.Error(), "lines, attack") {
			t.Errorf("an unknown group gives %v", err)
		}
	}
}

// TestCheckpointNamesPooling checks the version and the metadata of networks that pool over rows and
// columns. A reader refuses a pooling that it does not know.
func TestCheckpointNamesPooling(t *testing.T) {
	for _, test := range []struct {
		cfg                      Config
		version, planes, pooling string
	}{
		{Config{}, "1", "", ""},
		{Config{Planes: Attack}, "2", "lines,attack", ""},
		{Config{Pooling: PoolLines}, "3", "", "board,rows,columns"},
		{Config{Planes: Attack, Pooling: PoolLines}, "3", "lines,attack", "board,rows,columns"},
	} {
		cfg := test.cfg
		cfg.Blocks, cfg.Channels, cfg.PoolEvery, cfg.ValueHidden = 2, 3, 2, 4
		c := &Checkpoint{Weights: noisyWeights(t, cfg, 31), Meta: Meta{Rules: "crossings"}}
		data, err := EncodeCheckpoint(c)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodeCheckpoint(data); err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("%+v: another checkpoint is read (%v)", cfg, err)
		}
		meta := c.metadata()
		_, planes := meta["planes"]
		_, pooling := meta["pooling"]
		if meta["version"] != test.version || meta["planes"] != test.planes ||
			meta["pooling"] != test.pooling || planes != (test.planes != "") ||
			pooling != (test.pooling != "") {
			t.Errorf("%+v: the metadata is %v", cfg, meta)
		}
		meta["version"], meta["pooling"] = "3", "board,diagonals"
		if data, err = encodeTensors(c.Weights.Params, meta); err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeCheckpoint(data); !errors.Is(err, ErrVersion) ||
			!strings.Contains(err.Error(), `"board,diagonals"`) {
			t.Errorf("an unknown pooling gives %v", err)
		}
	}
}

// TestCheckpointWithoutHeads reads files without some or all auxiliary heads. The rest of the
// network is the same.
func TestCheckpointWithoutHeads(t *testing.T) {
	c := someCheckpoint(t)
	board := game.MustBoard("epaminondas:4x6x1")
	q := questions(t, "epaminondas:4x6x1")[0]
	want, err := NewNetwork(c.Weights).NewEvaluator(board).Predict(&q.state, q.moves, q.prior)
	if err != nil {
		t.Fatal(err)
	}
	for _, missing := range [][]string{{"reply"}, {"plies", "occupation"}, {"reply", "plies", "occupation"}} {
		var kept []Param
		for _, p := range c.Weights.Params {
			if head, _, _ := strings.Cut(p.Name, "."); !slices.Contains(missing, head) {
				kept = append(kept, p)
			}
		}
		data, err := encodeTensors(kept, c.metadata())
		if err != nil {
			t.Fatal(err)
		}
		got, err := DecodeCheckpoint(data)
		if err != nil {
			t.Fatalf("without %v: %v", missing, err)
		}
		for i, p := range got.Weights.Params {
			head, _, _ := strings.Cut(p.Name, ".")
			lacking := slices.Contains(missing, head)
			if !lacking && !slices.Equal(p.Data, c.Weights.Params[i].Data) ||
				len(p.Data) != size(p.Shape) || lacking && slices.ContainsFunc(p.Data, func(v float32) bool {
				return v != 0
			}) {
				t.Errorf("without %v: %s is %v", missing, p.Name, p.Data)
			}
		}
		if p, err := NewNetwork(got.Weights).NewEvaluator(board).Predict(&q.state, q.moves,
			q.prior); err != nil || p != want {
			t.Errorf("without %v: the prediction is %v, %v; want %v", missing, p, err, want)
		}
	}
}

// TestCheckpointRefuses checks files with sound tensors that are not checkpoints for this version.
func TestCheckpointRefuses(t *testing.T) {
	c := someCheckpoint(t)
	set := func(key, value string) func([]Param, map[string]string) []Param {
		return func(params []Param, meta map[string]string) []Param { meta[key] = value; return params }
	}
	groups := func(names string) func([]Param, map[string]string) []Param {
		return func(params []Param, meta map[string]string) []Param {
			meta["version"], meta["planes"] = "2", names
			return params
		}
	}
	pooled := func(name string) func([]Param, map[string]string) []Param {
		return func(params []Param, meta map[string]string) []Param {
			meta["version"], meta["pooling"] = "3", name
			return params
		}
	}
	for _, test := range []struct {
		name   string
		change func(params []Param, meta map[string]string) []Param
		want   error
	}{
		{"no change", func(params []Param, _ map[string]string) []Param { return params }, nil},
		{"optimiser state", set("format", "epaminondas optimiser"), ErrForeign},
		{"no format", func(params []Param, meta map[string]string) []Param {
			clear(meta)
			return params
		}, ErrForeign},
		{"newer version", set("version", "4"), ErrVersion},
		{"version 3 without pooling", set("version", "3"), ErrVersion},
		{"pooling of another shape", pooled("board,rows,columns"), ErrCorrupt},
		{"pooling of the future", pooled("board,diagonals"), ErrVersion},
		{"version 2 without groups", set("version", "2"), ErrVersion},
		{"a group of the future", groups("lines,future"), ErrVersion},
		{"groups of another shape", groups("lines,attack"), ErrCorrupt},
		{"no step", set("step", ""), ErrCorrupt},
		{"no number", set("blocks", "two"), ErrCorrupt},
		{"absurd size", set("channels", "1000000000"), ErrCorrupt},
		{"other size", set("channels", "4"), ErrCorrupt},
		{"other layout", set("pool_every", "1"), ErrCorrupt},
		{"a tensor too few", func(params []Param, _ map[string]string) []Param {
			return params[1:]
		}, ErrCorrupt},
		{"an unknown head", func(params []Param, _ map[string]string) []Param {
			return append(params, Param{Name: "future.out.bias", Shape: []int{1}, Data: []float32{0}})
		}, ErrCorrupt},
		{"no policy", func(params []Param, _ map[string]string) []Param {
			return slices.DeleteFunc(params, func(p Param) bool { return p.Name == "policy.out.bias" })
		}, ErrCorrupt},
		{"a head of another size", func(params []Param, _ map[string]string) []Param {
			for i := range params {
				if params[i].Name == "plies.out.bias" {
					params[i].Shape, params[i].Data = []int{2}, []float32{0, 0}
				}
			}
			return params
		}, ErrCorrupt},
		{"other order", func(params []Param, _ map[string]string) []Param {
			params[0], params[1] = params[1], params[0]
			return params
		}, ErrCorrupt},
		{"not a number", func(params []Param, _ map[string]string) []Param {
			params[3].Data[0] = float32(math.NaN())
			return params
		}, ErrCorrupt},
		{"infinite", func(params []Param, _ map[string]string) []Param {
			params[3].Data[0] = float32(math.Inf(-1))
			return params
		}, ErrCorrupt},
	} {
		meta := maps.Clone(c.metadata())
		data, err := encodeTensors(test.change(c.Weights.Clone().Params, meta), meta)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeCheckpoint(data); !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.want)
		}
	}
}

func FuzzDecodeCheckpoint(f *testing.F) {
	data, err := EncodeCheckpoint(someCheckpoint(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := DecodeCheckpoint(data)
		if err == nil {
			NewNetwork(c.Weights) // accepted weights must work
		} else if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrForeign) && !errors.Is(err, ErrVersion) {
			t.Errorf("unnamed error %v", err)
		}
	})
}

// TestCheckpointFolder checks that the error of a folder names the cure.
func TestCheckpointFolder(t *testing.T) {
	folder := t.TempDir()
	_, err := LoadCheckpoint(folder)
	if !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "name a .safetensors file") {
		t.Errorf("LoadCheckpoint of a folder: %v", err)
	}
}
