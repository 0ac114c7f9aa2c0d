package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// match attacks arena match, which stores games in a folder. The match may continue with another
// number of games at once.
func match(w *workshop) *repeating {
	return &repeating{
		workshop: w,
		command: func(dir string, rng *rand.Rand) []string {
			return []string{w.program("arena"), "match", "uniform,sims=64", "rollout,sims=64", "--rules",
				"epaminondas:4x4x1", "--games", "200",
				"--opening-plies", "3", "--parallel", fmt.Sprint(1 + rng.IntN(3)), "--out",
				filepath.Join(dir, "match"), "--json"}
		},
		aim: func(rng *rand.Rand, dir string) aim {
			in := filepath.Join(dir, "match")
			return drawEarlyAim(rng, []string{filepath.Join(in, "games.txt"),
				filepath.Join(in, "games.jsonl"), in})
		},
		content: func(dir string) (map[string]string, error) {
			return matchContent(filepath.Join(dir, "match"))
		},
		witness: func(dir string) survivor {
			return &growing{path: filepath.Join(dir, "match", "games.txt"), whole: wholeGames}
		},
	}
}

// spent matches the times in the text of games.
var spent = regexp.MustCompile(` ?[0-9.]+s\b`)

// matchContent returns the games of a match by their numbers, without times. A separate entry has
// the number of JSON lines.
func matchContent(dir string) (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "games.txt"))
	if err != nil {
		return nil, err
	}
	lines, err := os.ReadFile(filepath.Join(dir, "games.jsonl"))
	if err != nil {
		return nil, err
	}
	content := map[string]string{"lines of games.jsonl": fmt.Sprint(bytes.Count(lines, []byte("\n")))}
	for _, game := range strings.Split(string(text), "[Game ")[1:] {
		name, rest, _ := strings.Cut(game, "]")
		words := strings.Fields(spent.ReplaceAllString(rest, "")) // lines break elsewhere without times
		if _, again := content[name]; again {
			return nil, faultf("game %s is twice in %s", name, dir)
		}
		content[name] = strings.Join(words, " ")
	}
	return content, nil
}

// wholeGames returns the start of the last game of a text. The games before it are whole.
func wholeGames(text []byte) int { return max(0, bytes.LastIndex(text, []byte("[Game "))) }

// gamesFile attacks selfplay that writes to a file. Each process adds games. So the files differ in
// length, but their beginnings are equal.
func gamesFile(w *workshop) *repeating {
	path := func(dir string) string { return filepath.Join(dir, "x.games") }
	return &repeating{
		workshop: w,
		command: func(dir string, rng *rand.Rand) []string {
			return withSettings([]string{w.program("selfplay"), "--config", w.config(), "--out", path(dir),
				"--seed", "5", "--games", "400", "--workers", fmt.Sprint(1 + rng.IntN(3))}, smallGames())
		},
		aim: func(rng *rand.Rand, dir string) aim { return drawEarlyAim(rng, []string{path(dir)}) },
		content: func(dir string) (map[string]string, error) {
			content, err := os.ReadFile(path(dir))
			if err == nil && len(content) < comparedBytes {
				err = faultf("%s has %d bytes after 400 games, want %d at least", path(dir), len(content),
					comparedBytes)
			}
			if err != nil {
				return nil, err
			}
			return map[string]string{"the beginning of x.games": sum(content[:comparedBytes])}, nil
		},
		witness: func(dir string) survivor {
			return &growing{path: path(dir), whole: func(b []byte) int { return max(0, len(b)-longestGame) }}
		},
	}
}

const (
	comparedBytes = 24 << 10 // of a file of games; 400 games have more
	longestGame   = 8 << 10  // more bytes than any game has
)

// growing is a file that may only grow, apart from an incomplete game at its end.
type growing struct {
	path  string
	whole func(content []byte) int // possible start of an incomplete game
	last  []byte                   // all whole games
}

// check implements survivor.
func (g *growing) check(*process) error {
	content, err := os.ReadFile(g.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if !bytes.HasPrefix(content, g.last) {
		return faultf("%s had %d whole bytes after a kill, which it does not begin with any more", g.path,
			len(g.last))
	}
	g.last = content[:g.whole(content)]
	return nil
}

// kept implements survivor.
func (g *growing) kept() (int, string) { return len(g.last) / 1024, "KiB of games" }
