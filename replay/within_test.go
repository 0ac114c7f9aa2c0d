package replay

import (
	"path/filepath"
	"testing"
)

// The functions for transactions of other packages see the games of the store.
func TestWithin(t *testing.T) {
	st, err := Open(filepath.Join(t.TempDir(), "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	rules, err := FirstRules(t.Context(), st.db)
	if last, lastErr := LastIn(t.Context(), st.db); rules != "" || err != nil || last != 0 || lastErr != nil {
		t.Errorf("an empty store has rules %q, %v, and the last game %d, %v", rules, err, last, lastErr)
	}
	games := encoded(t, 4)
	games = append(games[:2], games[3])
	appendAll(t, st, games, Added, Added, Added)
	seed, record := games[0].Game.Seed, games[2].Record
	if rules, err = FirstRules(t.Context(), st.db); rules != games[0].Game.Rules || err != nil {
		t.Errorf("the rules are %q, %v", rules, err)
	}
	if last, err := LastIn(t.Context(), st.db); last != 3 || err != nil {
		t.Errorf("the last game is %d, %v", last, err)
	}
	for from, want := range map[uint64]uint64{0: 2, 1: 2, 2: 2, 3: 4, 9: 9} {
		if got, err := Gap(t.Context(), st.db, seed, from); got != want || err != nil {
			t.Errorf("the first gap from %d is %d, %v, want %d", from, got, err, want)
		}
	}
	for _, test := range []struct {
		seed, number uint64
		record       []byte
		want         bool
	}{
		{seed, 3, nil, true}, {seed, 3, record, true}, {seed, 1, record, false}, {seed, 2, nil, false},
		{seed + 1, 3, nil, false},
	} {
		if has, err := Has(t.Context(), st.db, test.seed, test.number, test.record); has != test.want ||
			err != nil {
			t.Errorf("game %d of seed %d with %d bytes: %v, %v", test.number, test.seed, len(test.record),
				has, err)
		}
	}
}
