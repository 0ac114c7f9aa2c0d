package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// checkpointName matches the names that [FileName] and [Run.StatePath] make, and no others.
const checkpointName = `step-(\d{7,})(-cooldown|-final)?(-branch[1-9]\d*)?\.(safetensors|state)`

var (
	checkpointPattern = regexp.MustCompile(`^` + checkpointName + `$`)
	// temporaryPattern matches the names under which package durable writes such a file.
	temporaryPattern = regexp.MustCompile(`^\.` + checkpointName + `\.\d+\.tmp$`)
)

// leftovers are what lies in the folder checkpoints under a name that training makes.
type leftovers struct {
	weights   []string // names of files with weights, ascending
	states    []string // names of training states, ascending
	temporary []string // names of files that were being written when a process was killed
}

// readLeftovers lists the folder checkpoints of the run in dir. It passes over the files of others.
func readLeftovers(dir string) (leftovers, error) {
	var found leftovers
	entries, err := os.ReadDir(filepath.Join(dir, checkpointsName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return found, fmt.Errorf("run: %w", err)
	}
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case !entry.Type().IsRegular():
		case temporaryPattern.MatchString(name):
			found.temporary = append(found.temporary, name)
		case !checkpointPattern.MatchString(name):
		case strings.HasSuffix(name, weightsEnding):
			found.weights = append(found.weights, name)
		default:
			found.states = append(found.states, name)
		}
	}
	return found, nil
}

// trained reports whether there are weights of a step after the first.
func (l leftovers) trained() bool {
	for _, name := range l.weights {
		if strings.Trim(checkpointPattern.FindStringSubmatch(name)[1], "0") != "" {
			return true
		}
	}
	return false
}

// String says what lies there.
func (l leftovers) String() string {
	text := fmt.Sprintf("%d checkpoints", len(l.weights))
	if len(l.weights) > 0 {
		text += fmt.Sprintf(" (%s to %s)", l.weights[0], l.weights[len(l.weights)-1])
	}
	return fmt.Sprintf("%s and %d training states", text, len(l.states))
}
