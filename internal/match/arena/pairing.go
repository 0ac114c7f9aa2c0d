package arena

import (
	"fmt"

	"epaminondas/internal/match/player"
)

// Pairing is who meets whom: two players of a tournament, by index.
type Pairing struct {
	A int `json:"a"`
	B int `json:"b"`
}

// Duel pairs the two players of a match.
func Duel() []Pairing { return []Pairing{{0, 1}} }

// Gauntlet pairs the first of n players with each of the others.
func Gauntlet(n int) []Pairing {
	var list []Pairing
	for other := 1; other < n; other++ {
		list = append(list, Pairing{0, other})
	}
	return list
}

// RoundRobin pairs each of n players with each other.
func RoundRobin(n int) []Pairing {
	var list []Pairing
	for a := range n {
		for b := a + 1; b < n; b++ {
			list = append(list, Pairing{a, b})
		}
	}
	return list
}

// Distinct gives contestants of the same name a number, so that "random" and
// "random" may meet: the second is "random#2".
func Distinct(players []player.Contestant) {
	taken := map[string]bool{}
	for i := range players {
		name := players[i].Name
		for n := 2; taken[players[i].Name]; n++ {
			players[i].Name = fmt.Sprintf("%s#%d", name, n)
		}
		taken[players[i].Name] = true
	}
}
