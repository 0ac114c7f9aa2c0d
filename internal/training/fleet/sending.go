package fleet

import "time"

// Bounds of the batches that a worker sends.
const (
	batchGames = 128
	batchBytes = 128 << 10
)

// Parcel is a range of games to send.
type Parcel struct {
	Spool   string
	First   uint64
	Records [][]byte
}

// Next returns the games to send now. ok is false if there are none. It returns games again if
// their receipts have not arrived after the time again.
func (s *Spool) Next(now time.Time, again time.Duration) (p Parcel, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, q := range s.rows {
		if q.sent > q.first && now.Sub(q.moved) >= again {
			q.sent, q.moved = q.first, now
		}
		q.skipLost()
		if q.sent < q.next() {
			return q.parcel(), true
		}
	}
	return Parcel{}, false
}

// skipLost skips lost games.
func (q *row) skipLost() {
	for q.sent < q.next() && q.games[q.sent-q.first].record == nil {
		q.sent++
	}
}

// parcel returns the next games of q.
func (q *row) parcel() Parcel {
	p := Parcel{Spool: q.id, First: q.sent}
	bytes := 0
	for _, e := range q.games[q.sent-q.first:] {
		bytes += len(e.record)
		if e.record == nil || len(p.Records) == batchGames || len(p.Records) > 0 && bytes > batchBytes {
			break
		}
		p.Records = append(p.Records, e.record)
	}
	return p
}

// Sent records that a parcel is on the disk of the hub.
func (s *Spool) Sent(p Parcel, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, q := range s.rows {
		if q.id == p.Spool {
			if q.sent == q.first {
				q.moved = now
			}
			q.sent = max(q.sent, p.First+uint64(len(p.Records)))
		}
	}
}

// Waiting returns a channel that receives a value when the spool gets a game.
func (s *Spool) Waiting() <-chan struct{} { return s.begun }
