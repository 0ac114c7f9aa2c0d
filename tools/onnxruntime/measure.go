package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// timed is the number of positions in a pass; every batch divides it.
const timed = 64

// batches has the sizes of the timed batches of ONNX Runtime.
var batches = []int{1, 8, 32}

// sample holds the time of one position in each pass, in microseconds.
type sample []float64

func (s sample) least() float64  { return slices.Min(s) }
func (s sample) median() float64 { return slices.Sorted(slices.Values(s))[len(s)/2] }

// String shows the minimum and the median.
func (s sample) String() string { return fmt.Sprintf("%.1f (%.1f)", s.least(), s.median()) }

// row holds the measurements of a network.
type row struct {
	name    string
	ours    sample         // whole evaluations of one position: encoder, network, softmax
	runtime map[int]sample // by batch: the network alone
}

// measure times the two engines in turns.
func (n *network) measure(w *worker, rounds int, each time.Duration) (row, error) {
	r := row{name: n.name, runtime: map[int]sample{}}
	for range rounds {
		passes, err := n.timeOurs(each)
		if err != nil {
			return r, err
		}
		r.ours = append(r.ours, passes...)
		for _, batch := range batches {
			if passes, err = n.timeRuntime(w, batch, each); err != nil {
				return r, err
			}
			r.runtime[batch] = append(r.runtime[batch], passes...)
		}
	}
	return r, nil
}

// timeOurs runs passes of our engine for a while.
func (n *network) timeOurs(each time.Duration) (sample, error) {
	var s sample
	for end := time.Now().Add(each); len(s) == 0 || time.Now().Before(end); {
		begin := time.Now()
		for i := range timed {
			if _, _, err := n.predict(i); err != nil {
				return s, err
			}
		}
		s = append(s, float64(time.Since(begin).Nanoseconds())/1e3/timed)
	}
	return s, nil
}

// timeRuntime runs passes of ONNX Runtime for a while.
func (n *network) timeRuntime(w *worker, batch int, each time.Duration) (sample, error) {
	a, err := w.ask(request{Do: "time", Name: n.name, Batch: batch, Positions: timed,
		Milliseconds: int(each.Milliseconds())})
	for i := range a.Passes {
		a.Passes[i] /= timed
	}
	return a.Passes, err
}

// writeTable prints the measurements. call is the cost of a call of ONNX Runtime.
func writeTable(out io.Writer, rows []row, call sample) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(
		t, "network\tours, µs\tevaluations/s\tONNX Runtime, µs\tratio\tmedians\tless call\tbatch 8, µs\tbatch 32, µs\t")
	for _, r := range rows {
		one := r.runtime[1]
		fmt.Fprintf(t, "%s\t%v\t%.0f\t%v\t%.2f\t%.2f\t%.2f\t%v\t%v\t\n", r.name, r.ours, 1e6/r.ours.least(),
			one,
			one.least()/r.ours.least(), one.median()/r.ours.median(),
			(one.least()-call.least())/r.ours.least(), r.runtime[8], r.runtime[32])
	}
	t.Flush()
	fmt.Fprintf(out, "\nMicroseconds a position, one thread: minimum (median) of passes over %d positions. Ours are whole evaluations: encoder, network, softmax\n"+
		"over the legal moves. ONNX Runtime's are the network alone, on planes that are ready; a call, from Node and back, with a network of next to nothing\n"+
		"takes %v µs, and \"less call\" is the ratio without it.\n", timed, call)
}
