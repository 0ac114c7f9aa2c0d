package config

import "testing"

// FuzzSet changes a setting as --set does. A valid config must be the same after it was written and
// read.
func FuzzSet(f *testing.F) {
	for _, setting := range []string{"learn.batch_size=128", "rules.game=crossings",
		"report.opponents=[\"random\"]", "init.file=a\xffb", "x", "=", "a.b.c=\n[d]", "train.duration='''"} {
		f.Add(setting)
	}
	f.Fuzz(func(t *testing.T, setting string) {
		c := Default()
		if c.set(setting) != nil || c.Validate() != nil {
			return
		}
		text, err := c.Text()
		if err != nil {
			t.Fatal(err)
		}
		var again Config
		if err := decode(text, &again); err != nil {
			t.Fatalf("%q gives what cannot be read again: %v\n%s", setting, err, text)
		}
		if list := Differences(again, c); len(list) > 0 {
			t.Errorf("%q is kept with differences: %+v", setting, list)
		}
	})
}
