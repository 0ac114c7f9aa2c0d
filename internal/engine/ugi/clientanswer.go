package ugi

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// parseBestMove reads "bestmove MOVE": exactly two words.
func parseBestMove(line string) (string, error) {
	words := strings.Fields(line)
	if len(words) != 2 {
		return "", misconduct(Garbage, "answers %s, want bestmove and one move", quote(line))
	}
	if !isLine(words[1]) || len(words[1]) > maxMove {
		return "", misconduct(Garbage, "answers %s, which is not a move", quote(line))
	}
	return words[1], nil
}

// maxMove is the longest text of a move, in bytes.
const maxMove = 64

// learn reads an info line about the best move. It ignores keys that it does not know, as the
// protocol demands.
func (a *Answer) learn(line string) {
	words := strings.Fields(line)[1:]
	if i := slices.Index(words, "multipv"); i >= 0 && i+1 < len(words) && words[i+1] != "1" {
		return
	}
	for len(words) > 0 {
		key := words[0]
		words = words[1:]
		switch key {
		case "string":
			return
		case "pv":
			if len(words) > 0 {
				a.PV = slices.Clone(words)
			}
			return
		case "depth":
			words = takeCount(&a.Depth, words)
		case "nodes":
			words = takeCount(&a.Nodes, words)
		case "score":
			words = a.judge(words)
		}
	}
}

// takeCount sets *field to the number at the start of words and returns the rest. If words do not
// begin with a number, takeCount changes nothing.
func takeCount(field *int, words []string) []string {
	if len(words) == 0 {
		return nil
	}
	n, err := strconv.ParseInt(words[0], 10, 62)
	if err != nil || n < 0 || n > math.MaxInt {
		return words
	}
	*field = int(n)
	return words[1:]
}

// judge reads a score: "value V [proven]" in [-1, 1], "cp N" in hundredths of a stone, or "mate N".
// It ignores a score that is a bound.
func (a *Answer) judge(words []string) []string {
	if len(words) < 2 {
		return nil
	}
	kind, text, rest := words[0], words[1], words[2:]
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(number) {
		return words
	}
	bound := len(rest) > 0 && (rest[0] == "lowerbound" || rest[0] == "upperbound")
	value, proven := 0.0, false
	switch kind {
	case "value":
		value, proven = number, len(rest) > 0 && rest[0] == "proven"
	case "cp":
		value = fromHundredths(number)
	case "mate":
		value, proven = 1, true
		if number <= 0 { // mate 0: the side to move has lost
			value = -1
		}
	default:
		return words
	}
	if !bound {
		a.Value, a.Judged, a.Proven = float32(max(-1, min(1, value))), true, proven
	}
	return rest
}

// fromHundredths converts hundredths of a stone into a value. It uses the formula that converts an
// Elo difference into an expected score: 400 give odds of ten to one.
func fromHundredths(n float64) float64 { return math.Tanh(n * math.Ln10 / 800) }

// isLine reports whether text can be sent or reported as a line: it is printable and has no line
// break.
func isLine(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsPrint(r) || r == unicode.ReplacementChar
	})
}

// firstWord returns the first word of a line.
func firstWord(line string) string {
	line = strings.TrimSpace(line)
	if end := strings.IndexFunc(line, unicode.IsSpace); end >= 0 {
		return line[:end]
	}
	return line
}

// cutWords returns the rest of the line after the given words.
func cutWords(line string, words ...string) (rest string, ok bool) {
	rest = strings.TrimSpace(line)
	for _, w := range words {
		if firstWord(rest) != w {
			return "", false
		}
		rest = strings.TrimSpace(rest[len(w):])
	}
	return rest, true
}
