package fleet

import (
	"errors"
	"fmt"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/selfplay"
	"epaminondas/replay"
)

// Reasons to refuse a game, in the order of the checks.
const (
	ReasonRevoked  = "revoked"  // the worker's invitation was revoked
	ReasonContract = "contract" // played under a different contract
	ReasonFrame    = "frame"    // the batch ends early, or is damaged at this game
	ReasonSize     = "size"     // the record is too large
	ReasonVersion  = "version"  // the record has a version that this program does not know
	ReasonRecord   = "record"   // the record is damaged
	ReasonRules    = "rules"    // a different board or different rules
	ReasonSeed     = "seed"     // the seed or the number does not belong to the sender
	ReasonModel    = "model"    // played by a network that the hub never offered
	ReasonAge      = "age"      // played by a network that is too old
	ReasonMoves    = "moves"    // an illegal move
	ReasonOutcome  = "outcome"  // an end that the rules do not allow
	ReasonOpening  = "opening"  // not the opening that its seed and number give
	ReasonSearches = "searches" // not the full searches and weights that its seed and number give
	ReasonEnd      = "end"      // the game ends at a different move than the settings require
	ReasonLost     = "lost"     // the worker can no longer read the game
	ReasonConflict = ledger.ReasonConflict
)

// Admission has the bounds for games that the ingester accepts.
type Admission struct {
	MaxRecord int           // bytes
	LagSteps  int64         // training steps that a network may be behind the newest; 0 for any
	LagTime   time.Duration // time since a network was replaced, by the hub's clock; 0 for any
}

// DefaultAdmission returns bounds that suit a fleet whose machines are all in one place.
func DefaultAdmission() Admission {
	return Admission{MaxRecord: 512 << 10, LagTime: 30 * time.Minute}
}

// Validate reports the first unusable bound.
func (a Admission) Validate() error {
	switch {
	case a.MaxRecord < 1<<10 || a.MaxRecord > MaxBatch/2:
		return fmt.Errorf("fleet: the limit of a record is %s, want %d to %d",
			noun.Count(a.MaxRecord, "byte"), 1<<10, MaxBatch/2)
	case a.LagSteps < 0:
		return fmt.Errorf("fleet: the limit of the lag is %s, want 0 for no limit, or more",
			noun.Count(a.LagSteps, "step"))
	case a.LagTime < 0:
		return fmt.Errorf("fleet: the limit of the lag is %v, want 0 for no limit, or more", a.LagTime)
	}
	return nil
}

// judge accepts or refuses games. Each goroutine needs a judge of its own.
type judge struct {
	admission Admission
	stages    []stage                 // that the run has entered, the newest first
	offers    map[string]ledger.Offer // by file
	newest    int64                   // step of the newest
	now       time.Time
	decoder   replay.Decoder
	costs     costs
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

// judge decodes the record of an arrival and accepts or refuses it. It also refuses a record that
// makes the decoder panic.
func (j *judge) judge(a *ledger.Arrival) {
	defer func() {
		if p := recover(); p != nil {
			a.Game, a.Reason, a.Detail = nil, ReasonRecord, fmt.Sprintf("the reader panics: %v", p)
		}
	}()
	g, err := j.examine(a)
	if err == nil {
		a.Game = g
		return
	}
	a.Reason, a.Detail = reasonOf(err)
}

// reasonOf returns the reason for a refusal, as a word and as a sentence.
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
		{selfplay.ErrOpponent, ReasonModel}, // workers play without an opponent
		{selfplay.ErrSearches, ReasonSearches},
		{selfplay.ErrEnd, ReasonEnd},
	} {
		if errors.Is(err, known.err) {
			return known.reason, err.Error()
		}
	}
	return ReasonRecord, err.Error()
}

// examine returns the game of an arrival, or an error with the reason for the refusal.
func (j *judge) examine(a *ledger.Arrival) (*replay.Game, error) {
	if len(a.Record) > j.admission.MaxRecord {
		return nil, refusef(ReasonSize, "the record has %s, want at most %d",
			noun.Count(len(a.Record), "byte"),
			j.admission.MaxRecord)
	}
	var wrong error
	for _, s := range j.stages {
		g, err := j.examineIn(s, a)
		if err == nil {
			return g, nil
		}
		if wrong == nil {
			wrong = err
		}
	}
	return nil, wrong
}

// examineIn is examine for a game of one stage.
func (j *judge) examineIn(s stage, a *ledger.Arrival) (*replay.Game, error) {
	if err := j.costs.unpack(a.Record, s.board.Rules()); err != nil {
		return nil, err
	}
	g, err := j.decoder.DecodeIf(a.Record, func(g *replay.Game) error {
		return j.examineUnplayed(s.board.Rules(), a, g)
	})
	if err != nil {
		return nil, err
	}
	player := selfplay.Actor{Board: s.board, Config: s.config.Selfplay.WithoutRun(),
		Search: s.config.Search, Seed: a.Seed}
	return g, player.Verify(g, selfplay.Player{Name: g.Model})
}

// examineUnplayed makes the checks that do not need the moves. A game of another board, or with too
// many moves, may take very long to play.
func (j *judge) examineUnplayed(rules game.Rules, a *ledger.Arrival, g *replay.Game) error {
	if name := rules.Name(); g.Rules != name {
		return refusef(ReasonRules, "the rules of the game are %.100q, want %q", g.Rules, name)
	}
	if g.Seed != a.Seed || g.Number != a.Number {
		return refusef(ReasonSeed, "the record is %v, want number %d of seed %d", g, a.Number, a.Seed)
	}
	if err := j.checkModel(g.Model); err != nil {
		return err
	}
	if most := rules.MaxPlies; most > 0 && len(g.Moves) > most {
		return refusef(ReasonMoves, "the game has %s, want at most %d", noun.Count(len(g.Moves), "move"),
			most)
	}
	j.costs.play(a.Record, len(g.Moves))
	return nil
}

// checkModel returns an error if the hub never offered the network, or replaced it too long ago.
func (j *judge) checkModel(file string) error {
	offer, ok := j.offers[file]
	switch {
	case !ok:
		return refusef(ReasonModel, "the network is %.100q, which the hub did not offer to workers", file)
	case j.admission.LagSteps > 0 && j.newest-offer.Step > j.admission.LagSteps:
		return refusef(ReasonAge,
			"the network has step %d and the newest has step %d, want at most %s between them",
			offer.Step, j.newest, noun.Count(j.admission.LagSteps, "step"))
	case j.admission.LagTime > 0 && !offer.Withdrawn.IsZero() &&
		j.now.Sub(offer.Withdrawn) > j.admission.LagTime:
		return refusef(ReasonAge, "the network has step %d and was replaced %v ago, want at most %v",
			offer.Step, j.now.Sub(offer.Withdrawn).Round(time.Second), j.admission.LagTime)
	}
	return nil
}
