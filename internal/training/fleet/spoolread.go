package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"epaminondas/replay"
)

// readRow reads the games that an earlier process left in a folder. If there are none, it removes
// the folder and returns nil. Games that it cannot read are lost. An unreadable last game does not
// count as lost, because if a crash has cut it off, the worker has never sent it.
func readRow(dir, id string) (*row, error) {
	q := &row{id: id, dir: dir}
	if err := q.readSegments(); err != nil {
		return nil, err
	}
	for len(q.games) > 0 && q.games[len(q.games)-1].record == nil {
		q.games = q.games[:len(q.games)-1]
	}
	q.lost = slices.DeleteFunc(q.lost, func(l Lost) bool { return l.From >= q.next() })
	if len(q.games) > 0 {
		q.sent = q.first
		return q, nil
	}
	for _, s := range q.segments {
		if err := os.Remove(s.path); err != nil {
			return nil, err
		}
	}
	if err := removeRow(dir); err != nil {
		return nil, fmt.Errorf("remove an empty spool: %w", err)
	}
	return nil, nil
}

// removeRow removes the folder of a row without games. A folder with foreign files stays.
func removeRow(dir string) error {
	err := os.Remove(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// readSegments adds the games of all files in the folder, in the order of their numbers.
func (q *row) readSegments() error {
	entries, err := os.ReadDir(q.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".games") {
			if err := q.readSegment(filepath.Join(q.dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// readSegment adds the games of a file. Games that it cannot read are lost if readable games follow
// them.
func (q *row) readSegment(path string) error {
	first, err := strconv.ParseUint(strings.TrimSuffix(filepath.Base(path), ".games"), 16, 63)
	if err != nil {
		return nil // not a file of ours
	}
	if len(q.segments) == 0 {
		q.first = first
	}
	if first < q.next() {
		return fmt.Errorf("%s overlaps the file before it", path)
	}
	q.miss(first)
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	s := segment{path: path, first: first, bytes: int64(len(content))}
	reader, err := replay.NewReader(bytes.NewReader(content))
	for err == nil {
		var record []byte
		if record, err = reader.NextRecord(); err == nil {
			q.games = append(q.games, entry{bytes.Clone(record)})
		}
	}
	if err != io.EOF {
		q.salvage(content)
	}
	s.games = q.next() - first
	q.segments = append(q.segments, s)
	return nil
}

// salvage adds the games of a damaged file that q does not have yet.
func (q *row) salvage(content []byte) {
	for {
		g, after, ok := replay.FindGame(content)
		if !ok {
			return
		}
		content = after
		if number := g.Game.Number; number >= q.next() && number-q.next() < segmentGames {
			q.miss(number)
			q.games = append(q.games, entry{bytes.Clone(g.Record)})
		}
	}
}

// miss records that the games up to a number are lost.
func (q *row) miss(upTo uint64) {
	if q.next() == upTo {
		return
	}
	q.lost = append(q.lost, Lost{Spool: q.id, From: q.next(), To: upTo})
	for q.next() < upTo {
		q.games = append(q.games, entry{})
	}
}
