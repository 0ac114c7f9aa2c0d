package fleet

import (
	"errors"
	"fmt"
	"time"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/replay"
)

// Reasons for which a game is refused, in the order in which they are looked for.
const (
	ReasonRevoked  = "revoked"  // the worker may not send any more
	ReasonContract = "contract" // played under another contract
	ReasonFrame    = "frame"    // the batch is cut short or damaged there
	ReasonSize     = "size"     // the record is too large
	ReasonVersion  = "version"  // the record has a version that this program does not know
	ReasonRecord   = "record"   // the record is damaged
	ReasonRules    = "rules"    // of another board or by other rules
	ReasonSeed     = "seed"     // not the seed and number of the sender
	ReasonModel    = "model"    // played by a network that no worker was offered
	ReasonAge      = "age"      // played by a network that is too old
	ReasonMoves    = "moves"    // an illegal move
	ReasonOutcome  = "outcome"  // an end that the rules do not allow
	ReasonOpening  = "opening"  // not the opening of its seed and number
	ReasonSearches = "searches" // not the full searches and weights of its seed and number
	ReasonEnd      = "end"      // it does not end where the settings end it
	ReasonLost     = "lost"     // the worker cannot read it any more
	ReasonConflict = runs.ReasonConflict
)

// Admission says which games are accepted.
type Admission struct {
	MaxRecord int           // bytes
	LagSteps  int64         // training steps that a network may be behind the newest; 0 for any
	LagTime   time.Duration // since a network was withdrawn, by the hub's clock; 0 for any
}

// DefaultAdmission returns bounds for a fleet in one place.
func DefaultAdmission() Admission {
	return Admission{MaxRecord: 512 << 10, LagTime: 30 * time.Minute}
}

// Validate reports the first unusable bound.
func (a Admission) Validate() error {
	switch {
	case a.MaxRecord < 1<<10 || a.MaxRecord > MaxBatch/2:
		return fmt.Errorf("fleet: records of at most %d bytes, want %d to %d", a.MaxRecord, 1<<10, MaxBatch/2)
	case a.LagSteps < 0:
		return fmt.Errorf("fleet: a lag of %d steps, want 0 for any, or more", a.LagSteps)
	case a.LagTime < 0:
		return fmt.Errorf("fleet: a lag of %v, want 0 for any, or more", a.LagTime)
	}
	return nil
}

// judge decides on games. It may be used by several goroutines at once, one judge each.
type judge struct {
	admission Admission
	board     *game.Board
	config    runs.Config
	offers    map[string]runs.Offer // by file
	newest    int64                 // step of the newest
	now       time.Time
}

// refusal is an error with a reason.
type refusal struct {
	reason string
	err    error
}

func (r *refusal) Error() string { return r.err.Error() }

func refusef(reason, format string, args ...any) error {
	return &refusal{reason, fmt.Errorf(format, args...)}
}

// judge decodes the record of an arrival and decides on it. A record that brings down the decoder
// is refused like any other.
func (j *judge) judge(a *runs.Arrival) {
	defer func() {
		if p := recover(); p != nil {
			a.Game, a.Reason, a.Detail = nil, ReasonRecord, fmt.Sprintf("it brings down the reader: %v", p)
		}
	}()
	g, err := j.examine(a)
	if err == nil {
		a.Game = g
		return
	}
	a.Reason, a.Detail = reasonOf(err)
}

// reasonOf returns why a game is refused, in a word and in a sentence.
func reasonOf(err error) (reason, detail string) {
	var r *refusal
	if errors.As(err, &r) {
		return r.reason, err.Error()
	}
	for _, known := range []struct {
		err    error
		reason string
	}{
		{replay.ErrVersion, ReasonVersion},
		{replay.ErrIllegal, ReasonMoves},
		{replay.ErrOutcome, ReasonOutcome},
		{selfplay.ErrOpening, ReasonOpening},
		{selfplay.ErrSearches, ReasonSearches},
		{selfplay.ErrEnd, ReasonEnd},
	} {
		if errors.Is(err, known.err) {
			return known.reason, err.Error()
		}
	}
	return ReasonRecord, err.Error()
}

// examine returns the game of an arrival, or why it is refused.
func (j *judge) examine(a *runs.Arrival) (*replay.Game, error) {
	if len(a.Record) > j.admission.MaxRecord {
		return nil, refusef(ReasonSize, "a record of %d bytes, want at most %d", len(a.Record),
			j.admission.MaxRecord)
	}
	g, err := replay.DecodeGame(a.Record)
	if err != nil {
		return nil, err
	}
	if name := j.board.Rules().Name(); g.Rules != name {
		return nil, refusef(ReasonRules, "it is by the rules %.100q, want %q", g.Rules, name)
	}
	if g.Seed != a.Seed || g.Number != a.Number {
		return nil, refusef(ReasonSeed, "it is %v, want number %d of seed %d", g, a.Number, a.Seed)
	}
	if err := j.checkModel(g.Model); err != nil {
		return nil, err
	}
	player := selfplay.Player{Board: j.board, Config: j.config.Selfplay, Search: j.config.Search,
		Seed: a.Seed}
	return g, player.Verify(g)
}

// checkModel reports a network that was never offered, or too long ago.
func (j *judge) checkModel(file string) error {
	offer, ok := j.offers[file]
	switch {
	case !ok:
		return refusef(ReasonModel, "it was played by %.100q, which was not offered to workers", file)
	case j.admission.LagSteps > 0 && j.newest-offer.Step > j.admission.LagSteps:
		return refusef(ReasonAge, "step %d played it, the newest is %d, want at most %d steps between",
			offer.Step, j.newest, j.admission.LagSteps)
	case j.admission.LagTime > 0 && !offer.Withdrawn.IsZero() &&
		j.now.Sub(offer.Withdrawn) > j.admission.LagTime:
		return refusef(ReasonAge, "step %d played it, which was replaced %v ago, want at most %v",
			offer.Step, j.now.Sub(offer.Withdrawn).Round(time.Second), j.admission.LagTime)
	}
	return nil
}
