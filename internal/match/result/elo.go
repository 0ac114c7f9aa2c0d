package result

import (
	"encoding/json"
	"fmt"
	"math"
)

// Elo is a difference in strength on the logistic Elo scale: the stronger side scores
// 1/(1+10^(-Elo/400)). It may be infinite. JSON has no infinite numbers, so there an infinite Elo
// is the text "inf" or "-inf".
type Elo float64

// EloOf converts an expected score in [0, 1] into an Elo difference.
func EloOf(score float64) Elo { return Elo(-400 * math.Log10(1/score-1)) }

// Score returns the expected score of the stronger side.
func (r Elo) Score() float64 { return 1 / (1 + math.Pow(10, -float64(r)/400)) }

// String returns the difference rounded to whole points, with its sign.
func (r Elo) String() string {
	switch {
	case math.IsInf(float64(r), 1):
		return "+∞"
	case math.IsInf(float64(r), -1):
		return "-∞"
	}
	return fmt.Sprintf("%+.0f", math.Round(float64(r))+0) // turns -0 into 0
}

// MarshalJSON writes the difference as a number rounded to a tenth, or as "inf" or "-inf".
func (r Elo) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsInf(float64(r), 1):
		return []byte(`"inf"`), nil
	case math.IsInf(float64(r), -1):
		return []byte(`"-inf"`), nil
	}
	return json.Marshal(math.Round(float64(r)*10) / 10)
}

// UnmarshalJSON reads the output of MarshalJSON.
func (r *Elo) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"inf"`:
		*r = Elo(math.Inf(1))
		return nil
	case `"-inf"`:
		*r = Elo(math.Inf(-1))
		return nil
	}
	return json.Unmarshal(data, (*float64)(r))
}

// Interval is a rating difference with its 95% interval.
type Interval struct {
	Estimate Elo `json:"estimate"`
	Low      Elo `json:"low"`
	High     Elo `json:"high"`
}

// String returns, for example, "+35 [-10, +81]", or the only finite bound.
func (i Interval) String() string {
	low, high := math.IsInf(float64(i.Low), 0), math.IsInf(float64(i.High), 0)
	switch {
	case low && high:
		return "anything"
	case high:
		return fmt.Sprintf("above %v", i.Low)
	case low:
		return fmt.Sprintf("below %v", i.High)
	}
	return fmt.Sprintf("%v [%v, %v]", i.Estimate, i.Low, i.High)
}

// Shifted returns the interval moved up by a rating.
func (i Interval) Shifted(by Elo) Interval {
	return Interval{Estimate: i.Estimate + by, Low: i.Low + by, High: i.High + by}
}
