package replay

import "epaminondas/game"

// Sample is a position for training, with its targets. In a mirrored sample everything is mirrored:
// column a and the last column change places. The slices belong to the sample, and the next draw
// reuses them.
type Sample struct {
	State     game.State
	Moves     []game.Move // all legal moves
	Policy    []float32   // target of each move; the sum is 1
	RootValue float32     // value found by the search, in [-1, 1] for the side to move

	// Values has the values of the searches from this position to the end of the record, one for
	// each ply, for the side to move there. It has NaN for a ply without a search of the model. The
	// slice belongs to the window: do not change it.
	Values []float32

	HasOutcome bool // false if the game was stopped undecided
	Outcome    int  // +1, 0 or -1 for the side to move
	Reason     game.Ending

	Played      game.Move   // move played; game.NoMove if the record ends here
	After       game.State  // position after Played, if there is one
	Reply       []game.Move // legal moves of After; empty if it is final or an older checkpoint replies
	ReplyPolicy []float32   // policy of the full search of After; without one, 1 for the move played

	HasFinal  bool         // false if the game was stopped undecided
	Final     [2]game.Bits // stones when the game was decided, by the rules or by a proof; by colour
	HasPlies  bool         // also false after the ply limit or a repetition, because the game could continue
	PliesLeft int          // plies from State until the game was decided

	Mirrored bool
	Game     int64 // id of the game
	Ply      int   // index of the position in the game
}

// fill makes p the sample of position i of h.
func (p *Sample) fill(h *held, i int, mirrored bool) {
	at := &h.positions[i]
	ply := int(at.ply)
	*p = Sample{
		State: at.state, Moves: at.state.AppendMoves(p.Moves[:0]), Policy: p.Policy[:0],
		RootValue: at.value, Values: h.values[ply:],
		HasOutcome: h.outcome != game.Ongoing, Outcome: h.outcome.For(at.state.Turn()), Reason: h.reason,
		Played: game.NoMove, Reply: p.Reply[:0], ReplyPolicy: p.ReplyPolicy[:0],
		Mirrored: mirrored, Game: h.id, Ply: ply,
	}
	p.Policy = h.policy(p.Policy, i, len(p.Moves))
	if ply < len(h.moves) {
		p.fillReply(h, i)
	}
	if h.outcome != game.Ongoing {
		p.HasFinal, p.Final = true, h.final
		if h.reason != game.PlyLimit && h.reason != game.Repetition {
			p.HasPlies, p.PliesLeft = true, len(h.moves)-ply
		}
	}
	if mirrored {
		p.mirror()
	}
}

// fillReply adds the move that followed and the reply to it.
func (p *Sample) fillReply(h *held, i int) {
	p.Played = h.moves[p.Ply]
	p.After = p.State
	p.After.Play(p.Played)
	next := p.Ply + 1
	switch {
	case h.opposed: // the older checkpoint chose the reply, not the model
	case i+1 < len(h.positions) && int(h.positions[i+1].ply) == next:
		p.Reply = p.After.AppendMoves(p.Reply)
		p.ReplyPolicy = h.policy(p.ReplyPolicy, i+1, len(p.Reply))
	case next < len(h.moves):
		p.Reply = p.After.AppendMoves(p.Reply)
		for _, m := range p.Reply {
			share := float32(0)
			if m == h.moves[next] {
				share = 1
			}
			p.ReplyPolicy = append(p.ReplyPolicy, share)
		}
	}
}

// mirror replaces p by its mirror image. The rules are symmetric, so the mirrored game is legal
// too.
func (p *Sample) mirror() {
	b := p.State.Board()
	p.State = p.State.Mirror()
	for i, m := range p.Moves {
		p.Moves[i] = b.MirrorMove(m)
	}
	if p.Played != game.NoMove {
		p.Played = b.MirrorMove(p.Played)
		p.After = p.After.Mirror()
	}
	for i, m := range p.Reply {
		p.Reply[i] = b.MirrorMove(m)
	}
	if p.HasFinal {
		for c := range p.Final {
			p.Final[c] = b.MirrorBits(p.Final[c])
		}
	}
}
