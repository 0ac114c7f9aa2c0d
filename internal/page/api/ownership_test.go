package api

import (
	"slices"
	"testing"

	"epaminondas/game"
	"epaminondas/models"
)

// An analysis has the ownership only if the request asks for it and the player has a network.
func TestOwnershipOnRequest(t *testing.T) {
	for name, d := range bothEngines(t) {
		for _, wanted := range []bool{false, true} {
			q := analyseRequest{positionRequest: positionRequest{Rules: tiny}, Seconds: 0.05,
				Ownership: wanted}
			r, err := callWith[analysisReply](t, d, "analyse", q, func(any) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Ownership != nil; got != (wanted && name == "network") {
				t.Errorf("%s, wanted %v: %+v", name, wanted, r.Ownership)
			}
		}
	}
}

// Every network of the program expects a part of the white stones to remain. The mirrored position has
// the mirrored ownership.
func TestOwnershipOfTheModels(t *testing.T) {
	all, err := models.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range all {
		t.Run(n.Name, func(t *testing.T) {
			open, occupation, err := openNetwork(Network{Weights: n.Checkpoint.Weights}, "")
			if err != nil || open == nil {
				t.Fatal(err)
			}
			board, err := game.NewBoard(n.Rules)
			if err != nil {
				t.Fatal(err)
			}
			s := board.Start()
			s.Play(s.AppendMoves(nil)[0])
			o, err := ownershipOf(&s, opponent{occupation: occupation})
			if err != nil || o == nil {
				t.Fatalf("%+v, %v", o, err)
			}
			m := s.Mirror()
			mirrored, err := ownershipOf(&m, opponent{occupation: occupation})
			if err != nil {
				t.Fatal(err)
			}
			for row := range slices.Chunk(mirrored.White, board.Width()) {
				slices.Reverse(row)
			}
			if !slices.Equal(o.White, mirrored.White) {
				t.Errorf("%v, mirrored %v", o.White, mirrored.White)
			}
			white := s.Stones(game.White)
			if left := sum(o.White); left < 20*white.Count() || left > 100*white.Count() {
				t.Errorf("of %d white stones, %d percent of one remain", white.Count(), left)
			}
		})
	}
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}
