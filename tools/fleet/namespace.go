package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// mayUnshare returns an error if this user may not create network namespaces.
func mayUnshare(ctx context.Context) error {
	for _, program := range []string{"unshare", "nsenter", "ip", "sleep"} {
		if _, err := exec.LookPath(program); err != nil {
			return err
		}
	}
	return command(ctx, "unshare", "-rn", "sh", "-c",
		"ip link set lo up && unshare -n true && ip link add fleet0 type veth peer name fleet1")
}

// command runs a program, and returns its output in the error.
func command(ctx context.Context, name string, args ...string) error {
	if text, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, text)
	}
	return nil
}

// enter runs this program again as root of namespaces of its own. They end with it, so nothing of
// them is left on the machine. The programs are already built in the folder.
func enter(ctx context.Context, args []string, dir string, stdout, stderr io.Writer) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args = append([]string{"-rn", self}, args...)
	c := exec.CommandContext(ctx, "unshare", append(args, "--inside", "--dir", dir)...)
	c.Stdout, c.Stderr = stdout, stderr
	c.Cancel = func() error { return nil } // Ctrl-C reaches it too
	c.WaitDelay = time.Minute
	if err := c.Run(); err != nil {
		return fmt.Errorf("the test in namespaces: %w", err)
	}
	return nil
}

// namespace is the network of one worker. A virtual cable connects it with the other programs.
type namespace struct {
	holder       *exec.Cmd // keeps the namespace between two starts of the worker
	here, there  string    // names of the ends of the cable
	addr, worker string    // IP addresses of the ends
}

// newNamespace creates the network of worker number i.
func newNamespace(ctx context.Context, i int) (*namespace, error) {
	n := &namespace{
		here: fmt.Sprint("fl", i), there: fmt.Sprint("wk", i),
		addr: fmt.Sprintf("10.77.%d.1", i), worker: fmt.Sprintf("10.77.%d.2", i),
	}
	n.holder = exec.Command("unshare", "-n", "sleep", "1000000")
	if err := n.holder.Start(); err != nil {
		return nil, err
	}
	if err := n.connect(ctx); err != nil {
		n.close()
		return nil, err
	}
	return n, nil
}

// connect plugs in the cable.
func (n *namespace) connect(ctx context.Context) error {
	if err := command(ctx, "ip", "link", "add", n.here, "type", "veth", "peer", "name", n.there); err != nil {
		return err
	}
	var err error
	for range 50 { // the holder may not be in its namespace yet
		err = n.inside(ctx, "ip", "link", "show", n.here)
		if err != nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err == nil {
		return errors.New("the holder of a namespace does not enter it")
	}
	return errors.Join(
		command(ctx, "ip", "link", "set", n.there, "netns", n.pid()),
		command(ctx, "ip", "addr", "add", n.addr+"/30", "dev", n.here),
		command(ctx, "ip", "link", "set", n.here, "up"),
		n.inside(ctx, "ip", "addr", "add", n.worker+"/30", "dev", n.there),
		n.inside(ctx, "ip", "link", "set", n.there, "up"),
	)
}

func (n *namespace) pid() string { return strconv.Itoa(n.holder.Process.Pid) }

// wrap returns a command that runs in the namespace.
func (n *namespace) wrap(name string, args []string) (string, []string) {
	return "nsenter", append([]string{"-t", n.pid(), "-n", "--", name}, args...)
}

// inside runs a program in the namespace.
func (n *namespace) inside(ctx context.Context, name string, args ...string) error {
	name, args = n.wrap(name, args)
	return command(ctx, name, args...)
}

// nowhere is the hardware address of no machine. What is sent to it is lost without an error.
const nowhere = "02:00:00:00:00:01"

// set cuts or restores each of the two directions. It pulls the cable to cut both.
func (n *namespace) set(ctx context.Context, toHub, fromHub bool) {
	link, both := "up", toHub && fromHub
	if both {
		link = "down"
	}
	_ = command(ctx, "ip", "link", "set", n.here, link)
	lose := func(run func(context.Context, string, ...string) error, to, device string, lost bool) {
		if lost {
			_ = run(ctx, "ip", "neigh", "replace", to, "lladdr", nowhere, "dev", device, "nud", "permanent")
		} else {
			_ = run(ctx, "ip", "neigh", "del", to, "dev", device) // an error means that it was not lost
		}
	}
	lose(n.inside, n.addr, n.there, toHub && !both)
	lose(command, n.worker, n.here, fromHub && !both)
}

// close ends the namespace.
func (n *namespace) close() {
	_ = n.holder.Process.Kill()
	_ = n.holder.Wait()
}
