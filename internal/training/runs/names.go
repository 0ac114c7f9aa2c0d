package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"epaminondas/internal/base/noun"
)

// checkpointName matches the names that [FileName] and [Run.StatePath] make, and no others.
const checkpointName = `step-(\d{7,})(-cooldown|-final)?(-branch[1-9]\d*)?\.(safetensors|state)`

var (
	checkpointPattern = regexp.MustCompile(`^` + checkpointName + `$`)
	// temporaryPattern matches the names of package durable's temporary files.
	temporaryPattern = regexp.MustCompile(`^\.` + checkpointName + `\.\d+\.tmp$`)
)

// SingleFiles returns the names of the files that a run consists of, without those in the folder
// checkpoints. Only some runs have the last two.
func SingleFiles() []string { return []string{configName, databaseName, initName, reportName} }

// IsPart reports whether a file belongs to what a run consists of, given its name in the folder of the
// run with a slash after the folder checkpoints. Files that training does not make do not belong to it.
func IsPart(name string) bool {
	checkpoint, ok := strings.CutPrefix(name, checkpointsName+"/")
	return slices.Contains(SingleFiles(), name) || ok && checkpointPattern.MatchString(checkpoint)
}

// leftovers are the files in the folder checkpoints with names that training makes.
type leftovers struct {
	weights   []string // names of files with weights, ascending
	states    []string // names of training states, ascending
	temporary []string // names of files that a killed process left unfinished
}

// readLeftovers lists the files of the run in dir in its folder checkpoints. It skips foreign
// files.
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

// trained reports whether there are weights after step 0.
func (l leftovers) trained() bool {
	for _, name := range l.weights {
		if strings.Trim(checkpointPattern.FindStringSubmatch(name)[1], "0") != "" {
			return true
		}
	}
	return false
}

// String returns the number of files in words.
func (l leftovers) String() string {
	text := noun.Count(len(l.weights), "checkpoint")
	if len(l.weights) > 0 {
		text += fmt.Sprintf(" (%s to %s)", l.weights[0], l.weights[len(l.weights)-1])
	}
	return fmt.Sprintf("%s and %s", text, noun.Count(len(l.states), "training state"))
}
