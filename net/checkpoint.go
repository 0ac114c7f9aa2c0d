package net

import (
	"fmt"
	"math"
	"strconv"
)

// Checkpoint is a trained network with its origin, as files store it.
type Checkpoint struct {
	Weights *Weights
	Meta    Meta
}

// Meta is the origin of a checkpoint.
type Meta struct {
	Rules  string // name of the rules it was trained on, as in game.ParseRules; it plays on others too
	Step   int64  // gradient steps taken
	Parent string // checkpoint from which training continued; empty if none
	Run    string // identity of the run that made it; empty if unknown
}

// The metadata of a checkpoint's file. Version 1 has the moves and layers of this package, the
// planes of the group lines, and pooling over the board. Version 2 also names the groups of its
// planes. Version 3 names its pooling, and its groups if it reads others than lines. A checkpoint
// has the lowest version that fits, so older programs read what they can compute. A change of a
// group, the moves or the layers needs a new version.
const (
	checkpointFormat  = "epaminondas checkpoint"
	checkpointVersion = "1"
	groupsVersion     = "2"
	poolingVersion    = "3"
	groupsKey         = "planes"
	poolingKey        = "pooling"
)

// SaveCheckpoint writes a checkpoint as a safetensors file. After an error or a crash there is
// either the whole file or no file.
func SaveCheckpoint(path string, c *Checkpoint) error {
	return WriteTensors(path, c.Weights.Params, c.metadata())
}

// EncodeCheckpoint returns the bytes that [SaveCheckpoint] writes.
func EncodeCheckpoint(c *Checkpoint) ([]byte, error) {
	data, err := encodeTensors(c.Weights.Params, c.metadata())
	if err != nil {
		return nil, fmt.Errorf("net: encode checkpoint: %w", err)
	}
	return data, nil
}

// LoadCheckpoint reads a file of [SaveCheckpoint]. Errors wrap [ErrCorrupt], [ErrForeign] or
// [ErrVersion] unless the file could not be read.
func LoadCheckpoint(path string) (*Checkpoint, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("net: %w", err)
	}
	c, err := decodeCheckpoint(data)
	if err != nil {
		return nil, fmt.Errorf("net: load checkpoint %s: %w", path, err)
	}
	return c, nil
}

// DecodeCheckpoint is [LoadCheckpoint] from bytes.
func DecodeCheckpoint(data []byte) (*Checkpoint, error) {
	c, err := decodeCheckpoint(data)
	if err != nil {
		return nil, fmt.Errorf("net: decode checkpoint: %w", err)
	}
	return c, nil
}

func (c *Checkpoint) metadata() map[string]string {
	cfg := c.Weights.Config
	meta := map[string]string{
		"format":       checkpointFormat,
		"version":      checkpointVersion,
		"rules":        c.Meta.Rules,
		"step":         strconv.FormatInt(c.Meta.Step, 10),
		"parent":       c.Meta.Parent,
		"blocks":       strconv.Itoa(cfg.Blocks),
		"channels":     strconv.Itoa(cfg.Channels),
		"pool_every":   strconv.Itoa(cfg.PoolEvery),
		"value_hidden": strconv.Itoa(cfg.ValueHidden),
	}
	if c.Weights.Search != "" {
		meta["search"] = c.Weights.Search
	}
	if c.Meta.Run != "" {
		meta["run"] = c.Meta.Run
	}
	if cfg.Planes != 0 {
		meta["version"], meta[groupsKey] = groupsVersion, cfg.Planes.String()
	}
	if cfg.Pooling != PoolBoard {
		meta["version"], meta[poolingKey] = poolingVersion, cfg.Pooling.String()
	}
	return meta
}

func decodeCheckpoint(data []byte) (*Checkpoint, error) {
	tensors, meta, err := decodeTensors(data)
	if err != nil {
		return nil, err
	}
	if meta["format"] != checkpointFormat {
		return nil, fmt.Errorf("%w: the format is %q, want %q", ErrForeign, meta["format"], checkpointFormat)
	}
	if v := meta["version"]; v != checkpointVersion && v != groupsVersion && v != poolingVersion {
		return nil, fmt.Errorf("%w: the version is %q, want %q, %q or %q", ErrVersion, v, checkpointVersion,
			groupsVersion, poolingVersion)
	}
	c := &Checkpoint{Meta: Meta{Rules: meta["rules"], Parent: meta["parent"], Run: meta["run"]}}
	if c.Meta.Step, err = strconv.ParseInt(meta["step"], 10, 64); err != nil {
		return nil, fmt.Errorf("%w: step is %q, want a whole number", ErrCorrupt, meta["step"])
	}
	cfg, err := parseConfig(meta)
	if err != nil {
		return nil, err
	}
	if c.Weights, err = assemble(cfg, tensors); err != nil {
		return nil, err
	}
	c.Weights.Search = meta["search"]
	return c, nil
}

// parseConfig reads a network's shape from metadata.
func parseConfig(meta map[string]string) (Config, error) {
	var cfg Config
	for key, field := range map[string]*int{
		"blocks": &cfg.Blocks, "channels": &cfg.Channels, "pool_every": &cfg.PoolEvery,
		"value_hidden": &cfg.ValueHidden,
	} {
		n, err := strconv.Atoi(meta[key])
		if err != nil {
			return cfg, fmt.Errorf("%w: %s is %q, want a whole number", ErrCorrupt, key, meta[key])
		}
		*field = n
	}
	if err := parseVersion(&cfg, meta); err != nil {
		return cfg, fmt.Errorf("%w: %v", ErrVersion, err)
	}
	if err := cfg.Validate(); err != nil {
		return cfg, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	return cfg, nil
}

// parseVersion reads the parts of a network's shape that not all versions have.
func parseVersion(cfg *Config, meta map[string]string) (err error) {
	version := meta["version"]
	planes, named := meta[groupsKey]
	if version == groupsVersion || version == poolingVersion && named {
		if cfg.Planes, err = ParseGroups(planes); err != nil {
			return err
		}
	}
	if version == poolingVersion {
		cfg.Pooling, err = ParsePooling(meta[poolingKey])
	}
	return err
}

// assemble makes weights from tensors, which must be the tensors of the layout. The tensors of an
// auxiliary head may be missing. Such a head starts at zero.
func assemble(cfg Config, tensors []Param) (*Weights, error) {
	w := &Weights{Config: cfg, Params: params(cfg.layers())}
	matched, reason := Match(w.Params, tensors)
	if reason != "" {
		return nil, fmt.Errorf("%w: %s", ErrCorrupt, reason)
	}
	for i, t := range matched {
		p := &w.Params[i]
		if t == nil {
			p.Data = make([]float32, size(p.Shape))
			continue
		}
		for _, v := range t.Data {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				return nil, fmt.Errorf("%w: tensor %q has the value %v, which is not finite", ErrCorrupt,
					t.Name, v)
			}
		}
		p.Data = t.Data
	}
	return w, nil
}
