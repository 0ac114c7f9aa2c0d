package lint

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the prefix of the import paths of our own packages.
const module = "epaminondas/"

// A goPackage is what go list reports about a package. Tests are not included.
type goPackage struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	Imports    []string // direct imports
	Deps       []string // direct and indirect imports
}

// name returns the import path of one of our packages without the module.
func (p *goPackage) name() string { return strings.TrimPrefix(p.ImportPath, module) }

// ours reports whether the package belongs to this module.
func (p *goPackage) ours() bool { return strings.HasPrefix(p.ImportPath, module) }

// list returns our packages and all their dependencies, by import path.
func list(t *testing.T) map[string]*goPackage {
	t.Helper()
	var stderr bytes.Buffer
	command := exec.Command("go", "list", "-e", "-deps",
		"-json=ImportPath,Dir,Standard,GoFiles,Imports,Deps", module+"...")
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
		if p.ours() { // drops a cached result of the test when the package changes
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

// below reports whether path is one of roots or is below one of them.
func below(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return path == root || strings.HasPrefix(path, root+"/")
	})
}

// A place is the group of a package and the number of its layer, counted from the top.
type place struct {
	layer int
	group string
}

// places returns the place of every package that docs/design.md lists. The list is in the order of the
// layers.
func places(t *testing.T) map[string]place {
	t.Helper()
	root := filepath.Dir(list(t)[module+"game"].Dir)
	text, err := os.ReadFile(filepath.Join(root, "docs", "design.md"))
	if err != nil {
		t.Fatal(err)
	}
	at, last := map[string]place{}, 0
	for _, name := range listed(string(text)) {
		if _, twice := at[name]; twice {
			t.Errorf("docs/design.md lists %s twice", name)
		}
		for layer, groups := range layers {
			for _, group := range groups {
				if below(name, []string{group}) {
					at[name] = place{layer, group}
				}
			}
		}
		layer := at[name].layer
		if at[name].group == "" || layer < last {
			t.Errorf("docs/design.md lists %s, on layer %d, after a package of layer %d", name, layer, last)
		}
		last = layer
	}
	return at
}

// listed returns, in order, the names at the start of the lines of the first code block.
func listed(text string) (names []string) {
	_, rest, _ := strings.Cut(text, "\n```\n")
	block, _, _ := strings.Cut(rest, "```")
	for line := range strings.Lines(block) {
		if name, _, described := strings.Cut(line, "  "); described {
			names = append(names, name)
		}
	}
	return names
}

// allows reports whether one of our packages may import another.
func allows(at map[string]place, from, to string) bool {
	if few, ok := narrow[from]; ok && !slices.Contains(few, to) {
		return false
	}
	a, b := at[from], at[to]
	return b.layer > a.layer || b == a
}

func TestArrows(t *testing.T) {
	packages, at := list(t), places(t)
	for _, p := range packages {
		if _, named := at[p.name()]; p.ours() && !named {
			t.Errorf(
				"%s has no group: add it to the list in docs/design.md",
				p.name())
		}
	}
	for name, from := range at {
		p := packages[module+name]
		if p == nil {
			t.Errorf("docs/design.md lists %s, which does not exist", name)
			continue
		}
		for _, path := range p.Imports {
			imported := packages[path]
			switch {
			case imported != nil && imported.Standard:
			case imported != nil && imported.ours():
				if to := imported.name(); !allows(at, name, to) {
					t.Errorf(
						"%s, layer %d, imports %s, layer %d; it may import its own group and layers with higher numbers, unless narrow allows less",
						name, from.layer, to, at[to].layer)
				}
			case !below(path, libraries[name]):
				t.Errorf("%s imports %s; libraries allows only %v", name, path, libraries[name])
			}
		}
	}
}

// TestExceptionsExist checks that every name in the tables of exceptions is a package.
func TestExceptionsExist(t *testing.T) {
	at := places(t)
	names := slices.Concat(slices.Collect(maps.Keys(narrow)), slices.Collect(maps.Keys(libraries)),
		carriers, natsCarriers, serverCarriers)
	for _, few := range narrow {
		names = append(names, few...)
	}
	for _, name := range names {
		if _, named := at[name]; !named {
			t.Errorf("docs/design.md does not list %s", name)
		}
	}
}

// TestBrowsersLoadLittle checks that the program for browsers has no heavy dependencies. Every
// visitor loads the program, and it cannot serve, start programs or open databases.
func TestBrowsersLoadLittle(t *testing.T) {
	service := list(t)[module+"internal/page/api"]
	for _, heavy := range []string{"net", "net/http", "os/exec", "modernc.org/sqlite",
		"github.com/klauspost/compress/zstd"} {
		if slices.Contains(service.Deps, heavy) {
			t.Errorf("%s carries %s", service.name(), heavy)
		}
	}
}

// TestCommandsCarryLittle checks that a command has only the dependencies it uses: see [without].
func TestCommandsCarryLittle(t *testing.T) {
	packages := list(t)
	for name, roots := range without {
		p := packages[module+name]
		if p == nil {
			t.Errorf("without names %s, which does not exist", name)
			continue
		}
		for _, path := range p.Deps {
			if below(strings.TrimPrefix(path, module), roots) {
				t.Errorf("%s carries %s", name, path)
			}
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
		if i := slices.IndexFunc(p.Deps, isGorgonia); (i >= 0) != slices.Contains(carriers, p.name()) {
			t.Errorf("%s depends on gorgonia: %v; carriers says otherwise", p.name(), i >= 0)
		}
	}
}

func TestOnlyTheFleetCarriesNATS(t *testing.T) {
	for library, allowed := range map[string][]string{
		"github.com/nats-io/nats.go":        natsCarriers,
		"github.com/nats-io/nats-server/v2": serverCarriers,
	} {
		for _, p := range list(t) {
			if !p.ours() {
				continue
			}
			carries := slices.ContainsFunc(p.Deps, func(path string) bool {
				return below(path, []string{library})
			})
			if carries != slices.Contains(allowed, p.name()) {
				t.Errorf("%s carries %s: %v; the carriers say otherwise", p.name(), library, carries)
			}
		}
	}
}

// Training and fleet share only the run's folder: neither links the other.
func TestFleetAndTrainingDoNotMeet(t *testing.T) {
	packages := list(t)
	loop, fleet := module+"internal/training/loop", module+"internal/training/fleet"
	if slices.Contains(packages[fleet].Deps, loop) ||
		slices.Contains(packages[module+"cmd/fleet"].Deps, loop) {
		t.Error("the fleet carries the training loop")
	}
	if slices.Contains(packages[loop].Deps, fleet) ||
		slices.Contains(packages[module+"cmd/train"].Deps, fleet) {
		t.Error("training carries the fleet")
	}
}
