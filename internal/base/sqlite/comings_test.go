package sqlite

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// comingsVariable names the database of the process that comes and goes.
const comingsVariable = "EPAMINONDAS_TEST_COMINGS"

// TestComings opens, changes and closes a database again and again, as the process that
// TestReadOnlyWhileWritersComeAndGo starts.
func TestComings(t *testing.T) {
	path := os.Getenv(comingsVariable)
	if path == "" {
		t.Skip("only TestReadOnlyWhileWritersComeAndGo runs this")
	}
	for i := 0; ; i++ {
		db, err := Open(path)
		if err == nil {
			_, err = db.Exec(`INSERT INTO t VALUES (?)`, i)
			err = errors.Join(err, db.Close())
		}
		if err != nil && !IsBusy(err) {
			t.Fatal(err)
		}
	}
}

// TestReadOnlyWhileWritersComeAndGo reads a database that another process opens, changes and closes all
// the time. A read may be disturbed, but it does not fail for another reason.
func TestReadOnlyWhileWritersComeAndGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	openTable(t, path).Close()
	writer := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestComings$")
	writer.Env = append(os.Environ(), comingsVariable+"="+path)
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		writer.Process.Kill()
		err := writer.Wait()
		if runtime.GOOS != "windows" && writer.ProcessState.ExitCode() >= 0 { // not killed by a signal
			t.Errorf("the writer ended by itself: %v", err)
		}
	}()
	read := func() (err error) {
		r, err := OpenReadOnly(path)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, r.Close()) }()
		var n int
		err = r.DB.QueryRow(`SELECT count(*) FROM t`).Scan(&n)
		return errors.Join(err, r.Confirm())
	}
	sound, disturbed := 0, 0
	for began := time.Now(); time.Since(began) < time.Second; {
		switch err := read(); {
		case err == nil:
			sound++
		case IsDisturbed(err):
			disturbed++
		default:
			t.Fatalf("after %d sound reads: %v", sound, err)
		}
	}
	t.Logf("%d sound reads, %d disturbed ones", sound, disturbed)
	if sound == 0 || disturbed == 0 {
		t.Errorf("%d reads are sound, and %d disturbed", sound, disturbed)
	}
}
