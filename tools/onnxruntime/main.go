// Command onnxruntime compares our engine with ONNX Runtime. It checks random networks for equal
// outputs, then times both in turns on one core. With verify it checks the exports of trained
// networks by cmd/export, by default of those in models/. Run it in this folder:
//
//	npm ci --ignore-scripts && go run .
//	npm ci --ignore-scripts && go run . verify [CHECKPOINT...]
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"epaminondas/net"
	"epaminondas/net/kernel"
)

// positions is the number of random positions in which the engines are compared.
const positions = 200

// shapes has the shapes of the compared networks. They play on 14x12.
var shapes = []struct {
	name             string
	blocks, channels int
}{{"A", 4, 32}, {"B", 6, 64}, {"C", 10, 128}}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "onnxruntime:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("onnxruntime", flag.ContinueOnError)
	rounds := flags.Int("rounds", 10, "turns of each engine")
	each := flags.Duration("each", 300*time.Millisecond, "length of a turn")
	only := flags.String("networks", "ABC", "which networks")
	if err := flags.Parse(args); err != nil {
		return err
	}
	verifies := flags.Arg(0) == "verify"
	if flags.NArg() > 0 && !verifies {
		return fmt.Errorf("unknown argument %q: want verify, or no argument to measure", flags.Arg(0))
	}
	if path := kernel.Path(); path != kernel.ExactPath() {
		return fmt.Errorf("the kernel path is %s, which rounds to 16 bits; "+
			"set EPAMINONDAS_KERNEL=avx512 to compare exact arithmetic", path)
	}
	runtime.GOMAXPROCS(1)
	dir, err := os.MkdirTemp("", "onnxruntime")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	w, err := startWorker()
	if err != nil {
		return err
	}
	if verifies {
		err = verifyFiles(w, dir, flags.Args()[1:], out)
	} else {
		err = compare(w, dir, *only, *rounds, *each, out)
	}
	return errors.Join(err, w.close())
}

// compare checks and times every network, and prints the table.
func compare(w *worker, dir, only string, rounds int, each time.Duration, out io.Writer) error {
	hello, err := w.ask(request{Do: "hello"})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s; %s, kernel path %s; ONNX Runtime %s in Node %s\n", hello.Processor,
		runtime.Version(), kernel.Path(), hello.Version, hello.Node)
	call, err := timeCall(w, dir, rounds, each)
	if err != nil {
		return err
	}
	var rows []row
	for _, s := range shapes {
		if !strings.Contains(only, s.name) {
			continue
		}
		cfg := net.Config{Blocks: s.blocks, Channels: s.channels, PoolEvery: 2, ValueHidden: 32}
		n, err := prepare(w, dir, fmt.Sprintf("%s %dx%d", s.name, s.blocks, s.channels), "epaminondas", cfg,
			out)
		if err != nil {
			return err
		}
		r, err := n.measure(w, rounds, each)
		if err != nil {
			return err
		}
		rows = append(rows, r)
	}
	fmt.Fprintln(out)
	writeTable(out, rows, call)
	return nil
}

// prepare makes a network and checks that both engines agree on it.
func prepare(w *worker, dir, name, rules string, cfg net.Config, out io.Writer) (*network, error) {
	n, err := randomNetwork(dir, name, rules, cfg)
	if err != nil {
		return nil, err
	}
	checked := check(n.model)
	if checked != nil && !errors.Is(checked, errNoChecker) {
		return nil, checked
	}
	fmt.Fprintf(out, "%s: onnx.checker: %s", name, verdict(checked))
	if _, err := w.ask(request{Do: "load", Name: name, Model: n.model, Planes: n.planes,
		Shape: n.shape()}); err != nil {
		return nil, err
	}
	for _, batch := range []int{1, 32} {
		d, err := n.verify(w, batch)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(out, "; batch %d: %v", batch, d)
	}
	_, err = fmt.Fprintf(out, " in %d positions\n", positions)
	return n, err
}

// verdict returns the result of a check in words.
func verdict(err error) string {
	if err != nil {
		return err.Error()
	}
	return "accepted"
}

// timeCall times ONNX Runtime on a tiny network, to measure the cost of a call.
func timeCall(w *worker, dir string, rounds int, each time.Duration) (sample, error) {
	n, err := prepare(w, dir, "call", "epaminondas:3x3x1",
		net.Config{Blocks: 1, Channels: 1, ValueHidden: 1}, io.Discard)
	if err != nil {
		return nil, err
	}
	var s sample
	for range rounds {
		passes, err := n.timeRuntime(w, 1, each/4)
		if err != nil {
			return nil, err
		}
		s = append(s, passes...)
	}
	return s, nil
}
