package serve

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
)

// ladder rates the checkpoints of a run from its gate matches, in blocks. The time for a fit grows
// with the cube of the number of players. One fit for all matches of a long run would take minutes.
// Each block begins with the best player of the block before. This player alone joins the two
// blocks, so its rating adds to the ratings of the new block, and the variances add too. A ladder
// is immutable.
type ladder struct {
	matches []Match // the newest, at most mostListed
	last    int64   // id of the last match
	count   int     // matches so far

	closed []ratedPlayer // players of the closed blocks, without the oldest rejected ones
	anchor int64         // steps of the first block's anchor and reference
	refers int64
	joint  *ratedPlayer // joins the open block to the closed ones; nil in the first block
	open   []contest    // matches of the open block
}

// ratedPlayer is a rated checkpoint with its id.
type ratedPlayer struct {
	id int64
	Rated
}

// contest is a gate match in a block.
type contest struct {
	candidate, best runs.Marker
	accepted        bool
	pairs           [][2]float64 // see split
}

const (
	// mostRated is the number of rated checkpoints. Above it the ladder drops the ratings of the
	// oldest rejected candidates, because a rejected candidate has played only one match.
	mostRated = 120
	// firstBlock is the number of matches in the first block.
	firstBlock = 30
	// blockSize is the number of matches in each later block.
	blockSize = 10
	// mostBest limits how many checkpoints that passed the gate the page gets. The page gets evenly
	// spaced ones.
	mostBest = 1000
	// mostListed is the number of matches that the page gets.
	mostListed = 250
)

// add returns a ladder with more matches. byID has their checkpoints.
func (l ladder) add(byID map[int64]runs.Marker, verdicts []runs.GateMatch) (ladder, error) {
	l.matches, l.open = slices.Clone(l.matches), slices.Clone(l.open)
	for _, v := range verdicts {
		m, detail, err := newMatch(byID, v)
		if err != nil {
			return l, err
		}
		candidate, best := byID[v.Candidate], byID[v.Best]
		l.matches = append(l.matches, m)
		l.last = v.ID
		l.count++
		if len(l.open) >= firstBlock || l.joint != nil && len(l.open) >= blockSize {
			if l, err = l.close(best); err != nil {
				return l, err
			}
		}
		accepted := v.Decision == string(result.Accepted)
		l.open = append(l.open, contest{candidate, best, accepted, split(detail)})
	}
	l.matches = l.matches[max(0, len(l.matches)-mostListed):]
	return l, nil
}

// newMatch returns a gate match for the page, and its detail. byID has the checkpoints.
func newMatch(byID map[int64]runs.Marker, v runs.GateMatch) (m Match, detail *result.Match, err error) {
	detail = &result.Match{}
	err = json.Unmarshal(v.Detail, detail)
	if err == nil {
		err = countable(v, detail)
	}
	if err != nil {
		return m, nil, fmt.Errorf("live: read gate match %d: %w", v.ID, err)
	}
	candidate, best := byID[v.Candidate], byID[v.Best]
	return Match{
		Candidate: candidate.Step, Best: best.Step, Elapsed: candidate.Elapsed.Seconds(),
		Used: used(candidate), Games: candidate.Games,
		Wins: v.Wins, Draws: v.Draws, Losses: v.Losses, Elo: detail.Rating, Decision: v.Decision,
	}, detail, nil
}

// close rates the open block and begins the next one with the player best.
func (l ladder) close(best runs.Marker) (ladder, error) {
	players, anchor, reference, err := l.rateOpen()
	if err != nil {
		return l, err
	}
	if l.joint == nil {
		l.anchor, l.refers = anchor, reference
	}
	l.closed, l.open = append(slices.Clone(l.closed), players...), nil
	if l.joint == nil || l.joint.id != best.ID {
		at := slices.IndexFunc(l.closed, func(p ratedPlayer) bool { return p.id == best.ID })
		if at < 0 { // no chain of games leads to it
			l.closed, at = append(l.closed, unknown(best)), len(l.closed)
		}
		l.closed[at].Best = true // it is the best player in the matches that follow
		joint := l.closed[at]
		l.joint = &joint
	}
	l.closed = dropRejected(l.closed, func(p ratedPlayer) bool { return p.Best })
	return l, nil
}

// unknown returns a player without a match so far.
func unknown(m runs.Marker) ratedPlayer {
	inf := result.Elo(math.Inf(1))
	anything := result.Interval{Low: -inf, High: inf}
	return ratedPlayer{m.ID, newRated(m, anything, anything, true)}
}

// rateOpen rates the open block. It returns the players, except for a joint from an earlier block, and
// the steps of the fit's anchor and reference.
func (l ladder) rateOpen() (players []ratedPlayer, anchor, reference int64, err error) {
	g := graph{index: map[int64]int{}}
	if l.joint != nil {
		g.player(runs.Marker{ID: l.joint.id, Step: l.joint.Step}, true)
	}
	for _, c := range l.open {
		g.add(c)
	}
	ratings, err := g.rate()
	if err != nil || ratings == nil {
		return nil, 0, 0, err
	}
	for i, r := range ratings.Rated {
		if l.joint != nil {
			if i == 0 {
				continue
			}
			r.Elo, r.Near = above(l.joint.Elo, r.Elo), above(l.joint.Near, r.Elo)
		}
		id := g.players[i].ID
		if !slices.ContainsFunc(l.closed, func(p ratedPlayer) bool { return p.id == id }) {
			players = append(players, ratedPlayer{id, r})
		}
	}
	return players, ratings.Anchor, ratings.Reference, nil
}

// above returns the rating of a player from the rating of another player and the difference between
// them. The two estimates must be independent.
func above(other, difference result.Interval) result.Interval {
	half := func(a, b result.Elo) result.Elo {
		return result.Elo(math.Hypot(float64(a), float64(b)))
	}
	estimate := other.Estimate + difference.Estimate
	return result.Interval{
		Estimate: estimate,
		Low:      estimate - half(other.Estimate-other.Low, difference.Estimate-difference.Low),
		High:     estimate + half(other.High-other.Estimate, difference.High-difference.Estimate),
	}
}

// ratings returns the ratings; nil if there is no match.
func (l ladder) ratings() (*Ratings, error) {
	players, anchor, reference, err := l.rateOpen()
	if err != nil || len(l.closed)+len(players) == 0 {
		return nil, err
	}
	if l.joint != nil {
		anchor, reference = l.anchor, l.refers
	}
	all := &Ratings{Anchor: anchor, Reference: reference}
	for _, p := range slices.Concat(l.closed, players) {
		all.Rated = append(all.Rated, p.Rated)
	}
	all.Rated = thinOut(all.Rated)
	return all, nil
}

// dropRejected drops the oldest players that were never best from a list of more than mostRated.
func dropRejected[T any](list []T, best func(T) bool) []T {
	excess := len(list) - mostRated
	return slices.DeleteFunc(list, func(p T) bool {
		if excess <= 0 || best(p) {
			return false
		}
		excess--
		return true
	})
}

// thinOut returns the players for the page. It keeps the newest best player.
func thinOut(list []Rated) []Rated {
	list = dropRejected(list, func(r Rated) bool { return r.Best })
	best := 0
	for _, r := range list {
		if r.Best {
			best++
		}
	}
	every := (best + mostBest - 1) / mostBest
	return slices.DeleteFunc(list, func(r Rated) bool {
		if !r.Best {
			return false
		}
		best--
		return best%every != 0 // keeps the newest
	})
}
