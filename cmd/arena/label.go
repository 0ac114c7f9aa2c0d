package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// labels returns a short name for each player, or "" if the name is short already. The label of a
// checkpoint of a run is its step. The label of a path is its last part, or enough parts to tell
// the players apart.
func labels(players []namedPlayer) []string {
	list := make([]string, len(players))
	for i, e := range players {
		if e.step != nil {
			_, phase, _ := strings.Cut(strings.TrimPrefix(e.name, "step-"), "-")
			list[i] = strings.TrimSpace(fmt.Sprintf("step %d %s", *e.step, phase))
			continue
		}
		parts := 1
		for parts < 8 && slices.ContainsFunc(players, func(o namedPlayer) bool {
			return o.name != e.name && shorten(o.name, parts) == shorten(e.name, parts)
		}) {
			parts++
		}
		if short := shorten(e.name, parts); short != e.name {
			list[i] = short
		}
	}
	return list
}

// shorten keeps the last parts of each path in a player's name. Paths are the file of a network and
// the words of a command.
func shorten(name string, parts int) string {
	kind, rest, found := strings.Cut(name, ":")
	if !found {
		return name
	}
	if kind == "net" {
		file, options, limited := strings.Cut(rest, ",")
		short := kind + ":" + strings.TrimSuffix(lastParts(file, parts), ".safetensors")
		if limited {
			short += "," + options
		}
		return short
	}
	words := strings.Fields(rest)
	for i, word := range words {
		words[i] = lastParts(word, parts)
	}
	return kind + ":" + strings.Join(words, " ")
}

// lastParts returns the last n parts of a path. A text without a slash does not change.
func lastParts(path string, n int) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	return strings.Join(parts[max(0, len(parts)-n):], "/")
}

// shortNames replaces the names of players in a text by their labels, longer names first.
func shortNames(text string, players []namedPlayer, labels []string) string {
	order := make([]int, len(players))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return len(players[j].name) - len(players[i].name) })
	var pairs []string
	for _, i := range order {
		if labels[i] != "" {
			pairs = append(pairs, players[i].name, labels[i])
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
