//go:build linux

package hub

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"epaminondas/internal/base/powercut"
	"epaminondas/internal/training/fleet/wire"
)

var every = flag.Int("every", 0,
	"cut the power of a machine with hub and ingester, and continue from each `n`-th cut; 0 cuts none")

// Environment variables that make the test binary a machine with a hub and an ingester. They name the
// folder of its run, and the file for the invitation.
const (
	victimRun    = "FLEET_TEST_RUN"
	victimWorker = "FLEET_TEST_WORKER"
)

// The games of the traced machine's worker.
const (
	victimBatches = 4
	victimEach    = 2
)

// TestVictim is the machine that the power cut hits. It is a part of [TestPowerCuts].
func TestVictim(t *testing.T) {
	if os.Getenv(victimRun) == "" {
		t.Skip("only under strace")
	}
	s := newSiteIn(t, os.Getenv(victimRun))
	invite := s.invite("a")
	if err := invite.Save(os.Getenv(victimWorker)); err != nil {
		t.Fatal(err)
	}
	s.ingest()
	s.stream()
	c := s.newCourier(invite, victimBatches, victimEach)
	say := func(what string, n uint64) { fmt.Printf("%s%s %d\n", powercut.NoteMark, what, n) }
	say("games", 0)
	for i := range c.batches {
		c.send(i)
		say("batches", uint64(i+1))
		if i == victimBatches/2 {
			c.await("half of the batches", int(c.batches[i].First)+victimEach)
			say("games", c.receipt())
			s.stop() // the other batches wait in the stream
		}
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// TestPowerCuts cuts the power of a machine with a run, a hub and an ingester, after each change of a
// file. What was not flushed is lost. The worker on another machine then sends its games again. The
// run still has every game with a receipt, and in the end each game exactly once.
func TestPowerCuts(t *testing.T) {
	if *every == 0 {
		t.Skip("takes minutes; -every 20 runs it")
	}
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip(err)
	}
	root, file := t.TempDir(), filepath.Join(t.TempDir(), "a.invite")
	command := exec.Command(os.Args[0], "-test.run", "^TestVictim$")
	command.Env = append(os.Environ(), victimRun+"="+filepath.Join(root, "run"), victimWorker+"="+file)
	log := powercut.NewLog()
	if out, err := powercut.Record(log, root, command); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	invite, err := wire.LoadInvite(file)
	if err != nil {
		t.Fatal(err)
	}
	states, continued, lost := 0, 0, 0
	after := filepath.Join(t.TempDir(), "after")
	for cut := range log.Cuts(2) {
		games, batches, begun := promised(cut.Notes)
		if states++; !begun || states%*every != 0 {
			continue
		}
		continued++
		if err := cut.Tree.Write(after); err != nil {
			t.Fatal(err)
		}
		t.Run(cut.String(), func(t *testing.T) {
			lost += continueFrom(t, filepath.Join(after, "run"), invite, games, batches)
		})
	}
	t.Logf("%d operations, %d states, continued from %d; after %d the hub had lost an acknowledged batch",
		log.Len(), states, continued, lost)
}

// promised returns the games that have receipts and the batches that the hub has acknowledged. begun
// is false if the worker has not joined yet.
func promised(notes []string) (games, batches int, begun bool) {
	for _, text := range notes {
		for line := range strings.Lines(text) {
			note, noted := strings.CutPrefix(strings.TrimSpace(line), powercut.NoteMark)
			what, number, _ := strings.Cut(note, " ")
			n, err := strconv.Atoi(number)
			switch {
			case err != nil || !noted:
			case what == "games":
				games, begun = max(games, n), true
			case what == "batches":
				batches = max(batches, n)
			}
		}
	}
	return games, batches, begun
}

// continueFrom starts the machine after a power cut, and lets the worker send its games again. It
// returns 1 if the hub has lost a batch that it had acknowledged.
func continueFrom(t *testing.T, run string, invite wire.Invite, games, batches int) (lost int) {
	s := newSiteIn(t, run)
	s.tune = func(c *wire.HubConfig) { c.AckWait, c.Duplicates = 500*time.Millisecond, 200*time.Millisecond }
	if n := s.count(); n < int64(games) {
		t.Errorf("%d games are stored, but %d had receipts", n, games)
	}
	s.ingest()
	defer func() { s.stop() }()
	invite.URLs = []string{"tls://" + s.hub.Addr()}
	c := s.newCourier(invite, victimBatches, victimEach)
	s.drained()
	if int(c.decided()) < batches*victimEach {
		lost = 1
	}
	c.finish("after the cut")
	c.download("after the cut")
	return lost
}
