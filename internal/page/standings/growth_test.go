package standings_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"epaminondas/internal/match/result"
	"epaminondas/internal/page/standings"
)

func grown(hours float64, elo, low, high result.Elo) standings.GrowthPoint {
	return standings.GrowthPoint{Step: 100, Hours: hours,
		Elo: result.Interval{Estimate: elo, Low: low, High: high}}
}

// TestWriteGrowth checks that the picture is sound XML, and that stronger and later means higher and
// further to the right.
func TestWriteGrowth(t *testing.T) {
	inf := result.Elo(math.Inf(1))
	var out bytes.Buffer
	err := standings.WriteGrowth(&out, "Elo <against> alphabeta", []standings.Growth{
		{Name: "14x12 & more", Points: []standings.GrowthPoint{
			grown(0.5, -200, -300, -100), grown(1, 0, -50, 50), grown(4, 300, 200, inf)}},
		{Name: "tiny", Points: []standings.GrowthPoint{grown(0.1, inf, 100, inf), grown(0.2, 0, -inf, inf)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	places := points(t, out.String())
	if len(places) != 4 {
		t.Fatalf("%d checkpoints, want 4 with a finite bound:\n%s", len(places), out.String())
	}
	for i := range 2 {
		if a, b := places[i], places[i+1]; a[0] >= b[0] || a[1] <= b[1] {
			t.Errorf("checkpoint %d is at %v, the next one at %v", i, a, b)
		}
	}
	if left, right := places[1][0]-places[0][0], places[2][0]-places[1][0]; math.Abs(right-2*left) > 0.2 {
		t.Errorf("a doubling is %.1f wide, two are %.1f", left, right)
	}
	for _, want := range []string{"Elo &lt;against&gt; alphabeta",
		"14x12 &amp; more, step 100, 30 min: −200"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// points reads the places of the circles of a picture.
func points(t *testing.T, picture string) (places [][2]float64) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return places
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, picture)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "circle" {
			var c struct {
				X float64 `xml:"cx,attr"`
				Y float64 `xml:"cy,attr"`
			}
			if err := d.DecodeElement(&c, &e); err != nil {
				t.Fatal(err)
			}
			places = append(places, [2]float64{c.X, c.Y})
		}
	}
}

func TestWriteGrowthOfOneCheckpoint(t *testing.T) {
	var out bytes.Buffer
	err := standings.WriteGrowth(&out, "one", []standings.Growth{{Name: "a",
		Points: []standings.GrowthPoint{grown(1, 0, 0, 0)}}})
	if err != nil || len(points(t, out.String())) != 1 || strings.Contains(out.String(), "NaN") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestWriteGrowthRefuses(t *testing.T) {
	for want, points := range map[string][]standings.GrowthPoint{
		"no checkpoint has a rating": nil,
		"want more than 0":           {grown(0, 1, 0, 2)},
	} {
		err := standings.WriteGrowth(io.Discard, "", []standings.Growth{{Name: "a", Points: points}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
