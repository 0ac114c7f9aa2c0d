package replay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"sync"
	"time"

	"epaminondas/game"
)

// Sampler draws samples from the newest games. It draws only positions with a full search. It draws
// with replacement, and the probability of a position is in proportion to the weight of its search.
// It mirrors half of them. The weight is not a factor of the loss, because the probability already
// includes it.
//
// On average over a run, training uses a position of weight 1 a given number of times, and other
// positions in proportion to their weight. [Sampler.Ready] returns the number of batches that the
// games so far allow. The samples depend only on the random source, the games, and the order of
// additions and draws. One goroutine uses a sampler at a time.
//
// A position takes 112 bytes, 2 bytes for each legal move, and its share of the game. Measured,
// this is 550 bytes on 14x12 and 320 on 8x8. The largest size of the window times this number is
// the largest memory.
type Sampler struct {
	board  *game.Board
	others map[string]*game.Board // boards of games that the sampler passes over, by the rules' name
	window WindowConfig
	uses   float64
	source *rand.PCG
	rng    *rand.Rand

	games     []*held // the window, oldest first; games without a full search are not held
	inWindow  int     // positions in games
	last      int64   // id of the last game added
	positions int     // all positions ever added
	weight    uint64  // sum of their weights, in weightUnit
	drawn     uint64  // samples ever drawn
	credit    int     // samples that [Sampler.Settle] has added to the owed ones

	damaged []Damaged // games that this sampler has set aside
	lost    int       // positions that the window lacked when it was restored
}

// NewSampler returns a sampler without games, for games on b. uses is the mean number of times that
// training uses a position of weight 1. Only the sampler may use source.
func NewSampler(b *game.Board, window WindowConfig, uses float64, source *rand.PCG) (*Sampler, error) {
	if err := window.Validate(); err != nil {
		return nil, err
	}
	if !(uses > 0) || math.IsInf(uses, 1) {
		return nil, fmt.Errorf("replay: uses is %v, want more than 0", uses)
	}
	return &Sampler{board: b, window: window, uses: uses, source: source, rng: rand.New(source)}, nil
}

// PassOver makes the sampler ignore games with the rules of some other boards. Otherwise it sets them
// aside as damaged.
func (s *Sampler) PassOver(others ...*game.Board) {
	s.others = make(map[string]*game.Board, len(others))
	for _, b := range others {
		s.others[b.Rules().Name()] = b
	}
}

// passes reports whether the sampler ignores a game.
func (s *Sampler) passes(g *Game) bool { return s.others[g.Rules] != nil }

// StartAfter makes a new sampler ignore the games with ids up to last.
func (s *Sampler) StartAfter(last int64) { s.last = last }

// Fork returns a sampler with the same window that draws from its own source and has drawn nothing.
// It shares the games with s, which never change. Only the fork may use source.
func (s *Sampler) Fork(source *rand.PCG) *Sampler {
	f := *s
	f.games = slices.Clone(s.games)
	f.source, f.rng, f.drawn, f.credit = source, rand.New(source), 0, 0
	return &f
}

// Add puts a game into the window and drops the oldest games outside it. Ids come from the store
// and rise from game to game. A game with other rules is an error.
func (s *Sampler) Add(id int64, g *Game) error {
	if id <= s.last {
		return fmt.Errorf("replay: add to the window: the game has id %d, want more than %d, the id "+
			"of the last game", id, s.last)
	}
	h, err := hold(s.board, id, g, s.weight, s.window.GameWeight)
	if err != nil {
		return fmt.Errorf("replay: add to the window: %w", err)
	}
	s.include(h)
	return nil
}

// include puts a game into the window and drops the oldest games outside it.
func (s *Sampler) include(h *held) {
	s.last = h.id
	h.shift(s.weight - h.start)
	s.keep(h)
	s.trim()
}

// trim drops the oldest games outside the window.
func (s *Sampler) trim() {
	for len(s.games) > 0 && s.inWindow-len(s.games[0].positions) >= s.window.Size(s.positions) {
		s.inWindow -= len(s.games[0].positions)
		s.games[0] = nil
		s.games = s.games[1:]
	}
}

// keep adds a game at the end of the window.
func (s *Sampler) keep(h *held) {
	if len(h.positions) == 0 {
		return
	}
	s.games = append(s.games, h)
	s.inWindow += len(h.positions)
	s.positions += len(h.positions)
	s.weight = h.end()
}

// Skip counts positions that the sampler never gets, because another run has learned them. The
// window is as large as if they had been added before all others. Call it before the first game is
// added.
func (s *Sampler) Skip(positions int) { s.positions += positions }

// SetWindow changes the size of the window and drops the games outside it. A larger window does not
// bring dropped games back.
func (s *Sampler) SetWindow(window WindowConfig) error {
	if err := window.Validate(); err != nil {
		return err
	}
	s.window = window
	s.trim()
	return nil
}

// Settle ends a phase in which training ignored the number of owed samples. From now on nothing is
// owed for the games so far.
func (s *Sampler) Settle() { s.credit -= s.Owed() }

// Follow adds all games that came after the last added one, and returns their number. It sets aside
// games that it cannot read or that have other rules. [Sampler.Damaged] lists them.
func (s *Sampler) Follow(ctx context.Context, games Games) (added int, err error) {
	return s.FollowTo(ctx, games, maxID)
}

// FollowTo is [Sampler.Follow] for games with ids up to last.
func (s *Sampler) FollowTo(ctx context.Context, games Games, last int64) (added int, err error) {
	f := NewFollower(s, &sync.Mutex{}, games)
	for more := true; more && err == nil; {
		var r Followed
		r, err = f.Follow(ctx, last, time.Hour)
		added, more = added+r.Added, r.More
	}
	return added, err
}

// hold returns a game as the window keeps it, or nil if the sampler ignores the game or had to set it
// aside.
func (s *Sampler) hold(ctx context.Context, games Games, id int64, g *Game, damage error) (h *held,
	err error) {
	if damage == nil && s.passes(g) {
		return nil, nil
	}
	if damage == nil {
		h, damage = hold(s.board, id, g, s.weight, s.window.GameWeight)
	}
	if damage == nil {
		return h, nil
	}
	d, err := games.SetAside(ctx, id, damage)
	s.damaged = append(s.damaged, d)
	return nil, err
}

// Damaged returns the games that the sampler has set aside so far.
func (s *Sampler) Damaged() []Damaged { return s.damaged }

// Lost returns the number of positions that the window lacked when it was restored, because their
// games are damaged or missing.
func (s *Sampler) Lost() int { return s.lost }

// Last returns the id of the last game added, 0 if there is none.
func (s *Sampler) Last() int64 { return s.last }

// Games returns the number of games in the window that have positions to draw.
func (s *Sampler) Games() int { return len(s.games) }

// Window returns the number of positions in the window.
func (s *Sampler) Window() int { return s.inWindow }

// Positions returns the number of positions ever added.
func (s *Sampler) Positions() int { return s.positions }

// Drawn returns the number of samples ever drawn.
func (s *Sampler) Drawn() uint64 { return s.drawn }

// Ready returns the number of batches that training may draw now. It is 0 until the window has its
// least size. After that, it keeps the mean use of a position within its limit.
func (s *Sampler) Ready(batch int) int {
	if batch < 1 || s.positions < s.window.Min || s.start() == s.weight {
		return 0
	}
	return max(s.Owed(), 0) / batch
}

// Owed returns the number of samples that training may still draw for the games so far. It is
// negative if training has drawn too many.
func (s *Sampler) Owed() int {
	return int(math.Floor(s.uses*float64(s.weight)/weightUnit-float64(s.drawn))) + s.credit
}

// Ahead returns how far the games are ahead of training. It counts the owed samples in positions of
// weight 1. Self-play may pause if it is far ahead. Training waits if less than a batch is owed.
func (s *Sampler) Ahead() float64 {
	return float64(s.weight)/weightUnit - (float64(s.drawn)-float64(s.credit))/s.uses
}

// Drawable reports whether [Sampler.Draw] has positions to draw.
func (s *Sampler) Drawable() bool { return s.start() != s.weight }

// start returns the weight of all positions added before the window.
func (s *Sampler) start() uint64 {
	if len(s.games) == 0 {
		return s.weight
	}
	return s.games[0].start
}

// Draw fills dst with samples, even if none is owed. It allocates nothing once the samples' slices
// have grown. It returns an error if the positions in the window have no weight.
func (s *Sampler) Draw(dst []Sample) error {
	if s.start() == s.weight {
		return errors.New("replay: draw samples: every position in the window has weight 0")
	}
	for i := range dst {
		h, j := s.pick(s.rng)
		dst[i].fill(h, j, s.rng.Uint64()&1 == 1)
	}
	s.drawn += uint64(len(dst))
	return nil
}

// pick draws a position of the window in proportion to its weight: the game, and the index of its
// position. The positions in the window must have weight.
func (s *Sampler) pick(rng *rand.Rand) (h *held, position int) {
	start := s.start()
	at := start + rng.Uint64N(s.weight-start)
	h = s.games[sort.Search(len(s.games), func(i int) bool { return s.games[i].end() > at })]
	return h, sort.Search(len(h.positions), func(i int) bool { return h.positions[i].end > at })
}
