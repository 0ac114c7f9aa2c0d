package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/textfile"
	"epaminondas/net"
)

// manifestFile lists the files of a page for the web, and marks its folder as ours.
const manifestFile = "export.json"

const manifestFormat = "epaminondas page"

// manifest is the content of that file. The page reads the description of the network from it.
type manifest struct {
	Format string         `json:"format"`
	Code   string         `json:"code"` // the folder of the scripts and styles that index.html loads
	Engine string         `json:"engine"`
	Model  manifestModel  `json:"model"`
	Files  []manifestItem `json:"files"` // all files except this one, by path
}

// manifestModel is the network of a page.
type manifestModel struct {
	File  string `json:"file"`
	Name  string `json:"name"`
	Rules string `json:"rules"` // the rules that it was trained on
	Step  int64  `json:"step"`
	Lines string `json:"lines,omitempty"` // the file of an evaluation of lines for that board
}

// manifestItem is a file of a page.
type manifestItem struct {
	Path     string `json:"path"`
	Bytes    int    `json:"bytes"`
	SHA256   string `json:"sha256"`
	Unpacked string `json:"unpacked,omitempty"` // digest of the content, if the file is packed with gzip
}

// sum returns the SHA-256 of data in hexadecimal digits.
func sum(data []byte) string {
	digest := sha256.Sum256(data)
	return hex.EncodeToString(digest[:])
}

// sortFiles sorts files by their paths.
func sortFiles(files []pageFile) {
	slices.SortFunc(files, func(a, b pageFile) int { return strings.Compare(a.path, b.path) })
}

// addManifest sorts the files of a page and adds the manifest.
func addManifest(files []pageFile, code, name string, c *net.Checkpoint) ([]pageFile, error) {
	sortFiles(files)
	m := manifest{Format: manifestFormat, Code: code, Engine: engineFile,
		Model: manifestModel{File: modelFile, Name: name, Rules: c.Meta.Rules, Step: c.Meta.Step}}
	for i, f := range files {
		if i > 0 && f.path == files[i-1].path {
			return nil, fmt.Errorf("export: two files of the page are %s", f.path) // a bug of this program
		}
		if f.path == linesFile {
			m.Model.Lines = linesFile
		}
		item := manifestItem{Path: f.path, Bytes: len(f.data), SHA256: sum(f.data)}
		if path.Ext(f.path) == ".gz" {
			content, err := unpack(f.data)
			if err != nil {
				return nil, fmt.Errorf("export: %s: %w", f.path, err) // a bug of this program
			}
			item.Unpacked = sum(content)
		}
		m.Files = append(m.Files, item)
	}
	text, err := json.Marshal(m) // without spaces, because visitors load it each time
	if err != nil {
		return nil, fmt.Errorf("export: write %s: %w", manifestFile, err)
	}
	return append(files, pageFile{manifestFile, append(text, '\n')}), nil
}

// mayReplace returns an error if the export must not replace dir. The export may replace an empty
// folder or an earlier page, and dir may be missing.
func mayReplace(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return cli.Usagef("--web: %w: give a folder that does not exist yet", err)
	case len(entries) == 0:
		return nil
	}
	known, err := readManifest(dir)
	if err != nil {
		return cli.Usagef("--web: %s is not empty and not an exported page (%w): give another folder", dir, err)
	}
	return filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, name)
		if err == nil && !known[filepath.ToSlash(relative)] {
			return cli.Usagef("--web: %s does not belong to the page in %s and would be lost: move it "+
				"away, or give another folder", name, dir)
		}
		return err
	})
}

// readManifest returns the paths of the files of the page in dir.
func readManifest(dir string) (map[string]bool, error) {
	text, err := textfile.Read(filepath.Join(dir, manifestFile))
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestFile, err)
	}
	if m.Format != manifestFormat {
		return nil, fmt.Errorf("%s: its format is %q, want %q", manifestFile, m.Format, manifestFormat)
	}
	known := map[string]bool{manifestFile: true}
	for _, f := range m.Files {
		known[f.Path] = true
	}
	return known, nil
}

// writeFolder makes dir a folder with exactly these files. If it fails, dir does not change.
func writeFolder(dir string, files []pageFile) (err error) {
	parent, base := filepath.Split(filepath.Clean(dir))
	temp, err := os.MkdirTemp(filepath.Clean(parent), "."+base+".*.tmp")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	fresh, old := filepath.Join(temp, "new"), filepath.Join(temp, "old")
	for _, f := range files {
		name := filepath.Join(fresh, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.data, 0o644); err != nil {
			return err
		}
	}
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, restore(old, dir))
	}
	return nil
}

// restore puts the former content back at dir, if there was any.
func restore(old, dir string) error {
	if err := os.Rename(old, dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
