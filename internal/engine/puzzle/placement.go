package puzzle

import (
	"fmt"
	"strings"

	"epaminondas/game"
)

// compact returns the text of a position with a number for each run of empty squares, such as
// "bb3b/6/6/w4w/w w".
func compact(s *game.State) string {
	var text strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			fmt.Fprint(&text, empty)
		}
		empty = 0
	}
	for _, c := range s.Placement() {
		if c == '.' {
			empty++
			continue
		}
		flush()
		text.WriteRune(c)
	}
	return text.String() // it ends with the side to move, so no run is left
}

// expand is the inverse of compact. It leaves anything but numbers as it is.
func expand(text string) string {
	var long strings.Builder
	for i := 0; i < len(text); {
		n, digits := 0, 0
		for ; i+digits < len(text) && '0' <= text[i+digits] && text[i+digits] <= '9' && digits < 2; digits++ {
			n = 10*n + int(text[i+digits]-'0')
		}
		if digits == 0 {
			long.WriteByte(text[i])
			i++
			continue
		}
		long.WriteString(strings.Repeat(".", n))
		i += digits
	}
	return long.String()
}
