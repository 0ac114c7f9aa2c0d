// Package web has the files of the page for play, analysis and training. There is no build step.
// The page loads nothing from other hosts. All its paths are relative, so a copy of the files works
// at any address.
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
