package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/sqlite"
	"epaminondas/internal/page/api"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// Transcript is a game of self-play, position by position.
type Transcript struct {
	ID     int64  `json:"id"`
	Number uint64 `json:"number"`
	Seed   uint64 `json:"seed"`
	Model  string `json:"model"` // checkpoint file of the player
	// Opponent is the checkpoint file of the older player; missing if Model plays both sides.
	Opponent string `json:"opponent,omitempty"`
	// OpponentSide is the side of Opponent, white or black; also missing if Model plays both sides.
	OpponentSide string `json:"opponent_side,omitempty"`

	Rules   string      `json:"rules"`
	Width   int         `json:"width"`
	Height  int         `json:"height"`
	Start   string      `json:"start"`  // first position; "" for the usual one
	Random  int         `json:"random"` // number of random moves at the start
	Outcome string      `json:"outcome"`
	Reason  game.Ending `json:"reason"`
	Frames  []Frame     `json:"frames"` // one more than moves
}

// Frame is a position of a game. With the size of the board, the page can draw it.
type Frame struct {
	Ply    int        `json:"ply"`
	Turn   string     `json:"turn"`
	White  api.Stones `json:"white"`
	Black  api.Stones `json:"black"`
	Last   *api.Move  `json:"last"`   // the move that led here; null in the first frame
	Search *Opinion   `json:"search"` // null if there was no search
}

// Opinion is the result of the search for the next move.
type Opinion struct {
	Value  float32  `json:"value"`  // for the side to move, in [-1, 1]
	Full   bool     `json:"full"`   // a full search: the trainer learns its policy
	Weight float32  `json:"weight"` // weight in training
	Policy []Chance `json:"policy"` // of a full search, best first
}

// Chance is a move of a policy.
type Chance struct {
	Move api.Move `json:"move"`
	P    float32  `json:"p"`
}

const (
	mostFrames  = 5000 // most frames of a game on the page
	mostChances = 10   // most moves of a policy on the page
)

// loadTranscript reads a game of the run in dir.
func loadTranscript(ctx context.Context, dir string, id int64) (*Transcript, error) {
	view, err := runs.OpenView(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	g, err := view.Games.Load(ctx, id)
	// No program rewrites the data of a stored game, so a concurrent writer cannot make this read
	// wrong.
	if closed := view.Close(); err == nil && !errors.Is(closed, sqlite.ErrMoved) {
		err = closed
	}
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	if len(g.Moves) >= mostFrames {
		return nil, Refuse(http.StatusUnprocessableEntity,
			"the game has %s, but the page shows only games of fewer than %d",
			noun.Count(len(g.Moves), "move"), mostFrames)
	}
	t, err := transcribe(g)
	if err != nil {
		return nil, fmt.Errorf("live: game %d: %w", id, err)
	}
	t.ID = id
	return t, nil
}

// transcribe returns the transcript of a game by replaying it.
func transcribe(g *replay.Game) (*Transcript, error) {
	board, err := game.ParseBoard(g.Rules)
	if err != nil {
		return nil, err
	}
	rules := board.Rules()
	s, err := board.ParseState(g.Start)
	if err != nil {
		return nil, err
	}
	t := &Transcript{
		Number: g.Number, Seed: g.Seed, Model: g.Model, Rules: g.Rules, Width: rules.Width,
		Height: rules.Height,
		Random: g.RandomPlies, Outcome: g.Outcome.String(), Reason: g.Reason,
	}
	if g.Opponent != "" {
		t.Opponent, t.OpponentSide = g.Opponent, g.OpponentSide.String()
	}
	if usual := board.Start(); g.Start != usual.String() {
		t.Start = g.Start
	}
	searches := g.Searches
	var last *api.Move
	for ply := 0; ; ply++ {
		f := Frame{Ply: ply, Turn: s.Turn().String(), White: api.StonesOf(&s, game.White),
			Black: api.StonesOf(&s, game.Black), Last: last}
		if len(searches) > 0 && searches[0].Ply == ply {
			f.Search = opinion(&s, &searches[0])
			searches = searches[1:]
		}
		t.Frames = append(t.Frames, f)
		if ply == len(g.Moves) {
			return t, nil
		}
		m := api.DescribeMove(&s, g.Moves[ply])
		last = &m
		s.Play(g.Moves[ply])
	}
}

// opinion returns a search in the form for the page.
func opinion(s *game.State, search *replay.SearchRecord) *Opinion {
	o := &Opinion{Value: search.Value, Full: search.Full(), Weight: search.Weight, Policy: []Chance{}}
	order := make([]int, len(search.Policy))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(search.Policy[b], search.Policy[a])
	})
	for _, i := range order[:min(len(order), mostChances)] {
		if search.Policy[i] >= 0.005 {
			o.Policy = append(o.Policy, Chance{api.DescribeMove(s, search.Moves[i]), search.Policy[i]})
		}
	}
	return o
}
