package config

import (
	"bufio"
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A hierarchy is a tree of control groups that this process belongs to.
type hierarchy struct {
	version int    // of control groups: 1 or 2
	group   string // path of the process's group
}

// hierarchyMount is a place where a part of a hierarchy is mounted.
type hierarchyMount struct {
	version int
	root    string // path of the group whose folder is mounted at place
	place   string // path of the folder
}

// groupLimit returns the least limit on memory of the control groups around this process, in bytes,
// 0 if there is none. A batch system or a login session may set it on a group far above. root is the
// root of the file system.
func groupLimit(root fs.FS) (least int64) {
	for _, m := range memoryMounts(root) {
		for _, h := range memoryHierarchies(root) {
			if h.version == m.version {
				least = lower(least, m.limit(root, h.group))
			}
		}
	}
	return least
}

// lower returns the lower of two limits, where 0 is none.
func lower(a, b int64) int64 {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// textLines returns the lines of a file, none if it cannot be read.
func textLines(root fs.FS, file string) (list []string) {
	text, err := fs.ReadFile(root, strings.TrimPrefix(file, "/"))
	if err != nil {
		return nil
	}
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		list = append(list, s.Text())
	}
	return list
}

// memoryHierarchies returns the hierarchies that may limit memory. The lines of the file are
// number:controllers:path. The second version has the number 0 and no controllers.
func memoryHierarchies(root fs.FS) (list []hierarchy) {
	for _, line := range textLines(root, "/proc/self/cgroup") {
		fields := strings.SplitN(line, ":", 3)
		switch {
		case len(fields) < 3:
		case fields[0] == "0" && fields[1] == "":
			list = append(list, hierarchy{2, fields[2]})
		case slices.Contains(strings.Split(fields[1], ","), "memory"):
			list = append(list, hierarchy{1, fields[2]})
		}
	}
	return list
}

// memoryMounts returns the mounts of the hierarchies that may limit memory. A line of the file has
// the root in its fourth field and the place in its fifth. After " - " come the type, the source
// and the options, with the controllers.
func memoryMounts(root fs.FS) (list []hierarchyMount) {
	for _, line := range textLines(root, "/proc/self/mountinfo") {
		place, kind, _ := strings.Cut(line, " - ")
		fields, types := strings.Fields(place), strings.Fields(kind)
		if len(fields) < 5 || len(types) < 3 {
			continue
		}
		m := hierarchyMount{root: unescape(fields[3]), place: unescape(fields[4])}
		switch {
		case types[0] == "cgroup2":
			m.version = 2
		case types[0] == "cgroup" && slices.Contains(strings.Split(types[2], ","), "memory"):
			m.version = 1
		default:
			continue
		}
		list = append(list, m)
	}
	return list
}

var octal = regexp.MustCompile(`\\[0-7]{3}`)

// unescape replaces the octal numbers by which the system writes spaces in mountinfo.
func unescape(text string) string {
	return octal.ReplaceAllStringFunc(text, func(code string) string {
		n, err := strconv.ParseUint(code[1:], 8, 8)
		if err != nil { // the number is larger than a byte
			return code
		}
		return string([]byte{byte(n)})
	})
}

// limit returns the least limit of a group and the groups above it, as far as the mount shows them.
// In a container the group may be outside of the mount. Then the limit of the mount's root counts,
// which is the group of the container.
func (m hierarchyMount) limit(root fs.FS, group string) (least int64) {
	below, inside := strings.CutPrefix(path.Clean(group), strings.TrimSuffix(path.Clean(m.root), "/"))
	if !inside || below != "" && below[0] != '/' || strings.HasPrefix(below, "/..") {
		below = ""
	}
	for at := path.Join("/", below); ; at = path.Dir(at) {
		folder := path.Join(m.place, at)
		if m.version == 2 {
			least = lower(least, figure(root, path.Join(folder, "memory.max")))
			least = lower(least, figure(root, path.Join(folder, "memory.high")))
		} else {
			least = lower(least, m.first(root, folder))
		}
		if at == "/" || m.version == 1 && figure(root, path.Join(folder, "memory.use_hierarchy")) == 0 &&
			exists(root, path.Join(folder, "memory.use_hierarchy")) {
			return least
		}
	}
}

// first returns the limit of a group of the first version. The statistics also contain the limits
// of groups further up, which a container does not see.
func (m hierarchyMount) first(root fs.FS, folder string) int64 {
	least := figure(root, path.Join(folder, "memory.limit_in_bytes"))
	for _, line := range textLines(root, path.Join(folder, "memory.stat")) {
		if number, found := strings.CutPrefix(line, "hierarchical_memory_limit "); found {
			least = lower(least, parse(number))
		}
	}
	return least
}

// figure returns the number in a file. It returns 0 if there is none, or if the number means no
// limit.
func figure(root fs.FS, file string) int64 {
	list := textLines(root, file)
	if len(list) == 0 {
		return 0
	}
	return parse(list[0])
}

// unlimited is a number of bytes that no machine has. For no limit, the first version of control
// groups writes the largest number of whole pages, and the second version writes max.
const unlimited = 1 << 62

// parse returns a number of bytes, 0 if it means no limit.
func parse(text string) int64 {
	bytes, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || bytes >= unlimited || bytes < 0 {
		return 0
	}
	return bytes
}

// exists reports whether a file exists.
func exists(root fs.FS, file string) bool {
	_, err := fs.Stat(root, strings.TrimPrefix(file, "/"))
	return err == nil
}
