package record

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
)

// playedGames returns four games of random moves.
func playedGames(t testing.TB, rules string) []Game {
	t.Helper()
	r, err := game.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	b, err := game.NewBoard(r)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 0))
	var games []Game
	for number := range 4 {
		g := Game{Number: number, Rules: r, Players: [2]string{"random", "random"}, Seed: 3, OpeningPlies: 2}
		state := b.Start()
		for moves := state.AppendMoves(nil); len(moves) > 0; moves = state.AppendMoves(moves[:0]) {
			m := moves[rng.IntN(len(moves))]
			g.Plies = append(g.Plies, Ply{Move: m})
			state.Play(m)
		}
		var reason game.Reason
		g.Outcome, reason = state.Outcome()
		g.Ending = EndingOf(reason)
		games = append(games, g)
	}
	return games
}

func TestGamesRoundTrip(t *testing.T) {
	for _, rules := range []string{"epaminondas:4x6x1,max_plies=12,limit=draw", "crossings,max_plies=150", "epaminondas,max_plies=300"} {
		games := playedGames(t, rules)
		games[0].Players[game.White] = `net:"odd\name]",sims=3`
		games[3].Seed = 1<<64 - 1
		var file bytes.Buffer
		if err := WriteGames(&file, games); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(file.String(), "\n") {
			if len(line) > lineWidth {
				t.Errorf("line of %d characters: %s", len(line), line)
			}
		}
		got, err := ReadGames(bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, file.String())
		}
		if !reflect.DeepEqual(got, games) {
			t.Errorf("read back %v\nwant %v", got, games)
		}
	}
}

const shortGame = `[Game "1"]
[Rules "epaminondas:3x5x1"]
[White "a"]
[Black "b"]
[Seed "7"]
[OpeningPlies "2"]
[Result "1-0"]
[Reason "far-row"]

1. c1-c2 b5-a4 2. b1-b2 c5-b4 3. a1-b2 a5-a4
4. c2-c4 a4-b3 1-0
`

func TestReadGamesByHand(t *testing.T) {
	games, err := ReadGames(strings.NewReader(shortGame))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := games[0].String(), "game 1: a - b 1-0, far-row after 8 plies"; len(games) != 1 || got != want {
		t.Errorf("read %q, want %q", got, want)
	}
}

func TestReadGamesMistakes(t *testing.T) {
	for name, test := range map[string]struct{ old, new, want string }{
		"no result":         {"1-0\n", "\n", "the last game has no result"},
		"illegal move":      {"c1-c2", "c1-c4", `line 10: game 1, ply 1`},
		"unreadable move":   {"c1-c2", "xyz", `line 10: game 1, ply 1`},
		"move number":       {"2.", "3.", `line 10: move number 3., want 2`},
		"wrong result":      {`[Result "1-0"]`, `[Result "0-1"]`, "game 1 claims"},
		"wrong reason":      {`"far-row"`, `"no-moves"`, "game 1 claims"},
		"rules":             {"3x5x1", "3x5x9", "line 2: tag Rules"},
		"no rules":          {`[Rules "epaminondas:3x5x1"]`, "", "tag Rules"},
		"no number":         {`[Game "1"]`, "", "no tag Game"},
		"not a number":      {`"7"`, `"seven"`, `line 5: tag Seed`},
		"opening too long":  {`[OpeningPlies "2"]`, `[OpeningPlies "200"]`, "opening of 200 plies"},
		"negative opening":  {`[OpeningPlies "2"]`, `[OpeningPlies "-2"]`, "OpeningPlies is -2"},
		"unquoted tag":      {`"a"`, `a`, "line 3: "},
		"tags in the moves": {"2. b1", "\n[White \"x\"]\n2. b1", "no result"},
		"moves alone":       {"[", "1. a1 [", "without tags"},
	} {
		text := strings.Replace(shortGame, test.old, test.new, 1)
		games, err := ReadGames(strings.NewReader(text))
		if err == nil {
			t.Errorf("%s: read %v from\n%s", name, games, text)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %q, want %q", name, err, test.want)
		}
	}
}

// failing refuses to be written to.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteGamesFails(t *testing.T) {
	if err := WriteGames(failing{}, playedGames(t, "epaminondas:4x6x1,max_plies=20")); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v, want that of the writer", err)
	}
}

func FuzzReadGames(f *testing.F) {
	f.Add(shortGame)
	var file bytes.Buffer
	if err := WriteGames(&file, playedGames(f, "epaminondas:4x6x1,max_plies=12")[:2]); err != nil {
		f.Fatal(err)
	}
	f.Add(file.String())
	f.Add("[Game \"1\"]\n[Rules \"crossings\"]\n[Result \"*\"]\n[Reason \"unfinished\"]\n*")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := ReadGames(strings.NewReader(text))
		if err != nil {
			return
		}
		var file bytes.Buffer
		if err := WriteGames(&file, games); err != nil {
			t.Fatal(err)
		}
		again, err := ReadGames(&file)
		if err != nil || !reflect.DeepEqual(games, again) {
			t.Errorf("read %v, written and read again %v, %v", games, again, err)
		}
	})
}
