package play

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"strings"
)

//go:embed assets
var files embed.FS

// asset is a file of the page.
type asset struct {
	data []byte
	kind string // content type
	etag string
}

var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// loadAssets returns the files by the paths that they are served at; the page itself is at /.
func loadAssets() (map[string]asset, error) {
	entries, err := files.ReadDir("assets")
	if err != nil {
		return nil, fmt.Errorf("play: %w", err)
	}
	list := map[string]asset{}
	for _, e := range entries {
		data, err := files.ReadFile("assets/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("play: %w", err)
		}
		at, kind := "/assets/"+e.Name(), contentTypes[path.Ext(e.Name())]
		if kind == "" {
			return nil, fmt.Errorf("play: the asset %s is of no known kind", e.Name())
		}
		if e.Name() == "index.html" {
			at = "/"
		}
		sum := sha256.Sum256(data)
		list[at] = asset{data, kind, `"` + hex.EncodeToString(sum[:12]) + `"`}
	}
	return list, nil
}

// serveAsset answers with a file, or with 304 if the browser has it.
func (s *server) serveAsset(w http.ResponseWriter, r *http.Request) error {
	a := s.assets[r.URL.Path]
	h := w.Header()
	h.Set("ETag", a.etag)
	h.Set("Cache-Control", "no-cache") // ask each time: another version may be served by then
	if strings.Contains(r.Header.Get("If-None-Match"), a.etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", a.kind)
	h.Set("Content-Length", fmt.Sprint(len(a.data)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.data) // who has gone away needs no answer
	}
	return nil
}
