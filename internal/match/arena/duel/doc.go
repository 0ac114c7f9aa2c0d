// Package duel compares networks: by a match, and by the judge of their moves. Everything but the
// networks is equal, unless a network has a search of its own.
package duel
