package solve

import (
	"bytes"
	"testing"
)

// FuzzRead reads files of values. Read must accept only what Write wrote, to the bit.
func FuzzRead(f *testing.F) {
	_, content, _ := writeFile(f)
	f.Add(content)
	f.Add(content[:len(content)/2])
	f.Add(append(bytes.Clone(content), 0))
	f.Add([]byte(fileMagic))
	f.Fuzz(func(t *testing.T, file []byte) {
		table, err := newTable(mustRules(t, filed))
		if err != nil {
			t.Fatal(err)
		}
		if err := table.read(bytes.NewReader(file)); err != nil {
			return
		}
		var again bytes.Buffer
		if err := table.write(&again); err != nil || !bytes.Equal(again.Bytes(), file) {
			t.Errorf("accepted, but written again it differs: %v", err)
		}
	})
}
