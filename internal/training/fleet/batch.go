package fleet

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/nats-io/nkeys"

	"epaminondas/internal/base/noun"
	"epaminondas/replay"
)

// An encoded batch is
//
//	epaminondas batch 1 FLEET WORKER SPOOL CONTRACT FIRST GAMES SIGNATURE   and a line feed
//	the content of a games file (package replay)
// SIGNATURE, in base64, is the worker's signature of the rest of the line and of the content. So
// nobody else can send a batch in the worker's name, even if the server checks nothing.

// Bounds of a batch.
const (
	MaxBatch  = 1 << 20 // bytes
	maxGames  = 1024
	maxHeader = 512
	batchName = "epaminondas batch"

	headerWords = 10
)

// Batch is a range of games from one spool, which a worker sends together.
type Batch struct {
	Fleet    string
	Worker   string // public key
	Spool    string
	Contract string // digest
	First    uint64 // number of the first game
	Records  [][]byte
}

// Errors of a whole batch. After such an error the ingester trusts nothing in the batch.
var (
	ErrNoBatch  = errors.New("not a batch")
	ErrUnsigned = errors.New("the signature of the batch is not the worker's")
)

// Signer signs for a worker.
type Signer interface {
	Sign(text []byte) ([]byte, error)
}

// ID returns a name of the batch. Batches with the same games have the same ID.
func (b Batch) ID() string {
	return fmt.Sprintf("%s-%d-%d", b.Spool, b.First, b.First+uint64(len(b.Records)))
}

// mostID is the largest length of an id. Our workers send at most 66 bytes.
const mostID = 100

// validID reports whether an id has only the characters of [Batch.ID] and is not too long. The hub
// remembers ids for minutes, so a long id would fill its memory.
func validID(id string) bool {
	return len(id) <= mostID && strings.Trim(id, "0123456789abcdef-") == ""
}

// header returns the line of the batch without the signature.
func (b Batch) header() string {
	return strings.Join([]string{
		batchName, strconv.Itoa(contractVersion), b.Fleet, b.Worker, b.Spool, b.Contract,
		strconv.FormatUint(b.First, 10), strconv.Itoa(len(b.Records)),
	}, " ")
}

// Encode signs the batch.
func (b Batch) Encode(key Signer) ([]byte, error) {
	content := []byte(replay.FileMagic)
	for _, record := range b.Records {
		content = replay.AppendFrame(content, record)
	}
	header := b.header()
	signature, err := key.Sign(append([]byte(header+"\n"), content...))
	if err != nil {
		return nil, fmt.Errorf("fleet: sign a batch: %w", err)
	}
	line := header + " " + base64.RawURLEncoding.EncodeToString(signature) + "\n"
	return append([]byte(line), content...), nil
}

// DecodeBatch reads a batch and checks its signature. The error wraps [ErrNoBatch] or
// [ErrUnsigned]. If the content of a signed batch ends early, torn is the reason, and the batch has
// all games before that place.
func DecodeBatch(encoded []byte) (b Batch, torn, err error) {
	if len(encoded) > MaxBatch {
		return b, nil, fmt.Errorf("%w: the message has %s, want at most %d", ErrNoBatch,
			noun.Count(len(encoded), "byte"), MaxBatch)
	}
	head, _, ok := bytes.Cut(encoded[:min(len(encoded), maxHeader)], []byte("\n"))
	if !ok {
		return b, nil, fmt.Errorf("%w: the message has no first line", ErrNoBatch)
	}
	content := encoded[len(head)+1:]
	b, games, signature, err := parseHeader(string(head))
	if err != nil {
		return b, nil, err
	}
	key, err := nkeys.FromPublicKey(b.Worker)
	if err != nil {
		return b, nil, fmt.Errorf("%w: %q is not a key", ErrNoBatch, b.Worker)
	}
	unsigned := head[:bytes.LastIndexByte(head, ' ')]
	if key.Verify(append(append(bytes.Clone(unsigned), '\n'), content...), signature) != nil {
		return b, nil, ErrUnsigned
	}
	torn = b.read(content, games)
	return b, torn, nil
}

// parseHeader reads the first line of a batch.
func parseHeader(line string) (b Batch, games int, signature []byte, err error) {
	words := strings.Split(line, " ")
	if len(words) != headerWords || words[0]+" "+words[1] != batchName {
		return b, 0, nil, fmt.Errorf("%w: the first line is %.40q, want the header of a batch", ErrNoBatch,
			line)
	}
	if words[2] != strconv.Itoa(contractVersion) {
		return b, 0, nil, fmt.Errorf("%w: the version is %.20q, but this program reads %d", ErrNoBatch,
			words[2], contractVersion)
	}
	b = Batch{Fleet: words[3], Worker: words[4], Spool: words[5], Contract: words[6]}
	b.First, err = strconv.ParseUint(words[7], 10, 63)
	if err == nil {
		games, err = strconv.Atoi(words[8])
	}
	if err == nil {
		signature, err = base64.RawURLEncoding.DecodeString(words[9])
	}
	switch {
	case err != nil:
		return b, 0, nil, fmt.Errorf("%w: %w", ErrNoBatch, err)
	case games < 1 || games > maxGames:
		return b, 0, nil, fmt.Errorf("%w: the batch has %s, want 1 to %d", ErrNoBatch,
			noun.Count(games, "game"), maxGames)
	case !validSpool(b.Spool):
		return b, 0, nil, fmt.Errorf("%w: %.40q is not the name of a spool", ErrNoBatch, b.Spool)
	}
	return b, games, signature, nil
}

// read reads the records of a batch with the given number of games.
func (b *Batch) read(content []byte, games int) error {
	reader, err := replay.NewReader(bytes.NewReader(content))
	if err != nil {
		return err
	}
	for {
		record, err := reader.NextRecord()
		switch {
		case err == io.EOF && len(b.Records) < games:
			return fmt.Errorf("the batch has %s, want %d", noun.Count(len(b.Records), "game"), games)
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case len(b.Records) == games:
			return fmt.Errorf("the batch has more than %s", noun.Count(games, "game"))
		}
		b.Records = append(b.Records, bytes.Clone(record))
	}
}
