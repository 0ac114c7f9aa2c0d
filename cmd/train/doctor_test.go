package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/doctor"
)

func TestDoctor(t *testing.T) {
	c := doctorCommand{Config: miniConfig(t), Set: []string{"learn.batch_size=4"},
		patience: 300 * time.Millisecond}
	var stdout, stderr bytes.Buffer
	if err := c.run(t.Context(), &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"machine", "config       epaminondas:3x5x1", "evaluations", "training",
		"(batches of 4", "self-play", "together", "memory", "disk", "time"} {
		if !strings.Contains(stdout.String(), line) {
			t.Errorf("the report lacks %q:\n%s", line, &stdout)
		}
	}
	if !strings.HasPrefix(stderr.String(), "doctor: 4/4 (100%)") {
		t.Errorf("stderr is %q", &stderr)
	}
	stdout.Reset()
	c.JSON = true
	if err := c.run(t.Context(), &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	var report doctor.Report
	if err := json.Unmarshal(stdout.Bytes(), &report); err != nil || report.Learn.Batch != 4 ||
		!(report.Evaluate.One > 0) {
		t.Errorf("the report is %+v, %v", report, err)
	}
}

func TestDoctorInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := doctorCommand{Config: miniConfig(t), patience: time.Second}
	if err := c.run(ctx, io.Discard, io.Discard); !errors.Is(err, cli.ErrInterrupted) {
		t.Errorf("interrupted, it returns %v", err)
	}
}

func TestDoctorsMistakesAreNamed(t *testing.T) {
	path := miniConfig(t)
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "--config"},
		{[]string{"--config", path, "--run", "x"}, `"train doctor --help"`},
		{[]string{"--config", path, "--for=-1s"}, "more than 0"},
		{[]string{"--config", path, "--set", "learn.speed=3"}, "speed"},
		{[]string{"--config", path + ".missing"}, "missing"},
	} {
		err := run(t.Context(), append([]string{"doctor"}, test.args...), nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q gives %v, want a usage error with %q", test.args, err, test.want)
		}
	}
	var help bytes.Buffer
	if err := run(t.Context(), []string{"doctor", "--help"}, nil, &help, io.Discard); !errors.Is(err,
		cli.ErrHelp) || !strings.Contains(help.String(), "train doctor --config configs/epaminondas.toml") {
		t.Errorf("help gives %v\n%s", err, &help)
	}
}
