package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// A harm is damage to a file.
type harm struct {
	path string // relative to the folder
	kind string
	text string // in words
}

// kinds are the ways to damage a file.
func kinds() []string {
	return []string{"flip", "flip", "flip", "truncate", "empty", "remove", "replace", "append", "folder"}
}

// drawHarm damages a random file of a folder and returns the harm. A file of another folder may
// replace it, or a file of the same kind in the same folder.
func drawHarm(dir, other string, rng *rand.Rand) (harm, error) {
	paths, err := files(dir)
	if err != nil {
		return harm{}, err
	}
	h := harm{path: paths[rng.IntN(len(paths))]}
	h.kind = kinds()[rng.IntN(len(kinds()))]
	path := filepath.Join(dir, h.path)
	content, err := os.ReadFile(path)
	if err != nil {
		return h, err
	}
	if len(content) == 0 && (h.kind == "flip" || h.kind == "truncate" || h.kind == "empty") {
		h.kind = "append"
	}
	h.text, err = h.do(path, content, dir, other, rng)
	return h, err
}

// files lists the files below a folder, in order.
func files(dir string) ([]string, error) {
	found, err := digests(dir, nil)
	var paths []string
	for path := range found {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths, err
}

// do damages the file at path and describes the damage.
func (h harm) do(path string, content []byte, dir, other string, rng *rand.Rand) (string, error) {
	switch h.kind {
	case "flip":
		text := "flips bits of the bytes"
		for range 1 + rng.IntN(4) {
			at := rng.IntN(len(content))
			if rng.IntN(3) == 0 {
				at = rng.IntN(min(len(content), headBytes))
			}
			content[at] ^= byte(1 + rng.IntN(255))
			text += fmt.Sprintf(" %d", at)
		}
		return text, os.WriteFile(path, content, 0o644)
	case "truncate":
		size := rng.Int64N(int64(len(content)))
		return fmt.Sprintf("ends it after %d of %d bytes", size, len(content)), os.Truncate(path, size)
	case "empty":
		return "empties it", os.Truncate(path, 0)
	case "remove":
		return "removes it", os.Remove(path)
	case "append":
		garbage := make([]byte, 1+rng.IntN(5000))
		for i := range garbage {
			garbage[i] = byte(rng.Uint32())
		}
		return fmt.Sprintf("appends %d random bytes", len(garbage)), appendTo(path, garbage)
	case "folder":
		if err := os.Remove(path); err != nil {
			return "", err
		}
		return "puts a folder in its place", os.Mkdir(path, 0o755)
	}
	from, err := substitute(h.path, dir, other, rng)
	if err != nil {
		return "", err
	}
	return "replaces it by " + from, copyFile(from, path)
}

// headBytes is the size of the headers of files. A third of the flips hit them.
const headBytes = 128

// substitute draws a file that replaces another. It is the file with the same name in another
// folder, a file with the same ending, or any file.
func substitute(path, dir, other string, rng *rand.Rand) (string, error) {
	if _, err := os.Stat(filepath.Join(other, path)); err == nil && rng.IntN(2) == 0 {
		return filepath.Join(other, path), nil
	}
	var similar []string
	for _, folder := range []string{dir, other} {
		paths, err := files(folder)
		if err != nil {
			return "", err
		}
		for _, name := range paths {
			if filepath.Ext(name) == filepath.Ext(path) &&
				filepath.Join(folder, name) != filepath.Join(dir, path) {
				similar = append(similar, filepath.Join(folder, name))
			}
		}
	}
	if len(similar) == 0 {
		paths, err := files(other)
		if err != nil {
			return "", err
		}
		if len(paths) == 0 {
			return "", fmt.Errorf("%s: %w", other, fs.ErrNotExist)
		}
		return filepath.Join(other, paths[rng.IntN(len(paths))]), nil
	}
	return similar[rng.IntN(len(similar))], nil
}
