package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/result"
)

// manifest has the settings of a tournament. Only a command with the same settings may continue the
// games in a folder.
type manifest struct {
	// Program is the digest of this program: a different build may play differently.
	Program    string           `json:"program"`
	Rules      string           `json:"rules"`
	Players    []manifestPlayer `json:"players"`
	Pairings   [][2]string      `json:"pairings"`
	Games      int              `json:"games"` // of each pairing
	Openings   string           `json:"openings"`
	Clock      engine.Control   `json:"clock,omitzero"`
	Adjudicate bool             `json:"adjudicate"`
	SPRT       *result.SPRT     `json:"sprt,omitempty"`
	Odds       *oddsManifest    `json:"odds,omitempty"`
	Seed       uint64           `json:"seed"`
}

// manifestPlayer is a player of a manifest. Digest identifies the model's file, because a different
// network with the same name is a different player.
type manifestPlayer struct {
	Name   string `json:"name"`
	Player string `json:"player"`
	Digest string `json:"digest,omitempty"`
}

// newManifest describes a tournament.
func newManifest(t *arena.Tournament, players []namedPlayer, adjudicate bool) (manifest, error) {
	program, err := cli.ProgramDigest()
	if err != nil {
		return manifest{}, err
	}
	h := manifest{
		Program:    program,
		Rules:      t.Board.Rules().Name(),
		Games:      2 * len(t.Openings),
		Openings:   openingsDigest(t.Openings),
		Adjudicate: adjudicate,
		SPRT:       t.SPRT,
		Seed:       t.Seed,
		Clock:      t.Control,
	}
	for _, e := range players {
		digest, err := e.spec.Digest()
		if err != nil {
			return h, err
		}
		h.Players = append(h.Players, manifestPlayer{Name: e.name, Player: e.spec.String(), Digest: digest})
	}
	for _, p := range t.Pairings {
		h.Pairings = append(h.Pairings, [2]string{players[p.A].name, players[p.B].name})
	}
	return h, nil
}

// openingsDigest returns a digest of the moves of openings.
func openingsDigest(openings []arena.Opening) string {
	sum := sha256.New()
	for _, o := range openings {
		fmt.Fprintln(sum, o.Start.String(), o.Moves)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// folder returns the default folder for the games of h. The same command finds the folder again,
// and any other command gets another folder.
func (h manifest) folder(kind string) (string, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return "", fmt.Errorf("arena: make the name of the folder: %w", err)
	}
	sum := sha256.Sum256(text)
	words := []string{kind, slug(h.Rules)}
	if len(h.Players) == 2 {
		words = append(words, slug(h.Players[0].Name), slug(h.Players[1].Name))
	}
	return filepath.Join("matches", strings.Join(words, "-")+"-"+hex.EncodeToString(sum[:4])), nil
}

// slug returns a short word for the name of a folder: the last part of a path, without its
// extension and options.
func slug(name string) string {
	name, _, _ = strings.Cut(name, ",")
	name = name[strings.LastIndexAny(name, `/\ `)+1:]
	name = strings.TrimSuffix(name, ".safetensors")
	word := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		case r == '-', r == ':', r == '_':
			return '_'
		}
		return -1
	}, name)
	return word[:min(len(word), 30)]
}
