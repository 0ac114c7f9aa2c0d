// Package standings writes a tournament as one HTML file that needs no other file. The file has the
// ratings with their intervals, the curve over a run's checkpoints, the scores between players and
// the endings of games. It also has every game, to replay on a board.
//
// The package draws the charts as SVG, so they print and need no script. The page's script only
// shows games. It knows no rules, because each move includes the numbers of its moving and captured
// stones. The page loads nothing, and its content security policy forbids loading.
package standings

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
)

//go:embed page.gohtml style.css script
var files embed.FS

// view is the data of the template.
type view struct {
	*Data
	Policy   string
	Style    template.CSS
	Script   template.JS
	Place    string
	Finding  string
	Ratings  *ratingTable
	Measured string // effort of each player for a move
	Curve    *curve
	Cross    *crossTable
	First    *firstMove
	Lengths  *histogram
	Endings  []ending
	Test     *testView
	Archive  *archive
}

// Write writes the page to w. An error names the first inconsistency in d, such as an illegal move
// and its game, or wraps the error of w. After an error, the text in w is not a complete page.
func Write(w io.Writer, d *Data) error {
	if err := d.Validate(); err != nil {
		return err
	}
	v, err := newView(d)
	if err != nil {
		return err
	}
	t, err := template.New("page.gohtml").Funcs(functions).ParseFS(files, "page.gohtml")
	if err != nil {
		return fmt.Errorf("standings: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, v); err != nil {
		return fmt.Errorf("standings: %w", err)
	}
	if _, err := out.WriteTo(w); err != nil {
		return fmt.Errorf("standings: write: %w", err)
	}
	return nil
}

func newView(d *Data) (*view, error) {
	games, err := encodeGames(d)
	if err != nil {
		return nil, err
	}
	style, err := files.ReadFile("style.css")
	if err != nil {
		return nil, fmt.Errorf("standings: %w", err)
	}
	code, err := script()
	if err != nil {
		return nil, err
	}
	order := ranking(d.Players)
	ratings := newRatingTable(d, order)
	return &view{
		Data: d, Policy: policy(string(style), code), Style: template.CSS(style), Script: template.JS(code),
		Place: place(d.Rules), Finding: finding(d, order),
		Ratings: ratings, Measured: measured(ratings), Curve: newCurve(d, order), Cross: newCrossTable(d,
			order),
		First: newFirstMove(d), Lengths: newHistogram(d.Games), Endings: newEndings(d.Games),
		Test:    newTestView(d.SPRT),
		Archive: games,
	}, nil
}

// policy returns the content security policy. It allows only this style and this script, and no
// loading.
func policy(style, script string) string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; "+
		"form-action 'none'", digest(style), digest(script))
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// functions are the functions of the template.
var functions = template.FuncMap{
	"pc":   width,
	"px":   pixels,
	"sum":  func(a, b float64) float64 { return a + b },
	"rest": func(share float64) float64 { return 1 - share },
}

// width writes a share as a length of SVG.
func width(share float64) string { return fmt.Sprintf("%.2f%%", 100*share) }

func pixels(v float64) string { return fmt.Sprintf("%.1f", v) }
