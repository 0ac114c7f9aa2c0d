package standings_test

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/match/record"
	"epaminondas/internal/page/standings"
)

// archive is the page's data for its script. The test reads it without the package.
type archive struct {
	Width, Height int
	Start         string
	Players       []struct{ Name, Label string }
	Games         []encodedGame
}

type encodedGame struct {
	Number  int    `json:"n"`
	Players [2]int `json:"p"`
	Outcome int    `json:"r"`
	Ending  string `json:"e"`
	Forfeit bool   `json:"f"`
	Opening int    `json:"o"`
	Start   string `json:"s"`
	Verdict string `json:"v"`
	Moves   string `json:"m"`
	Values  string `json:"j"`
	Nodes   string `json:"c"`
	Times   string `json:"t"`
}

func archiveOf(t *testing.T, text string) archive {
	t.Helper()
	found := regexp.MustCompile(
		`(?s)<script type="application/json" id="archive">(.*?)</script>`).FindStringSubmatch(text)
	if found == nil {
		t.Fatal("the page has no games")
	}
	var a archive
	if err := json.Unmarshal([]byte(found[1]), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// number reads digits to base 64, as the script does.
func number(text string) int {
	n := 0
	for _, c := range text {
		n = n<<6 | strings.IndexRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", c)
	}
	return n
}

// column reads the numbers of a game's plies.
func column(t *testing.T, text string, plies int) []int64 {
	t.Helper()
	numbers := make([]int64, plies)
	if text == "" {
		return numbers
	}
	words := strings.Split(text, ",")
	if len(words) != plies {
		t.Fatalf("%d numbers, want %d", len(words), plies)
	}
	for i, word := range words {
		if word == "" {
			continue
		}
		n, err := strconv.ParseInt(word, 36, 64)
		if err != nil {
			t.Fatal(err)
		}
		numbers[i] = n
	}
	return numbers
}

// play plays an encoded ply in the same way as the script: it moves stones without rules.
func play(stones *[256]byte, code int, colour byte) {
	step := []int{16, 17, 1, -15, -16, -17, -1, 15}[code>>11&7]
	rear, distance, length, taken := code>>14, code>>8&7+1, code>>4&15+1, code&15
	for i := range length {
		stones[rear+i*step] = '.'
	}
	for i := range taken {
		stones[rear+(length-1+distance+i)*step] = '.'
	}
	for i := range length {
		stones[rear+(distance+i)*step] = colour
	}
}

// placed sets up the stones of a position text.
func placed(text string, height int) (stones [256]byte) {
	rows, _, _ := strings.Cut(text, " ")
	for i, row := range strings.Split(rows, "/") {
		copy(stones[(height-1-i)*16:], row)
	}
	return stones
}

// replay decodes every game of a page. It compares each position and the players' reports with the
// game.
func replay(t *testing.T, d *standings.Data) {
	t.Helper()
	b, err := game.NewBoard(d.Rules)
	if err != nil {
		t.Fatal(err)
	}
	a := archiveOf(t, write(t, d))
	if a.Width != b.Width() || a.Height != b.Height() || len(a.Games) != len(d.Games) {
		t.Fatalf("%d games on %dx%d", len(a.Games), a.Width, a.Height)
	}
	for i, g := range d.Games {
		e := a.Games[i]
		for c, name := range g.Players {
			if got := a.Players[e.Players[c]].Name; got != name {
				t.Errorf("game %d: colour %d is %q, want %q", i, c, got, name)
			}
		}
		if e.Number != g.Number+1 || e.Ending != string(g.Ending) ||
			e.Outcome != g.Outcome.For(game.White) || e.Opening != g.OpeningPlies ||
			e.Verdict != g.Verdict || e.Forfeit != g.Ending.Forfeit() {
			t.Errorf("game %d: %+v, want %+v", i, e, g)
		}
		start := b.Start()
		text := a.Start
		if g.Start != "" {
			start, err = b.ParseState(g.Start)
			if err != nil {
				t.Fatal(err)
			}
			text = e.Start
		}
		stones, state := placed(text, b.Height()), start
		nodes, times := column(t, e.Nodes, len(g.Plies)), column(t, e.Times, len(g.Plies))
		for k, p := range g.Plies {
			play(&stones, number(e.Moves[4*k:4*k+4]), state.Turn().Letter())
			state.Play(p.Move)
			if want := placed(state.Placement(), b.Height()); stones != want {
				t.Fatalf("game %d, ply %d: not %s", i, k+1, state.Placement())
			}
			if nodes[k] != int64(p.Nodes) || times[k] != int64(p.Time/time.Microsecond) {
				t.Errorf("game %d, ply %d: %d nodes, %d µs, want %d, %v", i, k+1, nodes[k], times[k],
					p.Nodes, p.Time)
			}
			checkValue(t, e.Values, k, p.Value, p.Judged)
		}
		if len(e.Moves) != 4*len(g.Plies) {
			t.Errorf("game %d: moves of %d digits, want %d", i, len(e.Moves), 4*len(g.Plies))
		}
	}
}

func checkValue(t *testing.T, values string, ply int, want float32, judged bool) {
	t.Helper()
	code := 0
	if values != "" {
		code = number(values[2*ply : 2*ply+2])
	}
	if judged != (code > 0) {
		t.Errorf("ply %d: value %d, want one: %v", ply+1, code, judged)
	}
	if got := float64(code-2048) / 2047; judged && math.Abs(got-float64(want)) > 0.0003 {
		t.Errorf("ply %d: value %v, want %v", ply+1, got, want)
	}
}

func TestReplay(t *testing.T) {
	replay(t, ladder(t))
	for _, rules := range []string{"epaminondas,max_plies=300", "epaminondas:16x16x3,max_plies=300",
		"epaminondas:3x16x1,max_plies=300", "crossings,max_plies=150"} {
		b := game.MustBoard(rules)
		d := &standings.Data{Title: rules, Rules: b.Rules(),
			Players: []standings.Player{{Name: "a"}, {Name: "b"}}}
		for i := range 6 {
			d.Games = append(d.Games, randomGame(b, i, [2]string{"b", "a"}, ""))
		}
		replay(t, d)
	}
}

// TestReplayFromPosition begins with Black, who captures the longest line.
func TestReplayFromPosition(t *testing.T) {
	b := game.MustBoard("epaminondas:16x5x1,symmetry=none,max_plies=60")
	start := "b.............../.w.............b/bbbbbbbb.wwwwwww/.............w.w/w............... b 3"
	state, err := b.ParseState(start)
	if err != nil {
		t.Fatal(err)
	}
	capture, err := state.ParseMove("a3xc3", game.RearNotation)
	if err != nil {
		t.Fatal(err)
	}
	if taken := state.Captured(capture); taken.Count() != 7 {
		t.Fatalf("captures %d stones, want 7", taken.Count())
	}
	d := &standings.Data{Title: "long", Rules: b.Rules(),
		Players: []standings.Player{{Name: "a"}, {Name: "b"}}}
	g := randomGame(b, 0, [2]string{"a", "b"}, start)
	d.Games = append(d.Games, g)
	g.Number, g.OpeningPlies, g.Plies = 1, 0, []record.Ply{{Move: capture}}
	g.Outcome, g.Ending = game.BlackWins, game.Proof
	d.Games = append(d.Games, g)
	replay(t, d)
}
