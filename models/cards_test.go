package models

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"
)

// TestCards checks that every model has a card that describes its current files.
func TestCards(t *testing.T) {
	models, err := All()
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range models {
		card, err := os.ReadFile(m.Name + ".md")
		if err != nil {
			t.Errorf("%s has no card: %v; README.md says how one is made", m.Name, err)
			continue
		}
		file, err := networks.ReadFile(m.Name + extension)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(file)
		for _, part := range []string{hex.EncodeToString(sum[:]), "`" + m.Checkpoint.Meta.Rules + "`",
			"go run ./cmd/train --config", "go run ./cmd/arena ladder"} {
			if !strings.Contains(string(card), part) {
				t.Errorf("the card of %s does not have %s", m.Name, part)
			}
		}
		if m.Lines != nil {
			sum := sha256.Sum256(m.Lines)
			for _, part := range []string{hex.EncodeToString(sum[:]), "go run ./cmd/train lines"} {
				if !strings.Contains(string(card), part) {
					t.Errorf("the card of %s does not have %s for its evaluation of lines", m.Name, part)
				}
			}
		}
		if !strings.Contains(string(table), "("+m.Name+".md)") {
			t.Errorf("README.md does not link the card of %s", m.Name)
		}
	}
}
