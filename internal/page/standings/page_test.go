package standings_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"flag"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
	"epaminondas/internal/page/standings"
)

var update = flag.Bool("update", false, "write the golden files")

func write(t testing.TB, d *standings.Data) string {
	t.Helper()
	var out bytes.Buffer
	if err := standings.Write(&out, d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var (
	styles  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	scripts = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	sources = regexp.MustCompile(`(?s)<(style|script)>.*?</(style|script)>`)
)

// TestGolden compares a page with a golden file, except the style, the script and their digests.
func TestGolden(t *testing.T) {
	got := sources.ReplaceAllString(write(t, ladder(t)), "<$1></$1>")
	got = regexp.MustCompile(`sha256-.*?=&#39;`).ReplaceAllString(got, "sha256-DIGEST&#39;")
	path := filepath.Join("testdata", "ladder.html")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the page differs from %s:\n%s", path, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return "one goes on where the other ends"
}

// TestPolicy checks that the content security policy allows exactly the style
// and the script of the page.
func TestPolicy(t *testing.T) {
	text := write(t, ladder(t))
	meta := regexp.MustCompile(
		`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatch(text)
	if meta == nil {
		t.Fatal("no policy")
	}
	digest := func(all *regexp.Regexp) string {
		found := all.FindAllStringSubmatch(text, -1)
		if len(found) != 1 {
			t.Fatalf("%v occurs %d times, want once", all, len(found))
		}
		sum := sha256.Sum256([]byte(found[0][1]))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	want := "default-src 'none'; style-src " + digest(styles) + "; script-src " + digest(scripts) +
		"; base-uri 'none'; form-action 'none'"
	if got := html.UnescapeString(meta[1]); got != want {
		t.Errorf("policy %q\nwant   %q", got, want)
	}
	for _, forbidden := range []string{" style=", " onclick=", " onload=", " src=", "<link", "<base"} {
		if strings.Contains(sources.ReplaceAllString(text, ""), forbidden) {
			t.Errorf("the page has %q, which the policy does not allow", forbidden)
		}
	}
}

// TestNothingIsLoaded checks that the page contains no address except the name of SVG.
func TestNothingIsLoaded(t *testing.T) {
	text := strings.ReplaceAll(write(t, ladder(t)), "http://www.w3.org/2000/svg", "")
	if found := regexp.MustCompile(
		`(?i)(https?:|[^:/]//\w+\.\w|@import|url\(|import\(|fetch\(|XMLHttpRequest|WebSocket).{0,40}`).FindString(text); found != "" {
		t.Errorf("the page has %q", found)
	}
}

const hostile = "</script><script>alert(1)</script><img src=x onerror=\"alert('2')\"><!-- {{.}} `${1}` \u2028"

// TestHostileText puts hostile text into every text field.
func TestHostileText(t *testing.T) {
	d := ladder(t)
	d.Title, d.Finding, d.Command, d.Date, d.Control = hostile, hostile, hostile, hostile, hostile
	d.Warnings = []string{hostile}
	names := map[string]string{}
	for i := range d.Players {
		p := &d.Players[i]
		names[p.Name] = p.Name + hostile
		p.Name, p.Label = p.Name+hostile, p.Label+hostile
	}
	d.Anchor = names[d.Anchor]
	for i := range d.Games {
		g := &d.Games[i]
		g.Players = [2]string{names[g.Players[0]], names[g.Players[1]]}
		g.Verdict, g.Ending = hostile, hostile
	}
	text := write(t, d)
	if n := len(regexp.MustCompile(`(?i)<script`).FindAllString(text, -1)); n != 2 {
		t.Errorf("%d scripts, want 2: the games and ours", n)
	}
	outside := sources.ReplaceAllString(text, "")
	for _, tag := range []string{"<img", "<!--"} {
		if strings.Contains(outside, tag) {
			t.Errorf("the page has %q", tag)
		}
	}
	checkTags(t, text)
	a := archiveOf(t, text)
	if got := a.Games[0].Verdict; got != hostile {
		t.Errorf("the script reads the verdict %q, want %q", got, hostile)
	}
	if got := a.Players[0].Name; got != d.Players[0].Name {
		t.Errorf("the script reads the name %q, want %q", got, d.Players[0].Name)
	}
}

// void has the elements without an end tag. SVG elements that close themselves are not in it.
var void = map[string]bool{"meta": true, "input": true, "br": true}

// checkTags checks that every element ends, in the right order, and that no two
// have the same id.
func checkTags(t *testing.T, text string) {
	t.Helper()
	ids := map[string]bool{}
	for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(
		sources.ReplaceAllString(text, ""), -1) {
		if ids[id[1]] {
			t.Errorf("the id %q occurs twice", id[1])
		}
		ids[id[1]] = true
	}
	plain := regexp.MustCompile(`(?s)(<(?:style|script)[^>]*>).*?(</)`).ReplaceAllString(text, "$1$2")
	var open []string
	for _, tag := range regexp.MustCompile(
		`<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^<>"]|"[^"]*")*?)(/?)>`).FindAllStringSubmatch(plain, -1) {
		name := tag[2]
		switch {
		case tag[1] == "" && !void[name] && tag[4] == "":
			open = append(open, name)
		case tag[1] == "/" && (len(open) == 0 || open[len(open)-1] != name):
			t.Fatalf("</%s> where %v are open", name, open)
		case tag[1] == "/":
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("%v do not end", open)
	}
}

func TestTags(t *testing.T) {
	checkTags(t, write(t, ladder(t)))
}

// TestBarePage writes the smallest page: one player and no games.
func TestBarePage(t *testing.T) {
	d := ladder(t)
	text := write(t, &standings.Data{Title: "bare", Rules: d.Rules, Players: d.Players[:1]})
	checkTags(t, text)
	if strings.Contains(text, "<script") || strings.Contains(text, `id="cross"`) {
		t.Error("the page of no games has a script or a crosstable")
	}
}

// TestSize checks the size of the page for a thousand games of a hundred plies on the large board,
// with all reports of the players.
func TestSize(t *testing.T) {
	b := game.MustBoard("epaminondas,max_plies=100")
	d := &standings.Data{Title: "size", Rules: b.Rules(),
		Players: []standings.Player{{Name: "a"}, {Name: "b"}}}
	plies := 0
	for i := range 100 {
		g := randomGame(b, i, [2]string{"a", "b"}, "")
		for k := range g.Plies {
			g.Plies[k].Nodes, g.Plies[k].Time, g.Plies[k].Judged = 123456+k, 1234567000, true
		}
		plies += len(g.Plies)
		d.Games = append(d.Games, g)
	}
	perPly := float64(len(write(t, d))-len(write(t,
		&standings.Data{Title: "size", Rules: b.Rules(), Players: d.Players,
			Games: d.Games[:1]}))) / float64(plies)
	if perPly > 20 {
		t.Errorf("%.1f bytes a ply, want at most 20: 2 MB for a thousand games of a hundred plies", perPly)
	}
}

type failing struct{}

var errFull = errors.New("disk full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestWriterFails(t *testing.T) {
	if err := standings.Write(failing{}, ladder(t)); !errors.Is(err, errFull) {
		t.Errorf("error %v, want the writer's", err)
	}
}

// TestFinding checks the sentence under the title.
func TestFinding(t *testing.T) {
	sentence := func(d *standings.Data) string {
		return html.UnescapeString(
			regexp.MustCompile(`<p class="finding">(.*?)</p>`).FindStringSubmatch(write(t, d))[1])
	}
	d := ladder(t)
	want := "step 12.5k has the highest rating, above +310 Elo (95%) on a scale where random has 0 " +
		"(likelihood of superiority 90%)."
	if got := sentence(d); got != want {
		t.Errorf("ladder: %q\nwant %q", got, want)
	}
	d.Players[2].Rating.Estimate = 400
	want = "step 12.5k has the highest rating, +400 Elo (95%: above +310) on a scale where random has 0; step " +
		"1k is next, 300 points below (likelihood of superiority 90%). From step 1000 to step 12500 the " +
		"run gained 300 points."
	if got := sentence(d); got != want {
		t.Errorf("ladder: %q\nwant %q", got, want)
	}
	d.Players[2].Rating.Estimate, d.Players[2].Rating.High = 40, 50
	want = "step 1k has the highest rating, +100 Elo (95%: +20 to +180) on a scale where random has 0; step " +
		"12.5k is next, 60 points below (likelihood of superiority 10%). From step 1000 to step 12500 the " +
		"run lost 60 points."
	if got := sentence(d); got != want {
		t.Errorf("ladder: %q\nwant %q", got, want)
	}
	d.Players, d.Cross, d.LOS, d.Games = d.Players[:2], nil, nil, []record.Game{d.Games[0]}
	want = "step 1k scored 50% against random in 4 games (+2 =0 −2): +100 Elo (95%: +20 to +180). After " +
		"4 pairs the test accepted H1: the difference is +20 rather than 0 Elo."
	if got := sentence(d); got != want {
		t.Errorf("match: %q\nwant %q", got, want)
	}
	d.Players[1].Rating, d.Players[0].Rating = result.Interval{}, result.Interval{Estimate: -100, Low: -180,
		High: -20}
	d.Anchor, d.SPRT = d.Players[1].Name, nil
	want = "step 1k scored 50% against random in 4 games (+2 =0 −2): +100 Elo (95%: +20 to +180)."
	if got := sentence(d); got != want {
		t.Errorf("match with the better one as the anchor: %q\nwant %q", got, want)
	}
	d.Finding = "Nothing."
	if got := sentence(d); got != "Nothing." {
		t.Errorf("given: %q", got)
	}
}

func TestGamesOfCrossings(t *testing.T) {
	b := game.MustBoard("crossings,max_plies=120")
	d := &standings.Data{Title: "c", Rules: b.Rules(), Players: []standings.Player{{Name: "a"}, {Name: "b"}}}
	for i := range 5 {
		d.Games = append(d.Games, randomGame(b, i, [2]string{"a", "b"}, ""))
	}
	if text := write(t, d); !strings.Contains(text, "Crossings on 8 × 8, 16 stones a side") {
		t.Error("the page does not say what was played")
	}
	replay(t, d)
}
