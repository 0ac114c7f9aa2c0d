package game_test

import (
	"fmt"

	"epaminondas/game"
)

// A position is a value: playing on a copy does not change the original.
func Example() {
	rules, err := game.ParseRules("epaminondas:8x8")
	if err != nil {
		panic(err)
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		panic(err)
	}
	start := board.Start()
	s := start
	for _, text := range []string{"a1-a3", "h8-h6"} {
		m, err := s.ParseMove(text, game.RearNotation)
		if err != nil {
			panic(err)
		}
		s.Play(m)
	}
	fmt.Println(&s)
	fmt.Println(len(s.AppendMoves(nil)), "moves, at the start", len(start.AppendMoves(nil)))
	// Output:
	// bbbbbbb./bbbbbbb./.......b/.......b/w......./w......./.wwwwwww/.wwwwwww w 2
	// 78 moves, at the start 60
}

func ExampleState_Diagram() {
	rules, _ := game.ParseRules("epaminondas:6x5x1")
	board, _ := game.NewBoard(rules)
	s, _ := board.ParseState("..bb../...bb./..w.../.w..../w....w w")
	fmt.Print(s.Diagram())
	// Output:
	// 5  · · ● ● · ·
	//   4  · · · ● ● ·
	//   3  · · ○ · · ·
	//   2  · ○ · · · ·
	//   1  ○ · · · · ○
	//      a b c d e f   ○ white  ● black  white to move
}

func ExampleState_FormatMove() {
	rules, _ := game.ParseRules("epaminondas:8x5x1")
	board, _ := game.NewBoard(rules)
	s, _ := board.ParseState("......../......../......../www.bb.b/........ w")
	m, err := s.ParseMove("a2-c2", game.RearNotation) // a missing x is accepted
	if err != nil {
		panic(err)
	}
	captured := s.Captured(m)
	fmt.Println(s.FormatMove(m, game.RearNotation), s.FormatMove(m, game.HeadNotation), captured.Count())
	s.Play(m)
	fmt.Println(&s)
	// Output:
	// a2xc2 a2xe2 2
	// ......../......../......../..www..b/........ b 1
}

func ExampleState_Outcome() {
	rules, _ := game.ParseRules("epaminondas:4x5x1")
	board, _ := game.NewBoard(rules)
	s, _ := board.ParseState("w.../..b./..../..../w... w")
	outcome, reason := s.Outcome()
	fmt.Println(outcome, reason, outcome.For(game.White), outcome.For(game.Black))
	// Output:
	// 1-0 far-row 1 -1
}

func ExamplePerft() {
	rules, _ := game.ParseRules("epaminondas")
	board, _ := game.NewBoard(rules)
	for depth := range 4 {
		fmt.Println(depth, game.Perft(board.Start(), depth))
	}
	// Output:
	// 0 1
	// 1 114
	// 2 12996
	// 3 1787292
}

func ExampleRules_Name() {
	rules, _ := game.ParseRules("epaminondas:8x8x2,limit=draw,max_plies=150")
	fmt.Println(rules.Name())
	_, err := game.ParseRules("epaminondas:17x8")
	fmt.Println(err)
	// Output:
	// epaminondas:8x8,max_plies=150,limit=draw
	// game: unusable rules "epaminondas:17x8": width is 17, want 3 to 16
}
