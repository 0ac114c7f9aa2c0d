package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"epaminondas/internal/page/web"
)

// asset is a file of the page.
type asset struct {
	data []byte
	kind string // content type
	etag string
}

var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2",
}

// loadAssets returns the files of the page by URL path. The path of index.html is /.
func loadAssets() (map[string]asset, error) {
	list, files := map[string]asset{}, web.Files()
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		kind := contentTypes[path.Ext(name)]
		if kind == "" {
			return fmt.Errorf("%s has an unknown kind of file", name)
		}
		sum := sha256.Sum256(data)
		list["/"+strings.TrimSuffix(name, "index.html")] = asset{data, kind,
			`"` + hex.EncodeToString(sum[:12]) + `"`}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("serve: the page's files: %w", err)
	}
	return list, nil
}

// serve answers with a file, or with 304 if the browser has it.
func (a asset) serve(w http.ResponseWriter, r *http.Request) error {
	h := w.Header()
	h.Set("ETag", a.etag)
	h.Set("Cache-Control", "no-cache") // the browser must ask each time for a new version
	if strings.Contains(r.Header.Get("If-None-Match"), a.etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", a.kind)
	h.Set("Content-Length", fmt.Sprint(len(a.data)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.data) // a closed connection is no error
	}
	return nil
}
