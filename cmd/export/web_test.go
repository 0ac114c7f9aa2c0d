package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/page/api"
	"epaminondas/net"
	"epaminondas/net/kernel"
)

// exportPage exports a page of a checkpoint.
func exportPage(t *testing.T, dir, checkpoint string) {
	t.Helper()
	var stdout bytes.Buffer
	if err := run(t.Context(), []string{"--web", dir, checkpoint}, nil, &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(stdout.String(), dir+": step 42 of "+checkpoint) ||
		!strings.Contains(stdout.String(), "python3 -m http.server") {
		t.Errorf("it says %q", &stdout)
	}
}

// content returns all files below a folder.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		relative, _ := filepath.Rel(dir, name)
		files[filepath.ToSlash(relative)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A page is complete and the same each time. Its engine answers like the service of this process.
func TestExportsAPage(t *testing.T) {
	checkpoint, saved := save(t, "crossings")
	parent := t.TempDir()
	dir := filepath.Join(parent, "page")
	exportPage(t, dir, checkpoint)
	files := content(t, dir)
	checkPage(t, files)
	if text, err := net.EncodeCheckpoint(saved); err != nil || files["model.safetensors"] != string(text) {
		t.Error("its model is not the checkpoint")
	}
	t.Run("the same again, in its own place", func(t *testing.T) {
		exportPage(t, dir, checkpoint)
		if again := content(t, dir); !maps.Equal(again, files) {
			t.Error("the same checkpoint gives another page")
		}
		checkAlone(t, dir)
	})
	t.Run("nothing else is replaced", func(t *testing.T) { checkOthersStay(t, dir, checkpoint) })
	t.Run("the engine", func(t *testing.T) { checkEngine(t, dir, saved) })
}

// checkPage compares the files with the manifest, and with the files that they load.
func checkPage(t *testing.T, files map[string]string) {
	t.Helper()
	var m manifest
	if err := json.Unmarshal([]byte(files["export.json"]), &m); err != nil {
		t.Fatal(err)
	}
	want := manifestModel{File: "model.safetensors", Name: "net", Rules: "crossings", Step: 42,
		Lines: "evaluation.lines"}
	if m.Model != want {
		t.Errorf("the model is %+v, want %+v", m.Model, want)
	}
	listed := []string{"export.json"}
	for _, f := range m.Files {
		listed = append(listed, f.Path)
		if sum := sha256.Sum256([]byte(files[f.Path])); f.Bytes != len(files[f.Path]) ||
			f.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("the manifest has %+v, of another file", f)
		}
	}
	slices.Sort(listed)
	if there := slices.Sorted(maps.Keys(files)); !slices.Equal(listed, there) {
		t.Errorf("listed are %q\nthere are %q", listed, there)
	}
	if !strings.HasPrefix(m.Code, "assets/") {
		t.Errorf("the scripts are in %q", m.Code)
	}
	for _, name := range []string{"index.html", "README.txt", "sw.js", "preview.png", "assets/kernel.wasm.gz",
		"assets/kernel-relaxed.wasm.gz",
		m.Code + "/worker.js", m.Code + "/main.js", m.Code + "/puzzles/main.js", m.Code + "/style.css"} {
		if files[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	for name := range files {
		if strings.Contains(name, "training") || strings.Contains(name, "uPlot") {
			t.Errorf("%s needs a server", name)
		}
	}
	checkPolicy(t, files["index.html"])
	checkPolicy(t, files["puzzles.html"])
	for _, f := range m.Files {
		if f.Unpacked == "" {
			continue
		}
		plain := unpacked(t, files[f.Path])
		if sum := sha256.Sum256([]byte(plain)); !strings.HasPrefix(plain, "\x00asm") ||
			f.Unpacked != hex.EncodeToString(sum[:]) {
			t.Errorf("%s unpacks to %d bytes of another file", f.Path, len(plain))
		}
	}
	checkSize(t, m)
	loads := map[string]*regexp.Regexp{
		".html": regexp.MustCompile(`(?:src|href)="(\.?/?[\w./-]*\w)"`),
		".js":   regexp.MustCompile(`(?:from|import) ?"(\.?/?[\w./-]*\w)"`),
	}
	for name, text := range files {
		loaded := loads[filepath.Ext(name)]
		if loaded == nil {
			continue
		}
		for _, found := range loaded.FindAllStringSubmatch(text, -1) {
			if to := pathFrom(name, found[1]); files[to] == "" {
				t.Errorf("%s loads %s, which is not there", name, to)
			}
		}
	}
}

// checkSize checks that a visitor needs less than 2 MB besides the weights and the fonts.
func checkSize(t *testing.T, m manifest) {
	t.Helper()
	size := 0
	for _, f := range m.Files {
		if f.Path != m.Model.File && f.Path != m.Model.Lines && !strings.Contains(f.Path, "/fonts/") {
			size += f.Bytes
		}
	}
	if t.Logf("%d bytes besides weights and fonts", size); size >= 2_000_000 {
		t.Errorf("the files have %d bytes besides weights and fonts, want less than 2 MB", size)
	}
}

// checkPolicy checks that the policy allows the script in the HTML, by its digest, and no other one.
func checkPolicy(t *testing.T, html string) {
	t.Helper()
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(html, -1)
	if len(scripts) != 1 {
		t.Fatalf("%d scripts are in the HTML, want 1", len(scripts))
	}
	digest := sha256.Sum256([]byte(scripts[0][1]))
	want := fmt.Sprintf(policy, base64.StdEncoding.EncodeToString(digest[:]))
	if !strings.Contains(html, `content="`+want+`"`) {
		t.Errorf("the policy is not %s", want)
	}
}

// unpacked returns the content of gzip data.
func unpacked(t *testing.T, packed string) string {
	t.Helper()
	plain, err := unpack([]byte(packed))
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// pathFrom resolves a relative path of a file.
func pathFrom(name, to string) string {
	return strings.TrimPrefix(filepath.ToSlash(filepath.Join("/", filepath.Dir(name), to)), "/")
}

// checkAlone fails the test if a file lies beside dir.
func checkAlone(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(dir) {
			t.Errorf("%s was left", e.Name())
		}
	}
}

// checkOthersStay puts a foreign file into the page at dir, and a foreign mark into another folder.
func checkOthersStay(t *testing.T, dir, checkpoint string) {
	foreign := filepath.Join(dir, "assets", "notes.txt")
	write(t, foreign, "mine")
	full, marked, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "file")
	write(t, filepath.Join(full, "thesis.tex"), "mine")
	write(t, filepath.Join(marked, "export.json"), `{"format":"customs"}`)
	write(t, file, "mine")
	for where, want := range map[string]string{dir: foreign, full: "is not empty and not an exported page",
		marked: `its format is "customs"`, file: "give a folder"} {
		err := run(t.Context(), []string{"--web", where, checkpoint}, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want a usage error with %q", where, err, want)
		}
	}
	for _, path := range []string{foreign, filepath.Join(full, "thesis.tex"), file} {
		if text, err := os.ReadFile(path); err != nil || string(text) != "mine" {
			t.Errorf("%s was not left alone: %q, %v", path, text, err)
		}
	}
	if err := os.Remove(foreign); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// questions go to the exported engine and to a service of this process. The levels have limits of
// simulations and nodes. The last level has a time, so the test compares only the number of
// messages.
var questions = []struct{ name, body string }{
	{"boards", `{}`},
	{"position", `{"rules":"crossings","start":"","moves":["b1-d3","b8-d6"]}`},
	{"move", `{"rules":"crossings","start":"","moves":[],"player":"","level":4,"seed":7}`},
	{"move", `{"rules":"epaminondas:4x6x1","start":"","moves":["a1-a2"],"player":"net","level":5,"seed":1}`},
	{"move", `{"rules":"epaminondas","start":"","moves":[],"player":"","level":2,"seed":3}`},
	{"move", `{"rules":"epaminondas:8x8","start":"","moves":[],"player":"classical","level":2,"seed":3}`},
	{"move", `{"rules":"crossings","start":"","moves":[],"player":"lines","level":4,"seed":3}`},
	{"move", `{"rules":"epaminondas:8x8","start":"","moves":[],"player":"lines","level":4,"seed":3}`},
	{"move", `{"rules":"crossings","start":"","moves":["a1-a9"],"player":"","level":4,"seed":7}`},
	{"move", `{"rules":"crossings","start":"","moves":[],"player":"","level":0,"seed":7}`},
	{"analyse", `{"rules":"epaminondas:4x6x1","start":"..../w.../...b/..../..../.... w","moves":[],"player":"","lines":2,"seconds":60,"ownership":true}`},
	{"review", `{"rules":"epaminondas:4x6x1","start":"","moves":["a1-a2","a6-a5"],"player":"","nodes":20,"ms":0}`},
	{"import", `{"text":"1. a1-a2 a6-a5","rules":"epaminondas:4x6x1"}`},
	{"export", `{"rules":"epaminondas:4x6x1","start":"","moves":["a1-a2"],"white":"you","black":"me","notation":"head"}`},
	{"steal", `{}`},
	{"review", `{"rules":"epaminondas:4x6x1","start":"","moves":["a1-a2","a6-a5"],"player":"","nodes":0,"ms":20}`},
}

// timedMessages answer the last question.
const timedMessages = 3

// checkEngine compares the answers of the compiled engine with those of package api here.
func checkEngine(t *testing.T, dir string, c *net.Checkpoint) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here to run WebAssembly in")
	}
	evaluation, err := linesOf(c)
	if err != nil || evaluation == nil {
		t.Fatalf("no evaluation of lines for %s: %v", c.Meta.Rules, err)
	}
	d, err := api.New(api.ForNetwork("net", c, evaluation))
	if err != nil {
		t.Fatal(err)
	}
	var args []string
	var want []map[string]any
	for _, q := range questions {
		args = append(args, q.name, q.body)
		want = append(want, ask(t, d, q.name, q.body)...)
	}
	if want[len(want)-1]["reply"] == nil {
		t.Fatalf("the last question is answered with %v", want[len(want)-1])
	}
	for _, way := range []string{"WITHOUT_SIMD=", "WITHOUT_SIMD=1"} {
		got := askEngine(t, way, node, append([]string{filepath.Join("testdata", "ask.mjs"), dir}, args...))
		if len(got) != len(want) {
			t.Fatalf("%s gives %d messages, want %d:\n%v", way, len(got), len(want), got)
		}
		for i := range want {
			if !alike(got[i], want[i]) && i < len(want)-timedMessages {
				t.Errorf("%s\ngives %v\nwant  %v", way, got[i], want[i])
			}
		}
	}
}

// ask returns the answers of this process's service, as messages of the engine.
func ask(t *testing.T, d *api.Service, name, body string) (messages []map[string]any) {
	t.Helper()
	add := func(kind string, v any) { messages = append(messages, read(t, text(t, map[string]any{kind: v}))) }
	reply, err := d.Call(t.Context(), name, []byte(body), func(v any) error {
		add("part", v)
		return nil
	})
	if err != nil {
		messages = append(messages, read(t, text(t, api.FailureOf(err))))
	} else {
		add("reply", reply)
	}
	return messages
}

// askEngine returns the messages that answer all questions.
func askEngine(t *testing.T, way, node string, args []string) []map[string]any {
	t.Helper()
	var stderr bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, node, args...)
	command.Env = append(os.Environ(), way)
	command.Stderr = &stderr
	out, err := command.Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || lines[0] != `{"reply":{}}` {
		t.Fatalf("%v\n%s%s", err, out, &stderr)
	}
	var answers []map[string]any
	for _, line := range lines[1:] {
		answers = append(answers, read(t, line))
	}
	return answers
}

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func read(t *testing.T, text string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// alike compares two JSON values. Time does not count. Numbers may differ by the rounding of
// another path of the kernels.
func alike(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && len(a) == len(b) && !slices.ContainsFunc(slices.Collect(maps.Keys(a)),
			func(key string) bool { return key != "ms" && !alike(a[key], b[key]) })
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, alike)
	case float64:
		b, ok := b.(float64)
		return ok && (a == b || kernel.Path() != "plain" && math.Abs(a-b) < 1e-4)
	}
	return a == b
}

// An export that is stopped, or that does not compile, leaves no new files. An earlier page stays.
func TestBrokenExportLeavesNothing(t *testing.T) {
	checkpoint, _ := save(t, "crossings")
	dir := filepath.Join(t.TempDir(), "page")
	for _, test := range []struct {
		name, want string
		spoil      func(t *testing.T) context.Context
	}{
		{"stopped", context.Canceled.Error(), func(t *testing.T) context.Context {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			return ctx
		}},
		{"no go command", "install Go", func(t *testing.T) context.Context {
			t.Setenv("PATH", t.TempDir())
			return t.Context()
		}},
		{"no compiler", "go build", func(t *testing.T) context.Context {
			t.Setenv("GOCACHE", "off")
			return t.Context()
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx := test.spoil(t)
			err := run(ctx, []string{"--web", dir, checkpoint}, nil, io.Discard, io.Discard)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("it gives %v, want %q", err, test.want)
			}
			if entries, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(entries) > 0 {
				t.Errorf("%v was left, %v", entries, err)
			}
		})
	}
}

// If writing fails, the earlier page stays.
func TestWriteFolderKeepsWhatWasThere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "page")
	old := []pageFile{{"a/b.txt", []byte("old")}}
	if err := writeFolder(dir, old); err != nil {
		t.Fatal(err)
	}
	if err := writeFolder(dir, []pageFile{{"a", []byte("new")}, {"a/b.txt", []byte("new")}}); err == nil {
		t.Error("a file and a folder of one name were written")
	}
	if files := content(t, dir); len(files) != 1 || files["a/b.txt"] != "old" {
		t.Errorf("left is %q", files)
	}
	checkAlone(t, dir)
}

func TestFindsTheSource(t *testing.T) {
	elsewhere := t.TempDir()
	if _, err := findModule(t.Context(), elsewhere, filepath.Join(elsewhere, "moved"), ""); err == nil ||
		!strings.Contains(err.Error(), "in the repository") {
		t.Errorf("without the source: %v", err)
	}
	found, err := findModule(t.Context(), elsewhere, ".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(found, "cmd", "export", "webengine")); err != nil {
		t.Error(err)
	}
}
