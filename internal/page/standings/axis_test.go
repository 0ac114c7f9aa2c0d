package standings

import (
	"fmt"
	"math"
	"testing"
)

func TestNumbersForReaders(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{percent(0), "0%"}, {percent(1), "100%"}, {percent(0.5), "50%"}, {percent(0.616), "62%"},
		{percent(0.9971), "99.7%"}, {percent(0.99996), ">99.9%"}, {percent(0.004), "0.4%"},
		{percent(0.0001), "<0.1%"},
		{short(64), "64"}, {short(999), "999"}, {short(999.7), "1k"}, {short(12345), "12.3k"},
		{short(4e6), "4M"}, {short(1.5e9), "1.5G"},
		{duration(0), ""}, {duration(2.5e-6), "2.5 µs"}, {duration(0.0123), "12.3 ms"},
		{duration(1.2345), "1.23 s"}, {duration(61), "61 s"},
		{signed(-12.4), "−12"}, {signed(0.2), "0"}, {signed(-0.2), "0"}, {signed(35), "+35"},
		{signed(math.Inf(-1)), "−∞"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

func TestAxis(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		values []float64
		want   string
	}{
		{[]float64{0, 1000, inf, -inf}, "0@0.05 200@0.23 400@0.41 600@0.59 800@0.77 1000@0.95"},
		{[]float64{-3, 3, math.NaN()}, "−3@0.05 −2@0.20 −1@0.35 0@0.50 1@0.65 2@0.80 3@0.95"},
		{[]float64{120}, "80@0.10 100@0.30 120@0.50 140@0.70 160@0.90"},
		{nil, "−1@0.00 −0.5@0.25 0@0.50 0.5@0.75 1@1.00"},
	} {
		got := ""
		for _, tick := range newAxis(test.values).ticks(5, whole) {
			got += fmt.Sprintf(" %s@%.2f", tick.Text, tick.At)
		}
		if got != " "+test.want {
			t.Errorf("%v: ticks%s, want %s", test.values, got, test.want)
		}
	}
}

func TestLabelsStayApart(t *testing.T) {
	all := []opponent{{LabelY: 10}, {LabelY: 12}, {LabelY: 13}, {LabelY: 200}, {LabelY: 295}, {LabelY: 299}}
	labels := make([]*float64, len(all))
	for i := range all {
		labels[i] = &all[i].LabelY
	}
	spread(labels, curveHeight)
	want := []float64{10, 26, 42, 200, 284, 300}
	for i, o := range all {
		if o.LabelY != want[i] {
			t.Errorf("label %d at %v, want %v", i, o.LabelY, want[i])
		}
	}
}
