package main

import (
	"strings"
	"testing"
)

// Every page gets the addresses of its picture and of itself.
func TestPagesHaveTheirAddress(t *testing.T) {
	_, pages, _, err := siteFiles()
	if err != nil || len(pages) < 2 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for text, want := range map[string]string{
		"https://example.org":             "https://example.org/",
		"https://example.org/a%20b":       "https://example.org/a%20b/",
		"http://127.0.0.1:8000/play/":     "http://127.0.0.1:8000/play/",
		`https://example.org/"><script>/`: "https://example.org/%22%3E%3Cscript%3E/",
	} {
		address, err := parseAddress(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for _, page := range pages {
			html, err := withAddress(page, address)
			if err != nil {
				t.Fatal(err)
			}
			own := want + page.path
			if page.path == "index.html" {
				own = want
			}
			for property, content := range map[string]string{"url": own, "image": want + "preview.png"} {
				tag := `<meta property="og:` + property + `" content="` + content + `">`
				if strings.Count(string(html), tag) != 1 ||
					strings.Count(string(html), "og:"+property+`"`) != 1 {
					t.Errorf("%q: %s has not %s alone", text, page.path, tag)
				}
			}
		}
	}
}
