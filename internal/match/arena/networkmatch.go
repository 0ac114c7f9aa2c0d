package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
)

// MatchTerms are the terms of a match.
type MatchTerms struct {
	Pairs        int // number of openings, each played twice with colours exchanged
	OpeningPlies int // number of random plies, or [Balanced]
	Time         time.Duration
	Simulations  int // simulations of each move, instead of a time
}

// Validate returns an error for the first invalid setting.
func (t MatchTerms) Validate() error {
	switch {
	case t.Pairs < 1:
		return fmt.Errorf("match: pairs is %d, want at least 1", t.Pairs)
	case t.OpeningPlies < 0:
		return fmt.Errorf("match: opening plies is %d, want 0 or more", t.OpeningPlies)
	case t.Time < 0 || t.Simulations < 0 || (t.Time > 0) == (t.Simulations > 0):
		return fmt.Errorf("match: a move has %v and %s, want either a time or simulations above 0", t.Time,
			noun.Count(t.Simulations, "simulation"))
	}
	return nil
}

// Limit returns the limit of a move in words.
func (t MatchTerms) Limit() string {
	if t.Simulations > 0 {
		return fmt.Sprintf("sims=%d", t.Simulations)
	}
	return fmt.Sprintf("time=%v", t.Time)
}

// NetworkMatch is a match between two networks, or several matches from the same openings.
type NetworkMatch struct {
	MatchTerms
	Board    *game.Board
	Networks []player.Network
	Pairings []Pairing
	Seed     uint64
	Parallel int    // concurrent games, and cores for the players
	Folder   string // for the games; empty to keep none
	// Progress receives the numbers of finished and of planned games. May be nil.
	Progress func(done, total int)
}

// matchManifest identifies the games of a journal, so that a journal never mixes games of different
// networks.
type matchManifest struct {
	Rules    string   `json:"rules"`
	Networks []string `json:"networks"` // digests
	Pairs    int      `json:"pairs"`
	Opening  int      `json:"opening_plies"`
	Limit    string   `json:"limit"`
	Seed     uint64   `json:"seed"`
}

// Play plays the rest of the match and returns the results by pairing. If the match has a folder,
// it stores every finished game there, and the next call does not play it again.
func (m NetworkMatch) Play(ctx context.Context) (results []*Result, err error) {
	t := &Tournament{Board: m.Board, Pairings: m.Pairings, Parallel: m.Parallel, Cores: m.Parallel,
		Seed: m.Seed, Progress: func(s Standing) {
			if m.Progress != nil {
				m.Progress(s.Played, s.Games)
			}
		}}
	for _, n := range m.Networks {
		t.Players = append(t.Players, n.Factory(m.Board, m.Simulations, m.Time))
	}
	t.Openings, t.Balanced, err = MatchOpenings(ctx, m.Board, m.Pairs, m.OpeningPlies,
		rand.New(rand.NewPCG(m.Seed, 0)))
	if err != nil {
		return nil, err
	}
	if m.Folder != "" {
		journal, played, err := record.OpenJournal(m.Folder, m.manifest())
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, journal.Close()) }()
		t.Journal, t.Played = journal, played
	}
	standings, err := t.Play(ctx)
	if err != nil {
		return nil, err
	}
	return standings.Results, nil
}

func (m NetworkMatch) manifest() matchManifest {
	text := matchManifest{Rules: m.Board.Rules().Name(), Pairs: m.Pairs, Opening: m.OpeningPlies,
		Limit: m.Limit(), Seed: m.Seed}
	for _, n := range m.Networks {
		text.Networks = append(text.Networks, n.Digest)
	}
	return text
}
