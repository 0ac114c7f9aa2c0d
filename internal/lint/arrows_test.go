package lint

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// module is the path that our own packages begin with.
const module = "epaminondas/"

// arrows lists what the packages that others build on may import beside the standard library: packages of ours,
// without the module's name, and packages of others, a path with all that lies below it.
var arrows = map[string]struct{ ours, others []string }{
	"game":              {},
	"game/gametest":     {ours: []string{"game"}},
	"mcts":              {ours: []string{"game", "mcts/threat"}},
	"mcts/threat":       {ours: []string{"game"}},
	"net":               {ours: []string{"game", "net/kernel", "internal/durable"}},
	"net/kernel":        {others: []string{"golang.org/x/sys/cpu"}},
	"net/kernel/simd":   {},
	"net/onnx":          {ours: []string{"game", "net"}, others: []string{"google.golang.org/protobuf/encoding/protowire"}},
	"net/onnx/onnxtest": {ours: []string{"game"}},
	"net/train": {
		ours: []string{"game", "net", "net/kernel", "net/train/hyper"},
		others: []string{
			"gorgonia.org/gorgonia", "gorgonia.org/tensor",
			"github.com/chewxy/hm",               // in which gorgonia's ops state their types
			"go4.org/unsafe/assume-no-moving-gc", // without which gorgonia does not start
		},
	},
	"net/train/hyper": {},
	"replay": {
		ours:   []string{"game", "internal/durable"},
		others: []string{"modernc.org/sqlite", "github.com/klauspost/compress/zstd"},
	},
	"internal/alphabeta": {ours: []string{"game"}},
	"internal/clock":     {ours: []string{"game"}},
	"internal/cputime":   {others: []string{"golang.org/x/sys"}},
	"internal/await":     {},
	"internal/memory": {
		ours:   []string{"game", "net", "internal/run", "internal/selfplay"},
		others: []string{"golang.org/x/sys"},
	},
	"internal/durable":  {},
	"internal/powercut": {ours: []string{"internal/durable"}},
	"internal/rating":   {others: []string{"gonum.org/v1/gonum"}},
	"internal/record":   {ours: []string{"game", "internal/durable"}, others: []string{"golang.org/x/sys"}},
	"internal/player": {
		ours: []string{"game", "mcts", "net", "internal/alphabeta", "internal/clock", "internal/level", "internal/record", "internal/ugi/client"},
	},
	"internal/judge": {
		ours:   []string{"game", "internal/alphabeta", "internal/player", "internal/solve"},
		others: []string{"golang.org/x/sync"},
	},
	"internal/ugi/client": {ours: []string{"game", "internal/clock"}},
	"internal/level":      {ours: []string{"game", "mcts", "internal/alphabeta"}},
	"internal/play":       {ours: []string{"game", "mcts", "net", "internal/alphabeta", "internal/level", "internal/record"}},
	"internal/serve":      {ours: []string{"internal/play", "internal/web"}},
	"internal/live": {
		ours: []string{"game", "replay", "internal/arena", "internal/play", "internal/rating", "internal/run", "internal/solve"},
	},
	"internal/web":          {},
	"models":                {ours: []string{"game", "net"}},
	"internal/arena/played": {ours: []string{"game", "internal/player", "internal/solve"}},
	"internal/arena/page":   {ours: []string{"game", "internal/rating", "internal/record"}},
}

// players are the packages that must not carry gorgonia, not even through others: those that play.
var players = []string{
	"game", "mcts", "net", "replay", "internal/selfplay", "internal/player", "internal/arena", "internal/judge", "internal/ab", "internal/ugi", "internal/run", "internal/alphabeta", "internal/play", "internal/serve", "internal/live", "models", "cmd/arena", "cmd/engine", "cmd/export", "cmd/export/webengine", "cmd/play",
}

// A goPackage is what go list tells of a package; tests are no part of it.
type goPackage struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	Imports    []string // direct ones
	Deps       []string // all of them
}

// name returns the path of one of our packages without the module's.
func (p *goPackage) name() string { return strings.TrimPrefix(p.ImportPath, module) }

// ours reports whether the package belongs to this module.
func (p *goPackage) ours() bool { return strings.HasPrefix(p.ImportPath, module) }

// list returns our packages and all that they are made of, by import path.
func list(t *testing.T) map[string]*goPackage {
	t.Helper()
	var stderr bytes.Buffer
	command := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,Imports,Deps", module+"...")
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	packages := map[string]*goPackage{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		packages[p.ImportPath] = &p
		if p.ours() { // so that a cached result of the test is dropped when the package changes
			if _, err := os.ReadDir(p.Dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	if packages[module+"game"] == nil {
		t.Fatal("go list does not know the package game")
	}
	return packages
}

// below reports whether path is one of roots or lies below one.
func below(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return path == root || strings.HasPrefix(path, root+"/")
	})
}

func TestArrows(t *testing.T) {
	packages := list(t)
	for name, allowed := range arrows {
		p := packages[module+name]
		if p == nil {
			t.Logf("%s does not exist", name)
			continue
		}
		for _, path := range p.Imports {
			imported := packages[path]
			switch {
			case imported != nil && imported.Standard:
			case imported != nil && imported.ours() && slices.Contains(allowed.ours, imported.name()):
			case below(path, allowed.others):
			default:
				t.Errorf("%s imports %s; beside the standard library it may import %v", name, path, slices.Concat(allowed.ours, allowed.others))
			}
		}
	}
}

// What runs in browsers is loaded by everybody who plays there, and cannot serve, start programs or open databases.
func TestBrowsersLoadLittle(t *testing.T) {
	desk := list(t)[module+"internal/play"]
	for _, heavy := range []string{"net", "net/http", "os/exec", "modernc.org/sqlite", "github.com/klauspost/compress/zstd"} {
		if slices.Contains(desk.Deps, heavy) {
			t.Errorf("%s carries %s", desk.name(), heavy)
		}
	}
}

func TestOnlyTrainingCarriesGorgonia(t *testing.T) {
	isGorgonia := func(path string) bool { return below(path, []string{"gorgonia.org"}) }
	for _, p := range list(t) {
		if !p.ours() {
			continue
		}
		if i := slices.IndexFunc(p.Imports, isGorgonia); i >= 0 && p.name() != "net/train" {
			t.Errorf("%s imports %s; only net/train may", p.name(), p.Imports[i])
		}
		if i := slices.IndexFunc(p.Deps, isGorgonia); i >= 0 && slices.Contains(players, p.name()) {
			t.Errorf("%s carries %s; whoever plays does without", p.name(), p.Deps[i])
		}
	}
}
