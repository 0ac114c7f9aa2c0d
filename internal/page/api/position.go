package api

import "epaminondas/game"

// positionReply describes a position to the page, which has no rules of its own.
type positionReply struct {
	Rules    string      `json:"rules"`
	Parts    []namePart  `json:"parts"` // of the name of the rules
	Width    int         `json:"width"`
	Height   int         `json:"height"`
	Single   bool        `json:"single"` // a capture removes one stone
	Fixed    bool        `json:"fixed"`  // crossed stones stay and are safe
	Level    bool        `json:"level"`  // a side that is behind on the far rows must draw level
	Position string      `json:"position"`
	Ply      int         `json:"ply"`
	MaxPlies int         `json:"max_plies"`
	Limit    string      `json:"limit"`    // verdict at MaxPlies: advancement or draw
	Symmetry string      `json:"symmetry"` // reading of the symmetry rule: left-right, rotation or none
	Turn     string      `json:"turn"`
	White    Stones      `json:"white"`
	Black    Stones      `json:"black"`
	Taken    taken       `json:"taken"`
	Outcome  string      `json:"outcome"`
	Reason   game.Ending `json:"reason"`
	// what decides at the ply limit: advanced, last-capture, black or draw; else ""
	Verdict string      `json:"verdict"`
	Moves   []Move      `json:"moves"` // all legal moves
	Last    *Move       `json:"last"`  // null at the start
	Line    []moveTexts `json:"line"`  // the game so far
}

// Stones describes the stones of a colour to the page.
type Stones struct {
	Stones []string `json:"stones"`
	Far    int      `json:"far"` // stones on its far row
}

// taken says how many stones each colour has captured since the start of the game.
type taken struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// moveTexts is a move in both notations.
type moveTexts struct {
	Text string `json:"text"` // rear notation
	Head string `json:"head"`
}

// Move describes a move to the page: its texts, and the squares that its phalanx leaves, reaches
// and captures. Phalanx and Landing list squares from the rear to the head.
type Move struct {
	moveTexts
	Rear      string   `json:"rear"`
	Direction string   `json:"direction"`
	Distance  int      `json:"distance"`
	Phalanx   []string `json:"phalanx"`
	Landing   []string `json:"landing"`
	Captured  []string `json:"captured"`
}

// describe returns the reply for the last position of a game.
func describe(g *played) positionReply {
	s, rules := &g.state, g.board.Rules()
	outcome, reason := s.Outcome()
	reply := positionReply{
		Rules: rules.Name(), Parts: nameParts(rules), Width: rules.Width, Height: rules.Height,
		Single: rules.Capture == game.CaptureSingle, Fixed: rules.Crossed == game.CrossedFixed,
		Level:    rules.Behind == game.BehindLevel,
		Position: s.String(), Ply: s.Ply(), MaxPlies: rules.MaxPlies, Limit: rules.Limit.String(),
		Symmetry: rules.Symmetry.String(), Turn: s.Turn().String(),
		White: StonesOf(s, game.White), Black: StonesOf(s, game.Black),
		Taken:   taken{g.lost(game.Black), g.lost(game.White)},
		Outcome: outcome.String(), Reason: reason, Verdict: verdictOf(s, reason),
		Moves: []Move{}, Line: []moveTexts{},
	}
	for _, m := range s.AppendMoves(nil) {
		reply.Moves = append(reply.Moves, DescribeMove(s, m))
	}
	for i, m := range g.moves {
		reply.Line = append(reply.Line, textsOf(&g.states[i], m))
	}
	if last := len(g.moves) - 1; last >= 0 {
		m := DescribeMove(&g.states[last], g.moves[last])
		reply.Last = &m
	}
	return reply
}

// verdictOf returns the deciding rule of a game that ends at its ply limit.
func verdictOf(s *game.State, reason game.Ending) string {
	if reason != game.PlyLimit {
		return ""
	}
	if s.Board().Rules().Limit == game.LimitDraw {
		return "draw"
	}
	if _, ok := s.Foremost(); ok {
		return "advanced"
	}
	if _, ok := s.LastCapture(); ok {
		return "last-capture"
	}
	return "black"
}

// lost returns how many stones of a colour have been captured.
func (g *played) lost(c game.Colour) int {
	first := g.first()
	before, now := first.Stones(c), g.state.Stones(c)
	return before.Count() - now.Count()
}

// StonesOf lists the stones of a colour.
func StonesOf(s *game.State, c game.Colour) Stones {
	return Stones{Stones: names(s.Stones(c)), Far: s.FarCount(c)}
}

func textsOf(s *game.State, m game.Move) moveTexts {
	return moveTexts{s.FormatMove(m, game.RearNotation), s.FormatMove(m, game.HeadNotation)}
}

// DescribeMove describes a legal move.
func DescribeMove(s *game.State, m game.Move) Move {
	info := Move{
		moveTexts: textsOf(s, m), Rear: m.Rear().String(), Direction: m.Direction().String(),
		Distance: m.Distance(),
		Captured: names(s.Captured(m)),
	}
	columns, rows := m.Direction().Delta()
	for i := range s.PhalanxLength(m) {
		column, row := m.Rear().Col()+i*columns, m.Rear().Row()+i*rows
		info.Phalanx = append(info.Phalanx, game.SquareAt(column, row).String())
		info.Landing = append(info.Landing, game.SquareAt(column+m.Distance()*columns,
			row+m.Distance()*rows).String())
	}
	return info
}

// names returns the names of a set of squares, in ascending order.
func names(squares game.Bits) []string {
	list := []string{}
	for !squares.Empty() {
		list = append(list, squares.Pop().String())
	}
	return list
}
