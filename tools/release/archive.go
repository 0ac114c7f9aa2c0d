package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"
)

// file is a file of an archive.
type file struct {
	name       string // with slashes
	text       []byte
	executable bool
}

// archive makes the archive for a target, and returns its name.
func archive(ctx context.Context, o options, c commit, target string) (name string, err error) {
	folder := fmt.Sprintf("epaminondas-%s-%s-%s", c.time.Format(time.DateOnly), c.hash,
		strings.ReplaceAll(target, "/", "-"))
	files, err := collect(ctx, o.tree, target)
	if err != nil {
		return "", err
	}
	sort.Slice(files, func(i, j int) bool { return files[i].name < files[j].name })
	write, name := writeTar, folder+".tar.gz"
	if strings.HasPrefix(target, "windows/") {
		write, name = writeZip, folder+".zip"
	}
	to, err := os.Create(filepath.Join(o.out, name))
	if err != nil {
		return "", err
	}
	err = write(to, folder, files, c.time)
	if closed := to.Close(); err == nil {
		err = closed
	}
	return name, err
}

// collect returns the files of an archive.
func collect(ctx context.Context, tree, target string) (files []file, err error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := build(ctx, tree, dir, target); err != nil {
		return nil, err
	}
	for _, c := range commands() {
		if strings.HasPrefix(target, "windows/") {
			c += ".exe"
		}
		text, err := os.ReadFile(filepath.Join(dir, c))
		if err != nil {
			return nil, err
		}
		files = append(files, file{c, text, true})
	}
	for from, to := range map[string]string{
		"LICENSE": "LICENSE", "CHANGELOG.md": "CHANGELOG.md", "tools/release/START.txt": "START.txt"} {
		text, err := os.ReadFile(filepath.Join(tree, from))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: to, text: text})
	}
	for _, folder := range []string{"configs", "docs"} {
		some, err := filesOf(filepath.Join(tree, folder), folder, ".toml", ".md")
		if err != nil {
			return nil, err
		}
		files = append(files, some...)
	}
	licences, err := licences(ctx, tree, target)
	return append(files, licences...), err
}

// filesOf returns the files in a folder whose names end in one of the extensions.
func filesOf(dir, as string, extensions ...string) (files []file, err error) {
	err = filepath.WalkDir(dir, func(at string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !slices.Contains(extensions, filepath.Ext(at)) {
			return nil
		}
		text, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		below, err := filepath.Rel(dir, at)
		if err != nil {
			return err
		}
		files = append(files, file{name: path.Join(as, filepath.ToSlash(below)), text: text})
		return nil
	})
	return files, err
}

// licences returns the licences of all modules in the programs, and of Go.
func licences(ctx context.Context, tree, target string) (files []file, err error) {
	list, err := modules(ctx, tree, target)
	if err != nil {
		return nil, err
	}
	root, err := output(ctx, tree, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	list = append(list, module{path: "go", dir: root})
	for _, m := range list {
		found := false
		entries, err := os.ReadDir(m.dir)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if entry.IsDir() || !isLicence(entry.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(m.dir, entry.Name()))
			if err != nil {
				return nil, err
			}
			found = true
			files = append(files, file{name: path.Join("licences", m.path, entry.Name()), text: text})
		}
		if !found {
			return nil, fmt.Errorf("%s has no file with its licence", m.path)
		}
	}
	return files, nil
}

func isLicence(name string) bool {
	name = strings.ToUpper(name)
	for _, word := range []string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "PATENTS"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

// writeTar writes a compressed tar file. All files have the time of the commit.
func writeTar(w *os.File, folder string, files []file, at time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(packed)
	for _, f := range files {
		mode := int64(0o644)
		if f.executable {
			mode = 0o755
		}
		header := tar.Header{Name: path.Join(folder, f.name), Mode: mode, Size: int64(len(f.text)),
			ModTime: at, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := t.Write(f.text); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// writeZip writes a zip file.
func writeZip(w *os.File, folder string, files []file, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		to, err := z.CreateHeader(&zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate,
			Modified: at})
		if err != nil {
			return err
		}
		if _, err := to.Write(f.text); err != nil {
			return err
		}
	}
	return z.Close()
}
