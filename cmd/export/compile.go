package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"epaminondas/net/kernel/simd"
)

// The module and the package of the engine's source.
const (
	moduleName = "epaminondas"
	enginePath = moduleName + "/cmd/export/webengine"
)

// engineFile is the engine, packed with gzip. Few web hosts pack such files themselves.
const engineFile = "assets/engine.wasm.gz"

// compileEngine compiles the engine for browsers. It returns the engine and its inner loops, packed, and the
// start script of the same Go version.
func compileEngine(ctx context.Context) (engine []pageFile, script pageFile, err error) {
	_, compiled, _, _ := runtime.Caller(0)
	module, err := findModule(ctx, ".", filepath.Dir(compiled))
	if err != nil {
		return nil, script, err
	}
	root, err := goCommand(ctx, module, "env", "GOROOT")
	if err != nil {
		return nil, script, err
	}
	script.path = "wasm_exec.js"
	if script.data, err = os.ReadFile(filepath.Join(root, "lib", "wasm", script.path)); err != nil {
		return nil, script, fmt.Errorf("export: the installation of Go is incomplete (%w): install Go from "+
			"https://go.dev/dl", err)
	}
	temp, err := os.MkdirTemp("", "engine")
	if err != nil {
		return nil, script, fmt.Errorf("export: %w", err)
	}
	defer os.RemoveAll(temp)
	out := filepath.Join(temp, "engine.wasm")
	if _, err := goCommand(ctx, module, "build", "-trimpath", "-buildvcs=false", "-tags=simd",
		"-ldflags=-s -w -buildid=", "-o", out, enginePath); err != nil {
		return nil, script, err
	}
	plain, err := os.ReadFile(out)
	if err != nil {
		return nil, script, fmt.Errorf("export: %w", err)
	}
	engine = []pageFile{{engineFile, plain}, {"assets/kernel.wasm.gz", simd.Module()},
		{"assets/kernel-relaxed.wasm.gz", simd.RelaxedModule()}}
	for i, f := range engine {
		if engine[i].data, err = pack(f.data); err != nil {
			return nil, script, fmt.Errorf("export: pack %s: %w", f.path, err)
		}
	}
	return engine, script, nil
}

// pack compresses data with gzip. The same data gives the same bytes: the header holds no name and
// no time.
func pack(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// unpack returns the content of gzip data.
func unpack(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// findModule returns the folder of this program's source: the first module of this program that
// contains one of the given folders. The folder of the build alone is not enough, because the
// source may have moved, or the build may have trimmed its path.
func findModule(ctx context.Context, folders ...string) (string, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return "", errors.New("export: --web compiles the engine for browsers, but finds no go command: " +
			"install Go from https://go.dev/dl, or add it to PATH")
	}
	for _, dir := range folders {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		found, err := goCommand(ctx, dir, "list", "-m", "-f", "{{.Path}} {{.Dir}}")
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if folder, ours := strings.CutPrefix(found, moduleName+" "); err == nil && ours {
			return folder, nil
		}
	}
	return "", errors.New("export: --web compiles the engine for browsers, but does not find its source: " +
		"run it in the repository, with go run ./cmd/export")
}

// goCommand runs the go command in a folder, for js/wasm, and returns its output.
func goCommand(ctx context.Context, dir string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir, command.Stdout, command.Stderr = dir, &stdout, &stderr
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "GOFLAGS=", "GOEXPERIMENT=",
		"CGO_ENABLED=0")
	command.WaitDelay = time.Second // for compilers that it started
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("export: go %s: %w\n%s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return strings.TrimSpace(stdout.String()), nil
}
