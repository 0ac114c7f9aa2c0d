package record

import (
	"bytes"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"epaminondas/game"
)

// boardsOfTests are the rules of random games in tests.
var boardsOfTests = []string{
	"epaminondas:3x3x1", "epaminondas:4x6x1,max_plies=12,limit=draw",
	"epaminondas:16x16x3,max_plies=30", "epaminondas:3x16x1",
	"epaminondas:8x8,max_plies=40,symmetry=rotation", "crossings,max_plies=60",
	"crossings:5x7x1,symmetry=left-right", "epaminondas,max_plies=50",
}

// oddTexts has names that a careless format would change.
var oddTexts = []string{"", `"`, `\`, `net:"odd\name]",sims=3`, "{+0.312}", "}",
	"a\nb\r\n[White \"x\"]", "%", "\x00\x7f\u2028<&>", "1-0", "\xff\xfe", "ähm ♟ 🏁",
	strings.Repeat("long ", 20000)}

// drawText draws a text, and more often an odd one.
func drawText(t *rapid.T, name string) string {
	return rapid.OneOf(rapid.SampledFrom(oddTexts), rapid.String()).Draw(t, name)
}

// drawGame draws a finished game, not rounded.
func drawGame(t *rapid.T, tb testing.TB) Game {
	intN := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
	rules, err := game.ParseRules(rapid.SampledFrom(boardsOfTests).Draw(t, "rules"))
	if err != nil {
		tb.Fatal(err)
	}
	g := Game{
		Number: rapid.IntRange(0, 1<<62).Draw(t, "number"),
		Rules:  rules,
		Players: [2]string{strings.TrimSuffix(drawText(t, "White"), strings.Repeat("long ", 15000)),
			rapid.String().Draw(t, "Black")},
		Seed: rapid.Uint64().Draw(t, "seed"),
	}
	if rapid.Bool().Draw(t, "from a position") {
		g.Start = drawStart(t, tb, rules)
	}
	finish(tb, &g, intN)
	for i := range g.Plies {
		if g.Plies[i].Judged {
			g.Plies[i].Value = rapid.Float32Range(-1, 1).Draw(t, "value")
		}
	}
	if len(g.Plies) > 0 && rapid.Bool().Draw(t, "cut short") {
		cutShort(t, tb, &g)
	}
	g.OpeningPlies = intN(len(g.Plies) + 1)
	return g
}

// drawStart draws the text of a position some plies after the start.
func drawStart(t *rapid.T, tb testing.TB, rules game.Rules) string {
	g := Game{Rules: rules}
	state, err := g.First()
	if err != nil {
		tb.Fatal(err)
	}
	for range rapid.IntRange(0, 9).Draw(t, "plies") {
		if moves := state.AppendMoves(nil); len(moves) > 0 {
			state.Play(rapid.SampledFrom(moves).Draw(t, "move"))
		}
	}
	if rapid.Bool().Draw(t, "without its ply") {
		return state.Placement()
	}
	return state.String()
}

// cutShort ends a game at an earlier ply, by a forfeit or a proof.
func cutShort(t *rapid.T, tb testing.TB, g *Game) {
	g.Plies = g.Plies[:rapid.IntRange(0, len(g.Plies)-1).Draw(t, "end")]
	state, err := g.First()
	if err != nil {
		tb.Fatal(err)
	}
	for _, p := range g.Plies {
		state.Play(p.Move)
	}
	g.Verdict = drawText(t, "verdict")
	g.Ending = rapid.SampledFrom([]game.Ending{game.Proof, game.OutOfTime, game.IllegalMove,
		game.Misconduct, game.Crash}).Draw(t, "ending")
	g.Outcome = game.Win(state.Turn().Other())
	if g.Ending == game.Proof {
		g.Outcome = rapid.SampledFrom([]game.Outcome{game.WhiteWins,
			game.BlackWins, game.Draw}).Draw(t, "outcome")
	}
}

// rounded returns a rounded copy of g.
func rounded(g Game) Game {
	g.Plies = append([]Ply(nil), g.Plies...)
	g.Round()
	return g
}

// readOne reads a file with one game.
func readOne(t testing.TB, next func() (*Game, error)) Game {
	t.Helper()
	g, err := next()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := next(); err != io.EOF {
		t.Fatalf("after the game: %v", err)
	}
	return *g
}

// TestRoundTrip checks that both forms keep all data of a rounded game. Other games may lose only
// precision, by rounding.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := drawGame(rt, t)
		before := slices.Clone(g.Plies)
		text, err := g.AppendText([]byte(Header))
		if err != nil {
			t.Fatal(err)
		}
		checkWidth(t, string(text))
		line, err := g.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		want := rounded(g)
		if got := readOne(t, NewReader(bytes.NewReader(text)).Next); !reflect.DeepEqual(got, want) {
			t.Errorf("read back %+v\nwant %+v\nfrom\n%s", got, want, text)
		}
		if got := readOne(t, newJSONReader(bytes.NewReader(line)).Next); !reflect.DeepEqual(got, want) {
			t.Errorf("read back %+v\nwant %+v\nfrom\n%s", got, want, line)
		}
		if again, err := want.AppendText([]byte(Header)); err != nil || !bytes.Equal(again, text) {
			t.Errorf("the rounded game is written\n%s\nwant\n%s", again, text)
		}
		if bytes.IndexByte(line, '\n') != len(line)-1 || !utf8.Valid(line) || !utf8.Valid(text) {
			t.Errorf("%q is not a line", line)
		}
		if !reflect.DeepEqual(before, g.Plies) {
			t.Errorf("writing changed the game")
		}
	})
}

// checkWidth checks that lines of moves are as long as possible.
func checkWidth(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if line[0] != '[' && len(line) > lineWidth+1 {
			t.Errorf("line of %d characters: %s", len(line), line)
		}
	}
}

func TestRoundIsStable(t *testing.T) {
	for n := -1000; n <= 1000; n++ {
		p := Ply{Value: fromThousandths(float64(n)), Judged: true, Time: 1500 * time.Nanosecond, Nodes: 1}
		q := p
		q.Value += 0.0004
		q.Round()
		if q.Value != p.Value || q.Time != 2*time.Microsecond || p.thousandths() != float64(n) {
			t.Fatalf("%v rounds to %v, %v, want %v", p.Value+0.0004, q.Value, q.Time, p.Value)
		}
	}
	unjudged := Ply{Value: 0.5}
	if unjudged.Round(); unjudged != (Ply{}) {
		t.Errorf("a value without judgement is kept: %+v", unjudged)
	}
	garbage := Game{Players: [2]string{"\xffa", "b"}, Verdict: "c\xc3"}
	if garbage.Round(); garbage.Players[0] != "\uFFFDa" || garbage.Verdict != "c\uFFFD" {
		t.Errorf("invalid UTF-8 became %q, %q", garbage.Players, garbage.Verdict)
	}
	long := Game{Verdict: strings.Repeat("é", maxText)}
	if long.Round(); len(long.Verdict) != maxText || !utf8.ValidString(long.Verdict) {
		t.Errorf("a verdict of %d bytes was left", len(long.Verdict))
	}
	odd := Game{Verdict: "x" + strings.Repeat("é", maxText)}
	if odd.Round(); len(odd.Verdict) != maxText-1 || !utf8.ValidString(odd.Verdict) {
		t.Errorf("a verdict of %d bytes was left", len(odd.Verdict))
	}
}

// TestWriteRefuses checks that the writers refuse games that the readers would refuse.
func TestWriteRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Game)
		want   string
	}{
		"number":      {func(g *Game) { g.Number = -1 }, "write game 0: the game's number is -1"},
		"last number": {func(g *Game) { g.Number = 1<<63 - 1 }, "the game's number is"},
		"rules":       {func(g *Game) { g.Rules.Width = 99 }, "unusable rules"},
		"start":       {func(g *Game) { g.Start = "x" }, "unreadable position"},
		"name": {func(g *Game) { g.Players[game.Black] = strings.Repeat("x", maxText+1) },
			"Black's name has 65537 bytes"},
		"illegal move": {func(g *Game) { g.Plies[3].Move = g.Plies[4].Move }, "ply 4: the move from"},
		"value": {func(g *Game) {
			g.Plies[3].Value, g.Plies[3].Judged = -1.5, true
		}, "ply 4: the value is -1.5"},
		"nodes":     {func(g *Game) { g.Plies[3].Nodes = -1 }, "ply 4: nodes are -1"},
		"time":      {func(g *Game) { g.Plies[3].Time = -time.Second }, "ply 4: the time is -1s"},
		"long time": {func(g *Game) { g.Plies[3].Time = maxTime }, "ply 4: the time is"},
		"ending":    {func(g *Game) { g.Ending = "resigned" }, `the ending is "resigned"`},
		"no end": {func(g *Game) {
			g.Plies, g.Outcome = g.Plies[:9], game.Ongoing
		}, "the ending says that the game is over"},
		"too early": {func(g *Game) { g.Plies = g.Plies[:9] }, "by the rules the game is not over"},
		"result":    {func(g *Game) { g.Outcome = game.Draw }, "the result is 1/2-1/2, "},
		"not his": {func(g *Game) {
			g.Plies, g.Ending, g.Outcome = g.Plies[:9], game.Crash, game.BlackWins
		}, "a forfeit with black to move is 1-0"},
		"drawn crash": {func(g *Game) {
			g.Plies, g.Ending, g.Outcome = g.Plies[:9], game.Crash, game.Draw
		}, "a forfeit with black to move is 1-0"},
		"opening": {func(g *Game) { g.OpeningPlies = len(g.Plies) + 1 }, "the opening has"},
	} {
		g := playedGames(t, "crossings,max_plies=30", 1)[0]
		test.change(&g)
		_, textErr := g.AppendText(nil)
		_, jsonErr := g.AppendJSON(nil)
		for _, err := range []error{textErr, jsonErr} {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: error %v, want %q", name, err, test.want)
			}
		}
	}
}

// TestUnfinished checks that an unfinished game stays unfinished.
func TestUnfinished(t *testing.T) {
	want := playedGames(t, "crossings,max_plies=30", 1)[0]
	want.Plies, want.Outcome, want.Ending = want.Plies[:9], game.Ongoing, game.Unfinished
	want.Round()
	var text strings.Builder
	if err := writeGames(&text, []Game{want}); err != nil {
		t.Fatal(err)
	}
	games, err := readGames(strings.NewReader(text.String()))
	if err != nil || len(games) != 1 || !reflect.DeepEqual(games[0], want) {
		t.Errorf("%v\n%+v\nis read as\n%+v", err, want, games)
	}
	line, err := want.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := newJSONReader(strings.NewReader(string(line))).Next(); err != nil ||
		!reflect.DeepEqual(*g, want) {
		t.Errorf("%v\n%+v\nis read as\n%+v", err, want, g)
	}
}
