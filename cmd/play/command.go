package main

import (
	"context"
	"fmt"
	"io"
	"log"
	stdnet "net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/page/api"
	"epaminondas/internal/page/serve"
	"epaminondas/models"
	"epaminondas/net"
)

const description = `Play serves a page on this computer. On the page you play against networks and a classical engine, watch them play each other, and analyse positions and games. Open the address that it prints.`

// command is the command line.
type command struct {
	backend.HelpWords

	Model  string         `help:"Checkpoint of the first player on every board. Default: the program's network for the board, else the classical engine. You can always choose these two as well." type:"existingfile" placeholder:"FILE"`
	Rules  string         `help:"Board that the page shows first, such as crossings. Default: the board of the network, else epaminondas." placeholder:"RULES"`
	Runs   []string       `help:"Folder of one run, or a folder of runs. The page shows their training live. May be repeated, to compare runs of several folders." default:"runs" placeholder:"DIR" sep:"none"`
	Device backend.Device `help:"What evaluates the positions of networks: ${devices}." default:"auto" placeholder:"NAME"`
	Addr   string         `help:"Address to listen on. Default: the first free port from 127.0.0.1:8080 on, which only this computer can reach." placeholder:"HOST:PORT"`
	Host   []string       `help:"Another name or IP address under which the page may open, such as the name of this computer. May be repeated. Names of this computer alone, such as localhost, need no --host." placeholder:"NAME" sep:"none"`
}

// Help is the long help.
func (command) Help() string {
	return `On the page you choose a board and the players of White and Black. A player is you, or an engine
with a level from beginner to strongest. You can also show a player's analysis of the position. The
address in the browser holds the whole game. You can keep it, or send it to a person who also runs
this program.

Examples:

  play                                        opens on 8x8; the page has more boards
  play --rules crossings                      opens on Crossings
  play --rules epaminondas:10x8               any board from 3x3 to 16x16
  play --model runs/tiny/checkpoints/step-0016760-final.safetensors
                                              plays the network that you trained
  play --addr 127.0.0.1:9000                  listens on another port
  play --addr 0.0.0.0:8080                    other computers can use it, and start searches here
  play --addr 0.0.0.0:8080 --host box         the same, also as http://box:8080/
  play --runs runs/tiny                       shows only the training of this run
  play --runs runs --runs /mnt/old/runs       shows the runs of two folders, to compare them

Without --addr, only this computer can open the page. docs/play.md explains tunnels and containers.
The page loads nothing from other hosts.
Ctrl-C stops the program.

Exit codes: 0 stopped, 1 failed, 2 the command line is wrong.`
}

// run serves until ctx is done. Stopping a server is not an error.
func run(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) error {
	var c command
	if _, err := cli.Parse("play", description, &c, args, stdout); err != nil {
		return err
	}
	cli.GiveWay(stderr)
	cfg, err := c.config()
	if err != nil {
		return err
	}
	d, err := api.New(cfg)
	if err != nil {
		return err
	}
	listener, err := c.listen(ctx, stderr)
	if err != nil {
		return err
	}
	defer listener.Close()
	defer runtime.GOMAXPROCS(giveWay(d.Searches()))
	address := listener.Addr().String()
	training := serve.NewTraining(serve.TrainingConfig{Dir: c.Runs[0], More: c.Runs[1:]})
	handler, err := serve.New(serve.Config{
		Address: address, Hosts: c.Host, Service: d,
		Training: http.StripPrefix("/api/training/", training),
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Play at http://%s/ (Ctrl-C ends it)\n", reachable(address))
	return serve.Run(ctx, listener, handler, log.New(stderr, "play: ", 0))
}

// giveWay adds a thread of Go for each search, and returns the former number of threads. So a
// thread is free for a click, and the system prefers it to the searching threads. If all threads
// searched, a click would wait until the runtime interrupts one. With two cores and four searches
// that wait is 40 ms or more, instead of 2 ms (docs/play.md).
func giveWay(searches int) int { return runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + searches) }

// config returns the players: the named model, the models of the program, and the classical engine.
func (c command) config() (api.Config, error) {
	cfg := api.Config{Rules: c.Rules, Training: true, Device: c.Device}
	for _, dir := range c.Runs {
		if info, err := os.Stat(dir); err == nil && !info.IsDir() {
			return cfg, cli.Usagef("--runs: %s is not a folder", dir)
		}
	}
	for _, host := range c.Host {
		if !serve.IsHost(host) {
			return cfg, cli.Usagef("--host is %q, want a name such as box or an IP address, without a port",
				host)
		}
	}
	if c.Rules != "" {
		if _, err := game.ParseRules(c.Rules); err != nil {
			return cfg, cli.Usagef("--rules: %w", err)
		}
	}
	if c.Model != "" {
		checkpoint, err := net.LoadCheckpoint(c.Model)
		if err != nil {
			return cfg, fmt.Errorf("--model: %w", err)
		}
		name := strings.TrimSuffix(filepath.Base(c.Model), filepath.Ext(c.Model))
		cfg.Networks = append(cfg.Networks, api.Network{Name: name, Rules: checkpoint.Meta.Rules,
			Leads: true, Weights: checkpoint.Weights})
	}
	shipped, err := models.All()
	if err != nil {
		return cfg, err
	}
	for _, m := range shipped {
		cfg.Networks = append(cfg.Networks, api.Network{Name: m.Name, Title: resident, Rules: m.Rules.Name(),
			Weights: m.Checkpoint.Weights})
		if m.Lines != nil {
			cfg.Lines = append(cfg.Lines, api.Lines{Rules: m.Rules.Name(), File: m.Lines})
		}
	}
	return cfg, nil
}

// resident is the name of the networks that come with the program: Epaminondas was a general of Thebes.
const resident = "Thebes"

// The ports to try without --addr.
const (
	firstPort = 8080
	lastPort  = 8099
)

// listen opens the requested address, or the first free port of the list.
func (c command) listen(ctx context.Context, stderr io.Writer) (stdnet.Listener, error) {
	var lc stdnet.ListenConfig
	if c.Addr != "" {
		if _, _, err := stdnet.SplitHostPort(c.Addr); err != nil {
			return nil, cli.Usagef("--addr is %q, want HOST:PORT such as 127.0.0.1:8080", c.Addr)
		}
		listener, err := lc.Listen(ctx, "tcp", c.Addr)
		if err != nil {
			return nil, fmt.Errorf("--addr %s: %w; choose another port, or an address of this machine", c.Addr, err)
		}
		warnIfOpen(listener.Addr(), stderr)
		return listener, nil
	}
	var err error
	for port := firstPort; port <= lastPort; port++ {
		var listener stdnet.Listener
		if listener, err = lc.Listen(ctx, "tcp",
			stdnet.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			if port != firstPort {
				fmt.Fprintf(stderr, "play: port %d is not available, so the page uses port %d\n",
					firstPort, port)
			}
			return listener, nil
		}
	}
	return nil, fmt.Errorf("listen on ports %d to %d: %w; give a free port with --addr 127.0.0.1:PORT",
		firstPort, lastPort, err)
}

// reachable returns an address that a browser on this computer can open. If the server listens on
// every interface, reachable returns the loopback address.
func reachable(address string) string {
	if a, err := netip.ParseAddrPort(address); err == nil && a.Addr().IsUnspecified() {
		return stdnet.JoinHostPort("localhost", strconv.Itoa(int(a.Port())))
	}
	return address
}

// warnIfOpen prints a warning if other computers can reach the address.
func warnIfOpen(address stdnet.Addr, stderr io.Writer) {
	if a, err := netip.ParseAddrPort(address.String()); err == nil && !a.Addr().IsLoopback() {
		fmt.Fprintf(stderr, "play: other computers can reach %s and start searches on this computer\n", address)
	}
}
