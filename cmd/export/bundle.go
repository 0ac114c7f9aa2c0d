package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"epaminondas/internal/page/web"
)

// The scripts and styles that the pages and the workers load themselves. All other scripts are imported. The
// two scripts of the pages share most of their code, which becomes a file that both import.
var (
	pageEntries  = []string{"main.js", "puzzles/main.js"}
	otherEntries = []string{"worker.js", "preferences.js",
		"style.css", "board.css", "play.css", "lesson.css", "fonts.css", "puzzles/puzzles.css"}
)

// sharedPrefix begins the name of a file with code that both pages import.
const sharedPrefix = "shared-"

// bundle joins each script that a page loads with its imports, and shortens scripts and styles. Over a
// slow network, sixty requests take longer than their bytes. Texts in other languages than English are
// packed, because the export has all of them. Other files stay the same.
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
	for _, entries := range [][]string{pageEntries, otherEntries} {
		joined, err := join(dir, entries)
		if err != nil {
			return nil, err
		}
		rest = append(rest, joined...)
	}
	texts, err := packedTexts()
	return append(rest, texts...), err
}

// join returns the scripts and styles of some entries, without the files that they import.
func join(dir string, entries []string) ([]pageFile, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: entries, AbsWorkingDir: dir, Outbase: dir, Outdir: "out",
		Bundle: true, Splitting: true, ChunkNames: sharedPrefix + "[hash]",
		Format: api.FormatESModule, Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		LegalComments: api.LegalCommentsNone, External: []string{"*.woff2"}, LogLevel: api.LogLevelSilent,
	})
	if err := fault(result.Errors); err != nil {
		return nil, err
	}
	var files []pageFile
	for _, f := range result.OutputFiles {
		name, err := filepath.Rel(filepath.Join(dir, "out"), f.Path)
		if err != nil {
			return nil, err
		}
		files = append(files, pageFile{filepath.ToSlash(name), f.Contents})
	}
	return files, nil
}

// shortened returns a script that stands in the HTML itself, without comments and spaces.
func shortened(script []byte) ([]byte, error) {
	result := api.Transform(string(script), api.TransformOptions{Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true, LogLevel: api.LogLevelSilent})
	return result.Code, fault(result.Errors)
}

// fault returns the first of the messages as an error.
func fault(messages []api.Message) error {
	if len(messages) == 0 {
		return nil
	}
	m := messages[0]
	if m.Location == nil {
		return errors.New(m.Text)
	}
	return fmt.Errorf("%s:%d: %s", m.Location.File, m.Location.Line, m.Text)
}

// unpackTexts is a script whose default export is a table of texts: JSON, packed with gzip.
const unpackTexts = `const bytes = Uint8Array.from(atob(%q), (c) => c.charCodeAt()),
  stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
export default JSON.parse(await new Response(stream).text());
`

// packedTexts returns a script for each language besides English, which the scripts of the pages contain.
func packedTexts() ([]pageFile, error) {
	languages, err := web.Languages()
	if err != nil {
		return nil, err
	}
	var files []pageFile
	for _, language := range languages {
		if language == "en" {
			continue
		}
		texts, err := web.Texts(language)
		if err != nil {
			return nil, err
		}
		packed, err := pack(texts)
		if err != nil {
			return nil, err
		}
		script := fmt.Appendf(nil, unpackTexts, base64.StdEncoding.EncodeToString(packed))
		name := strings.TrimPrefix(path.Join(web.LanguageFolder, language+".js"), served)
		files = append(files, pageFile{name, script})
	}
	return files, nil
}

// preloads returns the HTML that loads the shared code together with the script of the page.
func preloads(code []pageFile) string {
	var html strings.Builder
	for _, f := range code {
		if strings.HasPrefix(f.path, sharedPrefix) {
			fmt.Fprintf(&html, `<link rel="modulepreload" href="%s%s">`+"\n", served, f.path)
		}
	}
	return html.String()
}
