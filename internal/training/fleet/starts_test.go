package fleet

import (
	"strings"
	"testing"

	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
)

// Workers have neither an archive nor an older checkpoint. The contract asks them for games without
// both. The ingester refuses a game from another start, and a game with an opponent.
func TestWorkersHaveNoRun(t *testing.T) {
	config := mini()
	config.Selfplay.ScatterShare, config.Selfplay.ArchiveShare, config.Selfplay.OlderShare = 0, 0.5, 0.5
	o := newOffice(t, config)
	contract, settings, err := Honour(o.ingester().Contract())
	if err != nil || settings.Selfplay.ArchiveShare != 0 || settings.Selfplay.OlderShare != 0 ||
		!strings.Contains(contract.Settings, "archive_share = 0.0") {
		t.Errorf("the contract has the shares %v and %v, %v:\n%s", settings.Selfplay.ArchiveShare,
			settings.Selfplay.OlderShare, err, contract.Settings)
	}
	pair, key := o.invite("a")
	player, model := o.localPlayer(key, spoolID), o.localModel()
	archive, err := selfplay.ParseArchive(player.Board, "bbb/.../.../w../.ww b 1\n")
	if err != nil {
		t.Fatal(err)
	}
	older := model
	older.Name = runs.FileName(99, runs.Constant, 0)
	model.Archive, model.Older = archive, &older
	forged := o.local(player, model, 60)
	player.Config = settings.Selfplay
	player.Config.Workers = 1
	for i, e := range o.local(player, model, 9) { // the model has both, but the settings forbid them
		publish(t, o, pair, key, Parcel{Spool: spoolID, First: uint64(i), Records: [][]byte{e.Record}})
	}
	if n := o.count(); n != 9 {
		t.Errorf("%d of 9 honest games are stored", n)
	}
	refused := map[string]int{}
	for i, e := range forged {
		want := ""
		if e.Game.Start == archive[0].String() {
			want = ReasonOpening
		} else if e.Game.Opponent != "" {
			want = ReasonModel
		}
		if want == "" || refused[want] > 0 {
			continue
		}
		forgetRefusals(t, o)
		publish(t, o, pair, key, Parcel{Spool: spoolID, First: uint64(i), Records: [][]byte{e.Record}})
		o.refusedFor(key, want)
		refused[want]++
	}
	if len(refused) != 2 {
		t.Errorf("the ingester refused games for %v, want one for each of two reasons", refused)
	}
}
