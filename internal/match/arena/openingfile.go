package arena

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/textfile"
)

// ReadOpenings reads a file of openings, one a line. A line has moves from the start of the board
// in rear notation, with or without numbers (1. a1-a2 h8-h7 2. ...), or a position (rows from the
// top, separated by slashes, then w or b). Text after # is a comment. An opening is an error if it
// is over, breaks the rules, or repeats an earlier position or its mirror image. The error begins
// with the line number.
func ReadOpenings(b *game.Board, r io.Reader) ([]Opening, error) {
	lines := bufio.NewScanner(textfile.NewReader(r))
	var openings []Opening
	seen := map[uint64]int{} // line numbers
	number := 0
	for lines.Scan() {
		number++
		text, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(text) == "" {
			continue
		}
		o, err := parseOpening(b, text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if before := seen[o.State.MirrorHash()]; before != 0 {
			return nil, fmt.Errorf(
				"line %d: this position repeats line %d, perhaps as its mirror image",
				number, before)
		}
		seen[o.State.MirrorHash()] = number
		openings = append(openings, o)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	return openings, nil
}

// AppendOpening appends the moves of an opening from the start of the board, as a line that
// [ReadOpenings] reads.
func AppendOpening(dst []byte, o *Opening) []byte {
	state := o.Start
	for i, m := range o.Moves {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, state.FormatMove(m, game.RearNotation)...)
		state.Play(m)
	}
	return append(dst, '\n')
}

// parseOpening parses a line of a file of openings.
func parseOpening(b *game.Board, text string) (Opening, error) {
	var o Opening
	if strings.Contains(text, "/") {
		state, err := b.ParseState(text)
		if err != nil {
			return o, err
		}
		o = Opening{Start: state, State: state}
	} else {
		o = Opening{Start: b.Start(), State: b.Start()}
		for _, word := range strings.Fields(text) {
			if isMoveNumber(word) {
				continue
			}
			m, err := o.State.ParseMove(word, game.RearNotation)
			if err != nil {
				return o, err
			}
			o.play(m)
		}
		if len(o.Moves) == 0 {
			return o, fmt.Errorf("%.80q has no move and no position: write one, or remove the line", text)
		}
	}
	if outcome, reason := o.State.Outcome(); outcome != game.Ongoing {
		return o, fmt.Errorf("the game is over after the opening: %v, %v", outcome, reason)
	}
	return o, nil
}

// isMoveNumber reports whether a word is a number with a full stop, such as "12.".
func isMoveNumber(word string) bool {
	digits, ok := strings.CutSuffix(word, ".")
	return ok && strings.Trim(digits, "0123456789") == ""
}
