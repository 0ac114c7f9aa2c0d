package hub

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/base/powercut"
	"epaminondas/internal/training/fleet/wire"
)

var cuts = flag.Int("cuts", 0,
	"cut the last 512 bytes of each file of a hub's folder at every `n`-th byte; 0 cuts at a few places")

// readTree reads a folder.
func readTree(t *testing.T, dir string) powercut.Tree {
	t.Helper()
	tree := powercut.Tree{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			tree[name] = nil
			return nil
		}
		content, err := os.ReadFile(path)
		tree[name] = append([]byte{}, content...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// The hub's folder goes back to an older state, as in a power cut that loses everything since then.
// Or each file loses its end, or all its content. The worker sends its games again, and the ingester
// stores each exactly once. The hub also offers the network again.
func TestHubFolderLosesData(t *testing.T) {
	s := newSite(t)
	s.tune = func(c *wire.HubConfig) { c.AckWait, c.Duplicates = 500*time.Millisecond, 200*time.Millisecond }
	invite := s.invite("a")
	s.ingest()
	s.stream()
	c := s.newCourier(invite, 6, 2)
	folder := filepath.Join(s.dir, "hub")
	c.send(0)
	c.send(1)
	c.await("the first batches", 4)
	s.stop()
	c.send(2)
	older := readTree(t, folder) // as kill -9 leaves it
	c.send(3)
	c.send(4)
	newer := readTree(t, folder)
	s.hub.Close()
	closed := readTree(t, folder)

	trees := map[string]powercut.Tree{"older": older, "newer": newer, "closed": closed, "empty": {}}
	for name, content := range newer {
		if content == nil || strings.HasPrefix(filepath.Base(name), "hub.") {
			continue
		}
		for _, cut := range places(len(content)) {
			tree := powercut.Tree{}
			for other, whole := range newer {
				tree[other] = whole
			}
			tree[name] = content[:cut]
			trees[fmt.Sprintf("%s cut at %d", name, cut)] = tree
		}
	}
	var names []string
	for name := range trees {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := trees[name].Write(folder); err != nil {
			t.Fatal(err)
		}
		s.forget()
		s.start()
		s.ingest()
		c.join()
		c.finish(name)
		c.download(name)
		s.stop()
		s.hub.Close()
	}
	t.Logf("%d states of the hub's folder", len(names))
	s.start() // the end of the test closes it
}

// places returns the sizes to which a test cuts a file.
func places(size int) (list []int) {
	if *cuts == 0 {
		return slices.Compact([]int{0, size / 2, max(0, size-1)})
	}
	const tail, coarser = 512, 32
	for at := 0; at < size; {
		list = append(list, at)
		if at < size-tail {
			at = min(at+coarser**cuts, size-tail)
		} else {
			at += *cuts
		}
	}
	return list
}
