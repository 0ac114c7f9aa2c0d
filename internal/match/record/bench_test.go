package record

import (
	"io"
	"strings"
	"testing"
)

func BenchmarkText(b *testing.B) {
	text, _ := texts(b, playedGames(b, "crossings,max_plies=150", 100))
	benchmarkRead(b, func() func() (*Game, error) { return NewReader(strings.NewReader(text)).Next })
}

func BenchmarkJSON(b *testing.B) {
	_, lines := texts(b, playedGames(b, "crossings,max_plies=150", 100))
	benchmarkRead(b, func() func() (*Game, error) { return newJSONReader(strings.NewReader(lines)).Next })
}

// benchmarkRead reads the same games again and again.
func benchmarkRead(b *testing.B, open func() func() (*Game, error)) {
	games, plies := 0, 0
	for b.Loop() {
		for next := open(); ; games++ {
			g, err := next()
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			plies += len(g.Plies)
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "positions/s")
}

func BenchmarkAppendText(b *testing.B) {
	benchmarkWrite(b, (*Game).AppendText)
}

func BenchmarkAppendJSON(b *testing.B) {
	benchmarkWrite(b, (*Game).AppendJSON)
}

// benchmarkWrite writes the same games again and again.
func benchmarkWrite(b *testing.B, write func(*Game, []byte) ([]byte, error)) {
	games := playedGames(b, "crossings,max_plies=150", 100)
	written, plies := 0, 0
	var text []byte
	for b.Loop() {
		g := &games[written%len(games)]
		var err error
		if text, err = write(g, text[:0]); err != nil {
			b.Fatal(err)
		}
		written++
		plies += len(g.Plies)
	}
	b.ReportMetric(float64(written)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkJournal includes the wait of Append for the disk.
func BenchmarkJournal(b *testing.B) {
	games := playedGames(b, "crossings,max_plies=150", 1)
	j, _ := mustOpen(b, b.TempDir())
	for b.Loop() {
		mustAppend(b, j, games...)
		games[0].Number++
	}
}
