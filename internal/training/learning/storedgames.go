package learning

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// StoredGames has the games of a run as they were when it was opened. It only reads the run.
type StoredGames struct {
	Dir     string
	Entries []replay.Entry // in the order of their ids
	Share   float64        // share of the games that are held out
}

// Open lists the games of the run in dir, without the games of stages on other boards.
func Open(ctx context.Context, dir string, share float64) (*StoredGames, error) {
	a := &StoredGames{Dir: dir, Share: share}
	c, _, err := runs.Settings(dir)
	if err != nil {
		return nil, err
	}
	rules, err := c.Rules.Parse()
	if err != nil {
		return nil, err
	}
	return a, runs.Look(ctx, dir, func(view *runs.View) (err error) {
		a.Entries, err = view.Games.Entries(ctx, rules.Name())
		return err
	})
}

// HeldOut reports whether a game is held out. This depends only on the game and the share. A larger
// share holds out the same games and more.
func (a *StoredGames) HeldOut(e replay.Entry) bool { return lot(e) < a.Share }

// lot returns a number from 0 to 1 that depends only on the game's seed and number.
func lot(e replay.Entry) float64 {
	identity := binary.LittleEndian.AppendUint64(nil, e.Seed)
	digest := sha256.Sum256(binary.LittleEndian.AppendUint64(identity, e.Number))
	return float64(binary.LittleEndian.Uint64(digest[:])) / math.Exp2(64)
}

// Bound lowers the share to the smallest one that holds out the given number of positions in the
// window. A run that learned from an older run has no copies of that run's held-out games, which
// have the smallest lots. So the share may have to be larger than the ratio of the positions.
func (a *StoredGames) Bound(window []replay.Entry, positions int) {
	type drawn struct {
		lot       float64
		positions int
	}
	games := make([]drawn, len(window))
	for i, e := range window {
		games[i] = drawn{lot(e), e.Positions}
	}
	slices.SortFunc(games, func(g, other drawn) int { return cmp.Compare(g.lot, other.lot) })
	held := 0
	for _, g := range games {
		if held += g.positions; held >= positions {
			a.Share = min(a.Share, math.Nextafter(g.lot, 1))
			return
		}
	}
}

// Window returns the games in the window at the end of the run, oldest first, without the games
// that have no full search.
func (a *StoredGames) Window(config replay.WindowConfig) []replay.Entry {
	return a.Newest(config.Size(a.Positions()))
}

// Newest returns the newest games that together have the given number of positions, oldest first.
// It leaves out games that have no full search.
func (a *StoredGames) Newest(positions int) []replay.Entry {
	var all []replay.Entry
	for _, e := range a.Entries {
		if e.Positions > 0 {
			all = append(all, e)
		}
	}
	held, first := 0, len(all)
	for first > 0 && held < positions {
		first--
		held += all[first].Positions
	}
	return all[first:]
}

// Positions returns the number of fully searched positions of all games.
func (a *StoredGames) Positions() int { return Positions(a.Entries) }

// Positions returns the number of fully searched positions of games.
func Positions(games []replay.Entry) int {
	total := 0
	for _, e := range games {
		total += e.Positions
	}
	return total
}

// Split returns the games of a window that are learned, and the games that are held out.
func (a *StoredGames) Split(window []replay.Entry) (learned, held []replay.Entry) {
	for _, e := range window {
		if a.HeldOut(e) {
			held = append(held, e)
		} else {
			learned = append(learned, e)
		}
	}
	return learned, held
}

// Each reads games in the order of entries and calls do for each that is sound, with the number of
// games read before it. do may return an error to refuse a game. Each returns the number of games
// that could not be read or were refused, and the reason for the first of them.
func (a *StoredGames) Each(ctx context.Context, entries []replay.Entry,
	do func(done int, id int64, g replay.Encoded) error) (damaged int, reason, err error) {
	const chunk = 64 // an open view delays the emptying of the database's log
	note := func(err error) {
		damaged++
		if reason == nil {
			reason = err
		}
	}
	for done := 0; done < len(entries); done += chunk {
		part := entries[done:min(done+chunk, len(entries))]
		games, faults, err := a.Read(ctx, part)
		if err != nil {
			return damaged, reason, err
		}
		for i, g := range games {
			if err := ctx.Err(); err != nil {
				return damaged, reason, err
			}
			fault := faults[i]
			if fault == nil {
				fault = do(done+i, part[i].ID, g)
			}
			if fault != nil {
				note(fault)
			}
		}
	}
	return damaged, reason, nil
}

// Read reads a few games. For each game that cannot be used, it returns a fault instead.
func (a *StoredGames) Read(ctx context.Context, entries []replay.Entry) (games []replay.Encoded,
	faults []error, err error) {
	err = runs.Look(ctx, a.Dir, func(view *runs.View) error {
		games, faults = make([]replay.Encoded, len(entries)), make([]error, len(entries))
		for i, e := range entries {
			g, err := view.Games.LoadEncoded(ctx, e.ID)
			switch {
			case errors.Is(err, replay.ErrCorrupt), errors.Is(err, replay.ErrVersion),
				errors.Is(err, replay.ErrNoGame):
				faults[i] = err
			case err != nil:
				return err
			default:
				games[i] = g
			}
		}
		return nil
	})
	return games, faults, err
}
