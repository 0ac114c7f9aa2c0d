// Package noun puts a number before a noun: "1 game", "2 games". All texts for people use it, because
// a text with a fixed plural is wrong for one.
package noun

import (
	"fmt"
)

// integer is a type that counts.
type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Count returns a number and its noun. The plural is the noun with an s, or the form that follows.
func Count[N integer](n N, one string, many ...string) string {
	return fmt.Sprintf("%d %s", n, Form(n, one, many...))
}

// Form returns the noun that fits a number. The words of a verb work too: Form(n, "is", "are").
func Form[N integer](n N, one string, many ...string) string {
	switch {
	case n == 1:
		return one
	case len(many) > 0:
		return many[0]
	}
	return one + "s"
}

// Range returns two numbers before a plural: "0 to 1 plies".
func Range[N integer](low, high N, many string) string {
	return fmt.Sprintf("%d to %d %s", low, high, many)
}
