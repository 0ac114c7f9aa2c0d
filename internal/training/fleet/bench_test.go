package fleet

import (
	"database/sql"
	"testing"
	"time"

	"epaminondas/internal/training/config"
)

// solved is the board 4x6, with the settings of configs/tiny.toml that affect the size of games.
func solved() config.Config {
	c := mini()
	c.Rules.Game, c.Rules.MaxPlies = "epaminondas:4x6x1", 60
	c.Selfplay.FullSimulations, c.Selfplay.FastSimulations, c.Selfplay.FullShare = 32, 8, 0.25
	c.Selfplay.ScatterPlies = 0
	return c
}

// BenchmarkIngest stores games of 4x6 as workers send them: 32 batches of 64 games at a time.
func BenchmarkIngest(b *testing.B) {
	o := newOffice(b, solved())
	pair, key := o.invite("a")
	var messages []Message
	games, bytes := 0, 0
	const spools, rows = 32, 64
	for i := range spools {
		id := []byte("000000000000000000000000")
		id[0], id[1] = "0123456789abcdef"[i/16], "0123456789abcdef"[i%16]
		list := o.local(o.localPlayer(key, string(id)), o.localModel(), rows)
		p := Parcel{Spool: string(id)}
		for _, g := range list {
			p.Records = append(p.Records, g.Record)
			bytes += len(g.Record)
		}
		games += len(list)
		in := o.ingester()
		batch := Batch{Fleet: in.fleet, Worker: key, Spool: p.Spool, Contract: in.current().digest,
			Records: p.Records}
		data, err := batch.Encode(pair)
		if err != nil {
			b.Fatal(err)
		}
		messages = append(messages, &note{sender: key, data: data})
	}
	b.ReportMetric(float64(bytes)/float64(games), "bytes/game")
	b.ResetTimer()
	taken := 0
	for b.Loop() {
		b.StopTimer()
		fresh := newRunLike(b, o)
		b.StartTimer()
		if err := fresh.Ingest(b.Context(), messages, time.Now()); err != nil {
			b.Fatal(err)
		}
		taken += games
	}
	b.ReportMetric(float64(taken)/b.Elapsed().Seconds(), "games/s")
}

// newRunLike replaces the run of an office by an empty run with the same config.
func newRunLike(b *testing.B, o *office) *Ingester {
	b.Helper()
	if err := forgetGames(o.run.Database()); err != nil {
		b.Fatal(err)
	}
	o.restart()
	return o.ingester()
}

// forgetGames empties the tables that ingestion fills.
func forgetGames(path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(`DELETE FROM games; DELETE FROM fleet_spools; DELETE FROM fleet_refusals`)
	return err
}
