package net

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// ruleNames has the boards of the tests. They have both games, the smallest and largest sizes, and
// odd and even sides.
var ruleNames = []string{
	"epaminondas:4x6x1", "epaminondas:3x3x1", "epaminondas:5x7", "epaminondas:8x8", "crossings",
	"epaminondas:16x3x1", "epaminondas:3x16x3", "epaminondas", "crossings:9x6", "epaminondas:16x16x3",
	"epaminondas:5x7,crossed=fixed", "epaminondas:6x6,capture=single",
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// eachPosition calls f for every position of random games that is not over.
func eachPosition(t testing.TB, name string, games, plies int, f func(s *game.State, moves []game.Move)) {
	t.Helper()
	b, rng := game.MustBoard(name), newRand(11)
	for range games {
		s := b.Start()
		for range plies {
			moves := s.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			f(&s, moves)
			s.Play(moves[rng.IntN(len(moves))])
		}
	}
}

// groupSets are the sets of groups of planes of the tests.
var groupSets = []Groups{0, Attack}

func encode(s *game.State, groups Groups) []float32 {
	w, h, n := s.Board().Width(), s.Board().Height(), groups.Count()
	padded := make([]float32, kernel.PaddedLen(h, w, n))
	for i := range padded {
		padded[i] = 7 // must be overwritten
	}
	NewEncoder(s.Board(), groups).Encode(s, padded)
	planes := make([]float32, h*w*n)
	kernel.Unpad(planes, padded, h, w, n)
	return planes
}

// plainBoard is a position in the view of the side to move. Rows go up from its home row, with 'o'
// for own stones, 'e' for enemy stones and '.'.
type plainBoard struct {
	rows   [][]byte
	single bool // a capture removes one stone
	fixed  bool // stones on their far row stay
}

func newPlainBoard(s *game.State) plainBoard {
	if s.Turn() == game.Black {
		turned := s.Turned()
		s = &turned
	}
	own, enemy := s.Stones(game.White), s.Stones(game.Black)
	rules := s.Board().Rules()
	p := plainBoard{single: rules.Capture == game.CaptureSingle, fixed: rules.Crossed == game.CrossedFixed}
	for row := range s.Board().Height() {
		p.rows = append(p.rows, bytes.Repeat([]byte("."), s.Board().Width()))
		for column := range p.rows[row] {
			switch at := game.SquareAt(column, row); {
			case own.Has(at):
				p.rows[row][column] = 'o'
			case enemy.Has(at):
				p.rows[row][column] = 'e'
			}
		}
	}
	return p
}

// at returns the sign of a square, '#' off the board.
func (p plainBoard) at(column, row int) byte {
	if column < 0 || row < 0 || row >= len(p.rows) || column >= len(p.rows[0]) {
		return '#'
	}
	return p.rows[row][column]
}

// count returns the number of squares with the sign what that follow each other in direction d,
// from a square on.
func (p plainBoard) count(column, row int, d [2]int, what byte) (n int) {
	for p.at(column+n*d[0], row+n*d[1]) == what {
		n++
	}
	return n
}

// plainSteps are the directions in columns and rows.
var plainSteps = [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// linesOf returns the planes of the group lines on a square.
func (p plainBoard) linesOf(column, row int) []float32 {
	planes := []float32{truth(p.at(column, row) == 'o'), truth(p.at(column, row) == 'e')}
	for _, d := range plainSteps {
		for _, side := range []byte("oe") {
			run, room := 0, 0
			if p.at(column, row) == side {
				run = min(8, p.count(column, row, [2]int{-d[0], -d[1]}, side))
				room = min(8, p.count(column+d[0], row+d[1], d, '.'))
			}
			planes = append(planes, float32(run)/8, float32(room)/8)
		}
	}
	return append(planes, 1, truth(row == len(p.rows)-1), truth(row == 0))
}

func truth(is bool) float32 {
	if is {
		return 1
	}
	return 0
}

// attack returns the planes of the group attack on all squares, from every move of every phalanx.
func (p plainBoard) attack() [][8]float32 {
	width := len(p.rows[0])
	planes := make([][8]float32, len(p.rows)*width)
	for q := range planes {
		for _, d := range plainSteps {
			for side, stone := range []byte("oe") {
				p.attackFrom(planes, side, stone, q%width, q/width, d)
			}
		}
	}
	return planes
}

// attackFrom adds the moves in direction d of the phalanx whose rear stone is on a square.
func (p plainBoard) attackFrom(planes [][8]float32, side int, stone byte, column, row int, d [2]int) {
	other, width := byte('o'+'e')-stone, len(p.rows[0])
	far := []int{len(p.rows) - 1, 0}
	n := p.count(column, row, d, stone)
	for i := range n {
		if p.fixed && row+i*d[1] == far[side] {
			return // the stone has crossed and stays
		}
	}
	for k := range n {
		x, y := column+(n+k)*d[0], row+(n+k)*d[1]
		strength := p.count(x, y, d, other)
		if what := p.at(x, y); what != '.' &&
			(what != other || strength >= n || p.fixed && y == far[1-side]) {
			return
		}
		at := &planes[y*width+x]
		at[2+2*side], at[3+2*side] = 1, max(at[3+2*side], float32(min(n, 8))/8)
		if y == far[side] && d[1] != 0 {
			at[6+side] = 1
		}
		if strength > 0 {
			if p.single {
				strength = 1
			}
			for i := range strength {
				if p.fixed && y+i*d[1] == far[1-side] {
					break
				}
				planes[(y+i*d[1])*width+x+i*d[0]][1-side] = 1
			}
			return
		}
	}
}

// plainEncode is the definition of the planes, square by square on the board turned for Black.
func plainEncode(s *game.State, groups Groups) []float32 {
	p := newPlainBoard(s)
	attack, width := p.attack(), s.Board().Width()
	var planes []float32
	for q := range attack {
		planes = append(planes, p.linesOf(q%width, q/width)...)
		if groups.Has(Attack) {
			planes = append(planes, attack[q][:]...)
		}
	}
	return planes
}

// eachEncoding calls f for positions of all boards with every set of groups.
func eachEncoding(t *testing.T, f func(s *game.State, groups Groups)) {
	t.Helper()
	for _, groups := range groupSets {
		for _, name := range ruleNames {
			eachPosition(t, name, 3, 60, func(s *game.State, _ []game.Move) { f(s, groups) })
		}
	}
}

func TestEncodeAgreesWithPlainTwin(t *testing.T) {
	eachEncoding(t, func(s *game.State, groups Groups) {
		if got, want := encode(s, groups), plainEncode(s, groups); !slices.Equal(got, want) {
			t.Fatalf("%s: %s: planes differ at %s", s.Board().Rules().Name(), s,
				firstDifference(s.Board(), groups, got, want))
		}
	})
}

// TestAttackOnCrowdedBoards compares with the plain twin on crowded boards, with the longest
// phalanxes and captures. It includes finished games, and moves that only other rules forbid.
func TestAttackOnCrowdedBoards(t *testing.T) {
	rng := newRand(12)
	var seen [attackPlanes]int
	for _, name := range ruleNames {
		b := game.MustBoard(name)
		for range 30 {
			s := scatter(b, rng)
			got, want := encode(&s, Attack), plainEncode(&s, Attack)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %v: planes differ at %s", name, &s, firstDifference(b, Attack, got, want))
			}
			for i, v := range want {
				if plane := i%Attack.Count() - linePlanes; plane >= 0 && v > 0 {
					seen[plane]++
				}
			}
		}
	}
	for plane, n := range seen {
		if n < 300 {
			t.Errorf("plane %d of attack is set on %d squares only", plane, n)
		}
	}
}

// scatter returns a position of some lines of both colours.
func scatter(b *game.Board, rng *rand.Rand) game.State {
	var stones [2]game.Bits
	for range 2 + rng.IntN(b.Area()/4) {
		c, d := game.Colour(rng.IntN(2)), game.Direction(rng.IntN(game.Directions))
		columns, rows := d.Delta()
		at := game.SquareAt(rng.IntN(b.Width()), rng.IntN(b.Height()))
		for i := range 1 + min(b.Edge(at, d), rng.IntN(12)) {
			s := game.SquareAt(at.Col()+i*columns, at.Row()+i*rows)
			stones[c].Set(s)
			stones[c.Other()].Clear(s)
		}
	}
	return b.Position(stones[game.White], stones[game.Black], game.Colour(rng.IntN(2)))
}

// TestAttackByHand checks the planes of a position that a person can check by eye.
func TestAttackByHand(t *testing.T) {
	b := game.MustBoard("epaminondas:5x5x1")
	s, err := b.ParseState("...b./.w.../.w.bb/...../..... w")
	if err != nil {
		t.Fatal(err)
	}
	planes := encode(&s, Attack)
	picture := func(plane int) string {
		var rows []string
		for row := 4; row >= 0; row-- {
			text := ""
			for column := range 5 {
				v := planes[(row*5+column)*Attack.Count()+linePlanes+plane]
				text += string(".12345678"[int(v*8)])
			}
			rows = append(rows, text)
		}
		return strings.Join(rows, "/")
	}
	for plane, want := range []string{
		0: "...../...../.8.../...../.....", // d3 and e3, two stones in line, can capture it over c3
		1: "...../...../...../...../.....",
		2: "888../8.8../8.8../888../.8...",
		3: "121../1.1../1.1../121../.2...",
		4: "..8.8/..888/.88../..888/.....",
		5: "..1.1/..111/.22../..111/.....",
		6: "888../...../...../...../.....",
		7: "...../...../...../...../.....",
	} {
		if got := picture(plane); got != want {
			t.Errorf("plane %d is %s, want %s", plane, got, want)
		}
	}
}

func TestEncodeIsTheSameForBothColours(t *testing.T) {
	eachEncoding(t, func(s *game.State, groups Groups) {
		turned := s.Turned()
		if got, want := encode(&turned, groups), encode(s, groups); !slices.Equal(got, want) {
			t.Fatalf("%s: %s: planes of the turned position differ at %s", s.Board().Rules().Name(), s,
				firstDifference(s.Board(), groups, got, want))
		}
	})
}

func TestEncodeMirrored(t *testing.T) {
	eachEncoding(t, func(s *game.State, groups Groups) {
		mirrored := s.Mirror()
		want := mirrorPlanes(s.Board(), groups, encode(s, groups))
		if got := encode(&mirrored, groups); !slices.Equal(got, want) {
			t.Fatalf("%s: %s: planes of the mirrored position differ at %s", s.Board().Rules().Name(), s,
				firstDifference(s.Board(), groups, got, want))
		}
	})
}

// mirrorPlanes exchanges the columns and the directions of east and west.
func mirrorPlanes(b *game.Board, groups Groups, planes []float32) []float32 {
	mirrored, n := slices.Clone(planes), groups.Count()
	for q := range b.Area() {
		from := planes[q*n:][:n]
		to := mirrored[(q/b.Width()*b.Width()+b.Width()-1-q%b.Width())*n:][:n]
		copy(to, from)
		for d := range game.Direction(game.Directions) {
			copy(to[2+4*d.FlipColumns():][:4], from[2+4*d:])
		}
	}
	return mirrored
}

func TestEncodeStaysInUnitInterval(t *testing.T) {
	eachEncoding(t, func(s *game.State, groups Groups) {
		for i, v := range encode(s, groups) {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("%s: %s: plane %d is %v", s.Board().Rules().Name(), s, i%groups.Count(), v)
			}
		}
	})
}

func TestEncodeDoesNotAllocate(t *testing.T) {
	s := game.MustBoard("epaminondas").Start()
	for _, groups := range groupSets {
		e := NewEncoder(s.Board(), groups)
		planes := make([]float32, kernel.PaddedLen(12, 14, groups.Count()))
		if n := testing.AllocsPerRun(10, func() { e.Encode(&s, planes) }); n != 0 {
			t.Errorf("%v: %v allocations, want none", groups, n)
		}
	}
}

// FuzzEncode compares the encoder with its plain twin on positions that a seed determines.
func FuzzEncode(f *testing.F) {
	for i := range ruleNames {
		f.Add(uint8(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, rules uint8, seed uint64) {
		s := scatter(game.MustBoard(ruleNames[int(rules)%len(ruleNames)]), newRand(seed))
		if got, want := encode(&s, Attack), plainEncode(&s, Attack); !slices.Equal(got, want) {
			t.Fatalf("%v: planes differ at %s", &s, firstDifference(s.Board(), Attack, got, want))
		}
	})
}

func firstDifference(b *game.Board, groups Groups, got, want []float32) string {
	for i := range want {
		if got[i] != want[i] {
			q := i / groups.Count()
			return fmt.Sprintf("column %d row %d plane %d: %v, want %v", q%b.Width(), q/b.Width(),
				i%groups.Count(), got[i], want[i])
		}
	}
	return "nothing"
}
