// Package report is what a finished run can do, as plain data: the schema of report.json in the
// run's folder. Package loop measures it.
package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
)

// Report is what a finished player can do.
type Report struct {
	Rules string `json:"rules"`
	Seed  uint64 `json:"seed"`
	// checkpoint that the network of step 0 is of; empty if that one was random
	Init    string  `json:"init,omitempty"`
	Step    int64   `json:"step"`
	Games   int64   `json:"games"`                   // of self-play
	Damaged int     `json:"damaged_games,omitempty"` // set aside, of all games of the run
	Hours   float64 `json:"hours"`                   // at work
	// nil if a version of the program that did not count it worked on the run
	Processor *runs.ProcessorTime `json:"processor,omitempty"`
	Model     string              `json:"model"` // file of the final checkpoint
	// file of the last checkpoint that passed the gate, at first that of step 0
	Best      string          `json:"best"`
	Matches   []*result.Match `json:"matches"`
	Gate      *result.Match   `json:"gate,omitempty"`  // the last gate match
	Exact     []*result.Exact `json:"exact,omitempty"` // final network first, then that of step 0
	ExactNote string          `json:"exact_note,omitempty"`
}

// WriteJSON writes the report as it is kept in the run's folder.
func (r *Report) WriteJSON(w io.Writer) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("report: write it: %w", err)
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Read returns the report of the run in dir, nil while there is none.
func Read(dir string) (*Report, error) {
	text, err := os.ReadFile(runs.ReportPath(dir))
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
	return &r, nil
}
