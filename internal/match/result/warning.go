package result

// Kind is the subject of a warning.
type Kind string

// The kinds of warnings. The package arena adds kinds for repeated openings and games.
const (
	Disconnected Kind = "disconnected" // no chain of games joins all players
	OneWay       Kind = "one-way"      // a player won every game: a prior makes the ratings finite
	Order        Kind = "order"        // the games do not bound the advantage of moving first
	FewPairs     Kind = "few-pairs"    // too few pairs for reliable intervals
	Intransitive Kind = "intransitive" // three players beat each other in a circle
)

// Warning is a reason to read the ratings with care.
type Warning struct {
	Kind Kind   `json:"kind"`
	Text string `json:"text"` // one sentence
	// P is the significance of Intransitive: the chance that players without a circle produce such
	// a clear circle, without correction for the number of triples.
	P float64 `json:"p,omitempty"`
}

func (w Warning) String() string { return w.Text }
