package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// commit is the source of a release.
type commit struct {
	hash string // first digits
	time time.Time
}

// lastCommit returns the last commit of a tree. An error lists changes that are not in it.
func lastCommit(ctx context.Context, tree string) (c commit, err error) {
	changes, err := output(ctx, tree, nil, "git", "status", "--porcelain", "--untracked-files=normal")
	if err != nil {
		return c, err
	}
	if changes != "" {
		return c, fmt.Errorf("the tree has changes that are in no commit, so nobody could make the same archive "+
			"again: commit or remove them first:\n%s", changes)
	}
	text, err := output(ctx, tree, nil, "git", "log", "-1", "--format=%h %ct", "--abbrev=10")
	if err != nil {
		return c, err
	}
	hash, seconds, _ := strings.Cut(text, " ")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	return commit{hash, time.Unix(unix, 0).UTC()}, err
}

// output runs a program in a folder and returns what it prints.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	text, err := c.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, failed.Stderr)
	}
	return strings.TrimSpace(string(text)), err
}

// build compiles all commands for a target into a folder.
func build(ctx context.Context, tree, dir, target string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	args := []string{"build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -buildid=", "-o",
		dir + string(filepath.Separator)}
	for _, c := range commands() {
		args = append(args, "./cmd/"+c)
	}
	_, err = output(ctx, tree, environment(target), "go", args...)
	return err
}

// environment returns the variables for a target. The compiler of C plays no part.
func environment(target string) []string {
	system, processor, _ := strings.Cut(target, "/")
	return []string{"GOOS=" + system, "GOARCH=" + processor, "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off"}
}

// module is a module whose code is in the programs.
type module struct{ path, version, dir string }

// modules lists the modules of the programs for a target, apart from our own.
func modules(ctx context.Context, tree, target string) (list []module, err error) {
	args := []string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}"}
	for _, c := range commands() {
		args = append(args, "./cmd/"+c)
	}
	text, err := output(ctx, tree, environment(target), "go", args...)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(text, "\n") {
		fields := strings.SplitN(line, " ", 3)
		if len(fields) == 3 && !seen[fields[0]] {
			seen[fields[0]] = true
			list = append(list, module{fields[0], fields[1], fields[2]})
		}
	}
	return list, nil
}

// digest returns the SHA-256 of a file, and its size.
func digest(path string) (sum string, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	size, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), size, err
}
