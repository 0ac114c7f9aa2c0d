package fleet

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"epaminondas/internal/training/fleet/ledger"
)

// Offering has the limits for sending networks to workers.
type Offering struct {
	Every     time.Duration // the shortest time between two networks
	Bandwidth int64         // bytes a second that all downloads together may take
}

// networksOffered is the number of networks in the object store: the newest ones.
const networksOffered = 8

// loadOffers reads the earlier offers from the run.
func (in *Ingester) loadOffers(ctx context.Context) error {
	list, err := ledger.Offers(ctx, in.run)
	if err != nil {
		return err
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.offers = map[string]ledger.Offer{}
	for _, o := range list {
		in.offers[o.File] = o
	}
	return nil
}

// Offer offers the checkpoint that the run plays now, if it is new, and puts it in the object
// store. If anew is set, it also fills the object store again, because the store may be empty.
func (in *Ingester) Offer(ctx context.Context, objects ObjectStore, o Offering, anew bool,
	now time.Time) error {
	c, ok, err := in.run.Playing(ctx)
	if err != nil || !ok {
		return err
	}
	in.mu.Lock()
	in.stage = c.Stage
	same := in.playing != nil && in.playing.File == c.File
	early := in.playing != nil && now.Sub(in.offered) < o.Every
	in.mu.Unlock()
	if !anew && (same || early) {
		return nil
	}
	offer, err := ledger.OfferNetwork(ctx, in.run, c, now)
	if err != nil {
		return err
	}
	size, err := put(ctx, objects, in.run.Path(c), offer.SHA256)
	if err != nil {
		return err
	}
	if err := in.loadOffers(ctx); err != nil {
		return err
	}
	in.mu.Lock()
	in.playing = &Network{File: c.File, Step: c.Step, SHA256: offer.SHA256, Spread: in.spreadOf(size, o)}
	in.offered = now
	keep := in.newestSums()
	in.mu.Unlock()
	return objects.Keep(ctx, keep)
}

// put puts a file in the object store and returns its size.
func put(ctx context.Context, objects ObjectStore, path, sum string) (int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	if err := objects.Put(ctx, sum, file); err != nil {
		return 0, fmt.Errorf("fleet: offer %s: %w", path, err)
	}
	return info.Size(), nil
}

// newestSums returns the SHA-256 of each network that stays in the object store.
func (in *Ingester) newestSums() []string {
	var list []ledger.Offer
	for _, o := range in.offers {
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b ledger.Offer) int { return b.Offered.Compare(a.Offered) })
	sums := []string{in.playing.SHA256}
	for _, o := range list[:min(len(list), networksOffered)] {
		sums = append(sums, o.SHA256)
	}
	return sums
}

// spreadOf returns the time over which workers spread the downloads of a network.
func (in *Ingester) spreadOf(size int64, o Offering) time.Duration {
	if o.Bandwidth <= 0 {
		return 0
	}
	there := 0
	for _, m := range in.workers {
		if time.Since(m.Seen) <= ledger.SeenLately {
			there++
		}
	}
	return time.Duration(float64(size) * float64(there) / float64(o.Bandwidth) * float64(time.Second))
}
