package solve

import (
	"testing"

	"epaminondas/game"
)

// plain is a second solver that shares only the package game with the first one. It holds the
// position graph of both sides and applies the definition of a value until nothing changes. It is
// slow and needs much memory, which limits it to boards of up to 16 squares.
type plain struct {
	numbers []int32      // number of each position by its key
	digits  [][256]int32 // the contribution of a row's stones to a key, by column
	values  []Value      // by number
	edges   []int32      // positions after the moves: first their keys, and in the end their numbers
	first   []int32      // start of the edges of each position, and the end of the last
}

// newPlain returns the values of all positions of a board. It calls visit with the number of each
// position.
func newPlain(t testing.TB, board *game.Board, visit func(number int, s *game.State)) *plain {
	p := &plain{first: []int32{0}}
	keys := int32(2)
	for range board.Height() {
		digits := [256]int32{}
		for column := range board.Width() {
			for columns := range digits {
				digits[columns] += int32(columns>>column&1) * keys
			}
			keys *= 3
		}
		p.digits = append(p.digits, digits)
	}
	p.numbers = make([]int32, keys)
	eachPosition(t, board, func(s game.State) {
		visit(len(p.values), &s)
		p.add(&s)
	})
	for i, key := range p.edges {
		p.edges[i] = p.numbers[key]
	}
	for p.improve() {
	}
	return p
}

// key returns a position as a number in base 3. The side to move is its last digit.
func (p *plain) key(s *game.State) int32 {
	key := int32(s.Turn())
	white, black := s.Stones(game.White), s.Stones(game.Black)
	for row := range p.digits {
		word, shift := game.SquareAt(0, row)/64, game.SquareAt(0, row)%64
		key += p.digits[row][uint8(white[word]>>shift)] + 2*p.digits[row][uint8(black[word]>>shift)]
	}
	return key
}

// add adds a position and its moves. Its value is a draw unless it is finished.
func (p *plain) add(s *game.State) {
	p.numbers[p.key(s)] = int32(len(p.values))
	var buffer [128]game.Move
	moves := s.AppendMoves(buffer[:0])
	for _, m := range moves {
		next := *s
		next.Play(m)
		p.edges = append(p.edges, p.key(&next))
	}
	value := Draw
	if len(moves) == 0 {
		outcome, _ := s.Outcome()
		value = Value(outcome.For(s.Turn()))
	}
	p.values = append(p.values, value)
	p.first = append(p.first, int32(len(p.edges)))
}

// improve sets every position to the value of its best move and reports whether any value changed.
func (p *plain) improve() (changed bool) {
	for i, value := range p.values {
		edges := p.edges[p.first[i]:p.first[i+1]]
		if value != Draw || len(edges) == 0 {
			continue
		}
		best := Loss
		for _, next := range edges {
			best = max(best, -p.values[next])
		}
		if best != Draw {
			p.values[i], changed = best, true
		}
	}
	return changed
}

// eachPosition calls do for every placement of 0 to Width stones a side, with either side to move.
func eachPosition(t testing.TB, board *game.Board, do func(game.State)) {
	text := []byte{}
	for range board.Height() {
		for range board.Width() {
			text = append(text, '.')
		}
		text = append(text, '/')
	}
	text = text[:len(text)-1]
	var place func(at, white, black int)
	place = func(at, white, black int) {
		if at == len(text) {
			for _, turn := range []string{" w", " b"} {
				s, err := board.ParseState(string(text) + turn)
				if err != nil {
					t.Fatal(err)
				}
				do(s)
			}
			return
		}
		place(at+1, white, black)
		if text[at] == '/' {
			return
		}
		if white > 0 {
			text[at] = 'w'
			place(at+1, white-1, black)
		}
		if black > 0 {
			text[at] = 'b'
			place(at+1, white, black-1)
		}
		text[at] = '.'
	}
	place(0, board.Width(), board.Width())
}
