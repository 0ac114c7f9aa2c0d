package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/result"
)

// levelsCommand is the command line of arena levels.
type levelsCommand struct {
	Player string `arg:"" help:"The player that plays at all levels: net:FILE, alphabeta or alphabeta,eval=lines."`

	conditions `embed:""`
	From       int `help:"First level to measure, against the one before. Level 1 meets random,captures." default:"1" placeholder:"N"`
	To         int `help:"Last level to measure. The levels after ${default} search until their time is up, so their strength depends on the machine." default:"${steady}" placeholder:"N"`
	Games      int `help:"Games of each level, two for each opening." default:"100" placeholder:"N"`
}

// Help is the long help.
func (levelsCommand) Help() string {
	return `Each level of play meets the level before it, and level 1 meets random,captures: a player that
takes a capture when there is one, and otherwise plays any move. The table shows whether the levels rise
evenly: level 1 should score 25 to 40%, and each other level 65 to 80%.

The interval of 100 games reaches about 9% to each side. The levels that search for a time need a quiet
machine: measure them with --from 14 --to 15.

` + keptHelp + `

Examples:

  arena levels net:models/crossings.safetensors
  arena levels alphabeta --rules epaminondas:8x8 --games 200
  arena levels net:models/epaminondas.safetensors --from 14 --to 15 --parallel 1

` + cli.ExitCodes
}

// levelStep is the result of a level against the one before.
type levelStep struct {
	Level   int          `json:"level"`
	Name    string       `json:"name"`
	Against string       `json:"against"`
	Total   result.Tally `json:"total"`
	Score   float64      `json:"score"`
	Low     float64      `json:"low"` // 95% interval of the score
	High    float64      `json:"high"`
	Step    string       `json:"step"` // even, small or large: the score against the wanted one
}

// levelSteps are the results of the levels of a player.
type levelSteps struct {
	Player   string              `json:"player"`
	Rules    string              `json:"rules"`
	Seed     uint64              `json:"seed"`
	Openings result.OpeningCount `json:"openings"`
	Levels   []levelStep         `json:"levels"`
}

func (c *levelsCommand) run(ctx context.Context, line string, stdout, stderr io.Writer) error {
	players, err := c.players()
	if err != nil {
		return err
	}
	m := tournament{kind: "levels", command: line, players: players, pairings: arena.Steps(len(players)),
		terms: &terms{conditions: c.conditions, Games: &c.Games}}
	s, _, err := m.finish(ctx, stderr)
	if s == nil {
		return err
	}
	list := c.steps(s)
	return errors.Join(err, cli.WriteResult(stdout, c.JSON, list, list.writeText))
}

// players returns the levels to measure, in order, after the opponent of the first one.
func (c *levelsCommand) players() ([]namedPlayer, error) {
	if c.From < 1 || c.To > engine.StrongestLevel() || c.From > c.To {
		return nil, cli.Usagef("--from %d --to %d: want levels from 1 to %d, in order", c.From, c.To,
			engine.StrongestLevel())
	}
	texts := []string{weakest}
	for level := c.From - 1; level <= c.To; level++ {
		if level > 0 {
			texts = append(texts, fmt.Sprintf("%s,level=%d", c.Player, level))
		}
	}
	if c.From > 1 {
		texts = texts[1:]
	}
	return readPlayers(texts, "")
}

// weakest is the opponent of level 1.
const weakest = "random,captures"

// steps returns the results of all levels.
func (c *levelsCommand) steps(s *arena.Standings) levelSteps {
	list := levelSteps{Player: c.Player, Rules: s.Rules, Seed: s.Seed, Openings: s.Openings}
	for i, r := range s.Results {
		level := c.From + i
		step := levelStep{Level: level, Name: engine.LevelNames()[level-1], Against: weakest, Total: r.Total,
			Score: r.Score, Low: r.Rating.Low.Score(), High: r.Rating.High.Score(),
			Step: judgeStep(level, r.Score)}
		if level > 1 {
			step.Against = fmt.Sprintf("level %d", level-1)
		}
		list.Levels = append(list.Levels, step)
	}
	return list
}

// judgeStep says whether the score of a level against its opponent makes an even step.
func judgeStep(level int, score float64) string {
	least, most := 0.65, 0.80
	if level == 1 {
		least, most = 0.25, 0.40
	}
	switch {
	case score < least:
		return "small"
	case score > most:
		return "large"
	}
	return "even"
}

// writeText writes the results as a table.
func (l levelSteps) writeText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "levels of %s on %s, %v, seed %d\n\n", l.Player, l.Rules, l.Openings, l.Seed)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "level\tagainst\tgames\twins-draws-losses\tscore\t95%%\tstep\n")
	for _, s := range l.Levels {
		fmt.Fprintf(t, "%d %s\t%s\t%d\t%v\t%s\t[%s, %s]\t%s\n", s.Level, s.Name, s.Against,
			s.Total.Games(), s.Total, percent(s.Score), percent(s.Low), percent(s.High), s.Step)
	}
	t.Flush() // cannot fail: b is in memory
	_, err := io.WriteString(w, b.String())
	return err
}

// percent returns a share as a whole percentage.
func percent(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) }
