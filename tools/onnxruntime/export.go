package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// root is the folder of the program's own module.
const root = "../.."

// exporter is a built cmd/export.
type exporter struct{ program, dir string }

// newExporter builds cmd/export into dir. The output of cmd/export also goes there.
func newExporter(dir string) (*exporter, error) {
	e := &exporter{program: filepath.Join(dir, "export"), dir: dir}
	build := exec.Command("go", "build", "-C", root, "-o", e.program, "./cmd/export")
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build cmd/export: %w\n%s", err, text)
	}
	return e, nil
}

// exported is a checkpoint in all formats of cmd/export.
type exported struct {
	name        string // of the checkpoint's file, without its ending
	file        string // the checkpoint
	onnx        string
	safetensors string
	card        card
}

// card is the output of export --json.
type card struct {
	SHA256     string         `json:"sha256"`
	Rules      string         `json:"rules"`
	Step       int64          `json:"step"`
	Parent     string         `json:"parent"`
	Network    map[string]any `json:"network"`
	Parameters int            `json:"parameters"`
}

// export writes a checkpoint in all formats.
func (e *exporter) export(file string) (*exported, error) {
	name := strings.TrimSuffix(filepath.Base(file), ".safetensors")
	x := &exported{
		name: name, file: file,
		onnx: filepath.Join(e.dir, name+".onnx"), safetensors: filepath.Join(e.dir, name+".safetensors"),
	}
	command := exec.Command(e.program, "--onnx", x.onnx, "--safetensors", x.safetensors, "--json", file)
	command.Stderr = os.Stderr
	text, err := command.Output()
	if err == nil {
		err = json.Unmarshal(text, &x.card)
	}
	if err != nil {
		return nil, fmt.Errorf("export %s: %w", file, err)
	}
	return x, nil
}
