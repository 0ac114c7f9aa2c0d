package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/fleet/ledger"
)

// The error for a revoked name says so, and suggests a name that is free and not too long.
func TestTakenNamesGetASuggestion(t *testing.T) {
	r := newRun(t)
	long := strings.Repeat("n", longestName)
	for i, name := range []string{"kitchen", "kitchen-2", long} {
		pair, err := nkeys.CreateUser()
		if err != nil {
			t.Fatal(err)
		}
		key, err := pair.PublicKey()
		if err == nil {
			err = ledger.Invite(t.Context(), r,
				ledger.Worker{Key: key, Name: name, Quota: 1000, Invited: time.Now()})
		}
		if err == nil && i != 1 {
			err = ledger.Revoke(t.Context(), r, name, time.Now())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"kitchen": "kitchen-3",
		long:      long[:longestName-2] + "-2",
	} {
		_, err := do(t, "invite", "--run", r.Dir, name, "--nats", "--url", "nats://x", "--out",
			filepath.Join(t.TempDir(), "x"))
		if !errors.Is(err, ledger.ErrNamed) || !strings.HasSuffix(err.Error(), "such as "+want) ||
			!strings.Contains(err.Error(), "revoked") || !workerName.MatchString(want) {
			t.Errorf("the revoked name %s gives %v, want %s", name, err, want)
		}
	}
}

// A file that has no key of a user, or no certificate, ends fleet serve at once.
func TestServeChecksItsFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	account, err := nkeys.CreateAccount()
	if err != nil {
		t.Fatal(err)
	}
	userSeed, _ := user.Seed()
	accountSeed, _ := account.Seed()
	userKey, _ := user.PublicKey()
	good := file("good", userSeed)
	for want, args := range map[string][]string{
		"empty":   {"--nkey", file("empty", nil)},
		"text":    {"--nkey", file("text", []byte("not a key"))},
		"public":  {"--nkey", file("public", []byte(userKey))},
		"account": {"--nkey", file("account", accountSeed)},
		"ca.pem":  {"--nkey", good, "--ca", file("ca.pem", []byte("no certificate"))},
	} {
		args = append([]string{"serve", "--run", dir, "--nats", "nats://127.0.0.1:1"}, args...)
		_, err := do(t, args...)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), filepath.Join(dir, want)) ||
			!strings.Contains(err.Error(), "want ") {
			t.Errorf("%s: %v, want a usage error that names the file", want, err)
		}
	}
}

// Mistakes in the flags are errors of usage, and an invitation with a wrong authority spends no name.
func TestWrongFlags(t *testing.T) {
	r, dir := newRun(t), t.TempDir()
	text := filepath.Join(dir, "text.pem")
	if err := os.WriteFile(text, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	invite := []string{"invite", "--run", r.Dir, "kitchen", "--out", filepath.Join(dir, "x"),
		"--url", "nats://x"}
	for want, args := range map[string][]string{
		"--ca is for a cluster":             append(invite, "--ca", text),
		"want a certificate in PEM format":  append(invite, "--ca", text, "--nats"),
		"--every -1s: want 0s or more":      {"serve", "--run", r.Dir, "--every=-1s"},
		"--bandwidth 0: want 1000 or more":  {"serve", "--run", r.Dir, "--bandwidth", "0"},
		"--disk 5: want":                    {"serve", "--run", r.Dir, "--disk", "5"},
		"--nkey and --ca are for a cluster": {"serve", "--run", r.Dir, "--ca", text},
		"give addresses of one kind":        append(invite, "--nats", "--url", "ws://x:80"),
		`--addr "foo": want HOST:PORT`:      {"serve", "--run", r.Dir, "--addr", "foo"},
		`--addr "x:70000": want HOST:PORT`:  {"serve", "--run", r.Dir, "--addr", "x:70000"},
		"--addr :1 is the address":          {"serve", "--run", r.Dir, "--addr", ":1", "--nats", "nats://x"},
		"--addr :2 is the address":          {"serve", "--run", r.Dir, "--addr", ":2", "--part", "ingester"},
	} {
		_, err := do(t, args...)
		if usage := (*cli.UsageError)(nil); !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
	if workers, err := ledger.Workers(t.Context(), r); err != nil || len(workers) != 0 {
		t.Errorf("workers %+v, %v", workers, err)
	}
}
