package result

import (
	"fmt"

	"epaminondas/internal/base/noun"
)

// Test is the state of a match's sequential test.
type Test struct {
	SPRT
	Ratio    float64  `json:"llr"`
	Low      float64  `json:"llr_low"`
	High     float64  `json:"llr_high"`
	Decision Decision `json:"decision"`
	// Games0 and Games1 are the mean numbers of games that the test takes if the difference is Elo0
	// and Elo1. They assume that all games are decided. With draws the test is shorter.
	Games0 int `json:"games_elo0"`
	Games1 int `json:"games_elo1"`
	// Beyond is the number of games that come after the deciding pair but ended before the
	// decision. The journal has them, but they do not count. Their number depends on the number of
	// concurrent games.
	Beyond int `json:"games_beyond,omitempty"`
}

// String returns, for example, "accepted (A is +50 rather than +0 Elo), LLR 2.99 in [-2.94, 2.94]".
func (t *Test) String() string {
	return fmt.Sprintf("%s (A is %v rather than %v Elo), LLR %.2f in [%.2f, %.2f]",
		t.Decision, Elo(t.Elo1), Elo(t.Elo0), t.Ratio, t.Low, t.High)
}

// Forecast returns the expected length of the test: "about 190 games if A is +0 Elo, 150 if +50".
func (t *Test) Forecast() string {
	return fmt.Sprintf("about %s if A is %v Elo, %d if %v", noun.Count(t.Games0, "game"),
		Elo(t.Elo0),
		t.Games1, Elo(t.Elo1))
}
