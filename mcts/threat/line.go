package threat

import "epaminondas/game"

// AppendLine appends the line of the last proof to dst. After a win it has threats and replies and
// begins with the move of the result; after a loss it has replies and threats. The attacker plays
// the moves of the proof, and the defender the replies that delay the loss longest. The line has
// Plies moves. Without a proof the line is empty.
func (t *Search) AppendLine(dst []game.Move) []game.Move {
	mover := attacker
	switch t.result.Proof {
	case Unknown:
		return dst
	case Loss:
		mover = defender
	}
	s := t.frames[0].state
	for ply := range t.result.Plies {
		slot, _ := t.table.slot(key(&s, ply, mover))
		m := t.table.entries[slot].move
		dst = append(dst, m)
		s.Play(m)
		mover = mover.other()
	}
	return dst
}
