package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"epaminondas/internal/base/textfile"
	"epaminondas/internal/match/result"
)

// Report has the strength of a finished player.
type Report struct {
	Rules string `json:"rules"`
	Seed  uint64 `json:"seed"`
	// checkpoint whose weights the run began with; empty for random weights
	Init string `json:"init,omitempty"`
	// older run whose games the run first learned from, and their number; empty for none
	Older   string        `json:"games_from,omitempty"`
	Stages  []StageReport `json:"stages,omitempty"` // in their order; none in a run without stages
	Step    int64         `json:"step"`
	Games   int64         `json:"games"`                   // of self-play
	Damaged int           `json:"damaged_games,omitempty"` // games of the run that are set aside
	Hours   float64       `json:"hours"`                   // at work
	// nil if an earlier version of the program, which did not count it, trained the run
	Processor *ProcessorTime `json:"processor,omitempty"`
	Model     string         `json:"model"` // file of the final checkpoint
	// file of the last checkpoint that passed the gate; the file of step 0 at first
	Best      string          `json:"best"`
	Lines     *LinesReport    `json:"lines,omitempty"` // nil if the config asks for no evaluation by lines
	Matches   []*result.Match `json:"matches"`
	Gate      *result.Match   `json:"gate,omitempty"`  // the last gate match
	Exact     []*result.Exact `json:"exact,omitempty"` // final network first, then the network of step 0
	ExactNote string          `json:"exact_note,omitempty"`
}

// StageReport says where a stage of a run began.
type StageReport struct {
	Name string `json:"name"`
	// Settings are what the stage changes, in the form section.key=value.
	Settings  []string       `json:"settings,omitempty"`
	Step      int64          `json:"step"`  // training steps before the stage
	Hours     float64        `json:"hours"` // at work before the stage
	Processor *ProcessorTime `json:"processor,omitempty"`
}

// LinesReport says what the classical engine learned from the final network.
type LinesReport struct {
	File      string `json:"file,omitempty"` // of the evaluation
	Positions int    `json:"positions,omitempty"`
	// Explained is the share of the variance of the network's values that the evaluation explains.
	Explained float64 `json:"explained,omitempty"`
	Note      string  `json:"note,omitempty"` // why there is no evaluation
}

// WriteJSON writes the report as in the run's folder.
func (r *Report) WriteJSON(w io.Writer) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("report: write the report: %w", err)
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// ReadReport returns the report of the run in dir, or nil if there is none yet.
func ReadReport(dir string) (*Report, error) {
	text, err := textfile.Read(ReportPath(dir))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	var r Report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("report: read the report of %s: %w", dir, err)
	}
	if slices.Contains(r.Matches, nil) || slices.Contains(r.Exact, nil) {
		return nil, fmt.Errorf("report: read the report of %s: the report has an empty entry", dir)
	}
	return &r, nil
}
