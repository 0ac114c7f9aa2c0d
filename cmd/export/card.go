package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"epaminondas/net"
)

// card describes a checkpoint.
type card struct {
	File       string     `json:"file"`
	SHA256     string     `json:"sha256"` // of the file
	Rules      string     `json:"rules"`  // the rules that it was trained on
	Step       int64      `json:"step"`
	Parent     string     `json:"parent,omitempty"` // checkpoint from which training continued
	Network    net.Config `json:"network"`
	Parameters int        `json:"parameters"`
	Run        *runCard   `json:"run,omitempty"`
}

// writeCard prints a description of the checkpoint.
func (s *source) writeCard(stdout io.Writer) error {
	if !utf8.ValidString(s.file) {
		return fmt.Errorf("export: the path is %q, which is not valid UTF-8, so JSON cannot hold it: "+
			"rename the file or its folder", s.file)
	}
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
		c.Run = &s.run.card
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
