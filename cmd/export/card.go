package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"epaminondas/internal/rating"
	"epaminondas/net"
)

// card is what is told of a checkpoint.
type card struct {
	File       string     `json:"file"`
	SHA256     string     `json:"sha256"` // of the file
	Rules      string     `json:"rules"`  // it was trained on
	Step       int64      `json:"step"`
	Parent     string     `json:"parent,omitempty"` // checkpoint that it was trained on from
	Network    net.Config `json:"network"`
	Parameters int        `json:"parameters"`
	Run        *runCard   `json:"run,omitempty"`
}

// runCard is what the run knows of its checkpoint.
type runCard struct {
	Folder string  `json:"folder"`
	Phase  string  `json:"phase"` // constant, cooldown or final
	Games  int64   `json:"games"` // of self-play that it could learn from
	Hours  float64 `json:"hours"` // at work until then
	// Matches are those of the run's report, if it is about this checkpoint.
	Matches []matchCard `json:"matches,omitempty"`
}

// matchCard is a match of the report.
type matchCard struct {
	Against string          `json:"against"`
	Score   float64         `json:"score"`
	Elo     rating.Interval `json:"elo"` // over the opponent
}

// writeCard prints what the checkpoint is.
func (s *source) writeCard(stdout io.Writer) error {
	content, err := os.ReadFile(s.file)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	sum := sha256.Sum256(content)
	c := card{
		File: s.file, SHA256: hex.EncodeToString(sum[:]),
		Rules: s.checkpoint.Meta.Rules, Step: s.checkpoint.Meta.Step, Parent: s.checkpoint.Meta.Parent,
		Network: s.checkpoint.Weights.Config,
	}
	for _, p := range s.checkpoint.Weights.Params {
		c.Parameters += len(p.Data)
	}
	if s.run != nil {
		if c.Run, err = s.run.card(s.file); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s\n", text)
	}
	if err != nil {
		return fmt.Errorf("export: write JSON: %w", err)
	}
	return nil
}

// card reads what the run knows of its checkpoint.
func (o *origin) card(file string) (*runCard, error) {
	c := &runCard{Folder: o.dir, Phase: string(o.entry.Phase), Games: o.entry.Games, Hours: o.entry.Elapsed.Hours()}
	text, err := os.ReadFile(o.report)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	var report struct {
		Model   string `json:"model"`
		Matches []struct {
			Against string          `json:"b"`
			Score   float64         `json:"score"`
			Elo     rating.Interval `json:"elo"`
		} `json:"matches"`
	}
	if err == nil {
		err = json.Unmarshal(text, &report)
	}
	if err != nil {
		return nil, fmt.Errorf("export: read %s: %w", o.report, err)
	}
	if same(report.Model, file) {
		for _, m := range report.Matches {
			c.Matches = append(c.Matches, matchCard(m))
		}
	}
	return c, nil
}
