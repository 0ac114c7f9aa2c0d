package replay

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Follower reads new games for a sampler in slices, while other goroutines use the sampler. It locks
// the sampler only to add games that it has read. One goroutine uses a follower at a time.
//
// If very many games have arrived, most of them are already outside the window when the last one is
// added. The follower reads only their sizes and weights, which is several times as fast, and adds
// the window at once at the end. The sampler is then the same as if it had read every game. One
// difference is that an illegal move in a game outside the window goes unnoticed.
type Follower struct {
	sampler *Sampler
	lock    sync.Locker // guards the sampler
	games   Games

	begun     bool
	next, end int64 // ids of the next and the last game to read
	cut       int64 // id of the first game to read in full in a large backlog; 0 without one
	passed    passed
	window    []*held // games of a backlog that the follower has read in full
}

// passed holds sums over the games that the sampler counts but never holds.
type passed struct {
	games, positions int
	weight           uint64
	last             int64
}

// NewFollower returns a follower for games of one source. lock guards the sampler against other
// goroutines.
func NewFollower(s *Sampler, lock sync.Locker, games Games) *Follower {
	return &Follower{sampler: s, lock: lock, games: games}
}

// With backlogLeast new games or more, the follower looks for games outside the window. It reads a
// window that is larger by the factor reachMargin, in case games in it are damaged.
const (
	backlogLeast = 4096
	reachMargin  = 1.02
)

// errEnough ends a walk over games.
var errEnough = errors.New("that is enough")

// Followed is the result of [Follower.Follow].
type Followed struct {
	Added   int       // games that the sampler has got, including games that it only counts
	Damaged []Damaged // games that were set aside
	More    bool      // the time was over before the last game
	Next    int64     // id of the next game to read
	Newest  int64     // id of the last game to read
}

// Follow adds the games with ids up to last that came after the sampler's last game, except games
// that arrive meanwhile. It stops after about the given time, and the next call continues from there.
// It sets aside games that it cannot read or that have other rules.
func (f *Follower) Follow(ctx context.Context, last int64, slice time.Duration) (r Followed, err error) {
	defer func() {
		if err != nil {
			f.begun = false
		}
		r.Next, r.Newest = f.next, f.end
		f.lock.Lock()
		f.sampler.damaged = append(f.sampler.damaged, r.Damaged...)
		f.lock.Unlock()
	}()
	until := time.Now().Add(slice)
	if !f.begun {
		if err := f.begin(ctx, last); err != nil {
			return r, err
		}
	}
	if f.next < f.cut {
		err := f.pass(ctx, &r, until)
		if err != nil || r.More {
			return r, err
		}
		f.next = f.cut
	}
	if err := f.hold(ctx, &r, until); err != nil || r.More {
		return r, err
	}
	r.Added += f.finish()
	return r, nil
}

// begin finds the first game to read. In a large backlog it also finds the first game that can
// still be in the window at the end.
func (f *Follower) begin(ctx context.Context, last int64) error {
	f.lock.Lock()
	positions, window := f.sampler.positions, f.sampler.window
	f.next = f.sampler.last + 1
	f.lock.Unlock()
	f.begun, f.end, f.cut, f.passed, f.window = true, last, 0, passed{}, nil
	backlog, ok := f.games.(Backlog)
	if !ok {
		return nil
	}
	var err error
	if f.end, err = backlog.NewestTo(ctx, last); err != nil || f.end-f.next < backlogLeast {
		return err
	}
	more, err := backlog.PositionsIn(ctx, f.next, f.end)
	if err != nil {
		return err
	}
	size := int(reachMargin * float64(window.Size(positions+more)))
	cut, err := backlog.Reach(ctx, f.next, f.end, size)
	if err != nil {
		return err
	}
	if cut-f.next >= backlogLeast { // otherwise it is as fast to read all games in full
		f.cut = cut
	}
	return nil
}

// pass reads only the sizes and weights of the games before cut.
func (f *Follower) pass(ctx context.Context, r *Followed, until time.Time) error {
	err := f.games.(Backlog).Glance(ctx, f.next, f.cut-1, func(id int64, g *Game, damage error) error {
		if damage == nil && f.sampler.passes(g) {
			return f.step(id, until)
		}
		if damage == nil {
			damage = foreign(f.sampler.board, id, g)
		}
		if damage != nil {
			if err := f.setAside(ctx, r, id, damage); err != nil {
				return err
			}
		} else {
			positions, weight := g.weigh(f.sampler.window.GameWeight)
			f.passed.games++
			f.passed.positions += positions
			f.passed.weight += weight
			f.passed.last = id
		}
		return f.step(id, until)
	})
	return f.stopped(err, r)
}

// hold reads games in full. It adds them to the sampler at once, unless they belong to a backlog
// with a cut.
func (f *Follower) hold(ctx context.Context, r *Followed, until time.Time) error {
	err := f.games.Walk(ctx, f.next, f.end, func(id int64, g *Game, damage error) error {
		if damage == nil && f.sampler.passes(g) {
			return f.step(id, until)
		}
		var h *held
		if damage == nil {
			h, damage = hold(f.sampler.board, id, g, 0, f.sampler.window.GameWeight)
		}
		switch {
		case damage != nil:
			if err := f.setAside(ctx, r, id, damage); err != nil {
				return err
			}
		case f.cut > 0:
			f.window = append(f.window, h)
		default:
			f.lock.Lock()
			f.sampler.include(h)
			f.lock.Unlock()
			r.Added++
		}
		return f.step(id, until)
	})
	return f.stopped(err, r)
}

// step makes the game after id the next one, and returns errEnough if the time is over.
func (f *Follower) step(id int64, until time.Time) error {
	f.next = id + 1
	if time.Now().After(until) {
		return errEnough
	}
	return nil
}

// stopped sets r.More and returns nil if err is errEnough. Otherwise it returns err.
func (f *Follower) stopped(err error, r *Followed) error {
	if errors.Is(err, errEnough) {
		r.More = true
		return nil
	}
	return err
}

// setAside sets a game aside.
func (f *Follower) setAside(ctx context.Context, r *Followed, id int64, damage error) error {
	d, err := f.games.SetAside(ctx, id, damage)
	r.Damaged = append(r.Damaged, d)
	return err
}

// finish adds what the follower has read and not added yet, and returns the number of games.
func (f *Follower) finish() (added int) {
	f.begun = false
	if f.cut == 0 {
		return 0
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	s := f.sampler
	s.games, s.inWindow = nil, 0
	s.positions += f.passed.positions
	s.weight += f.passed.weight
	s.last = max(s.last, f.passed.last)
	for _, h := range f.window {
		s.include(h)
	}
	added = f.passed.games + len(f.window)
	f.window = nil
	return added
}

// weigh returns the number of positions of a game, and their weight in the window.
func (g *Game) weigh(most float64) (positions int, weight uint64) {
	factor := g.shrink(most)
	for i := range g.Searches {
		if g.Searches[i].Full() {
			positions++
			weight += weightOf(&g.Searches[i], factor)
		}
	}
	return positions, weight
}

// weightOf returns the weight in the window of a search whose game has the given factor.
func weightOf(s *SearchRecord, factor float64) uint64 {
	return uint64(float64(s.Weight) * factor * weightUnit)
}
