package doctor

import (
	"os"
	"runtime"

	"golang.org/x/sys/cpu"

	"epaminondas/net/kernel"
)

// Machine is what the program runs on.
type Machine struct {
	System   string   `json:"system"` // such as linux/amd64
	Go       string   `json:"go"`
	Cores    int      `json:"cores"`    // that this process may use
	Features []string `json:"features"` // of the processor, among those that kernels could use
	Path     string   `json:"path"`     // of the kernels: see kernel.Path
	// why the path is the slow one and what to do; empty for the fast one
	Slow string `json:"slow"`
}

func inspect() Machine {
	m := Machine{
		System:   runtime.GOOS + "/" + runtime.GOARCH,
		Go:       runtime.Version(),
		Cores:    runtime.GOMAXPROCS(0),
		Features: features(),
		Path:     kernel.Path(),
	}
	if m.Path == "plain" {
		m.Slow = whySlow(runtime.GOARCH, cpu.X86.HasAVX2 && cpu.X86.HasFMA, os.Getenv("EPAMINONDAS_KERNEL"))
	}
	return m
}

// features lists what the processor and the system can do.
func features() []string {
	list := []string{}
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"AVX", cpu.X86.HasAVX}, {"AVX2", cpu.X86.HasAVX2}, {"FMA", cpu.X86.HasFMA},
		{"AVX512F", cpu.X86.HasAVX512F}, {"AVX512VNNI", cpu.X86.HasAVX512VNNI},
		{"ASIMD", cpu.ARM64.HasASIMD}, {"SVE", cpu.ARM64.HasSVE},
	} {
		if f.has {
			list = append(list, f.name)
		}
	}
	return list
}

// whySlow says why the plain kernels run, and what to do.
func whySlow(architecture string, able bool, variable string) string {
	switch {
	case architecture != "amd64":
		return "there is no assembly for " + architecture + ", plain Go does the arithmetic: train on a " +
			"machine with AVX2, or with a smaller network (network.channels)"
	case !able:
		return "the processor has no AVX2 or no FMA, plain Go does the arithmetic: if this is a virtual " +
			"machine, let it see the host's processor; else use another one, or a smaller network " +
			"(network.channels)"
	}
	return "EPAMINONDAS_KERNEL=" + variable + " forbids the assembly, plain Go does the arithmetic: " +
		"unset the variable"
}
