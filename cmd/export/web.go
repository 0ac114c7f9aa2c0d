package main

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"epaminondas/internal/page/web"
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

const modelFile = "model.safetensors"

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
	_, err = fmt.Fprintf(notes, "%s: step %d of %s, %d files, %.1f MB. To see the page: cd %s && python3 "+
		"-m http.server\n",
		dir, s.checkpoint.Meta.Step, s.file, len(files), float64(size)/1e6, dir)
	return err
}

// page returns all files of the page, the manifest last.
func (s *source) page(ctx context.Context) ([]pageFile, error) {
	files, err := siteFiles()
	if err != nil {
		return nil, fmt.Errorf("export: the page's files: %w", err)
	}
	model, err := net.EncodeCheckpoint(s.checkpoint)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	engine, err := compileEngine(ctx)
	if err != nil {
		return nil, err
	}
	files = append(files, pageFile{modelFile, model})
	files = append(files, engine...)
	return addManifest(files, s.title, s.checkpoint)
}

// siteFiles returns the files of the served page. Other files replace the files that need a server.
func siteFiles() ([]pageFile, error) {
	served, err := readFiles(web.Files(), "")
	if err != nil {
		return nil, err
	}
	added, err := fs.Sub(own, "web")
	if err != nil {
		return nil, err
	}
	ours, err := readFiles(added, "assets")
	if err != nil {
		return nil, err
	}
	var files []pageFile
	for _, f := range served {
		if !needsServer(f.path) {
			files = append(files, f)
		}
	}
	for i := range files {
		if files[i].path == "index.html" {
			if files[i].data, err = withoutServer(files[i].data); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range ours {
		if f.path == "assets/README.txt" {
			f.path = "README.txt"
		}
		files = append(files, f)
	}
	return files, nil
}

// needsServer reports whether the export leaves a file out or replaces it.
func needsServer(name string) bool {
	// the training view and its curves
	for _, below := range []string{"assets/training/", "assets/vendor/"} {
		if strings.HasPrefix(name, below) {
			return true
		}
	}
	// places.js serves the server's backend.js only
	return name == "training.html" || name == "assets/backend.js" || name == "assets/places.js"
}

// readFiles returns all files of a tree, under a folder.
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
// above all other hosts. A server sends it in a header.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src " +
	"'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

// withoutServer returns the page's HTML with the policy in it, and a message for a page opened from
// the disk.
func withoutServer(html []byte) ([]byte, error) {
	const begin = `<meta charset="utf-8">`
	if bytes.Count(html, []byte(begin)) != 1 {
		return nil, fmt.Errorf("index.html has no single %s", begin)
	}
	more := begin + "\n" + `<meta http-equiv="Content-Security-Policy" content="` + policy + `">` + "\n" +
		`<meta name="referrer" content="no-referrer">` + "\n" + `<script src="assets/unserved.js"></script>`
	return bytes.Replace(html, []byte(begin), []byte(more), 1), nil
}
