package fleet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// Spool keeps the games of a worker on disk until their receipts arrive:
//
//	DIR/spool.lock               one process at a time
//	DIR/KEY-ID/FIRST.games       games files; FIRST is the number of the first game, in hexadecimal
//
// Each process has its own ID, and therefore its own seed, and begins with game number 0. So it
// need not know which numbers earlier processes used before a crash or on a bad disk. The worker
// also sends the games of earlier processes. The spool removes a file when all of its games have
// receipts. Several goroutines may use a spool.
type Spool struct {
	dir   string
	limit int64
	lock  io.Closer

	mu    sync.Mutex
	own   *row
	rows  []*row // the row of this process is the last
	bytes int64
	file  *replay.File
	begun chan struct{} // gets a value when a game arrives; holds at most one
}

// row holds the games of one spool ID that have no receipt.
type row struct {
	id       string
	dir      string
	first    uint64    // number of games[0]
	games    []entry   // without a receipt
	sent     uint64    // all games with lower numbers were sent
	moved    time.Time // last time when first grew or its games were sent
	segments []segment // oldest first
	lost     []Lost
}

// entry is a game. Its record is nil if the game is lost.
type entry struct{ record []byte }

// segment is a games file.
type segment struct {
	path  string
	first uint64
	games uint64
	bytes int64
}

// Bounds of a segment.
const (
	segmentGames = 256
	segmentBytes = 1 << 20
)

// next returns the number after the last game.
func (q *row) next() uint64 { return q.first + uint64(len(q.games)) }

// OpenSpool opens the spool of a worker and creates its folder if needed. The spool may hold up to
// limit bytes of games.
func OpenSpool(ctx context.Context, dir, worker string, limit int64) (*Spool, error) {
	fail := func(err error) (*Spool, error) { return nil, fmt.Errorf("fleet: open spool %s: %w", dir, err) }
	if err := durable.MkdirAll(dir); err != nil {
		return fail(err)
	}
	lock, err := runs.Lock(ctx, dir, "spool.lock")
	if errors.Is(err, runs.ErrInUse) {
		err = errors.New("another worker uses this folder: give each process its own --spool")
	}
	if err != nil {
		return fail(err)
	}
	s := &Spool{dir: dir, limit: limit, lock: lock, begun: make(chan struct{}, 1)}
	if err := s.load(worker); err != nil {
		return fail(errors.Join(err, lock.Close()))
	}
	return s, nil
}

// load reads the games of earlier processes, and starts a row for this process.
func (s *Spool) load(worker string) error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		id, ours := strings.CutPrefix(e.Name(), worker+"-")
		if !ours || !validSpool(id) || !e.IsDir() {
			continue
		}
		q, err := readRow(filepath.Join(s.dir, e.Name()), id)
		if err != nil {
			return err
		}
		if q == nil {
			continue
		}
		s.rows = append(s.rows, q)
		for _, e := range q.games {
			s.bytes += int64(len(e.record))
		}
	}
	var id [12]byte
	if _, err := rand.Read(id[:]); err != nil {
		return err
	}
	s.own = &row{id: hex.EncodeToString(id[:])}
	s.own.dir = filepath.Join(s.dir, worker+"-"+s.own.id)
	s.rows = append(s.rows, s.own)
	return durable.MkdirAll(s.own.dir)
}

// validSpool reports whether a text is a valid ID of a spool.
func validSpool(id string) bool {
	raw, err := hex.DecodeString(id)
	return err == nil && len(raw) == 12
}

// ID returns the ID of the row that Append extends.
func (s *Spool) ID() string { return s.own.id }

// Append stores a game. The game is on the disk when Append returns. The number of each game must
// be one more than the number of the previous game.
func (s *Spool) Append(g replay.Encoded) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if want := s.own.next(); g.Game.Number != want {
		return fmt.Errorf("fleet: spool %v: the next game must have number %d", g.Game, want)
	}
	if err := s.roll(g.Game.Number); err != nil {
		return fmt.Errorf("fleet: spool %v: %w", g.Game, err)
	}
	if err := s.file.AppendEncoded(g); err != nil {
		return err
	}
	last := &s.own.segments[len(s.own.segments)-1]
	last.games++
	last.bytes += int64(len(g.Record))
	s.own.games = append(s.own.games, entry{g.Record})
	s.bytes += int64(len(g.Record))
	select {
	case s.begun <- struct{}{}:
	default:
	}
	return nil
}

// roll starts a new segment if the last one is full.
func (s *Spool) roll(number uint64) error {
	if n := len(s.own.segments); n > 0 && s.file != nil {
		if last := s.own.segments[n-1]; last.games < segmentGames && last.bytes < segmentBytes {
			return nil
		}
	}
	if s.file != nil {
		if err := s.file.Close(); err != nil {
			return err
		}
		s.file = nil
	}
	path := filepath.Join(s.own.dir, fmt.Sprintf("%016x.games", number))
	file, err := replay.OpenFile(path)
	if err != nil {
		return err
	}
	s.file = file
	s.own.segments = append(s.own.segments, segment{path: path, first: number})
	return nil
}

// Full reports whether the spool has reached its limit of bytes.
func (s *Spool) Full() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes >= s.limit
}

// Games returns the number of games without a receipt.
func (s *Spool) Games() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, q := range s.rows {
		n += len(q.games)
	}
	return int64(n)
}

// Open returns the IDs of up to limit spools that wait for receipts, and the games that these
// spools have lost.
func (s *Spool) Open(limit int) (ids []string, lost []Lost) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, q := range s.rows {
		if len(q.games) > 0 && len(ids) < limit {
			ids = append(ids, q.id)
			lost = append(lost, q.lost...)
		}
	}
	return ids, lost
}

// Receive drops the games that have receipts, and removes their files.
func (s *Spool) Receive(receipts map[string]uint64, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var failed error
	s.rows = slices.DeleteFunc(s.rows, func(q *row) bool {
		if upTo, ok := receipts[q.id]; ok {
			q.missBefore(upTo)
			s.drop(q, upTo, now)
			failed = errors.Join(failed, s.clean(q))
		}
		return q != s.own && len(q.games) == 0
	})
	if failed != nil {
		return fmt.Errorf("fleet: remove games with receipts from %s: %w", s.dir, failed)
	}
	return nil
}

// missBefore records that the games from a receipt up to the first game of q are lost. This happens
// if an earlier file of the row is gone, or if the hub's database is older than its last receipt.
func (q *row) missBefore(receipt uint64) {
	known := func(l Lost) bool { return l.From <= receipt && l.To >= q.first }
	if receipt < q.first && !slices.ContainsFunc(q.lost, known) {
		q.lost = append(q.lost, Lost{Spool: q.id, From: receipt, To: q.first})
	}
}

// drop removes the games of q below a number from memory.
func (s *Spool) drop(q *row, upTo uint64, now time.Time) {
	upTo = min(upTo, q.next())
	if upTo <= q.first {
		return
	}
	for _, e := range q.games[:upTo-q.first] {
		s.bytes -= int64(len(e.record))
	}
	q.games = slices.Clone(q.games[upTo-q.first:])
	q.first, q.sent, q.moved = upTo, max(q.sent, upTo), now
	q.lost = slices.DeleteFunc(q.lost, func(l Lost) bool { return l.To <= upTo })
}

// clean removes the files of q in which all games have receipts. It keeps the file that Append
// writes.
func (s *Spool) clean(q *row) error {
	for len(q.segments) > 0 {
		first := q.segments[0]
		open := q == s.own && len(q.segments) == 1 && s.file != nil
		done := q != s.own && len(q.games) == 0
		if !done && (open || first.first+first.games > q.first) {
			return nil
		}
		if err := os.Remove(first.path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		q.segments = q.segments[1:]
	}
	if q == s.own {
		return nil
	}
	return removeRow(q.dir)
}

// Close closes the spool. Its games stay on the disk.
func (s *Spool) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	if s.file != nil {
		err = s.file.Close()
		s.file = nil
	}
	if len(s.own.games) == 0 { // all games in its files have receipts
		for _, segment := range s.own.segments {
			err = errors.Join(err, os.Remove(segment.path))
		}
		err = errors.Join(err, removeRow(s.own.dir))
	}
	return errors.Join(err, s.lock.Close())
}
