package pack

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

func quiet(string, int, int) {}

// accept is a check that accepts every run.
func accept(context.Context, *runs.Run) error { return nil }

// sample returns a run with three checkpoints, which the caller need not close. The files of the
// checkpoints hold text.
func sample(t testing.TB) (*runs.Run, []runs.Checkpoint) {
	t.Helper()
	r, err := runs.Create(context.Background(), filepath.Join(t.TempDir(), "run"), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	for step := range int64(3) {
		c := runs.Checkpoint{Step: step, Phase: runs.Constant, Budget: "b",
			File: runs.FileName(step, runs.Constant, 0), Sampler: []byte{}}
		for _, path := range []string{r.Path(c), r.StatePath(c)} {
			if step == 1 && path != r.Path(c) {
				continue // it keeps no state
			}
			if err := os.WriteFile(path, []byte("content of "+filepath.Base(path)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.Register(context.Background(), c, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(runs.ReportPath(r.Dir), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := r.Checkpoints(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r, list
}

// packed returns the bytes of a pack of a run without its second checkpoint.
func packed(t testing.TB) []byte {
	t.Helper()
	r, list := sample(t)
	path := filepath.Join(t.TempDir(), "packed")
	needs := &runs.Needs{Checkpoints: []runs.Checkpoint{list[0], list[2]}}
	m, err := Write(context.Background(), r, path, needs, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if m.Checkpoints != 3 || m.LeftCheckpoints != 1 || m.Step != 2 || m.Run != r.Identity() ||
		len(m.Files) != 7 {
		t.Errorf("the manifest is %+v", m)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// place is a folder with a pack in it, into which tests unpack.
type place struct{ dir, file, run string }

func newPlace(t testing.TB) place {
	dir := t.TempDir()
	return place{dir, filepath.Join(dir, "packed"), filepath.Join(dir, "run")}
}

// unpack unpacks content. If that fails, it checks that nothing is left.
func (p place) unpack(t testing.TB, content []byte,
	check func(context.Context, *runs.Run) error) error {
	t.Helper()
	if err := os.WriteFile(p.file, content, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Unpack(context.Background(), p.file, p.run, check, quiet)
	want := []string{"packed"}
	if err == nil {
		want = append(want, "run")
	}
	if names := namesIn(t, p.dir); !slices.Equal(names, want) {
		t.Fatalf("after %v there are %v", err, names)
	}
	return err
}

// namesIn returns the names in a folder.
func namesIn(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// tree returns the files of a folder with their contents.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(content)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

func TestUnpack(t *testing.T) {
	content, p := packed(t), newPlace(t)
	checked := false
	if err := p.unpack(t, content, func(ctx context.Context, r *runs.Run) error {
		list, err := r.Checkpoints(ctx)
		checked = len(list) == 3 && !list[0].Left && list[1].Left && !list[2].Left
		return errors.Join(err, r.CheckDigest(ctx, r.StatePath(list[2])))
	}); err != nil || !checked {
		t.Fatalf("%v, checked: %v", err, checked)
	}
	got := tree(t, p.run)
	want := []string{"checkpoints/step-0000000.safetensors", "checkpoints/step-0000000.state",
		"checkpoints/step-0000002.safetensors", "checkpoints/step-0000002.state", "report.json", "run.db",
		"run.toml"}
	if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
		t.Errorf("there are %v, want %v", names, want)
	}
	if text := got["checkpoints/step-0000002.state"]; text != "content of step-0000002.state" {
		t.Errorf("the state is %q", text)
	}
	// A folder that is not empty stays as it is, and an empty one is used.
	if _, err := Unpack(t.Context(), p.file, p.run, accept, quiet); !errors.Is(err, ErrTaken) {
		t.Errorf("over a run: %v", err)
	}
	empty := t.TempDir()
	if _, err := Unpack(t.Context(), p.file, empty, accept, quiet); err != nil || len(tree(t, empty)) != 7 {
		t.Errorf("into an empty folder: %v", err)
	}
	deep := filepath.Join(t.TempDir(), "a", "b", "run")
	if _, err := Unpack(t.Context(), p.file, deep, accept, quiet); err != nil || len(tree(t, deep)) != 7 {
		t.Errorf("into a new folder: %v", err)
	}
	if err := newPlace(t).unpack(t, content, func(context.Context, *runs.Run) error {
		return errors.New("cannot continue")
	}); err == nil || !strings.Contains(err.Error(), "cannot continue") {
		t.Errorf("a run that cannot continue: %v", err)
	}
}

// Every prefix and every changed byte is an error, and nothing is left.
func TestDamagedPacks(t *testing.T) {
	content, p := packed(t), newPlace(t)
	damaged := func(err error, at int) bool { // the first bytes say which kind of file it is
		return errors.Is(err, ErrDamaged) || at < len(zstdMagic) && errors.Is(err, ErrForeign)
	}
	for n := range len(content) {
		if err := p.unpack(t, content[:n], accept); !damaged(err, n) {
			t.Fatalf("the first %d bytes of %d: %v", n, len(content), err)
		}
	}
	for i := range content {
		flipped := bytes.Clone(content)
		flipped[i] ^= 1 << (i % 8)
		if err := p.unpack(t, flipped, accept); !damaged(err, i) {
			t.Fatalf("byte %d of %d: %v", i, len(content), err)
		}
	}
	if err := p.unpack(t, append(bytes.Clone(content), 0), accept); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte more: %v", err)
	}
}

// seal appends the seal to compressed bytes.
func seal(content []byte) []byte {
	sum := sha256.Sum256(content)
	return append(bytes.Clone(content), newSeal(sum[:])...)
}

// Damage below a right seal is an error too, or it changes nothing.
func TestDamageBelowTheSeal(t *testing.T) {
	content, p := packed(t), newPlace(t)
	content = content[:len(content)-sealLength]
	if err := p.unpack(t, seal(content), accept); err != nil {
		t.Fatal(err)
	}
	sound := tree(t, p.run)
	reset := func() {
		if err := os.RemoveAll(p.run); err != nil {
			t.Fatal(err)
		}
	}
	reset()
	accepted, step := 0, max(1, len(content)/150)
	for i := 0; i < len(content); i += step {
		if p.unpack(t, seal(content[:i]), accept) == nil {
			t.Errorf("the first %d bytes of %d are a run", i, len(content))
			reset()
		}
		flipped := bytes.Clone(content)
		flipped[i] ^= 1 << (i % 8)
		if p.unpack(t, seal(flipped), accept) == nil { // some bits of zstd's header have no effect
			accepted++
			if !maps.Equal(tree(t, p.run), sound) {
				t.Errorf("a change of byte %d gives another run", i)
			}
			reset()
		}
	}
	if accepted > 3 {
		t.Errorf("%d changes are accepted", accepted)
	}
}

// entry is an entry of an archive.
type entry struct {
	tar.Header
	content string
}

// entries returns the entries of a pack.
func entries(t testing.TB, content []byte) (list []entry) {
	t.Helper()
	in, err := zstd.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	archive := tar.NewReader(in)
	for {
		h, err := archive.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, entry{*h, string(text)})
	}
}

// archived returns entries as an archive.
func archived(t testing.TB, list []entry) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := tar.NewWriter(&out)
	for _, e := range list {
		h := e.Header
		if h.Typeflag == tar.TypeReg {
			h.Size = int64(len(e.content))
		}
		if err := archive.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			if _, err := archive.Write([]byte(e.content)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// compressed returns a sealed pack of an archive.
func compressed(t testing.TB, archive []byte) []byte {
	t.Helper()
	out, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	return seal(out.EncodeAll(archive, nil))
}

// The manifests and archives of a stranger.
func TestHostilePacks(t *testing.T) {
	content := packed(t)
	replace := func(old, new string) func([]entry) []entry {
		return func(list []entry) []entry {
			if strings.Count(list[0].content, old) == 0 {
				t.Fatalf("the manifest does not have %s:\n%s", old, list[0].content)
			}
			list[0].content = strings.Replace(list[0].content, old, new, 1)
			return list
		}
	}
	renamed := func(to string) func([]entry) []entry { // in the manifest and in the archive
		return func(list []entry) []entry {
			last := &list[len(list)-1]
			list = replace(last.Name, to)(list)
			last.Name = to
			return list
		}
	}
	text := "x"
	sum := sha256.Sum256([]byte(text))
	more := `"files": [{"name": "checkpoints/step-0000007.safetensors", "size": 1, "sha256": "` +
		hex.EncodeToString(sum[:]) + `"},`
	for name, test := range map[string]struct {
		change func(list []entry) []entry
		want   string
	}{
		"nothing":       {func([]entry) []entry { return nil }, "not a packed run"},
		"no manifest":   {func(list []entry) []entry { return list[1:] }, "not a packed run"},
		"not JSON":      {replace("{", "["), "not a packed run"},
		"other format":  {replace(format, "other"), "not a packed run"},
		"later version": {replace(`"version": 1`, `"version": 2`), "this program reads version 1"},
		"unknown field": {replace(`"run"`, `"extra": 1, "run"`), "unknown field"},
		"more JSON": {func(list []entry) []entry {
			list[0].content += "{}"
			return list
		}, "not a packed run"},
		"outside":      {renamed("checkpoints/../../step-0000002.state"), "no file of a run"},
		"absolute":     {renamed("/tmp/step-0000002.state"), "no file of a run"},
		"backslashes":  {renamed(`checkpoints\\step-0000002.state`), "no file of a run"},
		"key of fleet": {renamed("fleet/key"), "no file of a run"},
		"lock":         {renamed("train.lock"), "no file of a run"},
		"log":          {renamed("run.db-wal"), "no file of a run"},
		"deep":         {renamed("checkpoints/a/step-0000002.state"), "no file of a run"},
		"upper case":   {renamed("RUN.DB"), "no file of a run"},
		"twice":        {renamed("report.json"), "twice"},
		"huge":         {replace(`"size": 2,`, `"size": 2000000000000,`), "too much for a file"},
		"overflow":     {replace(`"size": 2,`, `"size": 9223372036854775807,`), "too much for a file"},
		"negative":     {replace(`"size": 2,`, `"size": -2,`), "too much for a file of this size"},
		"smaller":      {replace(`"size": 2,`, `"size": 1,`), `has "report.json" with 2 bytes`},
		"digest":       {replace(`"sha256": "`, `"sha256": "0`), "want 64 hexadecimal digits"},
		"other digest": {replace(`"44136fa3`, `"45136fa3`), "the SHA-256 of report.json"},
		"other step":   {replace(`"step": 2`, `"step": 1`), "the manifest describes step 1"},
		"other run":    {replace(`"run": "`, `"run": "0`), "the manifest describes"},
		"other phase":  {replace(`"phase": "constant"`, `"phase": "final"`), "the manifest describes"},
		"no database":  {replace("run.db", "init.safetensors"), "lacks run.db"},
		"not complete": {func(list []entry) []entry { return list[:len(list)-1] },
			"find checkpoints/step-0000002.state"},
		"another order": {func(list []entry) []entry {
			list[1], list[2] = list[2], list[1]
			return list
		}, "but the manifest says run.toml"},
		"more": {func(list []entry) []entry { return append(list, list[1]) },
			"which the manifest does not name"},
		"link": {func(list []entry) []entry {
			list[1].Typeflag, list[1].Linkname, list[1].Size = tar.TypeSymlink, "/etc/passwd", 0
			return list
		}, `has "run.toml" with 0 bytes`},
		"unknown checkpoint": {func(list []entry) []entry {
			list = replace(`"files": [`, more)(list)
			h := list[1].Header
			h.Name = "checkpoints/step-0000007.safetensors"
			return slices.Insert(list, 1, entry{h, text})
		}, "which the database does not name"},
		"lost checkpoint": {func(list []entry) []entry {
			name := "checkpoints/step-0000000.safetensors"
			list = replace(name, "init.safetensors")(list)
			at := slices.IndexFunc(list, func(e entry) bool { return e.Name == name })
			list[at].Name = "init.safetensors"
			return list
		}, "lacks checkpoint step-0000000.safetensors"},
	} {
		t.Run(name, func(t *testing.T) {
			hostile := compressed(t, archived(t, test.change(entries(t, content))))
			err := newPlace(t).unpack(t, hostile, accept)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

// Files of other kinds, and files that grow when they are unpacked.
func TestForeignFiles(t *testing.T) {
	plain, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	archive := archived(t, entries(t, packed(t)))
	for name, test := range map[string]struct {
		content []byte
		want    error
	}{
		"empty": {nil, ErrForeign}, "text": {[]byte("weights, or something else"), ErrForeign},
		"an archive": {archive, ErrForeign}, "without a seal": {plain.EncodeAll(archive, nil), ErrDamaged},
		"zeros":  {compressed(t, make([]byte, 1<<24)), ErrForeign},
		"behind": {compressed(t, append(archive, "more"...)), nil},
	} {
		err := newPlace(t).unpack(t, test.content, accept)
		if err == nil || !errors.Is(err, test.want) && test.want != nil {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	p := newPlace(t)
	if _, err := Unpack(t.Context(), p.file, p.run, accept, quiet); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Unpack(t.Context(), p.dir, p.run, accept, quiet); !errors.Is(err, ErrForeign) {
		t.Errorf("a folder: %v", err)
	}
}

// A pack never replaces a file, and a cancelled one leaves nothing, whenever it is cancelled.
func TestInterruptedPack(t *testing.T) {
	r, list := sample(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "packed")
	needs := &runs.Needs{Checkpoints: list, FirstGame: 1}
	stopped := map[string]bool{}
	for at := 0; ; at++ {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		_, err := Write(ctx, r, path, needs, func(task string, _, _ int) {
			if calls == at {
				stopped[task] = true
				cancel()
			}
			calls++
		})
		cancel()
		if err == nil {
			break
		}
		if names := namesIn(t, dir); len(names) > 0 || !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled at call %d, it ends with %v and leaves %v", at, err, names)
		}
	}
	if len(stopped) < 3 {
		t.Errorf("it was stopped in %v", stopped)
	}
	before := tree(t, dir)
	if _, err := Write(t.Context(), r, path, needs, quiet); !errors.Is(err, os.ErrExist) ||
		!maps.Equal(before, tree(t, dir)) || len(before) != 1 {
		t.Errorf("over a file: %v", err)
	}
	to := filepath.Join(dir, "run")
	for at := 0; ; at++ {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		_, err := Unpack(ctx, path, to, accept, func(string, int, int) {
			if calls == at {
				cancel()
			}
			calls++
		})
		cancel()
		if err == nil {
			break
		}
		if names := namesIn(t, dir); len(names) != 1 || !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled at call %d, unpacking ends with %v and leaves %v", at, err, names)
		}
	}
}

// small returns an archive with tiny files, which are no run.
func small(t testing.TB, names ...string) []byte {
	t.Helper()
	m := Manifest{Format: format, Version: formatVersion}
	var list []entry
	for _, name := range names {
		content := "content of " + name
		sum := sha256.Sum256([]byte(content))
		f := File{name, int64(len(content)), hex.EncodeToString(sum[:])}
		m.Files = append(m.Files, f)
		list = append(list, entry{*header(f.Name, f.Size), content})
	}
	text, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	return archived(t, slices.Insert(list, 0, entry{*header(manifestName, 0), string(text)}))
}

// FuzzExtract unpacks arbitrary archives, and arbitrary compressed bytes. The files that it accepts are
// files of a run, and what the manifest says.
func FuzzExtract(f *testing.F) {
	whole := small(f, "run.toml", "run.db", "checkpoints/step-0000001.state")
	f.Add(whole, true)
	f.Add(small(f, "run.toml"), true)
	sealed := compressed(f, whole)
	f.Add(sealed[:len(sealed)-sealLength], false)
	f.Fuzz(func(t *testing.T, content []byte, archive bool) {
		if archive {
			sealed := compressed(t, content)
			content = sealed[:len(sealed)-sealLength]
		}
		const most = 1 << 20
		dir := filepath.Join(t.TempDir(), "run")
		m, err := extract(t.Context(), bytes.NewReader(content), dir, most, func(int64, int64) {})
		files, size := map[string]string{}, 0
		if _, none := os.Stat(dir); none == nil {
			files = tree(t, dir)
		}
		for name, text := range files {
			if size += len(text); !runs.IsPart(name) || size > most {
				t.Errorf("after %v there is %s, %d bytes so far", err, name, size)
			}
		}
		if err != nil {
			return
		}
		for _, f := range m.Files {
			if sum := sha256.Sum256([]byte(files[f.Name])); hex.EncodeToString(sum[:]) != f.SHA256 {
				t.Errorf("%s is not what the manifest says", f.Name)
			}
		}
		if len(files) != len(m.Files) || files["run.db"] == "" {
			t.Errorf("%d files, want %d", len(files), len(m.Files))
		}
	})
}
