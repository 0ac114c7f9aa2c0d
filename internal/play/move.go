package play

import (
	"context"
	"fmt"
	"time"
)

// moveRequest asks what a player plays.
type moveRequest struct {
	positionRequest
	Player string `json:"player"` // an id of the board, "" for its first
	Level  int    `json:"level"`  // from 1
	Seed   uint32 `json:"seed"`   // of the choice at the levels that draw
}

// moveReply is what the player plays.
type moveReply struct {
	Move         moveInfo `json:"move"`
	Value        float32  `json:"value"` // for the side to move, in [-1, 1]
	Depth        int      `json:"depth"` // plies
	Nodes        int      `json:"nodes"` // positions, or simulations of a network
	Milliseconds int64    `json:"ms"`
	Player       string   `json:"player"` // its id
}

// checkLevel refuses a level that does not exist.
func (q *moveRequest) checkLevel() error {
	if q.Level < 1 || q.Level > len(levels) {
		return refuse(Bad, "level is %d: choose 1 to %d", q.Level, len(levels))
	}
	return nil
}

// move lets a player choose.
func (d *Desk) move(ctx context.Context, g *played, who entrant, q *moveRequest) (any, error) {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	began := time.Now()
	found, err := who.engine.choose(ctx, &g.state, levels[q.Level-1], q.Seed)
	if ctx.Err() != nil && err != nil {
		return nil, refuse(Stopped, "the search was stopped before it found a move: ask again")
	} else if err != nil {
		return nil, fmt.Errorf("play: %s at level %d: %w", who.id, q.Level, err)
	}
	return moveReply{
		Move: describeMove(&g.state, found.move), Value: found.value, Depth: found.depth, Nodes: found.nodes,
		Milliseconds: time.Since(began).Milliseconds(), Player: who.id,
	}, nil
}
