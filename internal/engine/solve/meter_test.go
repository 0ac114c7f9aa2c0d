package solve

import (
	"slices"
	"testing"
)

func TestMeterReportsInStepsAndAtTheEnd(t *testing.T) {
	var reports []int64
	m := newMeter(2500, func(done, total int64) {
		if total != 2500 {
			t.Errorf("total is %d, want 2500", total)
		}
		reports = append(reports, done)
	})
	for _, n := range []int{0, 1, 1, 1, 2495, 1, 1, 0} {
		m.add(n)
	}
	if want := []int64{1, 3, 2498, 2500}; !slices.Equal(reports, want) {
		t.Errorf("reports at %v, want %v", reports, want)
	}
	newMeter(5, nil).add(5) // no report function
}
