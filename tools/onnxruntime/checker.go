package main

import (
	"errors"
	"fmt"
	"os/exec"
)

// errNoChecker means that this machine cannot check a model against the specification.
var errNoChecker = errors.New(
	"no Python with the package onnx, which holds models against the specification: on Debian, apt-get install -y python3-onnx")

// check checks a model against the specification. It returns [errNoChecker] if Python or its
// package onnx is missing.
func check(model string) error {
	const program = `import onnx, sys; onnx.checker.check_model(onnx.load(sys.argv[1]), full_check=True)`
	// Only the second one has Debian's packages.
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import onnx").Run() != nil {
			continue
		}
		if text, err := exec.Command(python, "-c", program, model).CombinedOutput(); err != nil {
			return fmt.Errorf("onnx.checker refuses %s: %w\n%s", model, err, text)
		}
		return nil
	}
	return errNoChecker
}
