package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// A passage is prose without line breaks: a paragraph, a list item, a table cell or a comment.
type passage struct {
	line int // first line, from 1
	text string
	cell bool // of a table
}

// A builder joins lines into passages.
type builder struct {
	passages []passage
	open     bool // whether the next line may continue the last passage
}

// add appends a line of text to the open passage, or begins a new passage.
func (b *builder) add(line int, text string) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		b.open = false
	case b.open:
		b.passages[len(b.passages)-1].text += " " + text
	default:
		b.passages = append(b.passages, passage{line: line, text: text})
		b.open = true
	}
}

// alone appends a separate passage.
func (b *builder) alone(line int, text string) {
	b.open = false
	b.add(line, text)
	b.open = false
}

var (
	item    = regexp.MustCompile(`^\s*([-*]|\d+\.)\s+`)
	rule    = regexp.MustCompile(`^[-|: ]+$`)
	image   = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	link    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	literal = regexp.MustCompile("`[^`]*`")
)

// withoutCode empties the lines of the code blocks of a Markdown file.
func withoutCode(source string) string {
	lines := strings.Split(source, "\n")
	code := false
	for i, line := range lines {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		if code || fence {
			lines[i] = ""
		}
		code = code != fence
	}
	return strings.Join(lines, "\n")
}

// markdownPassages returns the prose of a Markdown file without code blocks. A code span counts as
// one word.
func markdownPassages(source string) []passage {
	var b builder
	for i, line := range strings.Split(source, "\n") {
		text := strings.TrimSpace(line)
		text = literal.ReplaceAllString(text, "code")
		text = link.ReplaceAllString(image.ReplaceAllString(text, ""), "$1")
		switch {
		case strings.HasPrefix(text, "|") && rule.MatchString(text):
		case strings.HasPrefix(text, "|"):
			before := len(b.passages)
			for cell := range strings.SplitSeq(text, "|") {
				b.alone(i+1, cell)
			}
			for at := before; at < len(b.passages); at++ {
				b.passages[at].cell = true
			}
		case strings.HasPrefix(text, "#"):
			b.alone(i+1, strings.TrimLeft(text, "# "))
		case item.MatchString(text):
			b.open = false
			b.add(i+1, item.ReplaceAllString(text, ""))
		default:
			b.add(i+1, text)
		}
	}
	return b.passages
}

// commentPassages returns the text of comment lines, each with its line number. A blank comment
// line or a gap ends a passage. An indented line is code.
func commentPassages(lines []passage) []passage {
	var b builder
	last := 0
	for _, line := range lines {
		if line.line != last+1 {
			b.open = false
		}
		last = line.line
		text := literal.ReplaceAllString(strings.TrimPrefix(line.text, " "), "code")
		switch {
		case strings.HasPrefix(text, "  ") && !b.open, strings.HasPrefix(text, "\t"):
			b.open = false
		case item.MatchString(text):
			b.open = false
			b.add(line.line, item.ReplaceAllString(text, ""))
		default:
			b.add(line.line, text)
		}
	}
	return b.passages
}

// parse reads a Go file.
func parse(t *testing.T, source string) (*token.FileSet, *ast.File) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "source.go", source,
		parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return files, file
}

var directive = regexp.MustCompile(`^//(go:|line |export |[a-z0-9]+:[a-z0-9])`)

// goPassages returns the comments of a Go file without its directives.
func goPassages(t *testing.T, source string) (found []passage) {
	files, file := parse(t, source)
	for _, group := range file.Comments {
		var lines []passage
		for _, comment := range group.List {
			if directive.MatchString(comment.Text) {
				continue
			}
			text := strings.TrimSuffix(strings.TrimPrefix(comment.Text, "/*"), "*/")
			for i, line := range strings.Split(strings.TrimPrefix(text, "//"), "\n") {
				lines = append(lines, passage{line: files.Position(comment.Pos()).Line + i, text: line})
			}
		}
		found = append(found, commentPassages(lines)...)
	}
	return found
}

// linePassages returns the comments of a file in which mark begins a comment. A comment after code
// is a separate passage.
func linePassages(source, mark string) (found []passage) {
	var lines []passage
	for i, line := range strings.Split(source, "\n") {
		text := strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(text, mark); ok {
			lines = append(lines, passage{line: i + 1, text: rest})
		} else if _, rest, ok := strings.Cut(text, " "+mark+" "); ok {
			text := strings.TrimSpace(literal.ReplaceAllString(rest, "code"))
			found = append(found, passage{line: i + 1, text: text})
		}
	}
	return append(found, commentPassages(lines)...)
}
