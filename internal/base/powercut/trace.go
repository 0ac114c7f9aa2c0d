package powercut

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"epaminondas/internal/base/noun"
)

// traced are the system calls that change files. strace ignores names that a system does not have.
const traced = "?open,openat,?creat,close,write,writev,pwrite64,pwritev,fsync,fdatasync,ftruncate,truncate,fallocate," +
	"?rename,renameat,renameat2,?unlink,unlinkat,?rmdir,?mkdir,mkdirat,?link,linkat,symlinkat,copy_file_range"

// NoteMark begins the lines that a traced program prints to acknowledge something. They become the
// notes of the log.
const NoteMark = "kept "

// Record runs a command under strace. It adds the changes that the command makes below root to a log,
// and what it acknowledges. It returns an error if the log then does not lead to the files below root,
// because it has missed a change. The command may kill itself, but not fail.
func Record(log *Log, root string, command *exec.Cmd) (output []byte, err error) {
	trace, err := os.CreateTemp("", "trace")
	if err != nil {
		return nil, err
	}
	defer os.Remove(trace.Name())
	defer trace.Close()
	strace := exec.Command("strace", append([]string{"-f", "--seccomp-bpf", "-y", "-xx", "-s", "16777216",
		"-o", trace.Name(), "-e", "trace=" + traced, command.Path}, command.Args[1:]...)...)
	strace.Env, strace.Dir = command.Env, command.Dir
	var exit *exec.ExitError
	output, err = strace.CombinedOutput()
	if killed := errors.As(err, &exit) && exit.ExitCode() == -1; err != nil && !killed {
		return output, err
	}
	if err := (&tracer{log: log, root: root}).read(trace); err != nil {
		return output, err
	}
	return output, log.same(root)
}

// same returns an error if a log does not lead to the files in a folder.
func (l *Log) same(root string) error {
	replay := NewReplay(l)
	for replay.Next() {
	}
	want := 0
	for name, content := range replay.Survivors(Corners()[1].Fate, nil) {
		// SQLite writes these files through memory, and the next process creates them again.
		if content == nil || strings.HasSuffix(name, "-shm") {
			continue
		}
		want++
		if there, err := os.ReadFile(filepath.Join(root, name)); err != nil || !bytes.Equal(there, content) {
			return fmt.Errorf("the log has %s of %s, the folder %d, %v",
				noun.Count(len(content), "byte"), name, len(there),
				err)
		}
	}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !strings.HasSuffix(path, "-shm") {
			want--
		}
		return err
	})
	if err == nil && want != 0 {
		err = fmt.Errorf("the log has %s more than the folder", noun.Count(want, "file"))
	}
	return err
}

// tracer adds the changes that a program makes below a folder to a log. It reads the output of
// strace -f -y -xx.
type tracer struct {
	log     *Log
	root    string
	offsets map[string]int64 // offsets in files that are written without an offset, by descriptor
	synced  map[string]bool  // descriptors whose writes the system flushes (O_SYNC)
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
	t.offsets, t.synced, t.begun = map[string]int64{}, map[string]bool{}, map[string]begun{}
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
	case "unlink", "rmdir":
		if path, ok := t.path(arguments[0]); ok {
			t.log.remove(path)
		}
		return nil
	case "unlinkat":
		if path, ok := t.pathAt(arguments[0], arguments[1]); ok {
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
	number := strconv.FormatInt(descriptor, 10)
	t.offsets[number] = 0
	t.synced[number] = strings.Contains(flags, "O_SYNC") || strings.Contains(flags, "O_DSYNC")
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
		if text := unhex(arguments[1]); strings.HasPrefix(text, NoteMark) {
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
		if t.synced[descriptor] {
			t.log.flush(n)
		}
	case "pwrite64":
		offset, err := strconv.ParseInt(arguments[3], 10, 64)
		if err != nil {
			return err
		}
		t.log.write(n, offset, []byte(unhex(arguments[1]))[:result])
		if t.synced[descriptor] {
			t.log.flush(n)
		}
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

// pathAt is path for a name that may be relative to an open folder.
func (t *tracer) pathAt(folder, name string) (path string, ok bool) {
	if path, ok = t.path(name); ok || filepath.IsAbs(unhex(name)) {
		return path, ok
	}
	if path, ok = t.path(folder); !ok {
		return "", false
	}
	return filepath.ToSlash(filepath.Join(path, unhex(name))), true
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
