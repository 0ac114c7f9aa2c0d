package main

import (
	"errors"
	"fmt"
	"html"
	"net/url"

	"epaminondas/internal/base/cli"
)

// parseAddress reads the address of the folder on the web where a page will be.
func parseAddress(text string) (*url.URL, error) {
	address, err := url.Parse(text)
	if err != nil {
		var wrong *url.Error
		if errors.As(err, &wrong) {
			err = wrong.Err
		}
		return nil, cli.Usagef("--address %q: %w", text, err)
	}
	switch {
	case address.Scheme != "https" && address.Scheme != "http", address.Hostname() == "":
		return nil, cli.Usagef("--address %q: want the whole address, such as https://example.org/play/", text)
	case address.User != nil, address.RawQuery != "", address.ForceQuery, address.Fragment != "":
		return nil, cli.Usagef("--address %q: want a folder, without a name, a query or a fragment", text)
	}
	return address.JoinPath("/"), nil
}

// withAddress returns a page's HTML with the whole address of its picture, and with its own. Many programs
// that show a preview of a link do not take a relative address.
func withAddress(page pageFile, folder *url.URL) ([]byte, error) {
	const line = `<meta property="og:image" content="` + previewFile + `">`
	own := folder
	if page.path != "index.html" {
		own = folder.JoinPath(page.path)
	}
	tag := func(property string, address *url.URL) string {
		content := html.EscapeString(address.String())
		return fmt.Sprintf(`<meta property="og:%s" content="%s">`, property, content)
	}
	return replaceOnce(page.data, line, tag("url", own)+"\n"+tag("image", folder.JoinPath(previewFile)))
}
