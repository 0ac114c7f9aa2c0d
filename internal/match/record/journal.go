package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"epaminondas/internal/base/durable"
)

// Names of the files in a journal's folder.
const (
	manifestName = "match.json"
	gamesName    = "games.txt"
	jsonName     = "games.jsonl"
)

// Files returns the paths of the files of a journal in a folder.
func Files(folder string) []string {
	return []string{filepath.Join(folder, manifestName), filepath.Join(folder, gamesName),
		filepath.Join(folder, jsonName)}
}

// Journal saves the games of a match in a folder during the match. After a crash the match
// continues from all acknowledged games:
//
//	match.json   what is being played
//	games.txt    the games, in the order in which they were finished
//	games.jsonl  the same as JSON lines; rebuilt from games.txt where the two differ
//
// Several goroutines may use it.
type Journal struct {
	folder string
	disk   durable.Disk
	text   durable.File // games.txt; holds the lock of the folder

	mu      sync.Mutex
	files   [2]journalFile // games.txt and games.jsonl
	numbers map[int]int    // by game: the line on which it begins, 0 for games appended after opening
	failed  error          // the error of the first write that failed
}

// journalFile is a file to append to.
type journalFile interface {
	io.Writer
	Sync() error
	Close() error
}

// OpenJournal opens the journal in a folder and returns its games. It makes the folder if it does
// not exist. The manifest describes the match. OpenJournal writes it as JSON; if the folder has a
// manifest, both must be equal, and the error names the first difference. If the process or the
// machine died while it wrote a game, OpenJournal removes the partial game from the end of the
// file. Any other fault is an error that names the line. The error wraps [durable.ErrInUse] if the
// journal is open already.
func OpenJournal(folder string, manifest any) (*Journal, []Game, error) {
	return openJournal(durable.OS{}, folder, manifest)
}

// openJournal is [OpenJournal] on a disk.
func openJournal(disk durable.Disk, folder string, manifest any) (*Journal, []Game, error) {
	j := &Journal{folder: folder, disk: disk, numbers: map[int]int{}}
	played, err := j.open(manifest)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("record: journal %s: %w", folder, err), j.Close())
	}
	return j, played, nil
}

func (j *Journal) open(manifest any) ([]Game, error) {
	files := durable.Files{Disk: j.disk}
	if err := files.MkdirAll(j.folder); err != nil {
		return nil, err
	}
	text, err := j.disk.OpenFile(filepath.Join(j.folder, gamesName), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j.text, j.files[0] = text, text
	if err := durable.Lock(text); err != nil {
		return nil, err
	}
	info, err := text.Stat()
	if err != nil {
		return nil, err
	}
	if err := settleManifest(files, filepath.Join(j.folder, manifestName),
		manifest, info.Size() > 0); err != nil {
		return nil, err
	}
	played, err := j.readText(info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s, %w", gamesName, err)
	}
	if err := j.repairJSON(played); err != nil {
		return nil, err
	}
	return played, j.disk.SyncFolder(j.folder) // all three names exist now
}

// readText reads games.txt and removes a partial game from its end. The file is then ready for the
// next game.
func (j *Journal) readText(size int64) ([]Game, error) {
	var played []Game
	reader := NewReader(j.text)
	for {
		g, err := reader.next()
		switch {
		case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
			return played, j.cut(reader.kept)
		case !reader.lines.whole && (reader.headed || size < int64(len(Header))):
			return played, j.cut(reader.kept)
		case err != nil && j.tornAtEnd(reader.kept):
			return played, j.cut(reader.kept)
		case err != nil:
			return nil, err
		}
		if line, again := j.numbers[g.Number]; again {
			return nil, fmt.Errorf("line %d: game %d repeats the game of line %d",
				reader.began, g.Number+1, line)
		}
		j.numbers[g.Number] = reader.began
		played = append(played, *g)
	}
}

// tornAtEnd reports whether, from an offset on, games.txt is one game or header with parts missing
// after a power cut. A disk writes the sectors of a game in any order, and an unwritten sector
// reads as zeros. Append flushes each game, so zeros in an earlier game are damage.
func (j *Journal) tornAtEnd(from int64) bool {
	if _, err := j.text.Seek(from, io.SeekStart); err != nil {
		return false
	}
	rest, err := io.ReadAll(j.text)
	if err != nil || bytes.IndexByte(rest, 0) < 0 {
		return false
	}
	if from == 0 {
		return len(rest) <= len(Header)
	}
	return bytes.LastIndex(rest, []byte("\n[Game ")) <= 0 // each game begins with an empty line
}

// cut ends games.txt after its last whole game or after the header. The caller will rely on the
// rest, so cut flushes it even if it was not acknowledged.
func (j *Journal) cut(end int64) error {
	if err := truncate(j.text, end); err != nil {
		return err
	}
	if end == 0 {
		if _, err := io.WriteString(j.text, Header); err != nil {
			return err
		}
	}
	return j.text.Sync()
}

// truncate cuts a file at an offset and moves the file position there.
func truncate(f durable.File, end int64) error {
	if err := f.Truncate(end); err != nil {
		return err
	}
	_, err := f.Seek(end, io.SeekStart)
	return err
}

// repairJSON makes games.jsonl agree with games.txt: it rewrites the file from the first difference
// on.
func (j *Journal) repairJSON(played []Game) error {
	f, err := j.disk.OpenFile(filepath.Join(j.folder, jsonName), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	j.files[1] = f
	same, end, err := commonGames(f, played)
	if err != nil {
		return err
	}
	if err := truncate(f, end); err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	var line []byte
	for i := range played[same:] {
		if line, err = played[same+i].AppendJSON(line[:0]); err != nil {
			return err
		}
		out.Write(line)
	}
	return out.Flush()
}

// commonGames compares games with the start of a file of JSON lines. It returns the number of games
// that agree, and the offset after the last of them.
func commonGames(f io.Reader, games []Game) (same int, end int64, err error) {
	in := bufio.NewReader(f)
	var want, got []byte
	for i := range games {
		if want, err = games[i].AppendJSON(want[:0]); err != nil {
			return 0, 0, err
		}
		got = append(got[:0], want...)
		if _, err := io.ReadFull(in, got); err == io.EOF || err == io.ErrUnexpectedEOF ||
			!bytes.Equal(got, want) {
			return i, end, nil
		} else if err != nil {
			return 0, 0, err
		}
		end += int64(len(want))
	}
	return len(games), end, nil
}

// Append adds a finished game. When it returns nil the game survives a crash of the process or the
// machine. If the game cannot be written or its number exists already, the journal does not change.
// After a failure of the disk every further call fails, and opening the journal again repairs it.
func (j *Journal) Append(g *Game) error {
	text, err := g.AppendText(nil)
	if err != nil {
		return err
	}
	line, err := g.AppendJSON(nil)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed != nil {
		return j.failed
	}
	if _, again := j.numbers[g.Number]; again {
		return fmt.Errorf("record: journal %s: game %d exists already", j.folder, g.Number+1)
	}
	if err := j.write(text, line); err != nil {
		j.failed = fmt.Errorf("record: journal %s: write game %d: %w", j.folder, g.Number+1, err)
		return j.failed
	}
	j.numbers[g.Number] = 0
	return nil
}

// write appends to both files. Only the text must be flushed, because the JSON can be rebuilt from
// it.
func (j *Journal) write(text, line []byte) error {
	if _, err := j.files[0].Write(text); err != nil {
		return err
	}
	if err := j.files[0].Sync(); err != nil {
		return err
	}
	_, err := j.files[1].Write(line)
	return err
}

// Close closes the files and releases the folder.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	var err error
	for i, f := range j.files {
		if f != nil {
			err = errors.Join(err, f.Sync(), f.Close())
			j.files[i] = nil
		}
	}
	if j.failed == nil {
		j.failed = fmt.Errorf("record: journal %s: the journal is closed", j.folder)
	}
	return err
}
