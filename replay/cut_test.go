package replay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/base/powercut"
)

// keepGames opens a games file on a disk once for each game, and appends it. It records each
// acknowledged game.
func keepGames(disk *powercut.Disk, path string, played []*Game) error {
	for _, g := range played {
		f, err := openOn(disk, path)
		if err != nil {
			return err
		}
		if err = f.Append(g); err == nil {
			disk.Log.Note("game")
		}
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// goOn repairs a games file and appends the missing games. The file must have the acknowledged
// games.
func goOn(path string, played []*Game, acknowledged int) error {
	if _, err := RepairFile(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	f, err := openOn(powercut.NoSync{}, path)
	if err != nil {
		return err
	}
	defer f.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	there, err := readAll(bytes.NewReader(content))
	if err != nil || len(there) < acknowledged {
		return fmt.Errorf("%d games are there, %d were acknowledged: %w", len(there), acknowledged, err)
	}
	for _, g := range played[len(there):] {
		if err := f.Append(g); err != nil {
			return err
		}
	}
	return nil
}

// After a power cut a games file has all acknowledged games, and takes new ones.
func TestFileSurvivesPowerCuts(t *testing.T) {
	root, played := t.TempDir(), games(game.MustBoard(boards[2]), 3, 3)
	disk := powercut.NewDisk(root)
	if err := keepGames(disk, filepath.Join(root, "games"), played); err != nil {
		t.Fatal(err)
	}
	after, cuts := filepath.Join(t.TempDir(), "after"), 0
	for cut := range disk.Log.Cuts(30) {
		cuts++
		if err := cut.Tree.Write(after); err != nil {
			t.Fatal(err)
		}
		if err := goOn(filepath.Join(after, "games"), played, len(cut.Notes)); err != nil {
			t.Errorf("%v: %v", cut, err)
		}
	}
	if cuts < 15 {
		t.Errorf("%d cuts", cuts)
	}
}

// A power cut during the creation of a database can leave a journal and all pages but the first.
// Open then creates the database again. Without the journal the file may belong to the user.
func TestStoreSurvivesPowerCutWhileMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.db")
	if err := os.WriteFile(path, make([]byte, 3*4096), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); !errors.Is(err, ErrForeign) {
		t.Errorf("without a journal: error %v, want %v", err, ErrForeign)
	}
	journal := make([]byte, 512) // https://www.sqlite.org/fileformat.html, 3: no page is to be restored
	copy(journal, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
	binary.BigEndian.PutUint32(journal[20:], 512)
	binary.BigEndian.PutUint32(journal[24:], 4096)
	if err := os.WriteFile(path+"-journal", journal, 0o644); err != nil {
		t.Fatal(err)
	}
	st, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}

// A killed process may leave a file that it had not flushed. The next process makes it durable.
func TestFileSurvivesKillAndPowerCut(t *testing.T) {
	root, played := t.TempDir(), games(game.MustBoard(boards[0]), 1, 3)
	disk, path := powercut.NewDisk(root), filepath.Join(root, "games")
	record, err := EncodeGame(played[0])
	if err != nil {
		t.Fatal(err)
	}
	killed, err := disk.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = killed.Write(AppendFrame([]byte(FileMagic), record))
	}
	if err := errors.Join(err, killed.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := openOn(disk, path)
	if err != nil {
		t.Fatal(err)
	}
	disk.Log.Note("game")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for cut := range disk.Log.Cuts(4) {
		if there, err := readAll(bytes.NewReader(cut.Tree["games"])); len(cut.Notes) > 0 &&
			(err != nil || len(there) != 1) {
			t.Errorf("%v: %d games, %v", cut, len(there), err)
		}
	}
}

// If any operation fails, the error names the file and the cause, and no acknowledged game is lost.
// When the disk is sound again, the file takes new games.
func TestFileSurvivesFaults(t *testing.T) {
	played := games(game.MustBoard(boards[0]), 3, 3)
	for _, cause := range []error{syscall.ENOSPC, syscall.EIO} {
		faults := powercut.Faults(func(at int) bool {
			root := t.TempDir()
			disk, path := powercut.NewDisk(root), filepath.Join(root, "games")
			disk.Fail(at, cause)
			err := keepGames(disk, path, played)
			failed := disk.Failed()
			if failed && (!errors.Is(err, cause) || !strings.Contains(err.Error(), path)) ||
				!failed && err != nil {
				t.Errorf("operation %d: error %v, want one that names %s and says %v", at, err, path, cause)
			}
			if err := goOn(path, played, disk.Log.Notes()); err != nil {
				t.Errorf("operation %d: on a sound disk: %v", at, err)
			}
			return failed
		})
		if faults < 15 {
			t.Errorf("%d operations can fail", faults)
		}
	}
}
