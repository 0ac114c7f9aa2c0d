package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// The default numbers of games of a pairing.
const (
	matchGames  = 100
	ladderGames = 20
)

// keptHelp and ratingsHelp are common parts of the help texts of match, gauntlet and ladder.
const (
	keptHelp    = `The command saves every finished game at once and prints the folder: games.txt is for people, games.jsonl for programs (docs/games.md). Give the same command again to continue a match that was stopped, or to see a finished match again. Another --seed gives other games.`
	ratingsHelp = `Ratings are Elo by maximum likelihood over all games, with a term for the first move. The player random has rating 0 if it takes part, otherwise the first player has.`
)

// tournament is a match, a gauntlet or a ladder before its first game.
type tournament struct {
	kind     string
	command  string // the command line of the user
	terms    *terms
	folder   string // the run whose checkpoints play, or ""
	players  []namedPlayer
	pairings []arena.Pairing
	games    int // of a pairing, by default
	sprt     *result.SPRT
}

// run plays the remaining games and shows the result, even after an interruption.
func (m *tournament) run(ctx context.Context, stdout, stderr io.Writer) error {
	standings, t, err := m.finish(ctx, stderr)
	if standings == nil {
		return err
	}
	return errors.Join(err, m.show(standings, t, stdout))
}

// finish plays the remaining games. After an interruption it returns an error and the standings so far, or
// nil if no game was finished.
func (m *tournament) finish(ctx context.Context, stderr io.Writer) (s *arena.Standings, t *arena.Tournament,
	err error) {
	if m.terms.Games == nil {
		m.terms.Games = &m.games
	}
	if err := errors.Join(m.terms.check(m.players), different(m.players)); err != nil {
		return nil, nil, err
	}
	if t, err = m.tournament(ctx); err != nil {
		return nil, nil, err
	}
	journal, folder, err := m.journal(t)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	s, err = m.play(ctx, t, folder, stderr)
	switch {
	case s == nil && cli.Interrupted(err):
		return nil, nil, cli.Stopped(err, " before any game was finished: give the same command to continue")
	case s == nil:
		return nil, nil, fmt.Errorf("%s: %w", folder, err)
	}
	return s, t, cli.Stopped(err, " after %d of %s: give the same command to continue", len(s.Games),
		noun.Count(t.Games(), "game"))
}

// tournament prepares the tournament.
func (m *tournament) tournament(ctx context.Context) (*arena.Tournament, error) {
	control, err := m.terms.control()
	if err != nil {
		return nil, err
	}
	board, err := m.terms.board(m.players)
	if err != nil {
		return nil, err
	}
	openings, balanced, err := m.terms.openings(ctx, board, *m.terms.Games/2)
	if err != nil {
		return nil, err
	}
	t, err := m.terms.tournament(board, m.players, openings, balanced, control)
	if err != nil {
		return nil, err
	}
	t.Pairings, t.SPRT = m.pairings, m.sprt
	if err := t.Validate(); err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	return t, nil
}

// journal opens the folder of the games and passes the games in it to the tournament.
func (m *tournament) journal(t *arena.Tournament) (journal *record.Journal, folder string, err error) {
	h, err := newManifest(t, m.players, m.terms.Adjudicate)
	if err != nil {
		return nil, "", err
	}
	folder = m.terms.Out
	if folder == "" {
		if folder, err = h.folder(m.kind); err != nil {
			return nil, "", err
		}
	}
	journal, t.Played, err = record.OpenJournal(folder, h)
	t.Journal = journal
	return journal, folder, err
}

// greeting returns the first line of output. The line says whether the match begins or continues,
// and names its folder.
func (m *tournament) greeting(t *arena.Tournament, s arena.Standing, folder string) string {
	text := fmt.Sprintf("%s of %s on %s, kept in %s", m.kind, noun.Count(s.Games, "game"),
		t.Board.Rules().Name(), folder)
	switch {
	case s.Test != nil && s.Test.Decision != result.Undecided:
		return text + fmt.Sprintf(": already decided by %s", noun.Count(s.Played, "game"))
	case s.Played == s.Games:
		return text + ": all games are played"
	case s.Played > 0:
		text += fmt.Sprintf(": %d already played", s.Played)
	}
	if s.Test != nil {
		text += "\nthe test takes " + s.Test.Forecast()
	}
	return text
}

// play plays with a progress bar. With a test, the total is the expected number of games.
func (m *tournament) play(ctx context.Context, t *arena.Tournament, folder string,
	stderr io.Writer) (*arena.Standings, error) {
	progress := cli.NewProgress(stderr, "games", int64(t.Games()))
	defer progress.Close()
	greeted := false
	t.Progress = func(s arena.Standing) {
		if !greeted {
			progress.Println(m.greeting(t, s, folder))
			greeted = true
		}
		progress.SetTotal(int64(s.Expected))
		progress.Status(status(s))
		progress.Set(int64(s.Played))
	}
	return t.Play(ctx)
}

// status returns the score of a match and the state of its test. With more than two players the
// score is empty.
func status(s arena.Standing) string {
	var parts []string
	if s.Total.Games() > 0 {
		parts = append(parts, fmt.Sprintf("A +%d =%d -%d", s.Total.Wins, s.Total.Draws, s.Total.Losses))
	}
	if s.Test != nil {
		parts = append(parts, fmt.Sprintf("LLR %.2f in [%.2f, %.2f]", s.Test.Ratio, s.Test.Low, s.Test.High))
	}
	return strings.Join(parts, ", ")
}
