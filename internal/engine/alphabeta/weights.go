package alphabeta

import (
	"fmt"

	"epaminondas/game"
)

// Indices of the features of the evaluation, in the order of the fields of [Weights].
const (
	termStone = iota
	termAdvance
	termFar
	termNext
	termSecond
	termReach
	termHomeRun
	termHomeStone
	termTerritory
	termCentre
	termMobility
	termPointing
	termTriple
	termStride
	termRank
	termTurn
	Terms // number of features
)

// Weights are the values of the features, nominally in thousandths of a stone. The fit keeps the
// scale of the weights but not the value of a stone. A feature counts for its own side and against
// the opponent.
type Weights struct {
	Stone     int `json:"stone"`      // a stone (material)
	Advance   int `json:"advance"`    // a row between a stone and its home row (advancement)
	Far       int `json:"far"`        // a stone on the far row (crossing)
	Next      int `json:"next"`       // a stone one row before the far row
	Second    int `json:"second"`     // a stone two rows before the far row
	Reach     int `json:"reach"`      // a square of the far row that the next move can enter (crossing)
	HomeRun   int `json:"home_run"`   // a stone of the longest unbroken run on the home row (defence)
	HomeStone int `json:"home_stone"` // a stone on the home row
	Territory int `json:"territory"`  // an empty square beside own stones (territory)
	Centre    int `json:"centre"`     // a column between a stone and the nearer side edge (centrality)
	Mobility  int `json:"mobility"`   // a step of a stone to an empty square (mobility)
	Pointing  int `json:"pointing"`   // a stone with another stone behind it on a line to the far row
	Triple    int `json:"triple"`     // a stone with two others behind it on such a line
	Stride    int `json:"stride"`     // a pair on such a line with two empty squares ahead
	Rank      int `json:"rank"`       // two stones side by side
	Turn      int `json:"turn"`       // the side to move

	// Scale is the advantage, in hundredths of a stone, that multiplies the odds of winning by e.
	// It turns scores into values.
	Scale int `json:"scale"`
}

// Vector returns the weights of the features in the order of the fields.
func (w *Weights) Vector() [Terms]int {
	var v [Terms]int
	for i, field := range w.fields() {
		v[i] = *field
	}
	return v
}

// SetVector is the inverse of [Weights.Vector].
func (w *Weights) SetVector(v [Terms]int) {
	for i, field := range w.fields() {
		*field = v[i]
	}
}

// fields lists the weights of the features.
func (w *Weights) fields() [Terms]*int {
	return [Terms]*int{
		&w.Stone, &w.Advance, &w.Far, &w.Next, &w.Second, &w.Reach, &w.HomeRun, &w.HomeStone,
		&w.Territory, &w.Centre, &w.Mobility, &w.Pointing, &w.Triple, &w.Stride, &w.Rank, &w.Turn,
	}
}

// mostWeight limits weights, so that no sum of them counts as a proof.
const mostWeight = 1_000_000

// Validate returns an error for the first invalid weight, with its value and the allowed range.
func (w Weights) Validate() error {
	for i, v := range w.Vector() {
		if v < -mostWeight || v > mostWeight {
			return fmt.Errorf("alphabeta: weight %d is %d, want %d to %d", i, v, -mostWeight, mostWeight)
		}
	}
	if w.Scale < 1 {
		return fmt.Errorf("alphabeta: the scale is %d, want at least 1", w.Scale)
	}
	return nil
}

// DefaultWeights returns the weights for a game: the fitted weights of the most similar game.
func DefaultWeights(r game.Rules) Weights {
	switch {
	case r.Capture == game.CaptureSingle:
		return crossings
	case r.Width*r.Height <= 100:
		return small
	default:
		return large
	}
}

// The package internal/engine/alphabeta/tune fitted these weights to games of 14x12, 8x8 and
// Crossings. One weight was set by hand. For 14x12 the fit gave a stone on the home row a weight of
// 273, because players that stayed at home had won more often. But if two engines both stay at
// home, they only reach the ply limit. In a match of the weight 273 against 30, the weight 30 won,
// and games with 30 are decided on the board.
var (
	large = Weights{
		Stone: 156, Advance: 49, Far: 544, Next: 0, Second: 0, Reach: 105, HomeRun: 0, HomeStone: 30,
		Territory: 0, Centre: 15, Mobility: 6, Pointing: 0, Triple: 108, Stride: 0, Rank: 165,
		Turn: 0, Scale: 150,
	}
	small = Weights{
		Stone: 300, Advance: 55, Far: 1311, Next: 160, Second: 164, Reach: 198, HomeRun: 0, HomeStone: 51,
		Territory: 0, Centre: 50, Mobility: 43, Pointing: 305, Triple: 89, Stride: 45, Rank: 156,
		Turn: 0, Scale: 150,
	}
	crossings = Weights{
		Stone: 320, Advance: 156, Far: 1961, Next: 0, Second: 0, Reach: 999, HomeRun: 0, HomeStone: 0,
		Territory: 0, Centre: 57, Mobility: 53, Pointing: 262, Triple: 290, Stride: 6, Rank: 318,
		Turn: 17, Scale: 150,
	}
)
