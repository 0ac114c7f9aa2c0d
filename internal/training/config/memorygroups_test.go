package config

import (
	"testing"
	"testing/fstest"
)

// TestGroupLimit reads the files of several systems.
func TestGroupLimit(t *testing.T) {
	const (
		none   = "9223372036854771712\n"
		second = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
		first  = "25 23 0:22 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n" +
			"26 23 0:23 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n"
	)
	for name, test := range map[string]struct {
		group, mounts string
		files         map[string]string
		want          int64
	}{
		"no control groups": {},
		"a user slice": {"0::/user.slice/user-1000.slice/session-2.scope\n", second, map[string]string{
			"sys/fs/cgroup/user.slice/memory.max":                                 "max\n",
			"sys/fs/cgroup/user.slice/user-1000.slice/memory.max":                 "20971520\n",
			"sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope/memory.max": "max\n",
		}, 20 << 20},
		"a batch job, limited by memory.high": {"0::/system.slice/slurmd/job_7/step_0\n", second,
			map[string]string{
				"sys/fs/cgroup/system.slice/slurmd/job_7/memory.max":         "41943040\n",
				"sys/fs/cgroup/system.slice/slurmd/job_7/step_0/memory.high": "31457280\n",
			}, 30 << 20},
		"first version": {"5:cpu,cpuacct:/other\n4:memory:/batch/job\n0::/\n", first, map[string]string{
			"sys/fs/cgroup/memory/memory.limit_in_bytes":           none,
			"sys/fs/cgroup/memory/batch/memory.limit_in_bytes":     "20971520\n",
			"sys/fs/cgroup/memory/batch/job/memory.limit_in_bytes": none,
			"sys/fs/cgroup/memory/other/memory.limit_in_bytes":     "4096\n",
		}, 20 << 20},
		"first version without inheritance": {"4:memory:/batch/job\n", first, map[string]string{
			"sys/fs/cgroup/memory/batch/memory.limit_in_bytes":     "20971520\n",
			"sys/fs/cgroup/memory/batch/job/memory.limit_in_bytes": "41943040\n",
			"sys/fs/cgroup/memory/batch/job/memory.use_hierarchy":  "0\n",
		}, 40 << 20},
		"a container that sees its group as the root": {"0::/\n", second, map[string]string{
			"sys/fs/cgroup/memory.max": "20971520\n",
		}, 20 << 20},
		"a container that sees the path of the host": {"4:memory:/docker/abc/inner\n",
			"26 23 0:23 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n", map[string]string{
				"sys/fs/cgroup/memory/memory.limit_in_bytes":       "41943040\n",
				"sys/fs/cgroup/memory/memory.stat":                 "hierarchical_memory_limit 20971520\n",
				"sys/fs/cgroup/memory/inner/memory.limit_in_bytes": none,
			}, 20 << 20},
		"a container whose group is outside": {"0::/../sibling\n", second, map[string]string{
			"sys/fs/cgroup/memory.max": "20971520\n",
		}, 20 << 20},
		"a container whose path is not visible": {"0::/kubepods/pod1/abc\n", second, map[string]string{
			"sys/fs/cgroup/memory.max": "20971520\n",
		}, 20 << 20},
		"another mount point with a space": {"0::/job\n",
			"30 23 0:26 / /mnt/control\\040groups rw - cgroup2 none rw\n", map[string]string{
				"mnt/control groups/job/memory.max": "20971520\n",
			}, 20 << 20},
		"both versions": {"4:memory:/a\n0::/b\n", first +
			"31 23 0:27 / /sys/fs/cgroup/unified rw - cgroup2 c rw\n",
			map[string]string{
				"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "41943040\n",
				"sys/fs/cgroup/unified/b/cgroup.procs":         "1\n",
			}, 40 << 20},
		"no limit": {"0::/job\n", second, map[string]string{"sys/fs/cgroup/job/memory.max": "max\n"}, 0},
	} {
		root := fstest.MapFS{"proc/self/cgroup": {Data: []byte(test.group)},
			"proc/self/mountinfo": {Data: []byte("22 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + test.mounts)}}
		for path, text := range test.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := groupLimit(root); got != test.want {
			t.Errorf("%s: the limit is %d, want %d", name, got, test.want)
		}
	}
}
