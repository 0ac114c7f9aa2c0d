package learning

import (
	"database/sql"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
)

// damageRecords changes the records of every tenth game.
func damageRecords(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE games SET record = CAST(substr(record, 1, length(record)-3) AS BLOB)
WHERE id % 10 = 0`); err != nil {
		t.Fatal(err)
	}
}

func TestParseCandidateNamesTheMistake(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  `its name is ""`,
		"a b:seed=2":                        `its name is "a b"`,
		"../x:seed=2":                       `its name is "../x"`,
		"wide":                              "wide: it changes no setting",
		"wide:":                             "wide: it changes no setting",
		"wide:channels":                     `"channels" is not a setting`,
		"wide:network.width=3":              "network.width is not a setting",
		"wide:speed=3":                      "speed is not a setting",
		"wide:seed=2,speed=3":               "speed is not a setting",
		"wide:rules.max_plies=3":            "rules.max_plies: a candidate has the rules of the run",
		"wide:rules.game=crossings":         "rules.game: a candidate has the rules of the run",
		"wide:search.c_scale=1":             "search.c_scale does not change how a network learns",
		"wide:replay.uses=3":                "replay.uses does not change",
		"wide:train.steps=3":                "train.steps does not change",
		"wide:network.channels=0":           "wide: config: net: channels is 0",
		"wide:network.planes=lines,nothing": "nothing",
	} {
		if _, err := ParseCandidate(mini(), text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %q", text, err, want)
		}
	}
	c := candidate(t, "wide:network.planes=lines,attack, learn.batch_size=128,train.cooldown=0.5")
	if len(c.Settings) != 3 || c.Config.Learn.BatchSize != 128 || c.Config.Train.Cooldown != 0.5 ||
		c.Config.Network.Planes == mini().Network.Planes {
		t.Errorf("%q: %+v", c.Settings, c.Config.Network)
	}
}

func TestRunNamesTheMistake(t *testing.T) {
	dir, empty := played(t, 30), played(t, 0)
	for want, change := range map[string]func(e *Experiment){
		"the budget is 0":                   func(e *Experiment) { e.Budgets = nil },
		"neither below 0":                   func(e *Experiment) { e.Budgets[0].Steps = -1 },
		"held-out share is 0":               func(e *Experiment) { e.HeldOut = 0 },
		"held-out share is 1":               func(e *Experiment) { e.HeldOut = 1 },
		"there are no candidates":           func(e *Experiment) { e.Candidates = nil },
		"two candidates have the name base": func(e *Experiment) { add(t, e, "base:seed=2") },
		"two candidates have the name Wide": func(e *Experiment) { add(t, e, "wide:seed=2", "Wide:seed=3") },
		"has no games":                      func(e *Experiment) { e.Dir = empty },
		"of the games in the window of":     func(e *Experiment) { e.HeldOut = 0.05 },
		"no run":                            func(e *Experiment) { e.Dir = t.TempDir() },
		"candidate huge: memory: network.blo": func(e *Experiment) {
			add(t, e, "huge:network.blocks=64,network.channels=200")
		},
		"candidate other changes the rules": func(e *Experiment) {
			c := Candidate{Name: "other", Config: mini()}
			c.Config.Rules.MaxPlies = 40
			e.Candidates = append(e.Candidates, c)
		},
	} {
		e := &Experiment{Dir: dir, Candidates: []Candidate{Base(mini())}, Budgets: []Budget{{Steps: 2}},
			HeldOut: 0.8, bytes: 1 << 30}
		change(e)
		if _, err := e.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	e := &Experiment{Dir: dir, Candidates: []Candidate{Base(otherRules())}, Budgets: []Budget{{Steps: 2}},
		HeldOut: 0.8}
	if _, err := e.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "has the rules") {
		t.Errorf("games by other rules give %v", err)
	}
}

// otherRules is the mini config with other rules than its games.
func otherRules() config.Config {
	c := mini()
	c.Rules.MaxPlies = 31
	return c
}

// add adds candidates.
func add(t *testing.T, e *Experiment, texts ...string) {
	t.Helper()
	for _, text := range texts {
		e.Candidates = append(e.Candidates, candidate(t, text))
	}
}
