package loop

import (
	"bytes"
	"context"
	"testing"
)

// A run learns from the games that it has played itself without reading them. A serial run whose
// records are spoiled as soon as they are stored gives the same weights.
func TestOwnGamesAreNotRead(t *testing.T) {
	for _, serial := range []bool{true, false} {
		c := mini()
		c.Train.Serial = serial
		dir := t.TempDir()
		if err := open(t, dir, c).Close(); err != nil {
			t.Fatal(err)
		}
		change(t, dir, `CREATE TRIGGER spoil AFTER INSERT ON games BEGIN
UPDATE games SET record = x'00' WHERE id = new.id; END`)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s := &silent{}
		s.during = func(string, int) {
			if len(s.notices) > 0 {
				cancel()
			}
		}
		last, err := work(t, ctx, dir, c, s)
		if err != nil || last.Step != c.Train.Steps || len(s.notices) > 0 {
			t.Fatalf("serial %v: step %d, %v, notices %q", serial, last.Step, err, s.notices)
		}
		if !serial {
			continue
		}
		sound := t.TempDir()
		finish(t, sound, c)
		for name, content := range weights(t, sound) {
			if !bytes.Equal(weights(t, dir)[name], content) {
				t.Errorf("%s differs", name)
			}
		}
	}
}
