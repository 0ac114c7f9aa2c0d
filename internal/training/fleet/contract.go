package fleet

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"epaminondas/internal/training/config"
	"epaminondas/replay"
)

// contractVersion is the version of the contract, the batches and all messages of hub and worker.
const contractVersion = 2

// ErrContract means that a worker cannot honour a contract.
var ErrContract = errors.New("this program cannot honour the contract of the fleet")

// Contract has the settings that all workers of a fleet share: how they play and record games.
type Contract struct {
	Version  int    `json:"version"`
	Fleet    string `json:"fleet"`
	Record   int    `json:"record"`   // version of the records of games
	Settings string `json:"settings"` // rules, network, search and selfplay of the run, as TOML
}

// NewContract returns the contract of a run. Workers do not have the folder of the run, so they play
// without the settings that need it.
func NewContract(id string, c config.Config) (Contract, error) {
	shared := config.Default()
	shared.Device = "" // each worker decides this itself
	shared.Rules, shared.Network, shared.Search = c.Rules, c.Network, c.Search
	shared.Selfplay = c.Selfplay.WithoutRun()
	shared.Selfplay.Workers = 0 // each worker decides this itself
	settings, err := shared.Text()
	return Contract{Version: contractVersion, Fleet: id, Record: replay.RecordVersion,
		Settings: string(settings)}, err
}

// Encode returns the contract as JSON, for sending.
func (c Contract) Encode() ([]byte, error) { return json.Marshal(c) }

// Digest returns the name of an encoded contract.
func Digest(encoded []byte) string {
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:16])
}

// Honour decodes a contract and returns the settings for play. The error wraps [ErrContract] if
// this program cannot honour the contract.
func Honour(encoded []byte) (Contract, config.Config, error) {
	fail := func(err error) (Contract, config.Config, error) {
		return Contract{}, config.Config{}, fmt.Errorf("fleet: %w: %w", ErrContract, err)
	}
	var version struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(encoded, &version); err != nil {
		return fail(err)
	}
	if version.Version != contractVersion {
		return fail(fmt.Errorf("the version of the contract is %d, but this program supports %d: use the same program version as the hub",
			version.Version, contractVersion))
	}
	var c Contract
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return fail(err)
	}
	if c.Record != replay.RecordVersion {
		return fail(fmt.Errorf(
			"the contract requires records of version %d, but this program writes %d: use the same program version as the hub", c.Record,
			replay.RecordVersion))
	}
	cfg, err := config.Parse([]byte(c.Settings))
	if err != nil {
		return fail(fmt.Errorf("the settings of the contract: %w", err))
	}
	return c, cfg, nil
}
