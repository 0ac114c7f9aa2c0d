package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"epaminondas/internal/page/web"
)

// The address of a script changes with every script and with the HTML, and with nothing else.
func TestCodeFolderIsADigest(t *testing.T) {
	files := []pageFile{{"main.js", []byte("1")}, {"board.js", []byte("2")}, {"index.html", []byte("3")}}
	first := codeFolder(files)
	if !regexp.MustCompile(`^assets/[0-9a-f]{16}$`).MatchString(first) {
		t.Errorf("the folder is %q", first)
	}
	if turned := []pageFile{files[2], files[0], files[1]}; codeFolder(turned) != first {
		t.Error("the order of the files changes the folder")
	}
	for i := range files {
		changed := slices.Clone(files)
		changed[i].data = []byte("another")
		if codeFolder(changed) == first {
			t.Errorf("another %s is in the same folder", files[i].path)
		}
	}
	moved := []pageFile{{"main.js", []byte("2")}, {"board.js", []byte("1")}, files[2]}
	if codeFolder(moved) == first {
		t.Error("scripts with exchanged names are in the same folder")
	}
}

// Everything that an HTML file loads is below the folder of the scripts. Links lead to other HTML files.
func TestHTMLLoadsOneVersion(t *testing.T) {
	code, pages, _, err := siteFiles()
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 2 {
		t.Errorf("there are %d pages, want at least the games and the puzzles", len(pages))
	}
	for _, html := range pages {
		text, err := withoutServer(html.data, "assets/0123456789abcdef")
		if err != nil {
			t.Fatal(err)
		}
		loads := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(string(text), -1)
		if len(loads) < 3 {
			t.Errorf("%s loads only %q", html.path, loads)
		}
		for _, load := range loads {
			below, ok := strings.CutPrefix(load[1], "assets/0123456789abcdef/")
			known := slices.ContainsFunc(code, func(f pageFile) bool { return f.path == below })
			place, _, _ := strings.Cut(load[1], "#")
			page := place == "" || place == "./" ||
				slices.ContainsFunc(pages, func(f pageFile) bool { return f.path == place })
			if (!ok || !known) && !page && !strings.HasPrefix(load[1], "data:") {
				t.Errorf("%s loads %s", html.path, load[1])
			}
		}
		checkPolicy(t, string(text))
	}
}

// runScript runs an ES module in Node, with files of the page as data URLs.
func runScript(t *testing.T, script string, names ...string) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here to run the page's scripts in")
	}
	for _, name := range names {
		text, err := own.ReadFile("web/" + name)
		if err != nil {
			t.Fatal(err)
		}
		url := "data:text/javascript;base64," + base64.StdEncoding.EncodeToString(text)
		script = strings.ReplaceAll(script, "./"+name, url)
	}
	command := exec.CommandContext(t.Context(), node, "--input-type=module", "-e", script)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// Both ways to compute a digest in the page agree with crypto/sha256.
func TestPageComputesDigests(t *testing.T) {
	out := runScript(t, `import { sha256, plain } from "./sha256.js";
for (let n = 0; n < 200; n++) {
  const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 7 + n) % 256);
  console.log(plain(bytes), await sha256(bytes));
}`, "sha256.js")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 200 {
		t.Fatalf("%d lines:\n%s", len(lines), out)
	}
	for n, line := range lines {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(i*7 + n)
		}
		sum := sha256.Sum256(data)
		if want := hex.EncodeToString(sum[:]); line != want+" "+want {
			t.Errorf("%d bytes: %s, want %s", n, line, want)
		}
	}
}

// Each language is a script whose default export is the table of the page, and English has none.
func TestTextsAreThoseOfThePage(t *testing.T) {
	files, err := packedTexts()
	if err != nil || len(files) < 2 {
		t.Fatal(len(files), err)
	}
	for _, f := range files {
		out := runScript(t, `import { default as texts } from "data:text/javascript;base64,`+
			base64.StdEncoding.EncodeToString(f.data)+`"; console.log(JSON.stringify(texts));`)
		language := strings.TrimSuffix(strings.TrimPrefix(f.path, "languages/"), ".js")
		want, err := web.Texts(language)
		if err != nil {
			t.Fatal(err)
		}
		if language == "en" || strings.TrimSpace(out) != string(want) {
			t.Errorf("%s: other texts than the page has", f.path)
		}
	}
}

// The pages load the code that they share at once, and not after the script that imports it.
func TestSharedCodeIsPreloaded(t *testing.T) {
	tags := preloads([]pageFile{{"main.js", nil}, {"shared-1.js", nil}, {"shared-2.js", nil}})
	html, err := withPreloads([]byte(`<script type="module" src="assets/main.js"></script>`), tags)
	if err != nil {
		t.Fatal(err)
	}
	if want := `<link rel="modulepreload" href="assets/shared-1.js">
<link rel="modulepreload" href="assets/shared-2.js">
<script type="module" src="assets/main.js"></script>`; string(html) != want {
		t.Errorf("the page is\n%s", html)
	}
}

// An export of an earlier release, whose scripts had no folder of their own, may be replaced.
func TestReplacesAnEarlierLayout(t *testing.T) {
	dir := t.TempDir()
	if err := writeFolder(filepath.Join(dir, "page"), []pageFile{{"index.html", []byte("old")},
		{"assets/main.js", []byte("old")}, {manifestFile, []byte(`{"format":"epaminondas page","files":[` +
			`{"path":"assets/main.js"},{"path":"index.html"}]}`)}}); err != nil {
		t.Fatal(err)
	}
	if err := mayReplace(filepath.Join(dir, "page")); err != nil {
		t.Error(err)
	}
}
