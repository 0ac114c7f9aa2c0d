package api

import (
	"context"
	"fmt"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// moveRequest asks for a player's move.
type moveRequest struct {
	positionRequest
	Player string `json:"player"` // an id of the board, "" for its first
	Level  int    `json:"level"`  // from 1
	Seed   uint32 `json:"seed"`   // random seed, for levels that choose at random
}

// moveReply is the player's move.
type moveReply struct {
	Move         Move    `json:"move"`
	Value        float32 `json:"value"` // for the side to move, in [-1, 1]
	Depth        int     `json:"depth"` // plies
	Nodes        int     `json:"nodes"` // positions, or simulations of a network
	Milliseconds int64   `json:"ms"`
	Player       string  `json:"player"` // its id
}

func (d *Service) answerMove(ctx context.Context, q *moveRequest, _ Part) (any, error) {
	g, who, err := d.open(&q.positionRequest, q.Player)
	if err != nil {
		return nil, err
	}
	l, err := engine.LevelOf(g.board.Rules(), q.Level)
	if err != nil {
		return nil, refuse(Bad, "%v", err)
	}
	if outcome, reason := g.state.Outcome(); outcome != game.Ongoing {
		return nil, refuse(Bad, "the game is over (%s, %s): take a move back to ask for another move",
			outcome, reason)
	}
	leave, err := d.moves.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	began := time.Now()
	c, err := who.choose(ctx, &g.state, l, uint64(q.Seed))
	if err != nil {
		return nil, stoppedOr(ctx, fmt.Errorf("api: %s at level %d: %w", who.id, q.Level, err))
	}
	return moveReply{
		Move: DescribeMove(&g.state, c.Move), Value: c.Value, Depth: c.Depth, Nodes: c.Nodes,
		Milliseconds: time.Since(began).Milliseconds(), Player: who.id,
	}, nil
}

// open plays the moves of a request and finds the player named in it.
func (d *Service) open(q *positionRequest, player string) (*played, opponent, error) {
	g, err := q.game()
	if err != nil {
		return nil, opponent{}, err
	}
	who, err := d.roster.find(g.board.Rules(), player)
	return g, who, err
}
