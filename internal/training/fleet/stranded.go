package fleet

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"epaminondas/internal/base/noun"
)

// stranded describes the games in a spool folder that were played under other keys. A worker cannot
// send them, because it signs with its own key.
type stranded struct {
	dir   string
	keys  []string // in the order of the folder
	games int
}

// findStranded returns the games of other keys than a worker's in a spool folder. It changes nothing.
func findStranded(dir, worker string) (f stranded, err error) {
	f.dir = dir
	entries, err := os.ReadDir(dir)
	if err != nil {
		return f, fmt.Errorf("fleet: look for games of other invitations: %w", err)
	}
	for _, e := range entries {
		at := strings.LastIndexByte(e.Name(), '-')
		if !e.IsDir() || at < 0 || e.Name()[:at] == worker || !validSpool(e.Name()[at+1:]) {
			continue
		}
		games, err := countGames(filepath.Join(dir, e.Name()))
		if err != nil {
			return f, fmt.Errorf("fleet: look for games of other invitations: %w", err)
		}
		f.games += games
		key := e.Name()[:at]
		if n := len(f.keys); games > 0 && (n == 0 || f.keys[n-1] != key) {
			f.keys = append(f.keys, key)
		}
	}
	return f, nil
}

// countGames returns the number of readable games in the folder of a row.
func countGames(dir string) (games int, err error) {
	q := row{dir: dir}
	err = q.readSegments()
	for _, g := range q.games {
		if g.record != nil {
			games++
		}
	}
	return games, err
}

// text returns what the user can do about the games, or "" if there are none.
func (f stranded) text() string {
	if f.games == 0 {
		return ""
	}
	return fmt.Sprintf("%s in %s %s to another invitation (key %s), and the worker does not "+
		"send %s. For that, run selfplay --join with that invitation and this --spool. If it was revoked, "+
		"delete the folders that begin with its key", noun.Count(f.games, "game"), f.dir,
		noun.Form(f.games, "belongs", "belong"), strings.Join(f.keys, ", "), noun.Form(f.games, "it", "them"))
}
