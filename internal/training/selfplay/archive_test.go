package selfplay

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/replay"
)

// archived returns Uniform with an archive of positions from the middle of its games.
func archived(t *testing.T, p *Actor) Player {
	t.Helper()
	m := Uniform
	for _, g := range decoded(t, p, 20) {
		s, err := p.Board.ParseState(g.Start)
		if err != nil {
			t.Fatal(err)
		}
		for _, move := range g.Moves[:len(g.Moves)/2] {
			s.Play(move)
		}
		archive, err := ParseArchive(p.Board, s.String()+"\n")
		if err != nil {
			t.Fatal(err)
		}
		m.Archive = append(m.Archive, archive...)
	}
	return m
}

func TestParseArchive(t *testing.T) {
	b := player(t, "epaminondas:3x5x1,max_plies=30").Board
	list, err := ParseArchive(b, "bbb/.../.../.../www w\nbbb/.../.../w../.ww b 1\n")
	if err != nil || len(list) != 2 || list[0] != b.Start() || list[1].Ply() != 1 {
		t.Errorf("%v, %v", list, err)
	}
	for text, want := range map[string]string{
		"bbb/.../.../.../www w\nbbb/... w\n": "position 2 of the archive: ",
		"wbb/.../.../.../.ww w 9\n":          "position 1 of the archive, wbb/.../.../.../.ww w 9, is over",
		"bbb/.../.../.../www w 30\n":         "is over (ply-limit)",
		"\n":                                 "position 1 of the archive: ",
	} {
		if _, err := ParseArchive(b, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %q", text, err, want)
		}
	}
}

// TestArchivedGames checks the share of games from the archive, their beginning and their end, with
// one worker and with four.
func TestArchivedGames(t *testing.T) {
	p := player(t, "epaminondas:4x6x1,max_plies=40")
	p.Config.Workers, p.Config.ScatterShare = 1, 0.2
	m := archived(t, p)
	known := map[string]bool{}
	for i := range m.Archive {
		known[m.Archive[i].String()] = true
	}
	p.Config.ArchiveShare = 0.5
	const games = 300
	one := play(t, p, m, games)
	p.Config.Workers = 4
	from, scattered, starts := 0, 0, map[string]bool{}
	for i, record := range play(t, p, m, games) {
		if !bytes.Equal(record, one[i]) {
			t.Errorf("game %d differs between 1 and 4 workers", i)
		}
		g, err := replay.DecodeGame(record) // replays the moves and checks the end
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Verify(g, m); err != nil {
			t.Errorf("%v: %v", g, err)
		}
		s, err := p.Board.ParseState(g.Start)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case s.Ply() == 0 && s != p.Board.Start():
			scattered++
		case s.Ply() == 0:
		case !known[g.Start] || g.RandomPlies != 0:
			t.Errorf("%v begins with %d random moves in %s", g, g.RandomPlies, g.Start)
		default:
			from++
			starts[g.Start] = true
			if last := s.Ply() + len(g.Moves); last > 40 || g.Reason == game.PlyLimit && last != 40 {
				t.Errorf("%v ends by %s at ply %d", g, g.Reason, last)
			}
		}
	}
	if from < games*4/10 || from > games*6/10 || scattered < games/10 || scattered > games*3/10 {
		t.Errorf("%d of %d games begin from the archive and %d from scattered stones, want a half and a fifth",
			from, games, scattered)
	}
	if len(starts) < len(known)*3/4 {
		t.Errorf("the games use %d of %d positions", len(starts), len(known))
	}
}

// TestNoArchive checks that a share without an archive changes nothing, nor an archive without a
// share.
func TestNoArchive(t *testing.T) {
	p := player(t, "epaminondas:4x6x1,max_plies=40")
	m := archived(t, p)
	want := play(t, p, Uniform, 20)
	without := play(t, p, m, 20)
	p.Config.ArchiveShare = 0.5
	empty := play(t, p, Uniform, 20)
	for i := range want {
		if !bytes.Equal(want[i], without[i]) || !bytes.Equal(want[i], empty[i]) {
			t.Errorf("game %d changes", i)
		}
	}
}

// TestVerifyKnowsTheArchive verifies games with the archive, without it, and with another one.
func TestVerifyKnowsTheArchive(t *testing.T) {
	p := player(t, "epaminondas:4x6x1,max_plies=40")
	m := archived(t, p)
	p.Config.ScatterShare, p.Config.ArchiveShare = 0, 1
	other := m
	other.Archive = slices.Clone(m.Archive)
	slices.Reverse(other.Archive)
	begun := 0
	for _, record := range play(t, p, m, 20) {
		g, err := replay.DecodeGame(record)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Verify(g, m); err != nil {
			t.Errorf("%v: %v", g, err)
		}
		if err := p.Verify(g, Uniform); !errors.Is(err, ErrOpening) {
			t.Errorf("%v without the archive: %v", g, err)
		}
		local := *p
		local.Config = p.Config.WithoutRun()
		if err := local.Verify(g, m); !errors.Is(err, ErrOpening) {
			t.Errorf("%v without the share: %v", g, err)
		}
		if err := p.Verify(g, other); errors.Is(err, ErrOpening) {
			begun++
		}
	}
	if begun < 15 {
		t.Errorf("with another archive, Verify refuses only %d of 20 openings", begun)
	}
}
