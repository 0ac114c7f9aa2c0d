package lines

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"epaminondas/internal/base/noun"
)

// Origin says where weights come from.
type Origin struct {
	Rules string `json:"rules"` // of the positions, as in game.ParseRules
	// Teacher is the network whose values the evaluation learned.
	Teacher   string `json:"teacher,omitempty"`
	Step      int64  `json:"teacher_step,omitempty"` // training steps of the teacher
	Positions int    `json:"positions"`
	Seed      uint64 `json:"seed"`
	// Explained is the share of the teacher's variance that the evaluation explains, on held-out positions.
	Explained float64 `json:"explained"`
}

// Errors of [Decode].
var (
	ErrForeign = errors.New("this is no file of an evaluation by lines")
	ErrVersion = errors.New("the file has another version than this program reads")
	ErrDamaged = errors.New("the file is damaged")
)

// A file has the magic text, the length of the header, the header as JSON, the packed numbers, and the
// SHA-256 of all that.
const (
	magic     = "epaminondas lines\n"
	version   = 3        // since a file has shared tables
	mostFile  = 16 << 20 // bytes
	mostHead  = 1 << 16
	digestLen = sha256.Size
)

// header is the header of a file.
type header struct {
	Version int    `json:"version"`
	Lanes   int    `json:"lanes"`
	Own     []int  `json:"own"`    // patterns of each own table
	Shared  []int  `json:"shared"` // patterns of each shared table
	Origin  Origin `json:"origin"`
}

// Encode returns the content of a file.
func Encode(w *Weights, o Origin) ([]byte, error) {
	h := header{Version: version, Lanes: Lanes, Origin: o}
	for _, t := range w.Own {
		h.Own = append(h.Own, len(t)/Lanes)
	}
	for _, t := range w.Shared {
		h.Shared = append(h.Shared, len(t)/Lanes)
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("lines: encode: %w", err)
	}
	out := []byte(magic)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	out = append(out, text...)
	var body bytes.Buffer
	packer, err := flate.NewWriter(&body, flate.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("lines: encode: %w", err)
	}
	if _, err := packer.Write(w.bytes()); err != nil {
		return nil, fmt.Errorf("lines: encode: %w", err)
	}
	if err := packer.Close(); err != nil {
		return nil, fmt.Errorf("lines: encode: %w", err)
	}
	return sealed(append(out, body.Bytes()...)), nil
}

// sealed returns the content of a file with its digest.
func sealed(content []byte) []byte {
	sum := sha256.Sum256(content)
	return append(bytes.Clone(content), sum[:]...)
}

// bytes returns the numbers: those outside the tables, then each table. A table says of each row whether it
// has other numbers than zeros. For each lane it has the lower bytes of these rows and their upper bytes,
// which packs best.
func (w *Weights) bytes() []byte {
	var out []byte
	for _, x := range w.numbers() {
		out = binary.LittleEndian.AppendUint32(out, uint32(*x))
	}
	for _, t := range w.tables() {
		var filled []int // where filled rows begin
		for at := 0; at < len(t); at += Lanes {
			zeros := [Lanes]int16(t[at:]) == [Lanes]int16{}
			if !zeros {
				filled = append(filled, at)
			}
			out = append(out, oneIf(!zeros))
		}
		for lane := range Lanes {
			for shift := range 2 {
				for _, at := range filled {
					out = append(out, byte(folded(t[at+lane])>>(8*shift)))
				}
			}
		}
	}
	return out
}

// oneIf returns 1 for true and 0 for false.
func oneIf(is bool) byte {
	if is {
		return 1
	}
	return 0
}

// folded returns a number without its sign: -1, 1 and -2 become 1, 2 and 3. So the upper bytes of small
// numbers are zero.
func folded(x int16) uint16 { return uint16(x<<1) ^ uint16(x>>15) }

// unfolded inverts folded.
func unfolded(x uint16) int16 { return int16(x>>1) ^ -int16(x&1) }

// numbers lists the numbers outside the tables.
func (w *Weights) numbers() []*int32 {
	list := []*int32{&w.Scale, &w.Bias}
	for i := range Lanes {
		list = append(list, &w.Start[i], &w.Output[i])
	}
	return list
}

// Decode reads the content of a file. Errors wrap [ErrForeign], [ErrVersion] or [ErrDamaged]. The
// weights may still not fit a board: see [New].
func Decode(data []byte) (*Weights, Origin, error) {
	h, packed, err := readHeader(data)
	if err != nil {
		return nil, h.Origin, fmt.Errorf("lines: %w", err)
	}
	w, err := unpack(h, packed)
	if err != nil {
		return nil, h.Origin, fmt.Errorf("lines: %w", err)
	}
	return w, h.Origin, nil
}

// ReadOrigin is [Decode] for the origin alone.
func ReadOrigin(data []byte) (Origin, error) {
	h, _, err := readHeader(data)
	if err != nil {
		return h.Origin, fmt.Errorf("lines: %w", err)
	}
	return h.Origin, nil
}

// readHeader returns the header of a file and its packed numbers.
func readHeader(data []byte) (h header, packed []byte, err error) {
	if !bytes.HasPrefix(data, []byte(magic)) {
		return h, nil, ErrForeign
	}
	if len(data) < len(magic)+4+digestLen || len(data) > mostFile {
		return h, nil, fmt.Errorf("%w: it has %s", ErrDamaged, noun.Count(len(data), "byte"))
	}
	content, digest := data[:len(data)-digestLen], data[len(data)-digestLen:]
	if sum := sha256.Sum256(content); !bytes.Equal(sum[:], digest) {
		return h, nil, fmt.Errorf("%w: its digest is another", ErrDamaged)
	}
	n := int(binary.LittleEndian.Uint32(content[len(magic):]))
	rest := content[len(magic)+4:]
	if n > min(mostHead, len(rest)) {
		return h, nil, fmt.Errorf("%w: its header has %s", ErrDamaged, noun.Count(n, "byte"))
	}
	if err := json.Unmarshal(rest[:n], &h); err != nil {
		return h, nil, fmt.Errorf("%w: its header: %v", ErrDamaged, err)
	}
	if h.Version != version || h.Lanes != Lanes {
		return h, nil, fmt.Errorf("%w: version %d with %s, want version %d with %d", ErrVersion,
			h.Version, noun.Count(h.Lanes, "lane"), version, Lanes)
	}
	return h, rest[n:], nil
}

// mostPatterns limits the patterns of all tables of a file.
const mostPatterns = 1 << 20

// unpack reads the numbers.
func unpack(h header, packed []byte) (*Weights, error) {
	total := 0
	sizes := append(h.Own[:len(h.Own):len(h.Own)], h.Shared...)
	for _, n := range sizes {
		if n < 1 || n > powers[len(powers)-1] {
			return nil, fmt.Errorf("%w: a table has %s", ErrDamaged, noun.Count(n, "pattern"))
		}
		total += n
	}
	if total > mostPatterns {
		return nil, fmt.Errorf("%w: its tables have %s", ErrDamaged, noun.Count(total, "pattern"))
	}
	w := &Weights{}
	most := 4*len(w.numbers()) + (1+2*Lanes)*total
	body, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), int64(most)+1))
	if err != nil {
		return nil, fmt.Errorf("%w: its numbers: %v", ErrDamaged, err)
	}
	r := &reader{rest: body}
	for _, x := range w.numbers() {
		if four := r.next(4); four != nil {
			*x = int32(binary.LittleEndian.Uint32(four))
		}
	}
	var tables [][]int16
	for _, n := range sizes {
		tables = append(tables, r.table(n))
	}
	w.Own, w.Shared = tables[:len(h.Own):len(h.Own)], tables[len(h.Own):]
	if r.short || len(r.rest) > 0 {
		return nil, fmt.Errorf("%w: its numbers have %s, which is too few or too many", ErrDamaged,
			noun.Count(len(body), "byte"))
	}
	return w, nil
}

// reader reads the numbers of a file.
type reader struct {
	rest  []byte
	short bool // something was missing
}

// next returns the next n bytes, or nil if there are fewer.
func (r *reader) next(n int) []byte {
	if n > len(r.rest) {
		r.short = true
		return nil
	}
	list := r.rest[:n]
	r.rest = r.rest[n:]
	return list
}

// table reads a table of n patterns.
func (r *reader) table(n int) []int16 {
	t := make([]int16, n*Lanes)
	var filled []int // where filled rows begin
	for i, isFilled := range r.next(n) {
		if isFilled != 0 {
			filled = append(filled, i*Lanes)
		}
	}
	for lane := range Lanes {
		lower, upper := r.next(len(filled)), r.next(len(filled))
		if r.short {
			break
		}
		for i, at := range filled {
			t[at+lane] = unfolded(uint16(lower[i]) | uint16(upper[i])<<8)
		}
	}
	return t
}
