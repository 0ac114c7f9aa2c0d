package net

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func someTensors() []Param {
	return []Param{
		{Name: "z", Shape: []int{2, 3}, Data: []float32{1, -2, 3.5, 0, 1e-30, 6}},
		{Name: "scalar", Shape: []int{}, Data: []float32{7}},
		{Name: "a \"quoted\" <name>", Shape: []int{1, 1, 2}, Data: []float32{8, 9}},
	}
}

func TestTensorsRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.safetensors")
	tensors, meta := someTensors(),
		map[string]string{"step": "12", "odd": `"sha256":"` + strings.Repeat("0", 64)}
	if err := WriteTensors(path, tensors, meta); err != nil {
		t.Fatal(err)
	}
	got, gotMeta, err := ReadTensors(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, tensors) {
		t.Errorf("tensors %v, want %v", got, tensors)
	}
	if !reflect.DeepEqual(gotMeta, meta) {
		t.Errorf("metadata %v, want %v", gotMeta, meta)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("%d files remain, want 1", len(files))
	}
}

// TestTensorFileIsSafetensors reads the header as the description of the format says.
func TestTensorFileIsSafetensors(t *testing.T) {
	file, err := encodeTensors(someTensors(), map[string]string{"step": "12"})
	if err != nil {
		t.Fatal(err)
	}
	length := binary.LittleEndian.Uint64(file)
	if length%8 != 0 {
		t.Errorf("the data begins at byte %d, want a multiple of 8", 8+length)
	}
	var header map[string]struct {
		DType   string `json:"dtype"`
		Shape   []int
		Offsets []int  `json:"data_offsets"`
		Step    string `json:"step"`
	}
	if err := json.Unmarshal(file[8:8+length], &header); err != nil {
		t.Fatal(err)
	}
	z := header["z"]
	if z.DType != "F32" || !reflect.DeepEqual(z.Shape, []int{2, 3}) ||
		!reflect.DeepEqual(z.Offsets, []int{0, 24}) {
		t.Errorf("entry of z is %+v", z)
	}
	if header["__metadata__"].Step != "12" || header["scalar"].Shape == nil {
		t.Errorf("header is %+v", header)
	}
	if got := file[8+length+8:][:4]; !bytes.Equal(got, []byte{0, 0, 0x60, 0x40}) {
		t.Errorf("3.5 is stored as %x", got)
	}
}

func TestWriteTensorsRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.safetensors")
	for name, tensors := range map[string][]Param{
		"two of a name": {{Name: "a", Shape: []int{1}, Data: []float32{1}},
			{Name: "a", Shape: []int{1}, Data: []float32{1}}},
		"reserved name":   {{Name: "__metadata__", Shape: []int{1}, Data: []float32{1}}},
		"wrong shape":     {{Name: "a", Shape: []int{2}, Data: []float32{1}}},
		"without element": {{Name: "a", Shape: []int{0}}},
	} {
		if err := WriteTensors(path, tensors, nil); err == nil {
			t.Errorf("%s: written", name)
		}
	}
	if err := WriteTensors(filepath.Join(path, "no", "folder"), someTensors(), nil); err == nil {
		t.Error("written into a folder that is not there")
	}
	if err := os.MkdirAll(filepath.Join(path, "inside"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteTensors(path, someTensors(), nil); err == nil {
		t.Error("written over a folder")
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("%d files, want 1: what failed must leave nothing", len(files))
	}
}

// TestReadTensorsRefusesEveryFlippedBit flips each bit of a file, one at a time, and cuts it at
// each length.
func TestReadTensorsRefusesEveryFlippedBit(t *testing.T) {
	file, err := encodeTensors(someTensors(), map[string]string{"step": "12"})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := decodeTensors(file); err != nil {
		t.Fatal(err)
	}
	for i := range file {
		for bit := range 8 {
			file[i] ^= 1 << bit
			if _, _, err := decodeTensors(file); !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrForeign) {
				t.Fatalf("bit %d of byte %d flipped: error %v", bit, i, err)
			}
			file[i] ^= 1 << bit
		}
		if _, _, err := decodeTensors(file[:i]); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("cut after %d bytes of %d: error %v, want %v", i, len(file), err, ErrCorrupt)
		}
	}
	if _, _, err := decodeTensors(append(file, 0)); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a byte too many: error %v, want %v", err, ErrCorrupt)
	}
}

// seal returns a file with the given header and data. It replaces the text DIGEST in the header by
// the right digest.
func seal(header string, data []byte) []byte {
	zeros := strings.Repeat("0", 64)
	build := func(digest string) []byte {
		text := strings.ReplaceAll(header, "DIGEST", digest)
		file := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
		return append(append(file, text...), data...)
	}
	sum := sha256.Sum256(build(zeros))
	return build(hex.EncodeToString(sum[:]))
}

// capitals returns a file of seal with its digest in capital letters.
func capitals(file []byte) []byte {
	at := bytes.Index(file, []byte(`"sha256":"`)) + len(`"sha256":"`)
	copy(file[at:], bytes.ToUpper(file[at:at+64]))
	return file
}

func TestReadTensorsRefuses(t *testing.T) {
	entry := func(dtype, shape, offsets string) string {
		return fmt.Sprintf(
			`{"__metadata__":{"sha256":"DIGEST"},"a":{"dtype":%q,"shape":%s,"data_offsets":%s}}`, dtype,
			shape, offsets)
	}
	data := make([]byte, 8)
	if _, _, err := decodeTensors(seal(entry("F32", "[2]", "[0,8]"), data)); err != nil {
		t.Fatalf("the sound file is refused: %v", err)
	}
	for _, test := range []struct {
		name string
		file []byte
		want error
	}{
		{"empty", nil, ErrCorrupt},
		{"text", []byte("Once upon a time there was no checkpoint here."), ErrCorrupt},
		{"absurd header length", append(bytes.Repeat([]byte{0xFF}, 8), "{}"...), ErrCorrupt},
		{"header beyond the end", append([]byte{3, 0, 0, 0, 0, 0, 0, 0}, "{}"...), ErrCorrupt},
		{"not an object", seal(`["DIGEST"]`, nil), ErrCorrupt},
		{"of another program", seal(`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}`, data),
			ErrForeign},
		{"digest in capitals", capitals(seal(entry("F32", "[2]", "[0,8]"), data)), ErrCorrupt},
		{"half precision", seal(entry("F16", "[4]", "[0,8]"), data), ErrForeign},
		{"shape too large", seal(entry("F32", "[3]", "[0,8]"), data), ErrCorrupt},
		{"shape too small", seal(entry("F32", "[1]", "[0,8]"), data), ErrCorrupt},
		{"huge shape", seal(entry("F32", "[4294967296,4294967296,4]", "[0,8]"), data), ErrCorrupt},
		{"huge offsets", seal(entry("F32", "[2]", "[0,9223372036854775807]"), data), ErrCorrupt},
		{"shape that overflows to 2",
			seal(entry("F32", "[2,9223372036854775807,9223372036854775807]", "[0,8]"), data), ErrCorrupt},
		{"shape beyond integers", seal(entry("F32", "[1e99]", "[0,8]"), data), ErrCorrupt},
		{"negative shape", seal(entry("F32", "[-1,-2]", "[0,8]"), data), ErrCorrupt},
		{"nine dimensions", seal(entry("F32", "[1,1,1,1,1,1,1,1,2]", "[0,8]"), data), ErrCorrupt},
		{"a gap", seal(entry("F32", "[1]", "[4,8]"), data), ErrCorrupt},
		{"begins late", seal(entry("F32", "[2]", "[4,8]"), data), ErrCorrupt},
		{"header too long", seal(entry("F32", "[2]", "[0,8]")+strings.Repeat(" ", maxHeader), data),
			ErrCorrupt},
		{"backwards", seal(entry("F32", "[2]", "[8,0]"), data), ErrCorrupt},
		{"negative offsets", seal(entry("F32", "[2]", "[-8,0]"), data), ErrCorrupt},
		{"data left over", seal(entry("F32", "[2]", "[0,8]"), make([]byte, 12)), ErrCorrupt},
	} {
		if _, _, err := decodeTensors(test.file); !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.want)
		}
	}
}

func TestReadTensorsNamesTheFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "broken.safetensors")
	if err := os.WriteFile(path, []byte("nonsense"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ReadTensors(path); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want %v with the path", err, ErrCorrupt)
	}
	if _, _, err := ReadTensors(filepath.Join(dir, "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want %v", err, os.ErrNotExist)
	}
	if _, _, err := ReadTensors(dir); !errors.Is(err, ErrForeign) {
		t.Errorf("a folder: error %v, want %v", err, ErrForeign)
	}
	huge := filepath.Join(dir, "huge")
	if err := os.WriteFile(huge, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, maxFile+1); err != nil { // a hole: it takes no space
		t.Fatal(err)
	}
	if _, _, err := ReadTensors(huge); !errors.Is(err, ErrForeign) {
		t.Errorf("a huge file: error %v, want %v", err, ErrForeign)
	}
}

// FuzzDecodeTensors checks that no input crashes the reader or makes it use more memory than the
// size of the input. It writes accepted tensors again.
func FuzzDecodeTensors(f *testing.F) {
	file, err := encodeTensors(someTensors(), map[string]string{"step": "12"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file[8:8+binary.LittleEndian.Uint64(file)], file[8+binary.LittleEndian.Uint64(file):])
	f.Add([]byte(
		`{"__metadata__":{"sha256":"DIGEST"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}`),
		make([]byte, 8))
	f.Add([]byte(
		`{"__metadata__":{"sha256":"DIGEST"},"a":{"dtype":"F32","shape":[0,-1],"data_offsets":[0,-8]}}`),
		[]byte{})
	f.Add([]byte(`{}`), []byte{1})
	f.Fuzz(func(t *testing.T, header, data []byte) {
		for _, file := range [][]byte{header, seal(string(header), data)} {
			tensors, meta, err := decodeTensors(file)
			if err != nil {
				if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrForeign) {
					t.Errorf("unnamed error %v", err)
				}
				continue
			}
			elements := 0
			for _, tensor := range tensors {
				elements += len(tensor.Data)
			}
			if 4*elements > len(file) {
				t.Errorf("%d elements from %d bytes", elements, len(file))
			}
			if _, err := encodeTensors(tensors, meta); err != nil {
				t.Errorf("accepted, but cannot be written: %v", err)
			}
		}
	})
}
