package main

import (
	"slices"
	"testing"
)

// TestLabels checks that a label has only the parts of a path that tell two players apart.
func TestLabels(t *testing.T) {
	step := int64(2000)
	players := []namedPlayer{
		{name: "net:/home/a/runs/one/best.safetensors,sims=8"},
		{name: "net:/home/a/runs/two/best.safetensors,sims=8"}, {name: "net:/My Nets/tiny.safetensors"},
		{name: "ugi:/opt/bin/engine --book /opt/book.txt"}, {name: "alphabeta,nodes=20000"},
		{name: "step-0002000-cool", step: &step},
	}
	want := []string{"net:one/best,sims=8", "net:two/best,sims=8", "net:tiny",
		"ugi:engine --book book.txt", "", "step 2000 cool"}
	got := labels(players)
	if !slices.Equal(got, want) {
		t.Errorf("labels are %q, want %q", got, want)
	}
	text := shortNames("net:/My Nets/tiny.safetensors met net:/home/a/runs/two/best.safetensors,sims=8",
		players, got)
	if text != "net:tiny met net:two/best,sims=8" {
		t.Errorf("the text is %q", text)
	}
}
