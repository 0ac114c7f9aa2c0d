package judge

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/game"
)

// TestCacheSurvives checks that a cache survives lines that were cut off or damaged. If two caches
// are open at once, each must later read the lines of the other.
func TestCacheSurvives(t *testing.T) {
	dir := t.TempDir()
	b := game.MustBoard("epaminondas:4x6x1")
	s := b.Start()
	moves := s.AppendMoves(nil)
	open := func() *Cache {
		c, err := openCache(dir, b.Rules(), 9, "d")
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	one, two := open(), open()
	if err := one.keepVerdict(&s, moves[0], verdict{-12, false}); err != nil {
		t.Fatal(err)
	}
	if err := two.keepVerdict(&s, moves[1], verdict{29_990, true}); err != nil {
		t.Fatal(err)
	}
	if err := two.keepChoice(&s, moves[1]); err != nil {
		t.Fatal(err)
	}
	one.Close()
	two.Close()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	damaged := strings.Replace(string(text), "29990", "29991", 1) + "cut off"
	if err := os.WriteFile(files[0], []byte(damaged), 0o644); err != nil {
		t.Fatal(err)
	}
	three := open()
	if v, ok := three.verdict(&s, moves[0]); !ok || v != (verdict{-12, false}) {
		t.Errorf("the first verdict is %+v, %v", v, ok)
	}
	if v, ok := three.verdict(&s, moves[1]); ok {
		t.Errorf("the cache uses a damaged line: %+v", v)
	}
	if m, ok := three.choice(&s); !ok || m != moves[1] {
		t.Errorf("the choice is %v, %v", m, ok)
	}
	if err := three.keepVerdict(&s, moves[1], verdict{29_990, true}); err != nil {
		t.Fatal(err)
	}
	three.Close()
	four := open()
	defer four.Close()
	if v, ok := four.verdict(&s, moves[1]); !ok || v != (verdict{29_990, true}) || four.Len() != 3 {
		t.Errorf("after the repair: %+v, %v, %d judgements", v, ok, four.Len())
	}
}

// TestSearchDigest checks that everything that affects a score changes the digest.
func TestSearchDigest(t *testing.T) {
	seen := map[string]bool{}
	for _, rules := range []string{"epaminondas:5x6x1,max_plies=40",
		"epaminondas:5x6x1,max_plies=50", "crossings"} {
		for _, nodes := range []int{100, 200} {
			b := game.MustBoard(rules)
			d, err := searchDigest(context.Background(), b, nodes)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := searchDigest(context.Background(), b, nodes); again != d {
				t.Errorf("%s: digests %s and %s", rules, d, again)
			}
			seen[d] = true
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d digests of 6 references", len(seen))
	}
}
