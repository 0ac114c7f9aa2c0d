package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"epaminondas/models"
)

// TestFirstAnswers checks that the page gets answers about each board, with all moves of its start.
func TestFirstAnswers(t *testing.T) {
	all, err := models.All()
	if err != nil {
		t.Fatal(err)
	}
	script, err := firstAnswers(t.Context(), "net", all[0].Checkpoint, all[0].Lines)
	if err != nil {
		t.Fatal(err)
	}
	var encoded string
	if _, err := fmt.Sscanf(string(script.data), "export const packed = %q;", &encoded); err != nil {
		t.Fatalf("%v in %.200s", err, script.data)
	}
	packed, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string]json.RawMessage
	if err := json.Unmarshal([]byte(unpacked(t, string(packed))), &answers); err != nil {
		t.Fatal(err)
	}
	// the list, two for each of four boards, the lesson, and the positions of its seven exercises: its
	// last step is the start of a board
	if len(answers) != 17 {
		t.Errorf("%d answers", len(answers))
	}
	start := answers[`position {"rules":"epaminondas,max_plies=300","start":"","moves":[]}`]
	if !strings.Contains(string(start), `"moves"`) || len(start) < 5000 {
		t.Errorf("the start of 14x12 is %.200s", start)
	}
	const step = `{"rules":"epaminondas:4x6x1","start":".bb./..../..../..../.w../.... w","moves":[]}`
	first, lesson := string(answers["position "+step]), string(answers["lesson {}"])
	if !strings.Contains(first, `"b2-c3"`) || !strings.Contains(lesson, `"b2-c3"`) {
		t.Errorf("the first step of the lesson is %.200s", first)
	}
	if string(answers[`boards {"rules":""}`]) == "" {
		t.Error("no list of boards")
	}
}
