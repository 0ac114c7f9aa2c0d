package main

import (
	"fmt"
	"io"
	"time"
)

// memoryLimit is the most memory of a process, in bytes.
const memoryLimit = 500_000_000

// table has the figures.
type table struct {
	rows   []string
	failed int // figures above their limits
}

// add adds a time. Without a limit every time passes.
func (t *table) add(what string, took, limit time.Duration) {
	bound := "-"
	if limit > 0 {
		bound = seconds(limit)
	}
	t.row(what, seconds(took), bound, limit == 0 || took <= limit)
}

// memory adds the most memory of a process that has ended.
func (t *table) memory(p *process) {
	const mega = 1_000_000
	t.row("most memory of the process", fmt.Sprintf("%d MB", p.most/mega),
		fmt.Sprintf("%d MB", memoryLimit/mega), p.most <= memoryLimit)
}

// fail adds a measurement that did not end.
func (t *table) fail(what string, err error) { t.row(what, fmt.Sprintf("failed: %v", err), "-", false) }

func (t *table) row(what, figure, limit string, pass bool) {
	result := "pass"
	if !pass {
		result = "FAIL"
		t.failed++
	}
	t.rows = append(t.rows, fmt.Sprintf("| %s | %s | %s | %s |", what, figure, limit, result))
}

// seconds writes a time.
func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

// write writes the table.
func (t *table) write(w io.Writer) error {
	if _, err := fmt.Fprintln(w, "| what | figure | limit | result |\n|---|---|---|---|"); err != nil {
		return err
	}
	for _, row := range t.rows {
		if _, err := fmt.Fprintln(w, row); err != nil {
			return err
		}
	}
	return nil
}

// verdict returns an error if a figure is above its limit.
func (t *table) verdict() error {
	if t.failed == 0 {
		return nil
	}
	return fmt.Errorf("%d figures are above their limits", t.failed)
}
