package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// reportSpools is the most spools that a report asks receipts of.
const reportSpools = 32

// report tells the hub how the worker gets on, again and again, and takes its orders.
func (w *Worker) report(ctx context.Context) error {
	wait := backoff{source: w.jitter, first: w.config.Report, most: 15 * w.config.Report}
	for {
		orders, err := w.hub.Report(ctx, w.status())
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, ErrRejected) {
			return err
		}
		if err != nil {
			if wait.tries == 3 {
				w.tell(fmt.Sprintf("the hub does not answer, playing on for up to %v: %v",
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
		if err := sleep(ctx, jittered(w.jitter, w.config.Report)); err != nil {
			return err
		}
	}
}

// status returns what the worker says of itself.
func (w *Worker) status() Report {
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
	return Report{
		Contract: w.digest, Cores: w.config.Cores, GamesPerHour: w.rate.perHour(time.Now()), Step: step,
		Spooled: w.spool.Games(), State: state, Spools: spools, Lost: lost, Refusals: w.refused,
	}
}

// obey does what the hub wants.
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
	for _, r := range o.Refusals {
		w.refused = max(w.refused, r.ID)
	}
	finished := w.config.Games > 0 && w.rate.games == w.config.Games
	w.mu.Unlock()
	if n := len(o.Refusals); n > 0 {
		r := o.Refusals[0]
		w.tell(fmt.Sprintf("%d games were refused, such as number %d (%s): %s", n, r.Number, r.Reason,
			r.Detail))
	}
	if finished && w.spool.Games() == 0 {
		return errDone
	}
	return nil
}

// renew reports that the contract has changed: the worker has to begin anew.
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
	return fmt.Errorf("fleet: %w: the hub has another one now; start this worker again", ErrContract)
}

// rate counts games and tells how many come in an hour.
type rate struct {
	games  uint64
	recent []time.Time // the last minute's
}

// rateSpan is the time over which a rate is taken.
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

// perHour returns the games in an hour at the pace of the last minute.
func (r *rate) perHour(now time.Time) float64 {
	r.forget(now)
	return float64(len(r.recent)) / rateSpan.Hours()
}
