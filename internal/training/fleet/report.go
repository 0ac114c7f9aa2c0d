package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/noun"
)

// reportSpools is the largest number of spools in a report.
const reportSpools = 32

// report sends the worker's state to the hub at regular times and follows the orders in the
// answers.
func (w *Worker) report(ctx context.Context) error {
	wait := backoff{source: w.jitter, first: w.config.Report, most: 15 * w.config.Report}
	for {
		status := w.status()
		w.states.enter(status.State, time.Now())
		orders, err := w.hub.Report(ctx, status)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, ErrRejected) {
			return err
		}
		if err != nil {
			if wait.tries == 3 {
				w.tell(fmt.Sprintf("the hub does not answer; the worker plays on for up to %v: %v",
					w.config.Patience, err))
			}
			if err := wait.failed(ctx); err != nil {
				return err
			}
			continue
		}
		if wait.tries > 3 {
			w.tell("the hub answers again")
		}
		wait.worked()
		if err := w.obey(ctx, orders); err != nil {
			return err
		}
		if err := crew.Sleep(ctx, jittered(w.jitter, w.config.Report)); err != nil {
			return err
		}
	}
}

// status returns the worker's report.
func (w *Worker) status() Heartbeat {
	spools, lost := w.spool.Open(reportSpools)
	state := w.pause()
	step, ok := w.networks.step()
	switch {
	case state != "":
	case !ok:
		state = stateNetwork
	default:
		state = statePlaying
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return Heartbeat{
		Contract: w.digest, Cores: w.config.Cores, GamesPerHour: w.rate.perHour(time.Now()), Step: step,
		Spooled: w.spool.Games(), State: state, Spools: spools, Lost: lost, Refusals: w.refused,
	}
}

// obey follows the orders of the hub.
func (w *Worker) obey(ctx context.Context, o Orders) error {
	if o.Stop != "" {
		return fmt.Errorf("fleet: %w: %s", errStopped, o.Stop)
	}
	if o.Contract != w.digest {
		return w.renew(ctx)
	}
	if err := w.spool.Receive(o.Receipts, time.Now()); err != nil {
		return err
	}
	w.mu.Lock()
	w.orders, w.heard = o, time.Now()
	starts := w.refused < 0 // the first answer has only the id of the last refusal
	for _, r := range o.Refusals {
		w.refused = max(w.refused, r.ID)
	}
	games := w.rate.games
	w.mu.Unlock()
	if n := len(o.Refusals); n > 0 && !starts {
		r := o.Refusals[0]
		w.tell(fmt.Sprintf("the hub refused %s, for example number %d (%s): %s", noun.Count(n, "game"),
			r.Number, r.Reason,
			r.Detail))
	}
	if w.config.Games == 0 || w.spool.Games() > 0 {
		return nil
	}
	switch {
	case games == w.config.Games:
		return errDone
	case o.Training == trainingFinished && w.pause() == stateFinished:
		return fmt.Errorf("fleet: %w and takes no more games; this worker has played %d of %d",
			errFinished, games, w.config.Games)
	}
	return nil
}

// errFinished ends a worker that should play a fixed number of games, if the run needs no more
// games.
var errFinished = errors.New("the run is finished")

// errRenewed means that the hub has another contract, because the run has entered another stage.
var errRenewed = errors.New("the hub has a new contract")

// renew returns errRenewed if the contract has changed and this program can honour the new one.
func (w *Worker) renew(ctx context.Context) error {
	encoded, err := w.hub.Contract(ctx)
	if err != nil {
		return nil // at the next report
	}
	if _, _, err := Honour(encoded); err != nil {
		return err
	}
	if Digest(encoded) == w.digest {
		return nil
	}
	return errRenewed
}

// rate measures games an hour.
type rate struct {
	games  uint64
	recent []time.Time // times of the games of the last minute
}

// rateSpan is the time over which rate measures.
const rateSpan = time.Minute

func (r *rate) add(now time.Time) {
	r.games++
	r.recent = append(r.recent, now)
	r.forget(now)
}

func (r *rate) forget(now time.Time) {
	old := 0
	for old < len(r.recent) && now.Sub(r.recent[old]) > rateSpan {
		old++
	}
	r.recent = r.recent[old:]
}

// perHour returns the games an hour at the speed of the last minute.
func (r *rate) perHour(now time.Time) float64 {
	r.forget(now)
	return float64(len(r.recent)) / rateSpan.Hours()
}
