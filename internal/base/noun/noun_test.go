package noun

import "testing"

func TestCount(t *testing.T) {
	for want, got := range map[string]string{
		"0 games":           Count(0, "game"),
		"1 game":            Count(int64(1), "game"),
		"2 games":           Count(uint8(2), "game"),
		"-1 games":          Count(-1, "game"),
		"1 match":           Count(1, "match", "matches"),
		"3 matches":         Count(3, "match", "matches"),
		"1 game is over":    Count(1, "game is over", "games are over"),
		"12 games are over": Count(12, "game is over", "games are over"),
		"is":                Form(1, "is", "are"),
		"0 to 1 plies":      Range(0, 1, "plies"),
		"are":               Form(0, "is", "are"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
