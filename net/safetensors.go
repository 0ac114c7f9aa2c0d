package net

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
)

// Errors of tensor files. Each error also names the fault.
var (
	// ErrCorrupt: the file is cut short, changed, or not in the safetensors format at all.
	ErrCorrupt = errors.New("damaged tensor file")
	// ErrForeign: the file is sound, but this program did not write it for this purpose.
	ErrForeign = errors.New("foreign tensor file")
	// ErrVersion: another version of this program wrote the file, and this version does not read
	// it.
	ErrVersion = errors.New("the tensor file has another version")
)

const (
	maxHeader = 1 << 20 // bytes of JSON
	maxFile   = 1 << 30 // bytes
	maxRank   = 8       // dimensions of a tensor

	metadataKey = "__metadata__"
	digestKey   = "sha256"
	float32Type = "F32"
)

// tensorEntry is the header entry of a tensor in a safetensors file.
type tensorEntry struct {
	Type    string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"` // first byte and the one after the last, counted after the header
}

// WriteTensors writes a safetensors file: the length of a header (8 bytes, little-endian), the
// header (JSON), the tensors' data in their order. The metadata also gets the SHA-256 of the whole
// file, computed with 64 zeros in its own place. So a reader detects a change of any bit. After an
// error or a crash there is either the whole file under its name or no file.
func WriteTensors(path string, tensors []Param, meta map[string]string) error {
	data, err := encodeTensors(tensors, meta)
	if err == nil {
		err = durable.WriteBytes(path, data)
	}
	if err != nil {
		return fmt.Errorf("net: write %s: %w", path, err)
	}
	return nil
}

// ReadTensors reads a file of [WriteTensors]. It returns the tensors in their order, without Decay,
// and the metadata. For any content it takes memory in proportion to the file, which has at most 1
// GiB. Errors wrap [ErrCorrupt] or [ErrForeign] unless the file could not be read.
func ReadTensors(path string) ([]Param, map[string]string, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("net: %w", err)
	}
	tensors, meta, err := decodeTensors(data)
	if err != nil {
		return nil, nil, fmt.Errorf("net: read %s: %w", path, err)
	}
	return tensors, meta, nil
}

// encodeTensors returns the bytes of a file.
func encodeTensors(tensors []Param, meta map[string]string) ([]byte, error) {
	meta = maps.Clone(meta)
	if meta == nil {
		meta = map[string]string{}
	}
	blank := strings.Repeat("0", hex.EncodedLen(sha256.Size))
	meta[digestKey] = blank
	entries, end := map[string]any{metadataKey: meta}, 0
	for _, t := range tensors {
		if _, taken := entries[t.Name]; taken {
			return nil, fmt.Errorf("two tensors are called %q", t.Name)
		}
		if len(t.Data) == 0 || len(t.Data) != size(t.Shape) {
			return nil, fmt.Errorf("tensor %q has %s, but its shape is %v", t.Name,
				noun.Count(len(t.Data), "element"), t.Shape)
		}
		begin := end
		end += 4 * len(t.Data)
		shape := append([]int{}, t.Shape...) // the shape of a scalar is [], not null
		entries[t.Name] = tensorEntry{float32Type, shape, [2]int{begin, end}}
	}
	header, err := json.Marshal(entries)
	if err != nil {
		return nil, err
	}
	header = append(header, bytes.Repeat([]byte{' '}, -len(header)&7)...) // align the data
	if len(header) > maxHeader || len(header)+end > maxFile-8 {
		return nil, fmt.Errorf("the file is too large: it would have %s of header and %d of data",
			noun.Count(len(header), "byte"), end)
	}
	file := make([]byte, 0, 8+len(header)+end)
	file = binary.LittleEndian.AppendUint64(file, uint64(len(header)))
	file = append(file, header...)
	for _, t := range tensors {
		for _, v := range t.Data {
			file = binary.LittleEndian.AppendUint32(file, math.Float32bits(v))
		}
	}
	sum := sha256.Sum256(file)
	hex.Encode(file[digestAt(file, blank):], sum[:])
	return file, nil
}

// decodeTensors reads the bytes of a file.
func decodeTensors(file []byte) ([]Param, map[string]string, error) {
	if len(file) < 8 {
		return nil, nil, fmt.Errorf("%w: the file has only %s", ErrCorrupt, noun.Count(len(file), "byte"))
	}
	length := binary.LittleEndian.Uint64(file)
	if length > maxHeader {
		return nil, nil,
			fmt.Errorf("%w, or no tensor file at all: its header would have %s, want at most %d",
				ErrCorrupt, noun.Count(length, "byte"), maxHeader)
	}
	if length > uint64(len(file)-8) {
		return nil, nil, fmt.Errorf("%w: the file has %s, too few for its header of %d", ErrCorrupt,
			noun.Count(len(file), "byte"), length)
	}
	header, data := file[8:8+length], file[8+length:]
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(header, &raw); err != nil {
		return nil, nil, fmt.Errorf("%w: header: %v", ErrCorrupt, err)
	}
	var meta map[string]string
	if text, ok := raw[metadataKey]; ok {
		if err := json.Unmarshal(text, &meta); err != nil {
			return nil, nil, fmt.Errorf("%w: metadata: %v", ErrCorrupt, err)
		}
		delete(raw, metadataKey)
	}
	if err := checkDigest(file, 8+len(header), meta[digestKey]); err != nil {
		return nil, nil, err
	}
	delete(meta, digestKey)
	tensors, err := sliceTensors(raw, data)
	return tensors, meta, err
}

// checkDigest compares the SHA-256 of a file with the digest in its header. The header ends at end.
func checkDigest(file []byte, end int, digest string) error {
	if len(digest) != hex.EncodedLen(sha256.Size) {
		return fmt.Errorf("%w: the metadata lacks %s", ErrForeign, digestKey)
	}
	at := digestAt(file[:end], digest)
	if at < 0 {
		return fmt.Errorf("%w: the value of %s has escape sequences", ErrForeign, digestKey)
	}
	h := sha256.New()
	h.Write(file[:at])
	h.Write(bytes.Repeat([]byte{'0'}, len(digest)))
	h.Write(file[at+len(digest):])
	if got := hex.EncodeToString(h.Sum(nil)); got != digest {
		return fmt.Errorf("%w: the SHA-256 of the file begins with %.12s, but the metadata says %.12s", ErrCorrupt,
			got, digest)
	}
	return nil
}

// digestAt returns the offset of the digest in a file, or -1.
func digestAt(file []byte, digest string) int {
	key := fmt.Sprintf("%q:", digestKey)
	at := bytes.Index(file, fmt.Appendf(nil, `%s"%s"`, key, digest))
	if at < 0 {
		return -1
	}
	return at + len(key) + 1
}

// sliceTensors cuts data into the tensors of a header. They must fill it without gap or overlap.
func sliceTensors(header map[string]json.RawMessage, data []byte) ([]Param, error) {
	type named struct {
		tensorEntry
		name string
	}
	entries := make([]named, 0, len(header))
	for name, text := range header {
		e := named{name: name}
		if err := json.Unmarshal(text, &e.tensorEntry); err != nil {
			return nil, fmt.Errorf("%w: tensor %q: %v", ErrCorrupt, name, err)
		}
		if e.Type != float32Type {
			return nil, fmt.Errorf("%w: tensor %q has the type %q, want %s", ErrForeign, name, e.Type,
				float32Type)
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b named) int { return a.Offsets[0] - b.Offsets[0] })
	tensors, end := make([]Param, 0, len(entries)), 0
	for _, e := range entries {
		n, ok := elements(e.Shape, len(data)/4)
		if !ok || e.Offsets[0] != end || e.Offsets[1]-end != 4*n || e.Offsets[1] > len(data) {
			return nil, fmt.Errorf("%w: tensor %q has shape %v, which does not fit the offsets %d in "+
				"data of size %d", ErrCorrupt,
				e.name, e.Shape, e.Offsets, len(data))
		}
		values := make([]float32, n)
		for i := range values {
			values[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[end+4*i:]))
		}
		tensors = append(tensors, Param{Name: e.name, Shape: e.Shape, Data: values})
		end = e.Offsets[1]
	}
	if end != len(data) {
		return nil, fmt.Errorf("%w: the file has %s of data, but its tensors use %d", ErrCorrupt,
			noun.Count(len(data), "byte"),
			end)
	}
	return tensors, nil
}

// elements returns the number of elements of a shape from a file. ok is false unless the number is
// from 1 to limit.
func elements(shape []int, limit int) (n int, ok bool) {
	if len(shape) > maxRank {
		return 0, false
	}
	n = 1
	for _, side := range shape {
		if side < 1 || side > limit/n {
			return 0, false
		}
		n *= side
	}
	return n, n <= limit
}

// readFile reads a regular file of at most maxFile bytes.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		return nil, fmt.Errorf("read %s: %w: the path is a folder; name a .safetensors file, such as one in the "+
			"folder checkpoints of a run", path, ErrForeign)
	case !info.Mode().IsRegular() || info.Size() > maxFile:
		return nil, fmt.Errorf("read %s: %w: the path is not a regular file of at most %s", path,
			ErrForeign, noun.Count(maxFile, "byte"))
	}
	return os.ReadFile(path)
}
