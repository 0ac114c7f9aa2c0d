package serve

import (
	"html/template"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"
)

// refusalPage is a refusal for people. It loads nothing, because its host may be refused.
var refusalPage = template.Must(template.New("refusal").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}} · Epaminondas</title>
</head>
<body>
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
{{if .Host}}<p>The page of this program opens only under the names that the program knows. So no other
site can use it through your browser. The page docs/play.md in the program's folder explains tunnels
and containers.</p>
{{end}}</body>
</html>
`))

// writeRefusal answers a refused request: with a page if a person opened an address in a browser, or
// else with JSON.
func writeRefusal(w http.ResponseWriter, r *http.Request, status int, err error) {
	if !strings.Contains(strings.ToLower(strings.Join(r.Header["Accept"], ",")), "text/html") {
		Error(w, status, err)
		return
	}
	page := struct {
		Title, Text string
		Host        bool
	}{http.StatusText(status), sentence(err.Error()), status == http.StatusForbidden}
	switch status {
	case http.StatusForbidden:
		page.Title = "The page does not open here"
	case http.StatusNotFound:
		page.Title = "There is no page here"
	}
	SetType(w, "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = refusalPage.Execute(w, page) // a closed connection is no error
}

// sentence returns the text of an error as a sentence.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}
