package hub

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/fleet/wire"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
	"epaminondas/replay"
)

// courier sends the games of a spool batch by batch, when the test says so.
type courier struct {
	t       testing.TB
	site    *site
	invite  wire.Invite
	link    *wire.Link
	pair    nkeys.KeyPair
	key     string
	spool   string
	batches []fleet.Batch
	games   int
	round   int // part of the names of batches
}

// newCourier invites a worker and plays its games. The site needs an ingester, for the contract.
func (s *site) newCourier(invite wire.Invite, batches, each int) *courier {
	s.t.Helper()
	c := &courier{t: s.t, site: s, invite: invite, spool: strings.Repeat("ab", 12), games: batches * each}
	var err error
	if c.pair, c.key, err = invite.Key(); err != nil {
		s.t.Fatal(err)
	}
	c.join()
	s.t.Cleanup(func() { c.link.Close() })
	records := s.play(fleet.Seed(s.fleet, c.key, c.spool), c.games)
	for i := range batches {
		c.batches = append(c.batches, fleet.Batch{
			Fleet: s.fleet, Worker: c.key, Spool: c.spool, Contract: fleet.Digest(s.in.Contract()),
			First: uint64(i * each), Records: records[i*each : (i+1)*each],
		})
	}
	return c
}

// join connects the worker anew, because a link waits for seconds before it connects again.
func (c *courier) join() {
	c.t.Helper()
	if c.link != nil {
		c.link.Close()
	}
	var err error
	if c.link, err = wire.Join(c.invite); err != nil {
		c.t.Fatal(err)
	}
}

// play returns the records of the first games of a seed.
func (s *site) play(seed uint64, games int) (records [][]byte) {
	s.t.Helper()
	board, err := s.run.Config.Board()
	if err != nil {
		s.t.Fatal(err)
	}
	playing, _, err := s.run.Playing(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	checkpoint, err := net.LoadCheckpoint(s.run.Path(playing))
	if err != nil {
		s.t.Fatal(err)
	}
	model := selfplay.Player{Name: playing.File,
		Evaluators: backend.MustOpen(checkpoint.Weights)}
	settings := s.run.Config.Selfplay
	settings.Workers = 1
	number := uint64(0)
	pool := &selfplay.Pool{
		Actor: &selfplay.Actor{Board: board, Config: settings, Search: s.run.Config.Search, Seed: seed},
		Next: func(context.Context) (uint64, selfplay.Player, bool) {
			number++
			return number - 1, model, number <= uint64(games)
		},
		Keep: func(_ context.Context, g *replay.Game) error {
			record, err := replay.EncodeGame(g)
			records = append(records, record)
			return err
		},
	}
	if err := pool.Run(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	return records
}

// data returns an encoded batch.
func (c *courier) data(i int) []byte {
	c.t.Helper()
	data, err := c.batches[i].Encode(c.pair)
	if err != nil {
		c.t.Fatal(err)
	}
	return data
}

// send sends a batch. It tries again while the link connects.
func (c *courier) send(i int) {
	c.t.Helper()
	var err error
	for range 200 {
		limited, cancel := context.WithTimeout(c.t.Context(), time.Second)
		err = c.link.Publish(limited, fmt.Sprint(c.batches[i].ID(), "-", c.round), c.data(i))
		if cancel(); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	c.t.Fatalf("batch %d does not reach the hub: %v", i, err)
}

// receipt returns the receipt that the ingester gives the worker, or 0 if it gives none.
func (c *courier) receipt() uint64 {
	limited, cancel := context.WithTimeout(c.t.Context(), time.Second)
	defer cancel()
	orders, err := c.link.Report(limited, fleet.Heartbeat{Spools: []string{c.spool}})
	if err != nil {
		return 0
	}
	return orders.Receipts[c.spool]
}

// finish sends all batches again and again until all games have receipts, as a worker does. Then it
// checks that each game is stored exactly once, and that none is refused.
func (c *courier) finish(what string) {
	c.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); c.receipt() < uint64(c.games); {
		if time.Now().After(deadline) {
			c.t.Fatalf("%s: the receipt is up to %d of %d games", what, c.receipt(), c.games)
		}
		for i := range c.batches {
			c.send(i)
		}
		time.Sleep(110 * time.Millisecond) // an earlier report gets no receipts
	}
	c.check(what)
}

// check checks that each game is stored exactly once, and that none is refused.
func (c *courier) check(what string) {
	c.t.Helper()
	db, err := sql.Open("sqlite", c.site.run.Database())
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close()
	var stored, distinct, refused int
	err = db.QueryRow(`SELECT count(*), count(DISTINCT number), (SELECT count(*) FROM fleet_refusals)
FROM games WHERE seed = ?`, int64(fleet.Seed(c.site.fleet, c.key, c.spool))).Scan(&stored, &distinct, &refused)
	if err != nil || stored != c.games || distinct != c.games || refused != 0 {
		c.t.Fatalf("%s: %d games are stored, %d different ones, %d refused, %v, want %d and none refused", what,
			stored, distinct, refused, err, c.games)
	}
}

// forget removes all games and receipts from the run, as if no game had ever arrived.
func (s *site) forget() {
	s.t.Helper()
	db, err := sql.Open("sqlite", s.run.Database())
	if err == nil {
		_, err = db.Exec(`DELETE FROM games; DELETE FROM fleet_spools; DELETE FROM fleet_refusals`)
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		s.t.Fatal(fmt.Errorf("forget the games: %w", err))
	}
}

// decided returns the receipt in the run.
func (c *courier) decided() uint64 {
	c.t.Helper()
	next, err := ledger.Receipt(c.t.Context(), c.site.run, ledger.SpoolID{Worker: c.key, Spool: c.spool})
	if err != nil {
		c.t.Fatal(err)
	}
	return next
}

// await waits for the receipts of a number of games, without sending anything.
func (c *courier) await(what string, games int) {
	c.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); c.receipt() < uint64(games); {
		if time.Now().After(deadline) {
			c.t.Fatalf("%s: the receipt is up to %d, want %d", what, c.receipt(), games)
		}
		time.Sleep(110 * time.Millisecond) // an earlier report gets no receipts
	}
}

// download waits until the worker can download the network that the run plays, and checks it.
func (c *courier) download(what string) {
	c.t.Helper()
	checkpoint, _, err := c.site.run.Playing(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	want, err := os.ReadFile(c.site.run.Path(checkpoint))
	if err != nil {
		c.t.Fatal(err)
	}
	sum := sha256.Sum256(want)
	var got []byte
	for range 20 {
		var in io.ReadCloser
		if in, err = c.link.Network(c.t.Context(), hex.EncodeToString(sum[:])); err == nil {
			if got, err = io.ReadAll(in); err == nil && bytes.Equal(got, want) {
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.t.Fatalf("%s: the worker downloads %d bytes of the network, %v, want %d", what, len(got), err, len(want))
}
