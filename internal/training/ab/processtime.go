package ab

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"epaminondas/internal/base/durable"
)

// processTimesPath is the file of the processor times of a side's processes, in seconds.
func (s Side) processTimesPath() string { return s.Run + ".seconds.json" }

// AddProcessTime stores the processor time of a process that trained a side. The time of a process
// is lost if its parent was killed.
func AddProcessTime(s Side, spent time.Duration) error {
	seconds, err := processTimes(s)
	if err != nil {
		return err
	}
	text, err := json.Marshal(append(seconds, spent.Seconds()))
	if err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	if err := durable.WriteBytes(s.processTimesPath(), text); err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	return nil
}

// processTimes returns the processor times of a side's processes.
func processTimes(s Side) ([]float64, error) {
	text, err := os.ReadFile(s.processTimesPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var seconds []float64
	if err == nil {
		err = json.Unmarshal(text, &seconds)
	}
	if err != nil {
		return nil, fmt.Errorf("ab: %s: %w", s.processTimesPath(), err)
	}
	return seconds, nil
}

// processorTime returns the processor time of a side in seconds: the run's own count, else the
// count of its processes.
func processorTime(side Side, s state) (float64, error) {
	if counted, ok := s.metrics[processorMetric]; ok {
		return counted, nil
	}
	seconds, err := processTimes(side)
	sum := 0.0
	for _, x := range seconds {
		sum += x
	}
	return sum, err
}
