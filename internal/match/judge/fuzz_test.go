package judge

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// FuzzReadSet reads sets of positions. A set that was read must be the same after it was written
// and read again.
func FuzzReadSet(f *testing.F) {
	const head = "# made by hand\nrules epaminondas:4x6x1,max_plies=60\nscale 150\n"
	const start = "bbbb/..../..../..../..../wwww w"
	f.Add(head + start + " # the start\n")
	f.Add(head + start + "\n" + start)
	f.Add(head + start + "\nrules epaminondas:3x5x1\nbbb/.../.../.../www w\n")
	f.Add("scale 1e9\n")
	f.Fuzz(func(t *testing.T, text string) {
		set, err := readSet("x", strings.NewReader(text))
		if err != nil {
			return
		}
		var written bytes.Buffer
		if err := set.Write(&written, nil); err != nil {
			t.Fatal(err)
		}
		again, err := readSet("x", &written)
		if err != nil {
			t.Fatalf("%q is read, but the written set cannot be read: %v", text, err)
		}
		if again.Scale != set.Scale || again.Board.Rules() != set.Board.Rules() ||
			!reflect.DeepEqual(texts(again), texts(set)) {
			t.Errorf("%q is read as %+v, then as %+v", text, set, again)
		}
	})
}
