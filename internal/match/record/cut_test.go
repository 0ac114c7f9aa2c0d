package record

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/powercut"
)

// keepGames opens a journal in root/a/match on a disk twice, and appends a game each time. It notes
// each acknowledged game.
func keepGames(disk *powercut.Disk, root string, games []Game) error {
	for i := range games {
		j, _, err := openJournal(disk, filepath.Join(root, "a", "match"), manifest)
		if err != nil {
			return err
		}
		if err = j.Append(&games[i]); err == nil {
			disk.Log.Note("game")
		}
		if err := errors.Join(err, j.Close()); err != nil {
			return err
		}
	}
	return nil
}

// TestJournalSurvivesPowerCuts checks that after a power cut a journal has each game that it
// acknowledged, and that it continues.
func TestJournalSurvivesPowerCuts(t *testing.T) {
	root, games := t.TempDir(), numbered(t, 3)
	disk := powercut.NewDisk(root)
	if err := keepGames(disk, root, games); err != nil {
		t.Fatal(err)
	}
	after, cuts := filepath.Join(t.TempDir(), "after"), 0
	for cut := range disk.Log.Cuts(20) {
		cuts++
		if err := cut.Tree.Write(after); err != nil {
			t.Fatal(err)
		}
		if err := goOn(filepath.Join(after, "a", "match"), games, len(cut.Notes)); err != nil {
			t.Errorf("%v: %v", cut, err)
		}
	}
	if cuts < 40 {
		t.Errorf("%d cuts", cuts)
	}
}

// goOn opens a journal that must have the acknowledged games, and appends the rest.
func goOn(folder string, games []Game, acknowledged int) error {
	j, played, err := openJournal(powercut.NoSync{}, folder, manifest)
	if err != nil {
		return err
	}
	defer j.Close()
	if len(played) < acknowledged {
		return fmt.Errorf("the journal has %d games, but %d were acknowledged", len(played), acknowledged)
	}
	for i := range games[len(played):] {
		if err := j.Append(&games[len(played)+i]); err != nil {
			return err
		}
	}
	return nil
}

// TestJournalSurvivesSecondPowerCut checks that a journal that was rebuilt after a power cut
// survives the next one.
func TestJournalSurvivesSecondPowerCut(t *testing.T) {
	root, games := t.TempDir(), numbered(t, 1)
	disk := powercut.NewDisk(root)
	folder := filepath.Join(root, "a", "match")
	files := durable.Files{Disk: disk}
	match, err := marshal(manifest, "")
	if err != nil {
		t.Fatal(err)
	}
	// The first power cut left the manifest but no games.txt.
	if err := errors.Join(files.MkdirAll(folder),
		writeManifest(files, filepath.Join(folder, manifestName), match)); err != nil {
		t.Fatal(err)
	}
	if err := keepGames(disk, root, games); err != nil {
		t.Fatal(err)
	}
	after := filepath.Join(t.TempDir(), "after")
	for cut := range disk.Log.Cuts(4) {
		if err := cut.Tree.Write(after); err != nil {
			t.Fatal(err)
		}
		if err := goOn(filepath.Join(after, "a", "match"), games, len(cut.Notes)); err != nil {
			t.Errorf("%v: %v", cut, err)
		}
	}
}

// TestJournalSurvivesFaults checks that for every operation that fails, the error names the folder
// and the cause. No acknowledged game may be lost, and once the disk is sound the journal
// continues.
func TestJournalSurvivesFaults(t *testing.T) {
	games := numbered(t, 3)
	for _, cause := range []error{syscall.ENOSPC, syscall.EIO} {
		faults := powercut.Faults(func(at int) bool {
			root := t.TempDir()
			disk := powercut.NewDisk(root)
			disk.Fail(at, cause)
			err := keepGames(disk, root, games)
			failed := disk.Failed()
			if failed && (!errors.Is(err, cause) || !strings.Contains(err.Error(), root)) || !failed &&
				err != nil {
				t.Errorf("operation %d: error %v, want one that names %s and says %v", at, err, root, cause)
			}
			if err := goOn(filepath.Join(root, "a", "match"), games, disk.Log.Notes()); err != nil {
				t.Errorf("operation %d: on a sound disk: %v", at, err)
			}
			return failed
		})
		if faults < 40 {
			t.Errorf("%d operations can fail", faults)
		}
	}
}
