package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Identity returns a short digest of the settings that must not change during a run. It depends
// only on the config, so that a serial run is reproducible to the bit.
func (c Config) Identity() string {
	settings := c.Settings()
	sum := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		if !isAdjustable(key) {
			fmt.Fprintf(sum, "%s=%s\n", key, settings[key])
		}
	}
	fmt.Fprintf(sum, "init=%s\n", c.Init.SHA256)
	fmt.Fprintf(sum, "grow=%s\n", c.Grow.Run)
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// adjustable are the settings that may change when a run resumes: its budget and its use of the
// machine. They do not change the value of a position. The paths of the init and of the older run
// may change too, because only the init's digest and the run's identity count.
var adjustable = []string{"device", "train.steps", "train.duration", "train.clock", "selfplay.workers",
	"selfplay.cache_positions", "learn.threads", "report.", "lines.", "play.", "init.",
	"grow.from", "grow.run"}

// A Difference is a setting in which two configs differ.
type Difference struct{ Key, Old, New string }

// Differences lists the settings that differ between two configs, except the adjustable ones.
func Differences(old, new Config) []Difference {
	a, b := flatten(old), flatten(new)
	var list []Difference
	if old.Init.SHA256 != new.Init.SHA256 {
		list = append(list, Difference{"init", old.Init.String(), new.Init.String()})
	}
	if old.Grow.Run != new.Grow.Run {
		list = append(list, Difference{"grow.from", old.Grow.String(), new.Grow.String()})
	}
	keys := maps.Clone(a)
	maps.Copy(keys, b)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if a[key] != b[key] && !isAdjustable(key) { // only a stage may be in just one of the two
			list = append(list, Difference{key, cmp.Or(a[key], "not"), cmp.Or(b[key], "not")})
		}
	}
	return list
}

// InWords returns differences in words.
func InWords(list []Difference) []string {
	var texts []string
	for _, d := range list {
		texts = append(texts, fmt.Sprintf("%s is %s there, but %s now", d.Key, d.Old, d.New))
	}
	return texts
}

func isAdjustable(key string) bool {
	for _, prefix := range adjustable {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// flatten lists the settings of a config by their dotted keys.
func flatten(c Config) map[string]string {
	text, err := c.Text()
	tree := map[string]any{}
	if err == nil {
		err = toml.Unmarshal(text, &tree)
	}
	if err != nil {
		panic(fmt.Sprintf("run: a config does not survive TOML: %v", err)) // a bug of ours
	}
	flat := map[string]string{}
	delete(tree, "stage")
	flattenInto(flat, "", tree)
	for i, s := range c.Stages {
		flat[fmt.Sprintf("stage %d", i+1)] = s.String()
	}
	return flat
}

func flattenInto(flat map[string]string, prefix string, tree map[string]any) {
	for key, value := range tree {
		if section, ok := value.(map[string]any); ok {
			flattenInto(flat, prefix+key+".", section)
			continue
		}
		flat[prefix+key] = fmt.Sprint(value)
	}
}
