//go:build linux

package powercut

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// traced are the system calls that change files. strace ignores names that a system does not have.
const traced = "?open,openat,?creat,close,write,writev,pwrite64,pwritev,fsync,fdatasync,ftruncate,truncate,fallocate," +
	"?rename,renameat,renameat2,?unlink,unlinkat,?rmdir,?mkdir,mkdirat,?link,linkat,symlinkat,copy_file_range"

// tracer adds the changes that a program makes below a folder to a log. It reads the output of
// strace -f -y -xx.
type tracer struct {
	log     *Log
	root    string
	offsets map[string]int64 // of files that are written without an offset, by descriptor
	begun   map[string]begun // calls that have not returned, by thread
}

// begun is a call whose line another thread interrupted.
type begun struct {
	text string
	at   int // operations of the log before the call
}

var (
	finishedCall = regexp.MustCompile(`^(\w+)\((.*)\)\s+= (-?\d+)`)
	resumedCall  = regexp.MustCompile(`^<\.\.\. \w+ resumed>(.*)$`)
	hexText      = regexp.MustCompile(`["<]((?:\\x[0-9a-f]{2})*)[">]`)
)

// read reads a trace.
func (t *tracer) read(trace io.Reader) error {
	t.offsets, t.begun = map[string]int64{}, map[string]begun{}
	in := bufio.NewReader(trace)
	for number := 1; ; number++ {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = t.line(strings.TrimSuffix(line, "\n"))
		}
		if err != nil {
			return fmt.Errorf("line %d of the trace: %w: %.300s", number, err, line)
		}
	}
}

// line reads a line: a thread and its call.
func (t *tracer) line(line string) error {
	thread, text, _ := strings.Cut(line, " ")
	text = strings.TrimSpace(text)
	began := t.log.Len()
	if head, unfinished := strings.CutSuffix(text, "<unfinished ...>"); unfinished {
		t.begun[thread] = begun{strings.TrimRight(head, " "), began}
		return nil
	}
	if rest := resumedCall.FindStringSubmatch(text); rest != nil {
		text, began = t.begun[thread].text+rest[1], t.begun[thread].at
	}
	call := finishedCall.FindStringSubmatch(text)
	if call == nil { // a signal or the end of a thread
		return nil
	}
	result, err := strconv.ParseInt(call[3], 10, 64)
	if err != nil || result < 0 {
		return err
	}
	return t.call(call[1], strings.Split(call[2], ", "), result, began)
}

// call adds the effect of a call that succeeded.
func (t *tracer) call(name string, arguments []string, result int64, began int) error {
	switch name {
	case "open":
		return t.open(arguments[0], arguments[1], result)
	case "openat":
		return t.open(arguments[1], arguments[2], result)
	case "mkdir", "mkdirat":
		if path, ok := t.path(arguments[len(arguments)-2]); ok {
			t.log.create(path, true)
		}
		return nil
	case "unlink", "unlinkat", "rmdir":
		if path, ok := t.path(arguments[min(len(arguments)-1, len(name)/len("unlinkat"))]); ok {
			t.log.remove(path)
		}
		return nil
	case "rename", "renameat", "renameat2":
		from, to := arguments[0], arguments[1]
		if name != "rename" {
			from, to = arguments[1], arguments[3]
		}
		if path, ok := t.path(from); ok {
			target, _ := t.path(to)
			t.log.rename(path, target)
		}
		return nil
	case "close":
		return nil
	}
	return t.change(name, arguments, result, began)
}

// open adds a file that a call made or emptied.
func (t *tracer) open(file, flags string, descriptor int64) error {
	t.offsets[strconv.FormatInt(descriptor, 10)] = 0
	path, ok := t.path(file)
	if !ok || strings.Contains(flags, "O_DIRECTORY") {
		return nil
	}
	if strings.Contains(flags, "O_APPEND") {
		return fmt.Errorf("%s is open for appending, which this reader does not support", path)
	}
	if !t.log.Has(path) {
		t.log.create(path, false)
	}
	if strings.Contains(flags, "O_TRUNC") {
		t.log.truncate(t.log.node(path), 0)
	}
	return nil
}

// change adds a change of an open file.
func (t *tracer) change(name string, arguments []string, result int64, began int) error {
	descriptor, _, _ := strings.Cut(arguments[0], "<")
	if name == "write" && len(arguments) > 1 {
		if text := unhex(arguments[1]); strings.HasPrefix(text, noteMark) {
			t.log.Note(text)
			return nil
		}
	}
	path, ok := t.path(arguments[0])
	if !ok || strings.HasSuffix(arguments[0], "(deleted)") {
		return nil
	}
	n := t.log.node(path)
	switch name {
	case "write":
		t.log.write(n, t.offsets[descriptor], []byte(unhex(arguments[1]))[:result])
		t.offsets[descriptor] += result
	case "pwrite64":
		offset, err := strconv.ParseInt(arguments[3], 10, 64)
		if err != nil {
			return err
		}
		t.log.write(n, offset, []byte(unhex(arguments[1]))[:result])
	case "fsync", "fdatasync":
		t.log.flushUpTo(n, began)
	case "ftruncate":
		size, err := strconv.ParseInt(arguments[1], 10, 64)
		if err != nil {
			return err
		}
		t.log.truncate(n, size)
	default:
		return fmt.Errorf("the call %s is not known", name)
	}
	return nil
}

// path returns the path in the log for an argument, which is a path or a descriptor with its path.
// ok is false outside the root.
func (t *tracer) path(argument string) (path string, ok bool) {
	path, err := filepath.Rel(t.root, unhex(argument))
	if err != nil || path == ".." || strings.HasPrefix(path, "../") || !filepath.IsAbs(unhex(argument)) {
		return "", false
	}
	return path, true
}

// unhex returns the first text of an argument.
func unhex(argument string) string {
	found := hexText.FindStringSubmatch(argument)
	if found == nil {
		return ""
	}
	text, err := hex.DecodeString(strings.ReplaceAll(found[1], `\x`, ""))
	if err != nil {
		panic(fmt.Sprintf("strace writes %.80s: %v", argument, err))
	}
	return string(text)
}
