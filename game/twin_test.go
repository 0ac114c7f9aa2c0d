package game_test

import (
	"strconv"
	"strings"

	"epaminondas/game"
)

// A mailbox is the plain twin of [game.State]. It is an array of letters. Its methods follow the
// text of the rules, one stone and one square at a time. It shares no code with the package.
type mailbox struct {
	rules    game.Rules
	rows     [][]byte // rows[0] is row 1; 'w', 'b' or '.'
	turn     byte     // 'w' or 'b'
	ply      int
	capturer byte // last side to capture: 'w', 'b', or 0 for none
}

// place is a square of a mailbox.
type place struct{ column, row int }

// A twinMove is a move of a mailbox.
type twinMove struct {
	rear            place
	columns, height int // the direction
	distance        int
}

// newMailbox reads a position text.
func newMailbox(rules game.Rules, text string, capturer byte) mailbox {
	fields := strings.Fields(strings.ToLower(text))
	m := mailbox{rules: rules, turn: fields[1][0], capturer: capturer}
	for _, row := range strings.Split(fields[0], "/") {
		m.rows = append([][]byte{[]byte(row)}, m.rows...)
	}
	if len(fields) == 3 {
		m.ply, _ = strconv.Atoi(fields[2])
	}
	return m
}

// text writes the position text.
func (m *mailbox) text() string {
	var rows []string
	for _, row := range m.rows {
		rows = append([]string{string(row)}, rows...)
	}
	text := strings.Join(rows, "/") + " " + string(m.turn)
	if m.ply > 0 {
		text += " " + strconv.Itoa(m.ply)
	}
	return text
}

func opponent(side byte) byte {
	if side == 'w' {
		return 'b'
	}
	return 'w'
}

// at returns the letter of a square, or 0 off the board.
func (m *mailbox) at(p place) byte {
	if p.column < 0 || p.column >= m.rules.Width || p.row < 0 || p.row >= m.rules.Height {
		return 0
	}
	return m.rows[p.row][p.column]
}

// line returns the squares of the unbroken line of side that starts on a square and follows a
// direction.
func (m *mailbox) line(side byte, from place, columns, height int) []place {
	var line []place
	for p := from; m.at(p) == side; p = (place{p.column + columns, p.row + height}) {
		line = append(line, p)
	}
	return line
}

func (m *mailbox) farRow(side byte) int {
	if side == 'w' {
		return m.rules.Height - 1
	}
	return 0
}

func (m *mailbox) onFarRow(side byte) int {
	return strings.Count(string(m.rows[m.farRow(side)]), string(side))
}

// leadOf returns the stones of side on its far row minus those of the other side on its own.
func (m *mailbox) leadOf(side byte) int { return m.onFarRow(side) - m.onFarRow(opponent(side)) }

// fixed reports whether the stone of side on a square has crossed and is fixed there.
func (m *mailbox) fixed(side byte, p place) bool {
	return m.rules.Crossed == game.CrossedFixed && p.row == m.farRow(side)
}

// try plays a move by the rules of phalanxes and captures. It returns the position after the move
// and the captured stones. It ignores the end of the game, the symmetry rule and the duty to cross.
func (m *mailbox) try(v twinMove) (after mailbox, taken []place, ok bool) {
	phalanx := m.line(m.turn, v.rear, v.columns, v.height)
	if len(phalanx) == 0 || v.distance > len(phalanx) {
		return after, nil, false
	}
	for _, p := range phalanx {
		if m.fixed(m.turn, p) {
			return after, nil, false
		}
	}
	head := phalanx[len(phalanx)-1]
	for k := 1; k <= v.distance; k++ {
		p := place{head.column + k*v.columns, head.row + k*v.height}
		switch m.at(p) {
		case '.':
		case opponent(m.turn):
			enemy := m.line(opponent(m.turn), p, v.columns, v.height)
			if k < v.distance || len(enemy) >= len(phalanx) || m.fixed(opponent(m.turn), p) {
				return after, nil, false
			}
			for _, q := range enemy {
				if !m.fixed(opponent(m.turn), q) {
					taken = append(taken, q)
				}
			}
			if m.rules.Capture == game.CaptureSingle {
				taken = taken[:1]
			}
		default: // an own stone, or off the board
			return after, nil, false
		}
	}
	return m.moved(phalanx, v, taken), taken, true
}

// moved returns the position after a phalanx has moved.
func (m *mailbox) moved(phalanx []place, v twinMove, taken []place) mailbox {
	after := *m
	after.rows = nil
	for _, row := range m.rows {
		after.rows = append(after.rows, []byte(string(row)))
	}
	for _, p := range taken {
		after.rows[p.row][p.column] = '.'
		after.capturer = m.turn
	}
	for _, p := range phalanx {
		after.rows[p.row][p.column] = '.'
	}
	for _, p := range phalanx {
		after.rows[p.row+v.distance*v.height][p.column+v.distance*v.columns] = m.turn
	}
	after.turn = opponent(m.turn)
	after.ply++
	return after
}

// symmetric reports whether the position is symmetric, as its rules define symmetry.
func (m *mailbox) symmetric() bool {
	for row := range m.rows {
		for column := range m.rows[row] {
			here := m.rows[row][column]
			switch m.rules.Symmetry {
			case game.LeftRight:
				if here != m.rows[row][m.rules.Width-1-column] {
					return false
				}
			case game.Rotation:
				there := m.rows[m.rules.Height-1-row][m.rules.Width-1-column]
				if here == '.' && there != '.' || here != '.' && there != opponent(here) {
					return false
				}
			case game.NoSymmetry:
				return false
			}
		}
	}
	return true
}

// candidates returns all moves that try accepts.
func (m *mailbox) candidates() []twinMove {
	var moves []twinMove
	for row := range m.rules.Height {
		for column := range m.rules.Width {
			for direction := range 9 {
				v := twinMove{rear: place{column, row}, columns: direction%3 - 1, height: direction/3 - 1}
				if direction == 4 || m.at(v.rear) != m.turn {
					continue
				}
				for v.distance = 1; v.distance <= len(m.line(m.turn, v.rear, v.columns,
					v.height)); v.distance++ {
					if _, _, ok := m.try(v); ok {
						moves = append(moves, v)
					}
				}
			}
		}
	}
	return moves
}

// permitted reports whether the rules about the far rows allow a move that leads to the position
// after.
func (m *mailbox) permitted(after mailbox) bool {
	if m.rules.Behind == game.BehindLevel && m.leadOf(m.turn) < 0 && after.leadOf(m.turn) < 0 {
		return false
	}
	before, far := m.rows[m.farRow(m.turn)], after.rows[m.farRow(m.turn)]
	return strings.Count(string(far), string(m.turn)) <= strings.Count(string(before), string(m.turn)) ||
		!after.symmetric()
}

// allowed returns the legal moves of a position that is not decided on the far rows. It ignores the
// ply limit.
func (m *mailbox) allowed() []twinMove {
	var moves []twinMove
	for _, v := range m.candidates() {
		if after, _, _ := m.try(v); m.permitted(after) {
			moves = append(moves, v)
		}
	}
	return moves
}

// outcome returns the result at the start of a turn, given the number of legal moves.
func (m *mailbox) outcome(allowed int) (game.Outcome, game.Ending) {
	wins := map[byte]game.Outcome{'w': game.WhiteWins, 'b': game.BlackWins}
	switch {
	case m.leadOf(m.turn) > 0:
		return wins[m.turn], game.FarRow
	case allowed == 0:
		return wins[opponent(m.turn)], game.NoMoves
	case m.rules.MaxPlies == 0 || m.ply < m.rules.MaxPlies:
		return game.Ongoing, game.Unfinished
	case m.rules.Limit == game.LimitDraw:
		return game.Draw, game.PlyLimit
	}
	for row := range m.rows {
		white := strings.Count(string(m.rows[len(m.rows)-1-row]), "w")
		black := strings.Count(string(m.rows[row]), "b")
		if white > black {
			return game.WhiteWins, game.PlyLimit
		}
		if white < black {
			return game.BlackWins, game.PlyLimit
		}
	}
	if m.capturer == 'w' {
		return game.WhiteWins, game.PlyLimit
	}
	return game.BlackWins, game.PlyLimit
}

// square and direction translate to the package under test.
func (p place) square() game.Square { return game.SquareAt(p.column, p.row) }

func (v twinMove) move() game.Move {
	for d := range game.Direction(game.Directions) {
		if columns, height := d.Delta(); columns == v.columns && height == v.height {
			return game.NewMove(v.rear.square(), d, v.distance)
		}
	}
	panic("no direction")
}
