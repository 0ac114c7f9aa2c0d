package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// An attack is a way to harm the programs. It attacks in rounds, each in a folder of its own.
type attack interface {
	// round harms a run at most count times and counts in t. The error is a fault if a check
	// failed.
	round(ctx context.Context, dir string, rng *rand.Rand, count int, t *tally) error
}

// attackNames are the names of all attacks, in the order of the table.
func attackNames() []string {
	return []string{"train", "writers", "serial", "arena", "file", "play", "damage"}
}

// newAttack returns the attack of a name.
func newAttack(w *workshop, name string, notes io.Writer) attack {
	switch name {
	case "train":
		return trainAttack{w, 0}
	case "writers":
		return trainAttack{w, 2}
	case "serial":
		return serialRun(w)
	case "arena":
		return match(w)
	case "file":
		return gamesFile(w)
	case "play":
		return playAttack{w}
	}
	return &damageAttack{workshop: w, notes: notes}
}

// A tally counts what an attack did.
type tally struct {
	name    string
	wanted  int
	done    int            // kills or damages
	rounds  int            // each with its own folder
	ended   int            // processes that ended before the kill
	counted map[string]int // acknowledged things, or answers of programs
	faults  []string
}

// count adds to the counter of a name.
func (t *tally) count(name string, n int) { t.counted[name] += n }

// A campaign makes rounds of all attacks in turn.
type campaign struct {
	workshop *workshop
	options  options
	attacks  []attack
	tallies  []*tally
	began    time.Time
	told     time.Time
	stderr   io.Writer
}

// The lengths of rounds, and the number of faults after which an attack stops.
const (
	roundLength = 20
	mostFaults  = 10
	tellEvery   = 10 * time.Second
)

func newCampaign(w *workshop, o options, stderr io.Writer) *campaign {
	c := &campaign{workshop: w, options: o, began: time.Now(), stderr: stderr}
	killing := 0
	for _, name := range o.only {
		if name != "damage" {
			killing++
		}
	}
	notes := io.Discard
	if o.verbose {
		notes = stderr
	}
	for _, name := range o.only {
		t := &tally{name: name, wanted: o.damage, rounds: o.first, counted: map[string]int{}}
		if name != "damage" {
			t.wanted = (o.kills + killing - 1) / killing
		}
		c.attacks, c.tallies = append(c.attacks, newAttack(w, name, notes)), append(c.tallies, t)
	}
	return c
}

// fight makes rounds of all attacks in turn until all are done or the time is over.
func (c *campaign) fight(ctx context.Context) {
	for on := true; on; {
		on = false
		for i, t := range c.tallies {
			if t.done >= t.wanted || len(t.faults) >= mostFaults || ctx.Err() != nil ||
				time.Since(c.began) > c.options.length {
				continue
			}
			on = true
			c.round(ctx, c.attacks[i], t)
			c.tell()
		}
	}
}

// round makes a round of an attack. Its random numbers depend on the seed, the attack and the
// round.
func (c *campaign) round(ctx context.Context, a attack, t *tally) {
	name := fnv.New64a()
	fmt.Fprint(name, t.name, t.rounds)
	rng := rand.New(rand.NewPCG(c.options.seed, name.Sum64()))
	dir := filepath.Join(c.workshop.dir, fmt.Sprintf("%s-%d", t.name, t.rounds))
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = a.round(ctx, dir, rng, min(roundLength, t.wanted-t.done), t)
	}
	t.rounds++
	switch {
	case err == nil:
		err = os.RemoveAll(dir)
	case ctx.Err() != nil:
		return
	}
	if err == nil {
		return
	}
	t.faults = append(t.faults, err.Error())
	what := "did not hold"
	if !errors.As(err, new(fault)) {
		what = "failed"
	}
	fmt.Fprintf(c.stderr, "attack: round %d of %s %s: %v\n  look at %s\n  again: --only %s --seed %d --first %d\n",
		t.rounds-1, t.name, what, err, dir, t.name, c.options.seed, t.rounds-1)
}

// tell prints the progress of the attacks from time to time.
func (c *campaign) tell() {
	if time.Since(c.told) < tellEvery {
		return
	}
	c.told = time.Now()
	var done, wanted int
	var parts []string
	for _, t := range c.tallies {
		done, wanted = done+t.done, wanted+t.wanted
		parts = append(parts, fmt.Sprintf("%s %d/%d", t.name, t.done, t.wanted))
	}
	spent := time.Since(c.began)
	left := c.options.length - spent
	if done > 0 {
		left = min(left, spent*time.Duration(max(0, wanted-done))/time.Duration(done))
	}
	fmt.Fprintf(c.stderr, "attack: %s; %d faults; %v spent, about %v left\n",
		strings.Join(parts, ", "), c.faults(), spent.Round(time.Second), left.Round(time.Second))
}

// faults returns the number of rounds in which a check failed.
func (c *campaign) faults() int {
	n := 0
	for _, t := range c.tallies {
		n += len(t.faults)
	}
	return n
}

// report prints the tables.
func (c *campaign) report(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "attack\tasked for\tdone\tin folders\tended before\tfaults\theld\tof which")
	for _, t := range c.tallies {
		held := "yes"
		switch {
		case len(t.faults) > 0:
			held = "NO"
		case t.done == 0:
			held = "not tried"
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", t.name, t.wanted, t.done,
			t.rounds-c.options.first, t.ended, len(t.faults), held, t.brief())
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, t := range c.tallies {
		if t.name == "damage" && t.done > 0 {
			return writeAnswers(out, t.counted)
		}
	}
	return nil
}

// brief returns the counts. The answers to damage have their own table.
func (t *tally) brief() string {
	if t.name == "damage" {
		return "see below"
	}
	var parts []string
	for name, n := range t.counted {
		parts = append(parts, fmt.Sprintf("%d %s", n, name))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// verdict returns an error if a check failed or if nothing was tried.
func (c *campaign) verdict(ctx context.Context) error {
	if n := c.faults(); n > 0 {
		return fmt.Errorf("%d rounds did not hold; their folders lie in %s", n, c.workshop.dir)
	}
	if ctx.Err() != nil {
		return errors.New("interrupted; what was tried held")
	}
	for _, t := range c.tallies {
		if t.done == 0 && t.wanted > 0 {
			return fmt.Errorf("the time was over before %s was tried: want a longer --for", t.name)
		}
	}
	return nil
}
