package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// worker is ONNX Runtime in a Node process, which runs worker.mjs.
type worker struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	stdout  *bufio.Reader
}

// request is a request to the worker. Only the necessary fields are set.
type request struct {
	Do           string `json:"do"`
	Name         string `json:"name,omitempty"`
	Model        string `json:"model,omitempty"`
	Planes       string `json:"planes,omitempty"`
	Shape        []int  `json:"shape,omitempty"`
	Batch        int    `json:"batch,omitempty"`
	Positions    int    `json:"positions,omitempty"`
	Milliseconds int    `json:"milliseconds,omitempty"`
	File         string `json:"file,omitempty"`

	Questions []question `json:"questions,omitempty"`
}

// question is a position with its legal moves, as texts.
type question struct {
	Position string   `json:"position"`
	Moves    []string `json:"moves"`
}

// opinion is the output of a model for a question.
type opinion struct {
	Logits []float64 `json:"logits"` // of the moves
	Prior  []float64 `json:"prior"`
	WDL    []float64 `json:"wdl"`
}

// tensor is a tensor of a safetensors file.
type tensor struct {
	Name   string    `json:"name"`
	Shape  []int     `json:"shape"`
	Values []float32 `json:"values"`
}

// answer is the worker's answer.
type answer struct {
	Error     string    `json:"error"`
	Version   string    `json:"version"`
	Node      string    `json:"node"`
	Processor string    `json:"processor"`
	Passes    []float64 `json:"passes"` // microseconds

	Metadata  map[string]string `json:"metadata"`  // of a file
	Signature []string          `json:"signature"` // of a model: name, type and shape of inputs and outputs
	Opinions  []opinion         `json:"opinions"`
	Tensors   []tensor          `json:"tensors"`
	Digest    string            `json:"digest"` // SHA-256 of a file
}

func startWorker() (*worker, error) {
	w := &worker{command: exec.Command("node", "worker.mjs")}
	w.command.Stderr = os.Stderr
	var err error
	if w.stdin, err = w.command.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := w.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.stdout = bufio.NewReader(stdout)
	if err := w.command.Start(); err != nil {
		return nil, fmt.Errorf("start Node: %w (this tool needs Node 18 or newer)", err)
	}
	return w, nil
}

// close ends the process.
func (w *worker) close() error {
	_ = w.stdin.Close() // the process then ends
	return w.command.Wait()
}

// ask sends a request and waits for the answer. This process is idle while it waits.
func (w *worker) ask(r request) (answer, error) {
	var a answer
	line, err := json.Marshal(r)
	if err != nil {
		return a, err
	}
	if _, err := w.stdin.Write(append(line, '\n')); err != nil {
		return a, w.broken(err)
	}
	if line, err = w.stdout.ReadBytes('\n'); err != nil {
		return a, w.broken(err)
	}
	if err := json.Unmarshal(line, &a); err != nil {
		return a, fmt.Errorf("the worker says %q: %w", line, err)
	}
	if a.Error != "" {
		return a, fmt.Errorf("ONNX Runtime: %s", a.Error)
	}
	return a, nil
}

func (w *worker) broken(err error) error {
	return fmt.Errorf("the Node process is gone (%w): was `npm ci --ignore-scripts` run here?", err)
}
