package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"epaminondas/game"
)

// maxLine is the longest line of a file of games, in bytes.
const maxLine = 1 << 20

// Reader reads a file of games, one game at a time.
type Reader struct {
	lines  *lines
	boards boards
	err    error // the error that ended reading
	headed bool  // the header was read
	kept   int64 // offset after the last whole line that was a header or ended a game

	game    *Game // the game in progress, nil between games
	began   int   // first line of the game
	tags    map[string]bool
	inMoves bool // whether the tags have ended
	plies   []Ply
	state   game.State
	number  Numbering
	said    bool // whether a comment followed the last move
}

// NewReader returns a reader of the output of [Game.AppendText].
func NewReader(r io.Reader) *Reader { return &Reader{lines: newLines(r, maxLine)} }

// Next returns the next game, or io.EOF after the last. It replays the moves and checks the end. It
// skips unknown tags and lines that begin with a percent sign. Any other error names the line and
// the fault, and ends reading. The error wraps [io.ErrUnexpectedEOF] if the file ends within a
// game.
func (r *Reader) Next() (*Game, error) {
	g, err := r.next()
	if err != nil && err != io.EOF {
		err = fmt.Errorf("record: games, %w", err)
	}
	return g, err
}

// next is Next without the package name in its error.
func (r *Reader) next() (*Game, error) {
	for r.err == nil {
		line, err := r.lines.next()
		if err == io.EOF {
			err = r.atEnd()
		} else if err == nil {
			var g *Game
			if g, err = r.line(string(line)); g != nil && err == nil {
				r.keep()
				return g, nil
			}
		}
		if err != nil && err != io.EOF {
			err = fmt.Errorf("line %d: %w", r.lines.number, err)
		}
		r.err = err
	}
	return nil, r.err
}

// keep records that everything up to here is whole.
func (r *Reader) keep() {
	if r.lines.whole {
		r.kept = r.lines.offset
	}
}

// atEnd returns the error for the end of the file.
func (r *Reader) atEnd() error {
	switch {
	case !r.headed:
		return errNoHeader
	case r.game != nil:
		return fmt.Errorf("the last game has no result: %w", io.ErrUnexpectedEOF)
	}
	return io.EOF
}

var errNoHeader = fmt.Errorf("this is not a file of games: it does not begin with %q",
	strings.TrimSuffix(Header, "\n"))

// line parses a line. If the line ends a game, line returns the game.
func (r *Reader) line(text string) (*Game, error) {
	switch {
	case strings.HasPrefix(text, FormatName):
		return nil, r.header(text[len(FormatName):])
	case !r.headed:
		return nil, errNoHeader
	case text == "" || text[0] == '%':
		return nil, nil
	case text[0] == '[':
		return nil, r.tag(text)
	}
	if r.game == nil {
		return nil, fmt.Errorf("there are no tags before %.80q", text)
	}
	return r.moves(text)
}

// header parses the version in a header. A damaged header is not kept.
func (r *Reader) header(version string) error {
	if err := CheckVersion(version); err != nil {
		return err
	}
	r.headed = true
	if r.game == nil {
		r.keep()
	}
	return nil
}

// CheckVersion refuses the formats of later programs. Its text is the version in a header or in JSON.
func CheckVersion(text string) error {
	switch n, err := strconv.Atoi(text); {
	case err != nil || n < 1:
		return fmt.Errorf("the version of the format is %.80q, want %d", text, formatVersion)
	case n > formatVersion:
		return newerVersion(n)
	}
	return nil
}

// newerVersion returns the error for games of a later format.
func newerVersion(n int) error {
	return fmt.Errorf(
		"the games have version %d, but this program reads version %d: use a newer program",
		n, formatVersion)
}

// moves parses a line of numbers, moves, comments and perhaps the result.
func (r *Reader) moves(text string) (*Game, error) {
	if !r.inMoves {
		if err := r.begin(); err != nil {
			return nil, err
		}
	}
	for text != "" {
		if comment, ok := strings.CutPrefix(text, "{"); ok {
			end := strings.IndexAny(comment, "{}")
			if end < 0 || comment[end] == '{' {
				return nil, fmt.Errorf("the comment %.80q has no end on its line", text)
			}
			if err := r.comment(comment[:end]); err != nil {
				return nil, err
			}
			text = strings.TrimLeft(comment[end+1:], " \t")
			continue
		}
		end := strings.IndexAny(text, " \t{")
		if end < 0 {
			end = len(text)
		}
		word, rest := text[:end], strings.TrimLeft(text[end:], " \t")
		if outcome, ok := outcomeOf(word); ok {
			if rest != "" {
				return nil, fmt.Errorf("%.80q follows the result on its line", rest)
			}
			return r.end(outcome)
		}
		if err := r.word(word); err != nil {
			return nil, err
		}
		text = rest
	}
	return nil, nil
}

// begin sets up the board after the tags.
func (r *Reader) begin() error {
	for _, name := range []string{"Game", "Rules", "White", "Black", "Seed",
		"OpeningPlies", "Result", "Ending"} {
		if !r.tags[name] {
			return fmt.Errorf("the game has no tag %s", name)
		}
	}
	if err := r.game.validate(); err != nil {
		return err
	}
	state, err := r.boards.first(r.game)
	if err != nil {
		return err
	}
	r.state, r.number = state, NumberFrom(&state)
	r.inMoves, r.said = true, true
	r.game.Plies = r.plies[:0]
	return nil
}

// word parses the number of a move, or a move.
func (r *Reader) word(text string) error {
	if strings.HasSuffix(text, ".") {
		if want := r.number.String(); text != want {
			return fmt.Errorf("the move number is %.20q, want %s", text, want)
		}
		return nil
	}
	if err := r.game.play(&r.state, text, Ply{}); err != nil {
		return err
	}
	r.number.next()
	r.said = false
	return nil
}

// comment parses the player's report on the last move.
func (r *Reader) comment(text string) error {
	if r.said {
		return fmt.Errorf("the comment {%.80s} does not follow a move", text)
	}
	said, err := parseComment(text)
	if err != nil {
		return err
	}
	last := &r.game.Plies[len(r.game.Plies)-1]
	said.Move = last.Move
	*last, r.said = said, true
	return nil
}

// end checks the result of the game against its moves.
func (r *Reader) end(outcome game.Outcome) (*Game, error) {
	g := r.game
	if g.Outcome != outcome {
		return nil, fmt.Errorf("the tag Result is %v, but the moves end with %v", g.Outcome, outcome)
	}
	if err := g.settle(&r.state); err != nil {
		return nil, err
	}
	r.plies = g.Plies
	g.Plies = append([]Ply(nil), r.plies...)
	r.game, r.inMoves = nil, false
	return g, nil
}
