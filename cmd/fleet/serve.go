package main

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nkeys"
	"golang.org/x/sync/errgroup"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/textfile"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/hub"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/fleet/wire"
	"epaminondas/internal/training/runs"
)

// serveCommand is the command line of fleet serve.
type serveCommand struct {
	Run      string        `help:"Folder of the run. Run train at the same time; with selfplay.workers = -1 it plays no games itself."  required:"" type:"path" placeholder:"DIR"`
	Addr     string        `help:"Address on which the hub listens. 0.0.0.0 admits other machines. Port 0 picks a free port, the last one if possible. Default: 127.0.0.1:0." placeholder:"HOST:PORT"`
	Nats     string        `help:"Use this NATS cluster instead of the built-in hub. docs/fleet.md lists the permissions." placeholder:"URL"`
	Ca       string        `name:"ca" help:"With --nats: PEM file with the authority of the cluster's certificate. Default: the authorities of the system." type:"existingfile" placeholder:"FILE"`
	Nkey     string        `help:"With --nats: file with the seed of an nkey that may create streams." type:"existingfile" placeholder:"FILE"`
	Part     string        `help:"Run only one part in this process: hub or ingester. The ingester has --lag-steps, --lag-time, --every and --bandwidth." enum:"all,hub,ingester" default:"all"`
	Disk     int64         `help:"Largest size of the streams on the disk, in bytes." default:"4294967296" placeholder:"BYTES"`
	LagSteps int64         `help:"Refuse games of networks that are more than N training steps behind the newest; 0 for no limit." default:"0" placeholder:"N"`
	LagTime  time.Duration `help:"Refuse games of networks that were replaced more than TIME ago, by the clock of this machine; 0s for no limit." default:"30m" placeholder:"TIME"`
	Every    time.Duration `help:"Shortest time between two networks for the workers." default:"10s" placeholder:"TIME"`
	Network  int64         `name:"bandwidth" help:"Bytes a second for all downloads of networks together." default:"20971520" placeholder:"BYTES"`
}

// Help is the long help.
func (serveCommand) Help() string {
	return `Examples:

  fleet serve --run runs/tiny                                     # workers on this machine only
  fleet serve --run runs/tiny --addr 0.0.0.0:7420                 # workers on the LAN
  fleet serve --run runs/tiny --nats tls://nats.example.org:4222 --nkey owner.nk

You can delete the hub's storage, DIR/fleet/hub, while this command does not run. Workers then send
the games again that are not in the run's database. DIR/fleet also has the hub's keys. Anybody who
can read them can pretend to be the hub.

` + cli.ExitCodes
}

// againMost is the longest wait before the ingester connects again.
const againMost = 5 * time.Second

// server is a running fleet serve.
type server struct {
	serveCommand
	run   *runs.Run
	fleet string
	tell  func(text string)
	hub   *hub.Hub // nil if this process has no hub
}

// check reports flags that cannot be right, before the command changes anything.
func (c serveCommand) check() error {
	switch {
	case c.Nats != "" && c.Part == "hub":
		return cli.Usagef("--nats and --part hub: with --nats the cluster is the hub, so give only one of the two")
	case c.Addr != "" && (c.Nats != "" || c.Part == "ingester"):
		return cli.Usagef("--addr %s is the address of the built-in hub, which does not run with --nats or "+
			"--part ingester: leave it out", c.Addr)
	case c.Nats == "" && (c.Nkey != "" || c.Ca != ""):
		return cli.Usagef("--nkey and --ca are for a cluster: also give --nats URL")
	case c.Nats != "" && c.Nkey == "":
		return cli.Usagef("--nats needs --nkey: give the file of a key that may create streams")
	case c.Disk < 64<<20:
		return cli.Usagef("--disk %d: want %d or more", c.Disk, 64<<20)
	case c.Every < 0:
		return cli.Usagef("--every %v: want 0s or more", c.Every)
	case c.Network < 1000:
		return cli.Usagef("--bandwidth %d: want 1000 or more", c.Network)
	}
	if _, port, err := net.SplitHostPort(c.Addr); c.Addr != "" && (err != nil || !isPort(port)) {
		return cli.Usagef("--addr %q: want HOST:PORT such as 0.0.0.0:7420", c.Addr)
	}
	err := c.admission().Validate()
	if err == nil && c.Nats != "" {
		// A bad file would fail at every attempt to connect.
		_, err = (&server{serveCommand: c}).cluster(wire.HubConfig{})
	}
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	return nil
}

// isPort reports whether text is a number of a port, or 0 for any.
func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

// admission returns the rules by which the ingester accepts games.
func (c serveCommand) admission() fleet.Admission {
	admission := fleet.DefaultAdmission()
	admission.LagSteps, admission.LagTime = c.LagSteps, c.LagTime
	return admission
}

func (c serveCommand) run(ctx context.Context, stdout, stderr io.Writer) (err error) {
	if err := c.check(); err != nil {
		return err
	}
	cli.GiveWay(stderr)
	tell := cli.Notes(stderr)
	r, err := runs.OpenWaiting(ctx, c.Run, tell)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	s := &server{serveCommand: c, run: r, tell: tell}
	if s.fleet, err = fleet.FleetID(ctx, r); err != nil {
		return err
	}
	// Both locks come before the hub. Two hubs in one folder would damage its streams.
	if c.Part != "hub" {
		lock, err := c.lock(ctx, "fleet.lock", "receives the games")
		if err != nil {
			return err
		}
		defer lock.Close()
	}
	hasHub := c.Nats == "" && c.Part != "ingester"
	if hasHub {
		lock, err := c.lock(ctx, "hub.lock", "is the hub")
		if err != nil {
			return err
		}
		defer lock.Close()
	}
	group, ctx := errgroup.WithContext(ctx)
	if hasHub {
		if err := s.startHub(ctx, group); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "hub of %s on %s\n", c.Run, s.hub.Addr())
	}
	if c.Part != "hub" {
		group.Go(func() error { return s.ingest(ctx, stdout) })
	}
	err = r.Rescue(ctx, errors.Join(group.Wait(), s.closeHub()), "The fleet stops")
	return cli.Stopped(err, ": give the same command to continue; the workers keep their games until then")
}

// lock prevents other processes from doing the same work for the run.
func (c serveCommand) lock(ctx context.Context, name, work string) (io.Closer, error) {
	lock, err := runs.Lock(ctx, c.Run, name)
	if errors.Is(err, runs.ErrInUse) {
		return nil, fmt.Errorf("another process of \"fleet serve\" already %s of %s", work, c.Run)
	}
	return lock, err
}

func (s *server) closeHub() error {
	if s.hub != nil {
		s.hub.Close()
	}
	return nil
}

// keys returns the keys of the workers that may connect.
func (s *server) keys(ctx context.Context) ([]string, error) {
	if err := s.run.Present(); err != nil { // an open file would still answer after its removal
		return nil, err
	}
	workers, err := ledger.Workers(ctx, s.run)
	var keys []string
	for _, w := range workers {
		if w.Revoked.IsZero() {
			keys = append(keys, w.Key)
		}
	}
	return keys, err
}

// startHub starts the hub. While the hub runs, it admits new workers and disconnects revoked ones.
func (s *server) startHub(ctx context.Context, group *errgroup.Group) error {
	keys, err := s.keys(ctx)
	if err != nil {
		return err
	}
	config := hub.Config{Dir: folder(s.Run), Fleet: s.fleet, Addr: cmp.Or(s.Addr, "127.0.0.1:0"),
		Bytes: s.Disk, Tell: s.tell}
	if s.hub, err = hub.Start(config, keys); err != nil {
		return err
	}
	group.Go(func() error {
		for {
			select {
			case err := <-s.hub.Failed():
				return err
			case <-time.After(time.Second / 2):
			case <-ctx.Done():
				return ctx.Err()
			}
			keys, err := s.keys(ctx)
			if err == nil {
				err = s.hub.SetWorkers(keys)
			}
			if err != nil {
				return err
			}
		}
	})
	return nil
}

// ingest receives games, and connects again after each failure of the connection.
func (s *server) ingest(ctx context.Context, stdout io.Writer) error {
	ingester, err := fleet.NewIngester(ctx, s.run, s.admission(), s.tell)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "receiving the games of fleet %s\n", s.fleet)
	told := ""
	for wait := time.Second / 4; ; wait = min(2*wait, againMost) {
		began := time.Now()
		err := s.session(ctx, ingester)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, runs.ErrGone): // a new connection cannot help
			return err
		}
		if time.Since(began) > time.Minute {
			wait, told = time.Second/4, ""
		}
		if text := err.Error(); text != told {
			s.tell("the session of the ingester ended, so it connects again and again: " + text)
			told = text
		}
		if err := crew.Sleep(ctx, wait/2+rand.N(wait)); err != nil {
			return err
		}
	}
}

// session receives games over one connection.
func (s *server) session(ctx context.Context, in *fleet.Ingester) error {
	c, err := s.hubConfig()
	if err != nil {
		return err
	}
	return wire.Serve(ctx, c, in)
}

// hubConfig returns the connection settings of the ingester. It connects to the hub of this process, to
// the hub of another process, or to a cluster.
func (s *server) hubConfig() (c wire.HubConfig, err error) {
	c = wire.HubConfig{Fleet: s.fleet, Bytes: s.Disk,
		Offering: fleet.Offering{Every: s.Every, Bandwidth: s.Network}}
	if s.Nats != "" {
		return s.cluster(c)
	}
	if c.Key, _, err = hub.Owner(folder(s.Run)); err != nil {
		return c, err
	}
	if s.hub != nil {
		c.Local = s.hub.Local()
		return c, nil
	}
	addr, err := hub.Find(folder(s.Run))
	if err != nil {
		return c, err
	}
	c.CA, err = hub.CA(folder(s.Run))
	c.URL, c.TLSName = "tls://"+addr, wire.TLSName
	return c, err
}

// cluster returns the connection settings for a cluster.
func (s *server) cluster(c wire.HubConfig) (wire.HubConfig, error) {
	c.URL = s.Nats
	seed, err := textfile.Read(s.Nkey)
	if err != nil {
		return c, err
	}
	if c.Key, err = nkeys.ParseDecoratedNKey(seed); err != nil {
		return c, fmt.Errorf("--nkey %s: want the seed of a user's nkey (it begins with SU): %w",
			s.Nkey, err)
	}
	if key, err := c.Key.PublicKey(); err != nil || !nkeys.IsValidPublicUserKey(key) {
		return c, fmt.Errorf("--nkey %s: want the seed of a user's nkey (it begins with SU)", s.Nkey)
	}
	if s.Ca != "" {
		c.CA, err = authority(s.Ca)
	}
	return c, err
}

// authority returns the content of the file of --ca.
func authority(file string) (string, error) {
	text, err := textfile.Read(file)
	if err == nil && !x509.NewCertPool().AppendCertsFromPEM(text) {
		err = fmt.Errorf("--ca %s: want a certificate in PEM format", file)
	}
	return string(text), err
}
