package fleet

import (
	"strings"
	"testing"
)

// A worker whose spool has games of another invitation says how to send them. It leaves them alone.
func TestGamesOfAnotherInvitationAreNamed(t *testing.T) {
	o := newOffice(t, mini())
	firstPair, first := o.invite("first")
	secondPair, second := o.invite("second")
	dir := t.TempDir()
	s, err := OpenSpool(t.Context(), dir, first, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range o.local(o.localPlayer(first, s.ID()), o.localModel(), 3) {
		if err := s.Append(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	config := quick(secondPair, second, dir)
	config.Games = 1
	var n notes
	if err := RunWorker(t.Context(), config, direct{o, second}, n.tell); err != nil {
		t.Fatal(err)
	}
	if n.with("3 games in "+dir+" belong to another invitation (key "+first+")") != 1 ||
		n.with("--join with that invitation") != 1 {
		t.Errorf("the worker tells %q", n.list)
	}
	if got := o.count(); got != 1 {
		t.Errorf("%d games are stored, want the one of the second invitation", got)
	}
	config = quick(firstPair, first, dir) // the cure
	config.Games = 1
	var later notes
	if err := RunWorker(t.Context(), config, direct{o, first}, later.tell); err != nil {
		t.Fatal(err)
	}
	if got := o.count(); got != 5 || later.with("another invitation") != 0 {
		t.Errorf("%d games are stored, want 5; the worker tells %s", got, strings.Join(later.list, "; "))
	}
}
