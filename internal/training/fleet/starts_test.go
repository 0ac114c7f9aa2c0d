package fleet

import (
	"strings"
	"testing"

	"epaminondas/internal/training/selfplay"
)

// Workers have no archive. The contract asks them for games without one, and the ingester refuses
// a game from another start.
func TestWorkersHaveNoArchive(t *testing.T) {
	config := mini()
	config.Selfplay.ScatterShare, config.Selfplay.ArchiveShare = 0, 0.9
	o := newOffice(t, config)
	contract, settings, err := Honour(o.ingester().Contract())
	if err != nil || settings.Selfplay.ArchiveShare != 0 ||
		!strings.Contains(contract.Settings, "archive_share = 0.0") {
		t.Errorf("the contract has the share %v, %v:\n%s", settings.Selfplay.ArchiveShare, err,
			contract.Settings)
	}
	pair, key := o.invite("a")
	player, model := o.localPlayer(key, spoolID), o.localModel()
	archive, err := selfplay.ParseArchive(player.Board, "bbb/.../.../w../.ww b 1\n")
	if err != nil {
		t.Fatal(err)
	}
	model.Archive = archive
	archived := o.local(player, model, 9)
	player.Config = settings.Selfplay
	player.Config.Workers = 1
	for i, e := range o.local(player, model, 9) { // the model has an archive, but the settings forbid it
		publish(t, o, pair, key, Parcel{Spool: spoolID, First: uint64(i), Records: [][]byte{e.Record}})
	}
	if n := o.count(); n != 9 {
		t.Errorf("%d of 9 honest games are stored", n)
	}
	forgetRefusals(t, o)
	for i, e := range archived {
		if e.Game.Start == archive[0].String() {
			publish(t, o, pair, key, Parcel{Spool: spoolID, First: uint64(i), Records: [][]byte{e.Record}})
			o.refusedFor(key, ReasonOpening)
			return
		}
	}
	t.Error("no game begins from the archive")
}
