package arena

import (
	"fmt"

	"epaminondas/internal/match/player"
)

// Pairing is two players of a tournament that meet, by index.
type Pairing struct {
	A int `json:"a"`
	B int `json:"b"`
}

// Duel returns the pairing of the two players of a match.
func Duel() []Pairing { return []Pairing{{0, 1}} }

// Gauntlet returns the pairings of the first of n players with each of the others.
func Gauntlet(n int) []Pairing {
	var list []Pairing
	for other := 1; other < n; other++ {
		list = append(list, Pairing{0, other})
	}
	return list
}

// RoundRobin returns the pairings of all n players.
func RoundRobin(n int) []Pairing {
	var list []Pairing
	for a := range n {
		for b := a + 1; b < n; b++ {
			list = append(list, Pairing{a, b})
		}
	}
	return list
}

// Chain returns the pairings of n players of which the first is the opponent of all others, and each other
// one also meets the next two. It suits checkpoints in the order of training, because games between players
// of very different strength say little.
func Chain(n int) []Pairing {
	list := Gauntlet(n)
	for a := 1; a < n; a++ {
		for b := a + 1; b < min(a+3, n); b++ {
			list = append(list, Pairing{a, b})
		}
	}
	return list
}

// Steps returns the pairings of each of n players but the first with the player before it.
func Steps(n int) []Pairing {
	var list []Pairing
	for a := 1; a < n; a++ {
		list = append(list, Pairing{a, a - 1})
	}
	return list
}

// Distinct numbers factories with the same name, so that "random" can meet "random": the second
// becomes "random#2".
func Distinct(players []player.Factory) {
	taken := map[string]bool{}
	for i := range players {
		name := players[i].Name
		for n := 2; taken[players[i].Name]; n++ {
			players[i].Name = fmt.Sprintf("%s#%d", name, n)
		}
		taken[players[i].Name] = true
	}
}
