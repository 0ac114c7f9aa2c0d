package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// entries are the scripts and styles that the pages and the workers load themselves. All other scripts
// are imported. A page loads the texts of one language at most, beside the English ones in its scripts.
var entries = []string{"main.js", "puzzles/main.js", "worker.js", "preferences.js",
	"languages/de.js", "languages/es.js",
	"style.css", "board.css", "play.css", "lesson.css", "fonts.css", "puzzles/puzzles.css"}

// bundle joins each script that a page loads with all its imports in one file, and shortens scripts and
// styles. Over a slow network, sixty requests take longer than their bytes. Other files stay the same.
func bundle(files []pageFile) (_ []pageFile, err error) {
	dir, err := os.MkdirTemp("", "page")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	var rest []pageFile
	for _, f := range files {
		if kind := path.Ext(f.path); kind != ".js" && kind != ".css" {
			rest = append(rest, f)
			continue
		}
		name := filepath.Join(dir, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, f.data, 0o600); err != nil {
			return nil, err
		}
	}
	result := api.Build(api.BuildOptions{
		EntryPoints: entries, AbsWorkingDir: dir, Outbase: dir, Outdir: "out",
		Bundle: true, Format: api.FormatESModule, Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		LegalComments: api.LegalCommentsNone, External: []string{"*.woff2"}, LogLevel: api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		m := result.Errors[0]
		if m.Location == nil {
			return nil, errors.New(m.Text)
		}
		return nil, fmt.Errorf("%s:%d: %s", m.Location.File, m.Location.Line, m.Text)
	}
	for _, f := range result.OutputFiles {
		name, err := filepath.Rel(filepath.Join(dir, "out"), f.Path)
		if err != nil {
			return nil, err
		}
		rest = append(rest, pageFile{filepath.ToSlash(name), f.Contents})
	}
	return rest, nil
}
