package loop

import (
	"time"

	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/net/train"
)

// Status is the state of a run at the end of a cycle.
type Status struct {
	Step      int64
	Steps     int            // steps in this cycle; without steps there are no losses
	Progress  float64        // spent share of the budget, 0 to 1
	Elapsed   time.Duration  // time at work, over all sessions
	Processor runs.Processor // processor time, over all sessions
	Rate      float64        // factor on the learning rate
	Games     int            // in the store
	Positions int            // fully searched positions in the store
	Damaged   int            // games set aside

	GamesPerHour       float64 // games of all processes that arrived in this cycle
	PositionsPerSecond float64 // positions that this process searched in this cycle
	SamplesPerSecond   float64 // samples that training learned from in this cycle
	// mean length of the games that arrived in this cycle; the last value if there were none
	MeanPlies      float64
	ProcessorShare float64 // share of the requested cores that the run got in this cycle

	Losses train.Losses // means over the cycle
}

// meanPlies is the name of a metric.
const meanPlies = "mean_plies"

// meter counts positions and steps between two checkpoints.
type meter struct {
	began    moment
	searched int // positions that this process searched
	steps    int
	samples  int          // that training learned from
	losses   train.Losses // sums
}

// step counts a training step on a batch and adds its losses.
func (m *meter) step(l train.Losses, batch int) {
	m.steps++
	m.samples += batch
	addLosses(&m.losses, l, 1)
}

// read returns the figures of the cycle, in which games arrived.
func (m *meter) read(now time.Time, games int) Status {
	var losses train.Losses
	addLosses(&losses, m.losses, 1/float64(max(m.steps, 1)))
	seconds := max(now.Sub(m.began.wall).Seconds(), 1e-9)
	return Status{
		Steps:              m.steps,
		GamesPerHour:       float64(games) / seconds * 3600,
		PositionsPerSecond: float64(m.searched) / seconds,
		SamplesPerSecond:   float64(m.samples) / seconds,
		Losses:             losses,
	}
}

// metrics returns the figures with their names in the run's database.
func (s Status) metrics() []runs.Metric {
	metrics := []runs.Metric{
		{Name: "games", Value: float64(s.Games)},
		{Name: "positions", Value: float64(s.Positions)},
		{Name: "games_per_hour", Value: s.GamesPerHour},
		{Name: "positions_per_second", Value: s.PositionsPerSecond},
		{Name: "samples_per_second", Value: s.SamplesPerSecond},
		{Name: meanPlies, Value: s.MeanPlies},
		{Name: "learning_rate_factor", Value: s.Rate},
	}
	if s.Processor.Counted {
		metrics = append(metrics, runs.Metric{Name: "processor_seconds", Value: s.Processor.Used.Seconds()})
	}
	if s.Damaged > 0 {
		metrics = append(metrics, runs.Metric{Name: "damaged_games", Value: float64(s.Damaged)})
	}
	if s.Steps == 0 {
		return metrics
	}
	l := s.Losses
	metrics = append(metrics, []runs.Metric{
		{Name: "processor_share", Value: s.ProcessorShare},
		{Name: "loss_total", Value: l.Total},
		{Name: "loss_policy", Value: l.Policy},
		{Name: "loss_value", Value: l.Value},
	}...)
	for i, head := range net.Heads() {
		metrics = append(metrics, runs.Metric{Name: "loss_" + head.Name, Value: l.Heads[i]})
	}
	return append(metrics, []runs.Metric{
		{Name: "policy_target_entropy", Value: l.PolicyTargetEntropy},
		{Name: "policy_agreement", Value: l.PolicyAgreement},
		{Name: "value_error", Value: l.ValueError},
		{Name: "gradient_norm", Value: l.GradNorm},
	}...)
}

// addLosses adds factor times l to sum.
func addLosses(sum *train.Losses, l train.Losses, factor float64) {
	sum.Total += factor * l.Total
	sum.Policy += factor * l.Policy
	sum.Value += factor * l.Value
	for i, loss := range l.Heads {
		sum.Heads[i] += factor * loss
	}
	sum.PolicyTargetEntropy += factor * l.PolicyTargetEntropy
	sum.PolicyAgreement += factor * l.PolicyAgreement
	sum.ValueError += factor * l.ValueError
	sum.GradNorm += factor * l.GradNorm
}
