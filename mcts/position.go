package mcts

import (
	"fmt"

	"epaminondas/game"
	"epaminondas/mcts/threat"
)

// A position is the game as a [world]. It adds the proofs that follow from the rules. A win is
// counted at the start of the winner's next turn, so that
//
//   - a move after which the opponent leads on the far rows has lost;
//   - a move that takes the lead has won, unless a reply restores the balance
//     (at the ply limit there is no reply, and the verdict counts);
//   - a move that takes the opponent's last stone has won.
//
// So a player who starts a turn behind has only the moves that draw level. Where a crossing is
// near, a threat search looks further along such forced lines.
type position struct {
	root    game.State
	state   game.State // the position being expanded
	next    game.State // the position after a move whose replies are tried
	eval    Evaluator
	replies []game.Move

	temperature   float64 // temperature of the prior
	tacticalShare float32
	tactical      []game.Move

	threats                      *threat.Search
	threatNodes, rootThreatNodes int
}

// newPosition returns a position without a root.
func newPosition(cfg Config, eval Evaluator) *position {
	return &position{
		eval: eval, temperature: cfg.PriorTemperature, tacticalShare: float32(cfg.TacticalShare),
		threats: threat.New(), threatNodes: cfg.ThreatNodes, rootThreatNodes: cfg.RootThreatNodes,
	}
}

// proveRoot returns the result of the threat search for the root.
func (p *position) proveRoot() threat.Result {
	if p.rootThreatNodes == 0 {
		return threat.Result{}
	}
	return p.threats.Prove(&p.root, p.rootThreatNodes)
}

// expand implements [world]. The root is always evaluated, and all its winning moves are marked,
// even if proofs settle it.
func (p *position) expand(path []action, x *expansion) error {
	p.state = p.root
	for _, a := range path {
		p.state.Play(a)
	}
	x.list(p.state.AppendMoves(x.actions[:0]))
	x.value, x.proof = 0, Unknown
	if len(x.actions) == 0 {
		outcome, _ := p.state.Outcome()
		x.settle(proofOf(outcome, p.state.Turn()))
		return nil
	}
	root := len(path) == 0
	x.proof = p.prove(x, root)
	if !root && x.proof == Unknown && p.threatNodes > 0 {
		x.proof = Proof(p.threats.Prove(&p.state, p.threatNodes).Proof)
	}
	if x.proof != Unknown && !root {
		x.settle(x.proof)
		return nil
	}
	value, err := p.eval.Evaluate(&p.state, x.actions, x.prior)
	if err != nil {
		return fmt.Errorf("mcts: evaluate %v: %w", &p.state, err)
	}
	x.value = value
	p.temper(x.prior)
	p.mixTactical(x)
	return nil
}

// identify implements [world]. Only equal states have equal identities. The same stones at another ply
// are another state, because the ply limit is nearer or further. In a search of a million positions,
// two states have the same identity by chance with a probability below 10^-7.
func (p *position) identify(path []action) uint64 {
	s := p.root
	for _, a := range path {
		s.Play(a)
	}
	rest := uint64(s.Ply()) << 2
	if c, ok := s.LastCapture(); ok {
		rest |= uint64(c) + 1
	}
	rest = (rest + 1) * 0x9e3779b97f4a7c15
	return s.Hash() ^ rest ^ rest>>32
}

// proofOf returns the proof of an outcome for c; a draw is Unknown.
func proofOf(outcome game.Outcome, c game.Colour) Proof {
	switch outcome.For(c) {
	case 1:
		return Win
	case -1:
		return Loss
	default:
		return Unknown
	}
}

// prove marks the moves that the rules prove, and returns the proof of the position that follows.
// It stops at the first win unless all is set.
func (p *position) prove(x *expansion, all bool) Proof {
	filter := p.filter()
	if !filter.every && filter.from == 0 {
		return Unknown
	}
	lost, proof := 0, Unknown
	for i, m := range x.actions {
		if !filter.every && !(filter.toward(m) && filter.arrives(m)) {
			continue
		}
		switch p.proveMove(m, filter.few) {
		case Loss:
			x.mark(i, Loss)
			lost++
		case Win:
			x.mark(i, Win)
			proof = Win
			if !all {
				return Win
			}
		}
	}
	if lost == len(x.actions) {
		return Loss
	}
	return proof
}

// proveMove returns the proof of m by the rules, for the side that plays it. few means that one
// move might take all stones of the opponent.
func (p *position) proveMove(m game.Move, few bool) Proof {
	lead := p.state.LeadAfter(m)
	if lead < 0 {
		return Loss
	}
	if lead == 0 && !(few && p.takesAll(m)) {
		return Unknown
	}
	p.next = p.state
	p.next.Play(m)
	p.replies = p.next.AppendMoves(p.replies[:0])
	if len(p.replies) == 0 {
		outcome, _ := p.next.Outcome()
		return proofOf(outcome, p.state.Turn())
	}
	for _, r := range p.replies {
		if p.next.LeadAfter(r) >= 0 {
			return Unknown
		}
	}
	return Win
}

// takesAll reports whether m removes every stone of the opponent.
func (p *position) takesAll(m game.Move) bool {
	enemy := p.state.Stones(p.state.Turn().Other())
	if !enemy.Has(p.state.Landing(m)) {
		return false
	}
	taken := p.state.Captured(m)
	return taken.Count() == enemy.Count()
}

// A moveFilter quickly finds the moves that could have a proof. In nearly all positions, nearly all
// moves have none. Calls of proveMove for all of them would cost more than the rest of the search.
type moveFilter struct {
	few   bool      // the opponent's stones might all be taken by one move
	every bool      // any move could have a proof: few is set, or a stone is on a far row
	from  uint      // bit k: there are own stones k rows before the far row
	own   game.Bits // stones of the side to move
	far   int       // number of its far row

	directions uint // bit d: direction d leads towards the far row
}

// The directions that lead to higher and to lower rows, bit d for direction d.
const (
	northward = 1<<game.NorthWest | 1<<game.North | 1<<game.NorthEast
	southward = 1<<game.SouthWest | 1<<game.South | 1<<game.SouthEast
)

// filter returns the filter of the position being expanded.
func (p *position) filter() moveFilter {
	s := &p.state
	f := moveFilter{own: s.Stones(s.Turn()), far: s.Board().Height() - 1, directions: northward}
	forward := 1
	if s.Turn() == game.Black {
		f.far, f.directions, forward = 0, southward, -1
	}
	enemy := s.Stones(s.Turn().Other())
	// A capture takes fewer stones than the phalanx has, which has no more than fit in a line.
	f.few = enemy.Count() < min(f.own.Count(), max(s.Board().Width(), s.Board().Height()))
	f.every = f.few || s.FarCount(game.White) > 0 || s.FarCount(game.Black) > 0
	if f.every {
		return f
	}
	for k := 1; k <= min(game.MaxDistance, s.Board().Height()-1); k++ {
		if row := f.far - k*forward; !rowEmpty(&f.own, row) {
			f.from |= 1 << k
		}
	}
	return f
}

// rowEmpty reports whether the given row of b is empty. Rows count from zero, and each is a quarter of a
// word of b.
func rowEmpty(b *game.Bits, row int) bool {
	return b[row>>2]>>(row&3*16)&0xFFFF == 0
}

// toward reports whether m leads towards the far row, and own stones stand m.Distance() rows before
// that row. If both far rows are empty, only a move onto the far row could have a proof. The stone
// that arrives there comes from exactly m.Distance() rows before it.
func (f *moveFilter) toward(m game.Move) bool {
	return f.directions>>m.Direction()&1 != 0 && f.from>>m.Distance()&1 != 0
}

// arrives reports whether m, which goes toward the far row, brings a stone onto it.
func (f *moveFilter) arrives(m game.Move) bool {
	columns, rows := m.Direction().Delta()
	row := f.far - rows*m.Distance()
	column := m.Rear().Col() + columns*rows*(row-m.Rear().Row())
	return (row-m.Rear().Row())*rows >= 0 && column >= 0 && column < 16 &&
		f.own.Has(game.SquareAt(column, row))
}
