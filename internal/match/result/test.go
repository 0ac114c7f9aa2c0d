package result

import (
	"fmt"

	"epaminondas/internal/match/rating"
)

// Test is what became of a match's sequential test.
type Test struct {
	rating.SPRT
	Ratio    float64         `json:"llr"`
	Low      float64         `json:"llr_low"`
	High     float64         `json:"llr_high"`
	Decision rating.Decision `json:"decision"`
	// Games0 and Games1 are how many games the test takes on average where the
	// difference is Elo0 and where it is Elo1, if all games are decided; with
	// draws it is shorter.
	Games0 int `json:"games_elo0"`
	Games1 int `json:"games_elo1"`
	// Beyond is the number of games that are later than the pair that decided, but
	// were finished before it: they are kept, and do not count. It depends on the
	// number of games played at the same time.
	Beyond int `json:"games_beyond,omitempty"`
}

// String says for example "accepted (A is +50 rather than +0 Elo), LLR 2.99 in [-2.94, 2.94]".
func (t *Test) String() string {
	return fmt.Sprintf("%s (A is %v rather than %v Elo), LLR %.2f in [%.2f, %.2f]",
		t.Decision, rating.Elo(t.Elo1), rating.Elo(t.Elo0), t.Ratio, t.Low, t.High)
}

// Forecast says how long the test is likely to take: "about 190 games if A is
// +0 Elo, 150 if +50".
func (t *Test) Forecast() string {
	return fmt.Sprintf("about %d games if A is %v Elo, %d if %v", t.Games0, rating.Elo(t.Elo0), t.Games1, rating.Elo(t.Elo1))
}
