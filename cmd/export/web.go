package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/page/web"
	"epaminondas/models"
	"epaminondas/net"
)

// own holds the files that only the exported page has.
//
//go:embed web
var own embed.FS

// pageFile is a file of a page for the web. Paths are relative and have slashes.
type pageFile struct {
	path string
	data []byte
}

const (
	modelFile = "model.safetensors"
	linesFile = "evaluation.lines"
)

// writeWeb writes a page on which the network plays, and prints how to open it.
func (s *source) writeWeb(ctx context.Context, dir string, notes io.Writer) error {
	if err := mayReplace(dir); err != nil {
		return err
	}
	files, err := s.page(ctx)
	if err != nil {
		return err
	}
	if err := writeFolder(dir, files); err != nil {
		return fmt.Errorf("export: write %s: %w", dir, err)
	}
	size := 0
	for _, f := range files {
		size += len(f.data)
	}
	_, err = fmt.Fprintf(notes, "%s: step %d of %s, %s, %.1f MB. To see the page: cd %s && python3 "+
		"-m http.server\n",
		dir, s.checkpoint.Meta.Step, s.file, noun.Count(len(files), "file"), float64(size)/1e6, dir)
	return err
}

// page returns all files of the page, the manifest last.
func (s *source) page(ctx context.Context) ([]pageFile, error) {
	code, pages, others, err := siteFiles()
	if err != nil {
		return nil, fmt.Errorf("export: the page's files: %w", err)
	}
	model, err := net.EncodeCheckpoint(s.checkpoint)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	engine, script, err := compileEngine(ctx)
	if err != nil {
		return nil, err
	}
	lines, err := linesOf(s.checkpoint)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	first, err := firstAnswers(ctx, s.title, s.checkpoint, lines)
	if err != nil {
		return nil, fmt.Errorf("export: the first answers: %w", err)
	}
	if code, err = bundle(append(code, script, first)); err != nil {
		return nil, fmt.Errorf("export: join the scripts: %w", err)
	}
	shared := preloads(code)
	for i := range pages {
		if pages[i].data, err = withPreloads(pages[i].data, shared); err != nil {
			return nil, fmt.Errorf("export: %s: %w", pages[i].path, err)
		}
		if s.address == nil {
			continue
		}
		if pages[i].data, err = withAddress(pages[i], s.address); err != nil {
			return nil, fmt.Errorf("export: %s: %w", pages[i].path, err)
		}
	}
	folder := codeFolder(slices.Concat(code, pages))
	for i := range code {
		code[i].path = path.Join(folder, code[i].path)
	}
	for i := range pages {
		if pages[i].data, err = withoutServer(pages[i].data, folder); err != nil {
			return nil, fmt.Errorf("export: %s: %w", pages[i].path, err)
		}
	}
	picture, err := s.preview()
	if err != nil {
		return nil, fmt.Errorf("export: the picture for links: %w", err)
	}
	files := slices.Concat(code, engine, pages, others,
		[]pageFile{{modelFile, model}, {previewFile, picture}})
	if lines != nil {
		files = append(files, pageFile{linesFile, lines})
	}
	if err := nameVersion(files); err != nil {
		return nil, err
	}
	return addManifest(files, folder, s.title, s.checkpoint)
}

// preview draws the board of the network.
func (s *source) preview() ([]byte, error) {
	board, err := game.ParseBoard(s.checkpoint.Meta.Rules)
	if err != nil {
		return nil, err
	}
	return preview(board)
}

// workerFile is the service worker, which keeps the files for visits without a network.
const workerFile = "sw.js"

// nameVersion writes the digest of all files into the service worker.
func nameVersion(files []pageFile) error {
	const line = `const version = "";`
	i := slices.IndexFunc(files, func(f pageFile) bool { return f.path == workerFile })
	named, err := replaceOnce(files[i].data, line, fmt.Sprintf("const version = %q;", digest(files)))
	if err != nil {
		return fmt.Errorf("export: %s: %w", workerFile, err)
	}
	files[i].data = named
	return nil
}

// linesOf returns the included evaluation of lines for the board of a checkpoint, or nil without one.
func linesOf(c *net.Checkpoint) ([]byte, error) {
	rules, err := game.ParseRules(c.Meta.Rules)
	if err != nil {
		return nil, err
	}
	lines, err := models.Lines(rules)
	if errors.Is(err, models.ErrNoLines) {
		err = nil
	}
	return lines, err
}

// codeFolder returns a folder whose name is the digest of the files in it. So a browser never mixes
// the scripts and styles of two exports, even if some of them come from its cache.
func codeFolder(files []pageFile) string { return served + digest(files) }

// digest returns the digest of files and their paths.
func digest(files []pageFile) string {
	files = slices.Clone(files)
	sortFiles(files)
	whole := sha256.New()
	for _, f := range files {
		fmt.Fprintf(whole, "%s %d %x\n", f.path, len(f.data), sha256.Sum256(f.data))
	}
	return hex.EncodeToString(whole.Sum(nil)[:8])
}

// served is the folder of the scripts and styles of the page that cmd/play serves.
const served = "assets/"

// siteFiles returns the files of the page: its scripts and styles, with paths below their folder, its HTML
// files, and all others. Our own files replace the files that need a server.
func siteFiles() (code, pages, others []pageFile, err error) {
	site, err := readFiles(web.Files(), "")
	if err != nil {
		return nil, nil, nil, err
	}
	added, err := fs.Sub(own, "web")
	if err != nil {
		return nil, nil, nil, err
	}
	ours, err := readFiles(added, served)
	if err != nil {
		return nil, nil, nil, err
	}
	var start []byte
	site = slices.DeleteFunc(site, func(f pageFile) bool { return needsServer(f.path) })
	for _, f := range append(site, ours...) {
		below, isCode := strings.CutPrefix(f.path, served)
		switch {
		case below == "README.txt" || below == workerFile:
			others = append(others, pageFile{below, f.data})
		case below == "start.js":
			start = f.data
		case isCode:
			code = append(code, pageFile{below, f.data})
		case path.Ext(f.path) == ".html":
			pages = append(pages, f)
		default:
			return nil, nil, nil, fmt.Errorf("%s is outside %s", f.path, served) // a bug of ours
		}
	}
	if start, err = shortened(start); err != nil {
		return nil, nil, nil, fmt.Errorf("start.js: %w", err)
	}
	for i := range pages {
		if pages[i].data, err = withScript(pages[i].data, start); err != nil {
			return nil, nil, nil, fmt.Errorf("%s: %w", pages[i].path, err)
		}
	}
	return code, pages, others, nil
}

// needsServer reports whether the export leaves a file out or replaces it.
func needsServer(name string) bool {
	// the training view and its curves
	for _, below := range []string{"assets/training/", "assets/vendor/uPlot"} {
		if strings.HasPrefix(name, below) {
			return true
		}
	}
	// places.js serves the server's backend.js only
	return name == "training.html" || name == "assets/backend.js" || name == "assets/places.js"
}

// readFiles returns all files of a tree, with their paths below a folder.
func readFiles(tree fs.FS, under string) ([]pageFile, error) {
	var files []pageFile
	err := fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(tree, name)
		files = append(files, pageFile{path.Join(under, name), data})
		return err
	})
	return files, err
}

// policy is the page's Content-Security-Policy. It forbids everything that the page does not need,
// above all other hosts. It allows the one script in the HTML by its digest. A server sends it in a
// header.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-%s'; worker-src 'self'; " +
	"style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
	"form-action 'none'"

// beginning is the first line of the page's head.
const beginning = `<meta charset="utf-8">`

// withScript returns the page's HTML with start.js in it, and with a policy that allows start.js.
func withScript(html, script []byte) ([]byte, error) {
	if bytes.Contains(script, []byte("</script")) {
		return nil, errors.New("start.js contains </script, which would end its script element")
	}
	script = slices.Concat([]byte("\n"), script)
	digest := sha256.Sum256(script)
	more := beginning + "\n" + previewTags + "\n" + `<meta http-equiv="Content-Security-Policy" content="` +
		fmt.Sprintf(policy, base64.StdEncoding.EncodeToString(digest[:])) + `">` + "\n" +
		`<meta name="referrer" content="no-referrer">` + "\n" + codeMeta + "\n" +
		`<script>` + string(script) + `</script>`
	return replaceOnce(html, beginning, more)
}

// previewTags describe the page for programs that show a preview of a link.
const previewTags = `<meta name="description" content="` + about + `">
<meta property="og:type" content="website">
<meta property="og:title" content="Epaminondas">
<meta property="og:description" content="` + about + `">
<meta property="og:image" content="` + previewFile + `">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="The board at the start of a game">
<meta name="twitter:card" content="summary_large_image">`

const about = "A board game of lines of stones, against a network that has taught itself. " +
	"It runs in the browser."

// scriptTag begins the tag of the script of a page.
const scriptTag = `<script type="module"`

// withPreloads returns the page's HTML with more tags before its script.
func withPreloads(html []byte, tags string) ([]byte, error) {
	return replaceOnce(html, scriptTag, tags+scriptTag)
}

// replaceOnce returns the data of a file with a text replaced, which the file must contain exactly once.
func replaceOnce(data []byte, old, new string) ([]byte, error) {
	if bytes.Count(data, []byte(old)) != 1 {
		return nil, fmt.Errorf("the file must contain %s exactly once", old)
	}
	return bytes.Replace(data, []byte(old), []byte(new), 1), nil
}

// codeMeta tells start.js the folder of the scripts and styles.
const codeMeta = `<meta name="code" content="assets/">`

// indentation is the space at the beginning of lines.
var indentation = regexp.MustCompile(`(?m)^[ \t]+`)

// withoutServer returns the page's HTML without indentation, changed so that it loads its scripts and styles
// from a folder.
func withoutServer(html []byte, folder string) ([]byte, error) {
	html = indentation.ReplaceAll(html, nil)
	html, err := replaceOnce(html, codeMeta, `<meta name="code" content="`+folder+`">`)
	if err != nil {
		return nil, err
	}
	for _, attribute := range []string{"src", "href"} {
		old := attribute + `="` + served
		html = bytes.ReplaceAll(html, []byte(old), []byte(attribute+`="`+folder+"/"))
	}
	return html, nil
}
