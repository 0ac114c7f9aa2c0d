package record

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// comment returns the player's report on its move, such as {+0.312 1.25s 20000n}. It leaves out
// missing parts. It returns "" without a report. p must be rounded.
func (p *Ply) comment() string {
	var parts []string
	if p.Judged {
		parts = append(parts, fmt.Sprintf("%+.3f", p.Value))
	}
	if p.Time != 0 {
		parts = append(parts, formatSeconds(p.Time)+"s")
	}
	if p.Nodes != 0 {
		parts = append(parts, strconv.Itoa(p.Nodes)+"n")
	}
	if parts == nil {
		return ""
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// formatSeconds returns a time in seconds, with microseconds if needed.
func formatSeconds(d time.Duration) string {
	text := fmt.Sprintf("%d.%06d", d/time.Second, d%time.Second/time.Microsecond)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// parseComment parses the text between the braces of a comment.
func parseComment(text string) (Ply, error) {
	var p Ply
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return p, fmt.Errorf("the comment {%s} is empty", text)
	}
	for _, part := range fields {
		if !p.parsePart(part) {
			return p, fmt.Errorf(
				"the comment {%.80s}: %.40q is unknown or repeated: want a value such as +0.312, a time such as 1.25s or nodes such as 200n",
				text, part)
		}
	}
	return p, p.validate()
}

// parsePart parses a value, a time or nodes. Each may occur once.
func (p *Ply) parsePart(part string) bool {
	last := len(part) - 1
	switch {
	case part[0] == '+' || part[0] == '-':
		n, ok := parseDecimal(part[1:], 3)
		if part[0] == '-' {
			n = -n
		}
		again := p.Judged
		p.Value, p.Judged = fromThousandths(float64(n)), true
		return ok && !again
	case part[last] == 's':
		n, ok := parseDecimal(part[:last], 6)
		again := p.Time != 0
		p.Time = time.Duration(n) * time.Microsecond
		return ok && !again
	case part[last] == 'n':
		n, err := strconv.ParseUint(part[:last], 10, 63)
		again := p.Nodes != 0
		p.Nodes = int(n)
		return err == nil && !again
	}
	return false
}

// parseDecimal parses a number such as 1.25, with at most 15 digits and at most places digits after
// the point. It returns the number in units of the last place.
func parseDecimal(text string, places int) (int64, bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	if whole == "" || len(fraction) > places || len(whole)+places > 15 {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", places-len(fraction)), 10, 63)
	return int64(n), err == nil
}
