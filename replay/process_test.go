package replay

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// childVariable is an environment variable that turns the test binary into a writer: "PATH SEED
// GAMES".
const childVariable = "REPLAY_TEST_WRITER"

func TestMain(m *testing.M) {
	if task := os.Getenv(childVariable); task != "" {
		if err := writeGames(task); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

// writeGames appends games and writes the number of each to stdout once the store has it.
func writeGames(task string) error {
	fields := strings.Split(task, "\n")
	seed, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(fields[2])
	if err != nil {
		return err
	}
	st, err := Open(fields[0])
	if err != nil {
		return err
	}
	defer st.Close()
	g, err := writtenGame()
	if err != nil {
		return err
	}
	for g.Seed = seed; g.Number < uint64(n); g.Number++ {
		_, err := st.Append(context.Background(), g)
		if errors.Is(err, ErrDuplicate) {
			continue
		}
		if err != nil {
			return err
		}
		fmt.Println(g.Number)
	}
	return nil
}

// writtenGame returns the game that a writer appends again and again.
func writtenGame() (*Game, error) {
	record, err := os.ReadFile(filepath.Join("testdata", "record-v1"))
	if err != nil {
		return nil, err
	}
	g, err := DecodeGame(record)
	if err == nil {
		g.Number = 0
	}
	return g, err
}

// earlyGames is the number of a writer's acknowledgements for which a test can wait.
const earlyGames = 2

// writer is a child process that appends games.
type writer struct {
	command *exec.Cmd
	errors  strings.Builder
	early   chan struct{} // one for each of the first acknowledgements; closed at the end
	done    chan struct{} // closed at the end
	numbers []uint64      // acknowledged, complete once done is closed
}

func startWriter(t *testing.T, path string, seed uint64, n int) *writer {
	t.Helper()
	w := &writer{command: exec.Command(os.Args[0]), early: make(chan struct{}, earlyGames),
		done: make(chan struct{})}
	w.command.Env = append(os.Environ(), fmt.Sprintf("%s=%s\n%d\n%d", childVariable, path, seed, n))
	w.command.Stderr = &w.errors
	out, err := w.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.command.Start(); err != nil {
		t.Fatal(err)
	}
	go w.read(out)
	return w
}

func (w *writer) read(out io.Reader) {
	defer close(w.done)
	defer close(w.early)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		n, err := strconv.ParseUint(lines.Text(), 10, 64)
		if err != nil {
			break
		}
		w.numbers = append(w.numbers, n)
		if len(w.numbers) <= earlyGames {
			w.early <- struct{}{}
		}
	}
}

// end waits for the end of the process.
func (w *writer) end() error {
	<-w.done
	return w.command.Wait()
}

// TestKilledWriters kills writers at random moments. Every second writer dies while it creates or
// opens the database, or just after that. The others die after they have begun to write. The
// database must be sound and have all acknowledged games.
func TestKilledWriters(t *testing.T) {
	const kills, perDatabase = 50, 10
	rng := newRand(50)
	acknowledged := 0
	for first := 0; first < kills; first += perDatabase {
		path := filepath.Join(t.TempDir(), "run.db")
		written := map[uint64][]uint64{}
		for kill := first; kill < first+perDatabase; kill++ {
			w := startWriter(t, path, uint64(kill), 1<<30)
			if kill%2 == 0 {
				for range earlyGames {
					<-w.early
				}
			}
			time.Sleep(time.Duration(rng.Int64N(int64(60 * time.Millisecond))))
			if err := w.command.Process.Kill(); err != nil {
				t.Fatalf("the writer ended by itself: %v, %s", err, w.errors.String())
			}
			w.end()
			if message := w.errors.String(); message != "" {
				t.Fatalf("kill %d: the writer failed before: %s", kill, message)
			}
			written[uint64(kill)] = w.numbers
			acknowledged += len(w.numbers)
		}
		checkStore(t, path, written)
	}
	if acknowledged < kills {
		t.Errorf("%d games were acknowledged in %d lives: too few to test anything", acknowledged, kills)
	}
	t.Logf("%d kills, %d acknowledged games", kills, acknowledged)
}

// checkStore checks that a database is sound, has the acknowledged games by seed, and has each game
// at most once.
func checkStore(t *testing.T, path string, acknowledged map[uint64][]uint64) {
	t.Helper()
	ctx := context.Background()
	st := openStore(t, path)
	var check string
	if err := st.db.QueryRow(`PRAGMA integrity_check`).Scan(&check); err != nil || check != "ok" {
		t.Fatalf("integrity_check says %q, error %v", check, err)
	}
	want, err := writtenGame()
	if err != nil {
		t.Fatal(err)
	}
	for seed, numbers := range acknowledged {
		there := numbersOf(t, st, seed)
		if slices.Sort(numbers); len(there) < len(numbers) || !slices.Equal(there[:len(numbers)], numbers) {
			t.Fatalf("seed %d: acknowledged %v, there are %v", seed, numbers, there)
		}
		// A writer appends one game at a time, so the database has at most one game without an
		// acknowledgement.
		if len(there) > len(numbers)+1 {
			t.Fatalf("seed %d: %d games acknowledged, %d there", seed, len(numbers), len(there))
		}
	}
	err = st.Each(ctx, 1, func(_ int64, g *Game) error {
		want.Seed, want.Number = g.Seed, g.Number
		sameGame(t, want, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestManyProcesses runs three processes that write the same games into a new database. The
// database must take each game from one process only.
func TestManyProcesses(t *testing.T) {
	const n = 60
	path := filepath.Join(t.TempDir(), "run.db")
	var writers []*writer
	for range 3 {
		writers = append(writers, startWriter(t, path, 1, n))
	}
	var all []uint64
	for _, w := range writers {
		if err := w.end(); err != nil {
			t.Fatalf("%v: %s", err, w.errors.String())
		}
		all = append(all, w.numbers...)
	}
	slices.Sort(all)
	if len(all) != n || len(slices.Compact(all)) != n {
		t.Fatalf("acknowledged %v, want 0 to %d once each", all, n-1)
	}
	checkStore(t, path, map[uint64][]uint64{1: all})
}
