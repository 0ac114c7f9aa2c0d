package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/hub"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/fleet/wire"
	"epaminondas/internal/training/runs"
)

// inviteCommand is the command line of fleet invite.
type inviteCommand struct {
	Name  string   `arg:"" help:"Name of the worker for status and pages: 1 to 40 letters, digits, - or _."`
	Run   string   `help:"Folder of the run." required:"" type:"path" placeholder:"DIR"`
	Out   string   `help:"File to write. Keep it secret like a password: anybody who has it can join."  required:"" type:"path" placeholder:"FILE"`
	URL   []string `name:"url" help:"Address of the hub for the worker, such as tls://10.0.0.5:7420. May be repeated. Default: addresses of the running hub." placeholder:"URL" sep:"none"`
	Nats  bool     `help:"The workers use the NATS cluster of --url. Print the user for its configuration."`
	Ca    string   `name:"ca" help:"With --nats: PEM file with the authority of the cluster's certificate. Default: the authorities of the system." type:"existingfile" placeholder:"FILE"`
	Quota int64    `help:"Bytes a second that the worker may send." default:"2000000" placeholder:"BYTES"`
}

// longestName is the length of the longest name of a worker.
const longestName = 40

// workerName matches the names of workers.
var workerName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

func (c inviteCommand) run(ctx context.Context, stdout, stderr io.Writer) (err error) {
	switch {
	case !workerName.MatchString(c.Name):
		return cli.Usagef("name %q: want 1 to 40 letters, digits, - or _", c.Name)
	case c.Quota < 1000:
		return cli.Usagef("--quota %d: want 1000 or more", c.Quota)
	case c.Ca != "" && !c.Nats:
		return cli.Usagef("--ca is for a cluster: also give --nats and --url")
	case c.Nats && len(c.URL) == 0:
		return cli.Usagef("--nats needs --url: give the address of the cluster")
	}
	web := 0
	for _, address := range c.URL {
		if err := c.checkURL(address); err != nil {
			return err
		}
		if strings.HasPrefix(address, "ws") {
			web++
		}
	}
	if web != 0 && web != len(c.URL) {
		return cli.Usagef("--url: a worker cannot connect by ws or wss and also in another way: give addresses of one kind")
	}
	if c.Ca != "" {
		if _, err := authority(c.Ca); err != nil {
			return &cli.UsageError{Err: err}
		}
	}
	if _, err := os.Lstat(c.Out); err == nil {
		return cli.Usagef("--out %s: the file exists and may be another worker's invitation: give another name", c.Out)
	}
	r, err := runs.OpenWaiting(ctx, c.Run, cli.Notes(stderr))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	id, err := fleet.FleetID(ctx, r)
	if err != nil {
		return err
	}
	ca, urls, err := c.where(ctx)
	if err != nil {
		return err
	}
	invite, key, err := wire.NewInvite(c.Name, id, ca, urls)
	if err != nil {
		return err
	}
	if c.Nats {
		invite.TLSName = ""
	}
	// The file comes first. If it cannot be written, the name is still free.
	if err := invite.Save(c.Out); err != nil {
		return err
	}
	if err := ledger.Invite(ctx, r, ledger.Worker{Key: key, Name: c.Name, Quota: c.Quota,
		Invited: time.Now()}); err != nil {
		return errors.Join(c.taken(ctx, r, err), os.Remove(c.Out))
	}
	fmt.Fprintf(stdout, "%s lets %s join at %s\n", c.Out, c.Name, strings.Join(urls, " or "))
	if c.Nats {
		// Quotes keep the server from reading $JS as a variable.
		fmt.Fprintf(stdout, `
The configuration of the cluster, for the fleet %s, needs this user:

  {nkey: %s, permissions: {
    publish: {allow: ["%s"]},
    subscribe: {allow: ["%s.>"]}}}
`, id, key, strings.Join(wire.Names{Fleet: id}.Publish(key), `", "`), wire.Inbox(key))
	}
	return nil
}

// checkURL returns an error for an address that is not SCHEME://HOST:PORT. A worker keeps the
// addresses of its invitation, so a mistake would use up its name.
func (c inviteCommand) checkURL(address string) error {
	schemes := []string{"tls", "nats"}
	if c.Nats {
		schemes = []string{"tls", "nats", "ws", "wss"}
	}
	u, err := url.Parse(address)
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Hostname() == "" {
		return cli.Usagef("--url %q: want %s://HOST:PORT, such as tls://10.0.0.5:7420", address,
			strings.Join(schemes, "://HOST:PORT or "))
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil && !(c.Nats && u.Port() == "") || err == nil && port == 0 {
		return cli.Usagef("--url %q: the port is %q, want 1 to 65535", address, u.Port())
	}
	return nil
}

// taken adds a name that is still free to the error for a name that the run already has. A revoked
// worker keeps its name, because the run keeps its games and refusals.
func (c inviteCommand) taken(ctx context.Context, r *runs.Run, err error) error {
	if !errors.Is(err, ledger.ErrNamed) {
		return err
	}
	workers, failed := ledger.Workers(ctx, r)
	if failed != nil {
		return err
	}
	revoked, used := "", map[string]bool{}
	for _, w := range workers {
		used[w.Name] = true
		if w.Name == c.Name && !w.Revoked.IsZero() {
			revoked = " after it is revoked"
		}
	}
	for n := 2; ; n++ {
		suffix := fmt.Sprintf("-%d", n)
		if name := c.Name[:min(len(c.Name), longestName-len(suffix))] + suffix; !used[name] {
			return fmt.Errorf("%w, and a worker keeps its name%s: give another name, such as %s", err, revoked,
				name)
		}
	}
}

// where returns the certificate authority and the addresses that an invitation names.
func (c inviteCommand) where(ctx context.Context) (ca string, urls []string, err error) {
	if c.Nats {
		if c.Ca != "" {
			ca, err = authority(c.Ca)
			return ca, c.URL, err
		}
		return "", c.URL, nil
	}
	ca, err = hub.CA(folder(c.Run))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil, fmt.Errorf("%w: start \"fleet serve --run %s\" first, or give --nats and --url",
			hub.ErrNoHub, c.Run)
	}
	if err != nil || len(c.URL) > 0 {
		return ca, c.URL, err
	}
	addr, err := hub.Find(folder(c.Run))
	if err != nil {
		return "", nil, err
	}
	if !hub.Reachable(ctx, addr) {
		return "", nil, fmt.Errorf(
			"no hub answers at %s: start \"fleet serve --run %s\", or give the workers' address with --url",
			addr, c.Run)
	}
	urls, err = addresses(addr)
	return ca, urls, err
}

// addresses returns the URLs of a hub that listens on an address. If the hub listens on all
// interfaces, these are the addresses of this machine.
func addresses(addr string) ([]string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("read the hub's address %s: %w", addr, err)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsUnspecified() {
		return []string{"tls://" + addr}, nil
	}
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil, fmt.Errorf("list the addresses of this machine: %w", err)
	}
	var urls, local []string
	for _, a := range list {
		network, ok := a.(*net.IPNet)
		if !ok || network.IP.IsLinkLocalUnicast() {
			continue
		}
		address := "tls://" + net.JoinHostPort(network.IP.String(), port)
		if network.IP.IsLoopback() {
			local = append(local, address)
		} else {
			urls = append(urls, address)
		}
	}
	if len(urls) == 0 {
		return local, nil
	}
	return urls, nil
}

// revokeCommand is the command line of fleet revoke.
type revokeCommand struct {
	Name string `arg:"" help:"Name of the worker."`
	Run  string `help:"Folder of the run." required:"" type:"path" placeholder:"DIR"`
}

func (c revokeCommand) run(ctx context.Context, stdout, stderr io.Writer) (err error) {
	r, err := runs.OpenWaiting(ctx, c.Run, cli.Notes(stderr))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := ledger.Revoke(ctx, r, c.Name, time.Now()); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s is revoked: a running hub disconnects it within a second; its stored games stay\n",
		c.Name)
	return nil
}
