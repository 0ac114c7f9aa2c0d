package serve

import (
	"context"
	"math"
	"net/http"
	"time"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// Calibration compares the values of searches with the results of their games. A well calibrated
// value of 60% belongs to positions from which the player to move scores 60%.
type Calibration struct {
	Games int              `json:"games"` // newest games of self-play that it counts
	Bins  []CalibrationBin `json:"bins"`  // ascending, without empty bins
	Error float64          `json:"error"` // mean distance between chance and score, by position
}

// CalibrationBin has the positions with about the same value.
type CalibrationBin struct {
	Positions int     `json:"positions"`
	Chance    float64 `json:"chance"` // mean chance of the player to move as the search sees it, 0 to 1
	Score     float64 `json:"score"`  // mean score of the player to move, 0 to 1
}

const (
	calibrationGames = 400
	calibrationBins  = 20
	// calibrationTime is the shortest time between two calibrations of a run, because each reads many
	// games.
	calibrationTime = 30 * time.Second
)

// keptCalibration is a calibration with the newest game at that time.
type keptCalibration struct {
	Calibration
	last int64
	made time.Time
}

func (s *Training) serveCalibration(w http.ResponseWriter, r *http.Request) error {
	f, err := s.feed(r.URL.Query().Get("run"))
	if err != nil {
		return err
	}
	c, err := f.calibrate(r.Context())
	if err != nil {
		return err
	}
	return JSON(w, c)
}

// calibrate returns the calibration of the newest games. It reads them again only if there are new
// games, and not too often.
func (f *feed) calibrate(ctx context.Context) (Calibration, error) {
	t, err := f.current(ctx)
	if err != nil {
		return Calibration{}, err
	}
	select {
	case <-f.turn:
		defer func() { f.turn <- struct{}{} }()
	case <-ctx.Done():
		return Calibration{}, ctx.Err()
	}
	kept := &f.calibration
	if kept.made.IsZero() || kept.last != t.lastGame && time.Since(kept.made) >= calibrationTime {
		c, err := readCalibration(ctx, f.dir)
		if err != nil {
			return Calibration{}, err
		}
		*kept = keptCalibration{c, t.lastGame, time.Now()}
	}
	return kept.Calibration, nil
}

// readCalibration reads the newest games of the run in dir. It leaves out games that are damaged.
func readCalibration(ctx context.Context, dir string) (c Calibration, err error) {
	err = runs.Look(ctx, dir, func(view *runs.View) error {
		var bins binning
		newest, err := view.Games.Newest(ctx, calibrationGames)
		if err != nil {
			return err
		}
		for _, line := range newest {
			g, err := view.Games.Load(ctx, line.ID)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				bins.add(g)
			}
		}
		c = bins.calibration()
		return nil
	})
	return c, err
}

// binning counts positions by the value of their search.
type binning struct {
	games  int
	counts [calibrationBins]int
	chance [calibrationBins]float64 // sums
	score  [calibrationBins]float64 // sums
}

// add counts the searches of a game. A game that was stopped has no result and does not count.
func (b *binning) add(g *replay.Game) {
	if g.Outcome == game.Ongoing {
		return
	}
	b.games++
	first := game.White
	if firstOf(g.Start) == game.Black.String() {
		first = game.Black
	}
	for _, search := range g.Searches {
		mover := first
		if search.Ply%2 == 1 {
			mover = first.Other()
		}
		chance := (1 + min(1, max(-1, float64(search.Value)))) / 2
		i := min(int(chance*calibrationBins), calibrationBins-1)
		b.counts[i]++
		b.chance[i] += chance
		b.score[i] += (1 + float64(g.Outcome.For(mover))) / 2
	}
}

// calibration returns the means of the bins.
func (b *binning) calibration() Calibration {
	c := Calibration{Games: b.games, Bins: []CalibrationBin{}}
	total, distance := 0, 0.0
	for i, n := range b.counts {
		if n == 0 {
			continue
		}
		chance, score := b.chance[i]/float64(n), b.score[i]/float64(n)
		c.Bins = append(c.Bins, CalibrationBin{n, chance, score})
		total += n
		distance += float64(n) * math.Abs(chance-score)
	}
	if total > 0 {
		c.Error = distance / float64(total)
	}
	return c
}
