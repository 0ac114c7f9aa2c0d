package doctor

import (
	"fmt"
	"os"
	"runtime"

	"golang.org/x/sys/cpu"

	"epaminondas/internal/base/noun"
	"epaminondas/net/kernel"
)

// Machine describes the machine of the program.
type Machine struct {
	System   string   `json:"system"` // such as linux/amd64
	Go       string   `json:"go"`
	Cores    int      `json:"cores"`     // available to this process
	Features []string `json:"features"`  // of the processor, if useful for kernels
	Path     string   `json:"path"`      // of the kernels: see kernel.Path
	BestPath string   `json:"best_path"` // without EPAMINONDAS_KERNEL
	// Advice says what would make the kernels faster.
	Advice string `json:"advice"`
	// reason for a slow path, with a remedy; empty for the fast path
	Slow string `json:"slow"`
}

// inspect describes the machine, for a network with some channels.
func inspect(channels int) Machine {
	m := Machine{
		System:   runtime.GOOS + "/" + runtime.GOARCH,
		Go:       runtime.Version(),
		Cores:    runtime.GOMAXPROCS(0),
		Features: features(),
		Path:     kernel.Path(),
		BestPath: kernel.BestPath(),
	}
	m.Advice = adviceOf(m.Path, kernel.ExactPath(), m.BestPath, channels)
	if m.Path == "plain" {
		able := cpu.X86.HasAVX2 && cpu.X86.HasFMA || cpu.ARM64.HasASIMD
		m.Slow = whySlow(runtime.GOARCH, able, os.Getenv("EPAMINONDAS_KERNEL"))
	}
	return m
}

// adviceOf says what would make the kernels faster. Networks whose channels do not fit the path use exact.
func adviceOf(path, exact, best string, channels int) string {
	switch {
	case path != best:
		return fmt.Sprintf("although this machine has %s: unset EPAMINONDAS_KERNEL", best)
	case exact != path && channels%kernel.TileChannels != 0:
		return fmt.Sprintf("but a network of %s uses %s: a multiple of %d would be faster "+
			"(network.channels)", noun.Count(channels, "channel"), exact, kernel.TileChannels)
	}
	return "the best that this machine has"
}

// features lists the features of the processor that the system supports.
func features() []string {
	list := []string{}
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"AVX", cpu.X86.HasAVX}, {"AVX2", cpu.X86.HasAVX2}, {"FMA", cpu.X86.HasFMA},
		{"AVX512F", cpu.X86.HasAVX512F}, {"AVX512BF16", cpu.X86.HasAVX512BF16},
		{"AMX", cpu.X86.HasAMXBF16},
		{"ASIMD", cpu.ARM64.HasASIMD}, {"SVE", cpu.ARM64.HasSVE},
	} {
		if f.has {
			list = append(list, f.name)
		}
	}
	return list
}

// whySlow explains why the plain kernels run, and what to do.
func whySlow(architecture string, able bool, variable string) string {
	switch {
	case architecture != "amd64" && architecture != "arm64":
		return "there is no assembly for " + architecture + ", so plain Go does the arithmetic: train on a " +
			"machine with AVX2 or 64-bit ARM, or with a smaller network (network.channels)"
	case !able:
		return "the processor lacks AVX2 or FMA, so plain Go does the arithmetic: if this is a virtual " +
			"machine, give it the host's processor; else use another machine, or a smaller network " +
			"(network.channels)"
	}
	return "EPAMINONDAS_KERNEL=" + variable + " forbids the assembly, so plain Go does the arithmetic: " +
		"unset the variable"
}
