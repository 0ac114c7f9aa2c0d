package runs

import (
	"database/sql"
	"fmt"
	"time"
)

// Processor is the processor time of a run, over all its sessions. Only the training process
// counts, with all its threads. Processes that add games do not count.
type Processor struct {
	// Counted is false if an earlier version of the program, without this count, worked on the run.
	// Then the other fields are 0.
	Counted bool
	Used    time.Duration // user and system time
	Offered time.Duration // time at work times the requested cores
}

// Share returns used time as a share of the offered time; 0 if unknown.
func (p Processor) Share() float64 {
	if !p.Counted || p.Offered <= 0 {
		return 0
	}
	return p.Used.Seconds() / p.Offered.Seconds()
}

// Cores returns the number of requested cores, given the time at work; 0 if unknown.
func (p Processor) Cores(elapsed time.Duration) float64 {
	if !p.Counted || elapsed <= 0 {
		return 0
	}
	return p.Offered.Seconds() / elapsed.Seconds()
}

// columns returns the time for the database: NULL if it was not counted.
func (p Processor) columns() (used, offered sql.NullFloat64) {
	return sql.NullFloat64{Float64: p.Used.Seconds(),
		Valid: p.Counted}, sql.NullFloat64{Float64: p.Offered.Seconds(), Valid: p.Counted}
}

// newProcessor returns the time from columns of the database.
func newProcessor(used, offered sql.NullFloat64) Processor {
	if !used.Valid || !offered.Valid {
		return Processor{}
	}
	return Processor{Counted: true, Used: seconds(used.Float64), Offered: seconds(offered.Float64)}
}

// seconds returns a number of seconds as a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// ProcessorTime is the processor time of a run for reports.
type ProcessorTime struct {
	Hours float64 `json:"hours"` // user and system time
	// requested cores, the mean over its sessions; 0 in a serial run, which does not use the clock
	Cores float64 `json:"cores,omitempty"`
	Share float64 `json:"share"` // share of these cores that the run got
}

// Time returns the processor time for reports, given the time at work; nil if it was not counted.
func (p Processor) Time(elapsed time.Duration) *ProcessorTime {
	if !p.Counted {
		return nil
	}
	return &ProcessorTime{Hours: p.Used.Hours(), Cores: p.Cores(elapsed), Share: p.Share()}
}

// String returns for example "7.61 processor hours, 95% of 4 cores".
func (p ProcessorTime) String() string {
	cores := "the cores it asked for"
	if p.Cores > 0 {
		cores = fmt.Sprintf("%.3g cores", p.Cores)
	}
	return fmt.Sprintf("%.2f processor hours, %.0f%% of %s", p.Hours, 100*p.Share, cores)
}
