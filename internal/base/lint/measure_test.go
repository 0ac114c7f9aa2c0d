package lint

import (
	"fmt"
	"go/ast"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

const (
	widest  = 110 // columns of a line
	longest = 30  // words of a sentence
	// So many sentences in a row with so few words read like a telegram.
	telegram, curt = 3, 8
	fullest        = 40 // words of a table's cell
)

// A hit is a place where prose breaks a rule.
type hit struct {
	line int
	what string
}

// forbidden are words that English-speaking readers stumble over, as whole words in any case.
var forbidden = regexp.MustCompile(`(?i)\b(` + strings.Join([]string{
	"whoever", "whomever", "whatever", "to whom", // name the actor or the thing
	"that which", "of those that", "that of", "which is what", "so it is", // relative riddles
	"(?:of|by|from|with|than|for) what",
	"in vain", "vain", "hopes?", "face", "faces", "crown(?:s|ed)?", "proclaim(?:s|ed)?",
	"graft(?:s|ed)?", "recalls?",
	"begun to be",
}, "|") + `)\b`)

// end matches the end of a sentence: a stop and an optional closing quotation mark. Three dots do
// not end a sentence.
var end = regexp.MustCompile(`[^. ][.?!]["')\]*_]*(?:\s+|$)`)

// short matches abbreviations that end with a stop within a sentence.
var short = regexp.MustCompile(`(?i)\b(e\.g|i\.e|etc|vs|cf|al|no|fig|approx)\.$`)

// sentences splits a passage.
func sentences(text string) (parts []string) {
	begin := 0
	for _, at := range end.FindAllStringIndex(text, -1) {
		if short.MatchString(text[:at[0]+2]) {
			continue
		}
		parts = append(parts, text[begin:at[1]])
		begin = at[1]
	}
	if begin < len(text) {
		parts = append(parts, text[begin:])
	}
	return parts
}

// words counts the words of a sentence. A sign alone is not a word.
func words(sentence string) (n int) {
	for word := range strings.FieldsSeq(sentence) {
		if strings.ContainsFunc(word, func(r rune) bool {
			return unicode.IsLetter(r) || unicode.IsDigit(r)
		}) {
			n++
		}
	}
	return n
}

// longSentences returns the sentences that are too long.
func longSentences(passages []passage) (hits []hit) {
	for _, p := range passages {
		for _, s := range sentences(p.text) {
			if n := words(s); n > longest {
				hits = append(hits, hit{p.line, fmt.Sprintf("%d words: %.60s", n, s)})
			}
		}
	}
	return hits
}

// label matches the word before a paragraph, as in **Result.** It is no sentence.
var label = regexp.MustCompile(`\*\*[^*]+\.\*\*`)

// telegrams returns the runs of short sentences. A cell of a table holds phrases, so it does not count.
func telegrams(passages []passage) (hits []hit) {
	for _, p := range passages {
		if p.cell {
			continue
		}
		run := 0
		for _, s := range sentences(label.ReplaceAllString(p.text, "")) {
			if n := words(s); n == 0 || n > curt {
				run = 0
			} else if run++; run == telegram {
				hits = append(hits, hit{p.line, fmt.Sprintf("%d short sentences, up to: %.60s", run, s)})
			}
		}
	}
	return hits
}

// crowdedCells returns the cells of tables that hold a paragraph.
func crowdedCells(source string) (hits []hit) {
	for i, line := range strings.Split(source, "\n") {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "|") {
			continue
		}
		for cell := range strings.SplitSeq(literal.ReplaceAllString(line, "code"), "|") {
			if n := words(cell); n > fullest {
				hits = append(hits, hit{i + 1, fmt.Sprintf("%d words in a cell: %.60s", n, cell)})
			}
		}
	}
	return hits
}

// forbiddenPhrases returns the phrases of [forbidden].
func forbiddenPhrases(passages []passage) (hits []hit) {
	for _, p := range passages {
		for _, phrase := range forbidden.FindAllString(p.text, -1) {
			hits = append(hits, hit{p.line, phrase})
		}
	}
	return hits
}

// unbroken matches text that cannot be split over two lines: links and long literals.
var unbroken = regexp.MustCompile("\\S*(?:://|\\]\\()\\S*|`[^`]{60,}`?|\"[^\"]{60,}\"|\\S{60,}")

// longLines returns the lines that are too long. A tab is four columns. Tables, links and long
// literals do not count.
func longLines(source string) (hits []hit) {
	for i, line := range strings.Split(source, "\n") {
		line = strings.ReplaceAll(line, "\t", "    ")
		if strings.HasPrefix(strings.TrimSpace(line), "|") {
			continue
		}
		n := utf8.RuneCountInString(line)
		if n > widest && utf8.RuneCountInString(unbroken.ReplaceAllString(line, "")) > widest-60 {
			hits = append(hits, hit{i + 1, fmt.Sprintf("%d columns", n)})
		}
	}
	return hits
}

// unnamed returns the doc comments of functions and types that do not begin with the name.
func unnamed(t *testing.T, source string) (hits []hit) {
	files, file := parse(t, source)
	check := func(name *ast.Ident, doc *ast.CommentGroup) {
		if doc == nil || strings.TrimSpace(doc.Text()) == "" {
			return
		}
		text := doc.Text()
		for _, article := range []string{"A ", "An ", "The ", "Deprecated: "} {
			text = strings.TrimPrefix(text, article)
		}
		if rest, ok := strings.CutPrefix(text, name.Name); !ok ||
			strings.IndexFunc(rest, unicode.IsLetter) == 0 {
			hits = append(hits, hit{files.Position(doc.Pos()).Line, name.Name})
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			check(decl.Name, decl.Doc)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok && len(decl.Specs) == 1 && spec.Doc == nil {
					check(spec.Name, decl.Doc)
				} else if ok {
					check(spec.Name, spec.Doc)
				}
			}
		}
	}
	return hits
}
