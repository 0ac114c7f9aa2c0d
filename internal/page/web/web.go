// Package web holds the files of the page on which people play, look into positions and watch
// training. They are served as they are: there is no build step, nothing is loaded from elsewhere,
// and all paths in them are relative, so that a copy of them works at any address.
package web

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed site
var site embed.FS

// Files returns the site, with index.html at its root.
func Files() fs.FS {
	files, err := fs.Sub(site, "site")
	if err != nil {
		panic(fmt.Sprintf("web: %v", err)) // a bug of ours
	}
	return files
}
