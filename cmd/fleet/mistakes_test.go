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
	"epaminondas/internal/training/runs"
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
			err = r.Invite(t.Context(), runs.Worker{Key: key, Name: name, Quota: 1000, Invited: time.Now()})
		}
		if err == nil && i != 1 {
			err = r.Revoke(t.Context(), name, time.Now())
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
		if !errors.Is(err, runs.ErrNamed) || !strings.HasSuffix(err.Error(), "such as "+want) ||
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
