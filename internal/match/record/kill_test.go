package record

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"epaminondas/internal/base/durable"
)

// victimFolder is the environment variable that makes the test binary a process to kill.
const victimFolder = "RECORD_TEST_VICTIM"

func TestMain(m *testing.M) {
	if folder := os.Getenv(victimFolder); folder != "" {
		if err := beVictim(folder); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// beVictim appends games from several goroutines, and prints acknowledgements, until it is killed.
func beVictim(folder string) error {
	j, played, err := OpenJournal(folder, manifest)
	if err != nil {
		return err
	}
	var next atomic.Int64
	for _, g := range played {
		next.Store(max(next.Load(), int64(g.Number)+1))
	}
	failed := make(chan error)
	for range 3 {
		go func() {
			for {
				g, err := NewReader(strings.NewReader(shortGame)).Next()
				if err == nil {
					g.Number = int(next.Add(1) - 1)
					err = j.Append(g)
				}
				if err != nil {
					failed <- err
					return
				}
				fmt.Printf("kept %d\n", g.Number)
			}
		}()
	}
	return <-failed
}

// TestJournalSurvivesKill checks that a killed process loses no acknowledged game.
func TestJournalSurvivesKill(t *testing.T) {
	folder := t.TempDir()
	acknowledged := map[int]bool{}
	for round := range 10 {
		killWhileAppending(t, folder, 5+3*round, acknowledged)
		j, played := mustOpen(t, folder)
		there := map[int]bool{}
		for _, g := range played {
			there[g.Number] = true
		}
		for number := range acknowledged {
			if !there[number] {
				t.Fatalf("round %d: game %d was acknowledged and is lost", round+1, number+1)
			}
		}
		text, lines := texts(t, played)
		if content(t, folder, gamesName) != text || content(t, folder, jsonName) != lines {
			t.Fatalf("round %d: the files are not those of the games", round+1)
		}
		j.Close()
	}
	if len(acknowledged) < 10*5 {
		t.Errorf("only %d games were played", len(acknowledged))
	}
}

// killWhileAppending kills a process after it has acknowledged games games.
func killWhileAppending(t *testing.T, folder string, games int, acknowledged map[int]bool) {
	t.Helper()
	victim := exec.Command(os.Args[0])
	victim.Env = append(os.Environ(), victimFolder+"="+folder)
	out, err := victim.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		number, ok := strings.CutPrefix(lines.Text(), "kept ")
		i, err := strconv.Atoi(number)
		if !ok || err != nil {
			t.Fatalf("the process says %q", lines.Text())
		}
		acknowledged[i] = true
		if n == 0 {
			if _, _, err := OpenJournal(folder, manifest); !errors.Is(err, durable.ErrInUse) {
				t.Errorf("a second process can open the journal: error %v", err)
			}
		}
		if n == games {
			time.Sleep(time.Duration(games) * 37 * time.Microsecond) // somewhere within the next game
			if err := victim.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := victim.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}
}
