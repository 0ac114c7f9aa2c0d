package fit

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"

	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// archive has the games of a run as they were when it was opened. It only reads the run.
type archive struct {
	dir     string
	entries []replay.Entry // in the order of their ids
	share   float64        // of the games that are held out
}

// openArchive lists the games of the run in dir.
func openArchive(ctx context.Context, dir string, share float64) (*archive, error) {
	a := &archive{dir: dir, share: share}
	return a, look(ctx, dir, func(view *runs.View) (err error) {
		a.entries, err = view.Games.Entries(ctx)
		return err
	})
}

// look calls do with a view of the run in dir. It calls do again if a writer opened the database
// meanwhile or kept it locked.
func look(ctx context.Context, dir string, do func(*runs.View) error) error {
	const tries = 5
	for try := 1; ; try++ {
		view, err := runs.OpenView(ctx, dir)
		if err == nil {
			err = errors.Join(do(view), view.Close())
		}
		if try == tries || !errors.Is(err, sqlite.ErrMoved) && !sqlite.IsBusy(err) {
			return err
		}
	}
}

// heldOut reports whether a game is held out. It depends on the game and the share alone, and a
// larger share holds out more games beside the same ones.
func (a *archive) heldOut(e replay.Entry) bool {
	identity := binary.LittleEndian.AppendUint64(nil, e.Seed)
	digest := sha256.Sum256(binary.LittleEndian.AppendUint64(identity, e.Number))
	return float64(binary.LittleEndian.Uint64(digest[:])) < a.share*math.Exp2(64)
}

// window returns the games in the window at the end of the run, oldest first, without the games
// that have no full search.
func (a *archive) window(config replay.WindowConfig) []replay.Entry {
	var all []replay.Entry
	total := 0
	for _, e := range a.entries {
		if e.Positions > 0 {
			all = append(all, e)
			total += e.Positions
		}
	}
	size, held, first := config.Size(total), 0, len(all)
	for first > 0 && held < size {
		first--
		held += all[first].Positions
	}
	return all[first:]
}

// split returns the games of a window that are learned, and the games that are held out.
func (a *archive) split(window []replay.Entry) (learned, held []replay.Entry) {
	for _, e := range window {
		if a.heldOut(e) {
			held = append(held, e)
		} else {
			learned = append(learned, e)
		}
	}
	return learned, held
}

// each reads games in the order of entries and calls do for each that is sound, with the number of
// games read before it. do may refuse a game by an error. each returns the number of games that
// could not be read or were refused, and the reason of the first.
func (a *archive) each(ctx context.Context, entries []replay.Entry,
	do func(done int, id int64, g *replay.Game) error) (damaged int, reason, err error) {
	const chunk = 64 // a view delays the emptying of the database's log
	note := func(err error) {
		damaged++
		if reason == nil {
			reason = err
		}
	}
	for done := 0; done < len(entries); done += chunk {
		part := entries[done:min(done+chunk, len(entries))]
		games, faults, err := a.read(ctx, part)
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

// read reads a few games. Each game that cannot be used has a fault instead.
func (a *archive) read(ctx context.Context, entries []replay.Entry) (games []*replay.Game, faults []error,
	err error) {
	err = look(ctx, a.dir, func(view *runs.View) error {
		games, faults = make([]*replay.Game, len(entries)), make([]error, len(entries))
		for i, e := range entries {
			g, err := view.Games.Load(ctx, e.ID)
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
