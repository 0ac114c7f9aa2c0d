package judge

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"epaminondas/game"
)

// Cache saves the results of searches in a file. For a new player the reference then searches only
// the moves that no earlier player has chosen.
//
// The file is text with a line for each judgement. A line has the position, the move or "best", the
// score (with ! if it is a proof) or the best move, and a checksum. Each line is one write, so
// several processes may use a file at once. The reader ignores damaged lines. A nil *Cache saves
// nothing.
type Cache struct {
	mu    sync.Mutex
	file  *os.File
	found map[string]string // answer by question
}

// bestQuestion stands in the place of the move when the question is about the reference's own
// choice.
const bestQuestion = "best"

// openCache opens the cache in a folder for one board, one number of nodes and one [searchDigest].
// It makes the folder if it does not exist.
func openCache(dir string, rules game.Rules, nodes int, digest string) (*Cache, error) {
	name := fmt.Sprintf("%s-%d-%s.txt", rules.FileName(), nodes, digest)
	path := filepath.Join(dir, name)
	fail := func(err error) (*Cache, error) {
		return nil, fmt.Errorf("judge: open the cache %s: %w", path, err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fail(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return fail(err)
	}
	c := &Cache{file: file, found: map[string]string{}}
	if err := c.load(); err != nil {
		return fail(errors.Join(err, file.Close()))
	}
	return c, nil
}

// load reads the undamaged lines. If the last line is incomplete, load ends it.
func (c *Cache) load() error {
	in := bufio.NewReader(c.file)
	for {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err == io.EOF:
			_, err := c.file.WriteString("\n")
			return err
		case err != nil:
			return err
		}
		if question, answer, ok := parseLine(bytes.TrimSuffix(line, []byte("\n"))); ok {
			c.found[question] = answer
		}
	}
}

// formatLine returns the line of a judgement with its checksum.
func formatLine(question, answer string) string {
	text := question + "\t" + answer
	return fmt.Sprintf("%s\t%08x\n", text, crc32.ChecksumIEEE([]byte(text)))
}

// parseLine is the inverse of [formatLine]; ok is false for any other text.
func parseLine(line []byte) (question, answer string, ok bool) {
	end := bytes.LastIndexByte(line, '\t')
	if end < 0 {
		return "", "", false
	}
	text := line[:end]
	sum, err := strconv.ParseUint(string(line[end+1:]), 16, 32)
	if err != nil || uint32(sum) != crc32.ChecksumIEEE(text) {
		return "", "", false
	}
	split := bytes.LastIndexByte(text, '\t')
	if split < 0 {
		return "", "", false
	}
	return string(text[:split]), string(text[split+1:]), true
}

// Len returns the number of judgements in the cache.
func (c *Cache) Len() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.found)
}

// Close closes the file.
func (c *Cache) Close() error {
	if c == nil {
		return nil
	}
	if err := errors.Join(c.file.Sync(), c.file.Close()); err != nil {
		return fmt.Errorf("judge: close the cache: %w", err)
	}
	return nil
}

// get returns the answer to a question about a position.
func (c *Cache) get(s *game.State, question string) (string, bool) {
	if c == nil {
		return "", false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	answer, ok := c.found[s.String()+"\t"+question]
	return answer, ok
}

// put saves an answer.
func (c *Cache) put(s *game.State, question, answer string) error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := s.String() + "\t" + question
	if _, known := c.found[key]; known {
		return nil
	}
	c.found[key] = answer
	if _, err := c.file.WriteString(formatLine(key, answer)); err != nil {
		return fmt.Errorf("judge: keep a judgement: %w", err)
	}
	return nil
}

// choice returns the reference's choice in s.
func (c *Cache) choice(s *game.State) (game.Move, bool) {
	answer, ok := c.get(s, bestQuestion)
	if !ok {
		return game.NoMove, false
	}
	m, err := s.ParseMove(answer, game.RearNotation)
	return m, err == nil
}

func (c *Cache) keepChoice(s *game.State, m game.Move) error {
	return c.put(s, bestQuestion, s.FormatMove(m, game.RearNotation))
}

// verdict returns the reference's verdict on a move of s.
func (c *Cache) verdict(s *game.State, m game.Move) (verdict, bool) {
	answer, ok := c.get(s, s.FormatMove(m, game.RearNotation))
	if !ok {
		return verdict{}, false
	}
	text, proven := strings.CutSuffix(answer, "!")
	score, err := strconv.Atoi(text)
	return verdict{score, proven}, err == nil
}

func (c *Cache) keepVerdict(s *game.State, m game.Move, v verdict) error {
	answer := strconv.Itoa(v.score)
	if v.proven {
		answer += "!"
	}
	return c.put(s, s.FormatMove(m, game.RearNotation), answer)
}
