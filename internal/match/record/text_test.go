package record

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
)

// playedGames returns n games of random moves. The players report many values.
func playedGames(t testing.TB, rules string, n int) []Game {
	t.Helper()
	r, err := game.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 0))
	games := make([]Game, n)
	for i := range games {
		games[i] = Game{Number: i, Rules: r, Players: [2]string{"random", "other"}, Seed: 3, OpeningPlies: 2}
		finish(t, &games[i], rng.IntN)
	}
	return games
}

// finish plays a game from its start to its end by the rules.
func finish(t testing.TB, g *Game, intN func(int) int) {
	t.Helper()
	state, err := g.First()
	if err != nil {
		t.Fatal(err)
	}
	for moves := state.AppendMoves(nil); len(moves) > 0; moves = state.AppendMoves(moves[:0]) {
		p := Ply{Move: moves[intN(len(moves))]}
		if len(g.Plies) >= g.OpeningPlies {
			p.Value, p.Judged = float32(intN(2001)-1000)/1000, intN(8) > 0
			p.Nodes, p.Time = intN(3)*intN(1<<30), time.Duration(intN(3)*intN(1<<40))
			p.Round()
		}
		g.Plies = append(g.Plies, p)
		state.Play(p.Move)
	}
	var reason game.Ending
	g.Outcome, reason = state.Outcome()
	g.Ending = reason
}

const shortGame = `% epaminondas games 1

[Game "1"]
[Rules "epaminondas:3x5x1"]
[White "a"]
[Black "b"]
[Seed "7"]
[OpeningPlies "2"]
[Result "1-0"]
[Ending "far-row"]

1. c1-c2 b5-a4 2. b1-b2 {+0.312 1.25s 20000n} c5-b4 {-1.000} 3. a1-b2
{0.000001s} a5-a4 {+0.000 12s} 4. c2-c4 {7n} a4-b3 1-0
`

// shortPlies are the reports of the players in shortGame.
var shortPlies = []Ply{
	{}, {}, {Value: 0.312, Judged: true, Time: 1250 * time.Millisecond, Nodes: 20000},
	{Value: -1, Judged: true},
	{Time: time.Microsecond}, {Judged: true, Time: 12 * time.Second}, {Nodes: 7}, {},
}

func TestTextByHand(t *testing.T) {
	games, err := readGames(strings.NewReader(shortGame))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := games[0].String(), "game 1: a - b 1-0, far-row after 8 plies"; len(games) != 1 ||
		got != want {
		t.Errorf("read %q, want %q", got, want)
	}
	for i, p := range games[0].Plies {
		p.Move = 0
		if p != shortPlies[i] {
			t.Errorf("the report on ply %d is %+v, want %+v", i+1, p, shortPlies[i])
		}
	}
	var file bytes.Buffer
	if err := writeGames(&file, games); err != nil || file.String() != shortGame {
		t.Errorf("written again, error %v:\n%s", err, file.String())
	}
}

// TestStart checks that a game from a position with Black to move has the right numbers.
func TestStart(t *testing.T) {
	text := strings.NewReplacer(`[OpeningPlies "2"]`,
		"[Start \"..b/bb./.../..w/ww. b 7\"]\n[OpeningPlies \"0\"]", "far-row", "crash").Replace(shortGame)
	text = text[:strings.Index(text, "1. c1")] + "4... c5-c4 {+0.312} 5. a1-a2 1-0\n"
	games, err := readGames(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	var file bytes.Buffer
	if err := writeGames(&file, games); err != nil || file.String() != text {
		t.Errorf("written again, error %v:\n%s", err, file.String())
	}
}

func TestTextMistakes(t *testing.T) {
	for name, test := range map[string]struct{ old, new, want string }{
		"no header": {"% epaminondas games 1", "",
			`line 1: this is not a file of games: it does not begin with "% epaminondas games 1"`},
		"newer": {"games 1", "games 2",
			"line 1: the games have version 2, but this program reads version 1: use a newer program"},
		"no version":      {"games 1", "games one", `the version of the format is "one"`},
		"no result":       {"1-0\n", "\n", "the last game has no result"},
		"illegal move":    {"c1-c2", "c1-c4", "line 12: ply 1"},
		"unreadable move": {"c1-c2", "xyz", "line 12: ply 1"},
		"move number":     {"2.", "3.", `line 12: the move number is "3.", want 2.`},
		"Black's number":  {"c5-b4", "2. c5-b4", `line 12: the move number is "2.", want 2...`},
		"wrong result": {`[Result "1-0"]`, `[Result "0-1"]`,
			"the tag Result is 0-1, but the moves end with 1-0"},
		"both wrong": {"1-0", "0-1",
			"the result is 0-1, far-row, but the moves lead to 1-0, far-row"},
		"no such result":     {`[Result "1-0"]`, `[Result "2-0"]`, `tag Result: the result is "2-0"`},
		"wrong ending":       {`"far-row"`, `"no-moves"`, "but the moves lead to 1-0, far-row"},
		"forfeit at the end": {`"far-row"`, `"crash"`, "but the moves lead to 1-0, far-row"},
		"unknown ending":     {`"far-row"`, `"boredom"`, `the ending is "boredom", want one of [far-row `},
		"older format":       {`Ending`, `Reason`, "the game has no tag Ending"},
		"goes on": {"a4-b3 1-0", "a4-b3 5. a1-a2 1-0",
			`the game continues with "a1-a2", but the result after ply 8 is already 1-0, far-row`},
		"not over": {"a4-b3 1-0", "1-0",
			"line 13: the result is 1-0, far-row, but by the rules the game is not over"},
		"after the result": {"1-0\n", "1-0 a1-a2\n", `"a1-a2" follows the result`},
		"rules":            {"3x5x1", "3x5x9", "line 4: tag Rules"},
		"no rules":         {`[Rules "epaminondas:3x5x1"]`, "", "no tag Rules"},
		"no number":        {`[Game "1"]`, "", "no tag Game"},
		"number 0":         {`[Game "1"]`, `[Game "0"]`, "the game's number is -1"},
		"largest number":   {`[Game "1"]`, `[Game "9223372036854775808"]`, "line 3: tag Game"},
		"not a number":     {`"7"`, `"seven"`, "line 7: tag Seed"},
		"twice":            {`[White "a"]`, "[White \"a\"]\n[White \"b\"]", "line 6: tag White occurs twice"},
		"opening too long": {`[OpeningPlies "2"]`, `[OpeningPlies "200"]`,
			"the opening has 200 plies, want 0 to 8, the length of the game"},
		"negative opening":   {`[OpeningPlies "2"]`, `[OpeningPlies "-2"]`, "the opening has -2 plies"},
		"start":              {`[Seed "7"]`, `[Start "bbb b"]`, "no tag Seed"},
		"unreadable start":   {`[Seed "7"]`, "[Seed \"7\"]\n[Start \"bbb b\"]", "unreadable position"},
		"unquoted tag":       {`"a"`, `a`, "line 5: "},
		"single quotes":      {`"a"`, `'a'`, "line 5: "},
		"no-break space":     {"[Rules ", "[Rules\u00a0", `line 4: "[Rules\u00a0`},
		"curly quotes":       {`"a"`, "“a”", "line 5: "},
		"misspelt start":     {"[Seed", "[Strat \"w\"]\n[Seed", `tag "Strat" is unknown`},
		"lower case":         {"[Seed", "[start \"w\"]\n[Seed", `tag "start" is unknown`},
		"other notation":     {"[Seed", "[Notation \"head\"]\n[Seed", "is another notation"},
		"open tag":           {`"a"]`, `"a"`, "line 5: "},
		"not UTF-8":          {`"a"`, `"\xff"`, "line 5: "},
		"tags in the moves":  {"2. b1", "\n[White \"x\"]\n2. b1", "no result"},
		"moves alone":        {"[", "1. a1 [", "there are no tags before"},
		"open comment":       {"20000n}", "20000n", "has no end on its line"},
		"empty comment":      {"{7n}", "{}", "the comment {} is empty"},
		"chatter":            {"{7n}", "{hello}", `"hello" is unknown or repeated`},
		"second value":       {"{+0.000 12s}", "{+0.000 +0.001}", "is unknown or repeated"},
		"second time":        {"{+0.000 12s}", "{1s 12s}", "is unknown or repeated"},
		"second nodes":       {"{+0.000 12s}", "{1n 12n}", "is unknown or repeated"},
		"value too large":    {"+0.312", "+1.001", "the value is 1.001, want -1 to 1"},
		"value too fine":     {"+0.312", "+0.3125", `"+0.3125" is unknown or repeated`},
		"no value":           {"+0.312", "+NaN", `"+NaN" is unknown or repeated`},
		"time too long":      {"12s", "1000000000s", `"1000000000s" is unknown or repeated`},
		"time without place": {"12s", ".5s", `".5s" is unknown or repeated`},
		"negative nodes":     {"{7n}", "{-7n}", `"-7n" is unknown or repeated`},
		"comment first":      {"1. c1", "{7n} 1. c1", "the comment {7n} does not follow a move"},
		"second comment":     {"{7n}", "{7n} {8n}", "the comment {8n} does not follow a move"},
	} {
		text := strings.ReplaceAll(shortGame, test.old, test.new)
		if name == "wrong result" || name == "no such result" {
			text = strings.Replace(shortGame, test.old, test.new, 1)
		}
		games, err := readGames(strings.NewReader(text))
		if text == shortGame {
			t.Errorf("%s: nothing was replaced", name)
		} else if err == nil {
			t.Errorf("%s: read %v from\n%s", name, games, text)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %q, want %q", name, err, test.want)
		}
	}
}

// TestTextSkips checks that additions of PGN tools and joined files do no harm.
func TestTextSkips(t *testing.T) {
	second := strings.Replace(shortGame, `"1"`, `"2"`, 1)
	text := shortGame + "%\n" + second
	text = strings.ReplaceAll(text, "[Seed",
		"[Notation \"rear\"]\n[Event \"a\"]\n[Event \"b\"]\n% x\n\n[Seed")
	text = strings.ReplaceAll(text, "b1-b2 {+", "b1-b2{+") // still a move and its comment
	games, err := readGames(strings.NewReader(strings.ReplaceAll(text, "\n", "\r\n")))
	if err != nil || len(games) != 2 || games[1].Number != 1 ||
		!reflect.DeepEqual(games[0].Plies, games[1].Plies) {
		t.Errorf("read %v, %v", games, err)
	}
}

// TestReaderStopsAtMistake checks that the reader stops after an error.
func TestReaderStopsAtMistake(t *testing.T) {
	text := strings.Replace(shortGame, "{7n}", "{7}", 1) + strings.TrimPrefix(shortGame, Header)
	r := NewReader(strings.NewReader(text))
	_, first := r.Next()
	if g, err := r.Next(); g != nil || err == nil || err.Error() != first.Error() {
		t.Errorf("after %v: %v, %v", first, g, err)
	}
}

// failing is a writer that fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteGamesFails(t *testing.T) {
	if err := writeGames(failing{}, playedGames(t, "epaminondas:4x6x1,max_plies=20", 4)); err == nil ||
		!strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v, want the error of the writer", err)
	}
}
