package replay

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
)

// open is a window that never drops a game and needs only one position.
var open = WindowConfig{Min: 1, Growth: 1, Exponent: 1}

// newSampler returns a sampler that holds the games, with ids from 1 on.
func newSampler(tb testing.TB, b *game.Board, window WindowConfig, uses float64, played []*Game) *Sampler {
	tb.Helper()
	s, err := NewSampler(b, window, uses, rand.NewPCG(1, 2))
	if err != nil {
		tb.Fatal(err)
	}
	for i, g := range played {
		if err := s.Add(int64(i+1), g); err != nil {
			tb.Fatal(err)
		}
	}
	return s
}

// draw returns n samples.
func draw(tb testing.TB, s *Sampler, n int) []Sample {
	tb.Helper()
	samples := make([]Sample, n)
	if err := s.Draw(samples); err != nil {
		tb.Fatal(err)
	}
	return samples
}

// evenGames returns games whose positions all have weight 1.
func evenGames(b *game.Board, seed uint64, n int) []*Game {
	played := games(b, seed, n)
	for _, g := range played {
		for i := range g.Searches {
			g.Searches[i].Weight = 1
		}
	}
	return played
}

// TestSamples compares every field of samples with the game, played from its beginning.
func TestSamples(t *testing.T) {
	reasons := map[game.Ending]int{}
	for _, rules := range boards {
		b := game.MustBoard(rules)
		played := games(b, 11, 12)
		s := newSampler(t, b, open, 1, played)
		samples := make([]Sample, 8)
		for range 100 {
			if err := s.Draw(samples); err != nil { // reuses the slices of the previous samples
				t.Fatal(err)
			}
			for i := range samples {
				checkSample(t, b, played[samples[i].Game-1], &samples[i])
				reasons[samples[i].Reason]++
			}
		}
	}
	for _, reason := range []game.Ending{game.FarRow, game.PlyLimit, game.Proof, game.Stopped} {
		if reasons[reason] == 0 {
			t.Errorf("no sample of a game that ended by %s", reason)
		}
	}
}

func checkSample(t *testing.T, b *game.Board, g *Game, p *Sample) {
	t.Helper()
	if p.Mirrored { // the mirror image of the mirror image is the original
		p.mirror()
	}
	state := b.Start()
	for _, m := range g.Moves[:p.Ply] {
		state.Play(m)
	}
	if p.State != state {
		t.Fatalf("state %v, want %v", p.State.String(), state.String())
	}
	search := searchAt(g, p.Ply)
	checkPolicy(t, &state, search, p.Moves, p.Policy)
	if p.RootValue != search.Value || p.Outcome != g.Outcome.For(state.Turn()) || p.Reason != g.Reason {
		t.Fatalf("value %v, outcome %d, reason %s", p.RootValue, p.Outcome, p.Reason)
	}
	if p.HasOutcome != (g.Reason != game.Stopped) {
		t.Fatalf("has outcome: %v, %s", p.HasOutcome, g.Reason)
	}
	left := len(g.Moves) - p.Ply
	checkValues(t, g, p)
	checkReply(t, g, p, state, left)
	for _, m := range g.Moves[p.Ply:] {
		state.Play(m)
	}
	want := g.Reason == game.FarRow || g.Reason == game.NoMoves || g.Reason == game.Proof
	if p.HasPlies != want || want && p.PliesLeft != left {
		t.Fatalf("plies left %v %d, want %v %d", p.HasPlies, p.PliesLeft, want, left)
	}
	want = want || g.Reason == game.PlyLimit
	if p.HasFinal != want || want &&
		p.Final != [2]game.Bits{state.Stones(game.White), state.Stones(game.Black)} {
		t.Fatalf("final stones %v %v, want %v of %s", p.HasFinal, p.Final, want, state.String())
	}
}

// checkValues checks the values of the searches from the sample's position on.
func checkValues(t *testing.T, g *Game, p *Sample) {
	t.Helper()
	if len(p.Values) != len(g.Moves)-p.Ply+1 {
		t.Fatalf("%d values, want one for each ply from %d to %d", len(p.Values), p.Ply, len(g.Moves))
	}
	for i, v := range p.Values {
		search := searchAt(g, p.Ply+i)
		if search == nil && !math.IsNaN(float64(v)) || search != nil && search.Value != v {
			t.Fatalf("value %v at ply %d, the search there is %+v", v, p.Ply+i, search)
		}
	}
}

func checkReply(t *testing.T, g *Game, p *Sample, state game.State, left int) {
	t.Helper()
	if left == 0 {
		if p.Played != game.NoMove || len(p.Reply) > 0 || p.After != (game.State{}) {
			t.Fatalf("move %v at the end of the record", p.Played)
		}
		return
	}
	if state.Play(p.Played); p.Played != g.Moves[p.Ply] || p.After != state {
		t.Fatalf("played %v, want %v", p.Played, g.Moves[p.Ply])
	}
	search := searchAt(g, p.Ply+1)
	if search == nil || !search.Full() {
		if left == 1 {
			if len(p.Reply) > 0 {
				t.Fatalf("a reply after the end: %v", p.Reply)
			}
			return
		}
		search = &SearchRecord{Moves: g.Moves[p.Ply+1 : p.Ply+2], Policy: []float32{1}}
	}
	checkPolicy(t, &state, search, p.Reply, p.ReplyPolicy)
}

// checkPolicy compares a policy over all legal moves with the policy of a search.
func checkPolicy(t *testing.T, state *game.State, search *SearchRecord, moves []game.Move, policy []float32) {
	t.Helper()
	if !slices.Equal(moves, state.AppendMoves(nil)) || len(policy) != len(moves) {
		t.Fatalf("%d probabilities for moves %v of %s", len(policy), moves, state.String())
	}
	for i, m := range moves {
		want := float32(0)
		if k := slices.Index(search.Moves, m); k >= 0 {
			want = search.Policy[k]
		}
		if math.Abs(float64(policy[i]-want)) > 1.1/whole {
			t.Fatalf("probability of %v is %v, want %v", m, policy[i], want)
		}
	}
}

func searchAt(g *Game, ply int) *SearchRecord {
	for i := range g.Searches {
		if g.Searches[i].Ply == ply {
			return &g.Searches[i]
		}
	}
	return nil
}

// TestMirroredSamples checks mirroring itself, on boards and on targets.
func TestMirroredSamples(t *testing.T) {
	b := game.MustBoard(boards[2])
	s := newSampler(t, b, open, 1, games(b, 1, 4))
	for i := range s.games {
		for j := range s.games[i].positions {
			var plain, mirrored Sample
			plain.fill(s.games[i], j, false)
			mirrored.fill(s.games[i], j, true)
			if mirrored.State != plain.State.Mirror() {
				t.Fatal("the state is not mirrored")
			}
			for k, m := range plain.Moves {
				mirror := b.MirrorMove(m)
				if mirrored.Moves[k] != mirror || mirrored.Policy[k] != plain.Policy[k] ||
					!mirrored.State.Legal(mirror) {
					t.Fatalf("move %v became %v", m, mirrored.Moves[k])
				}
			}
			if plain.Played == game.NoMove {
				continue
			}
			after := mirrored.State
			if after.Play(mirrored.Played); mirrored.After != after {
				t.Fatal("the position after the move is not mirrored")
			}
			for _, m := range mirrored.Reply {
				if !after.Legal(m) {
					t.Fatalf("reply %v is illegal in the mirror", m)
				}
			}
			if plain.HasFinal && mirrored.Final[0] != b.MirrorBits(plain.Final[0]) {
				t.Fatal("the final stones are not mirrored")
			}
		}
	}
}

// TestDrawShares compares the share of each position with its weight, by the chi-squared statistic
// of Pearson, and the share of mirrored samples with a half. TestGameWeight checks that a long game
// is drawn as often as a game with exactly the largest weight of a game.
func TestGameWeight(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1,max_plies=30")
	played := evenGames(b, 5, 40)
	window := open
	window.GameWeight = 3
	s := newSampler(t, b, window, 1, played)
	counts := map[int64]float64{}
	const draws = 40_000
	for _, p := range draw(t, s, draws) {
		counts[p.Game]++
	}
	sum, long := 0.0, 0
	for _, g := range played {
		sum += min(float64(g.Positions()), window.GameWeight)
		if g.Positions() > 6 {
			long++
		}
	}
	if long < 5 {
		t.Fatalf("%d long games, want some", long)
	}
	for i, g := range played {
		want := draws * min(float64(g.Positions()), window.GameWeight) / sum
		if got := counts[int64(i+1)]; math.Abs(got-want) > 6*math.Sqrt(want)+1 {
			t.Errorf("a game with %d positions is drawn %v times, want %.0f", g.Positions(), got, want)
		}
	}
}

func TestDrawShares(t *testing.T) {
	b := game.MustBoard(boards[0])
	sparse := games(b, 5, 20) // every second position has the least weight, the others have none
	for _, g := range sparse {
		for i := range g.Searches {
			g.Searches[i].Weight = float32(i%2) / weightUnit
		}
	}
	moved := WindowConfig{Min: 1, Max: 40, Growth: 1, Exponent: 1}
	for _, test := range []struct {
		name   string
		played []*Game
		window WindowConfig
	}{
		{"even", evenGames(b, 5, 20), open},
		{"weighted", games(b, 5, 20), open},
		{"sparse", sparse, open},
		{"moved", games(b, 5, 20), moved},
	} {
		s := newSampler(t, b, test.window, 1, test.played)
		weights := windowWeights(s, test.played)
		total := 0.0
		for _, weight := range weights {
			total += weight
		}
		const draws = 50_000
		mirrored := 0
		counts := map[[2]int]int{}
		samples := make([]Sample, 100)
		for range draws / len(samples) {
			if err := s.Draw(samples); err != nil {
				t.Fatal(err)
			}
			for i := range samples {
				counts[[2]int{int(samples[i].Game), samples[i].Ply}]++
				if samples[i].Mirrored {
					mirrored++
				}
			}
		}
		square, degrees := 0.0, -1.0
		for at, weight := range weights {
			if expected := draws * weight / total; expected > 5 {
				square += math.Pow(float64(counts[at])-expected, 2) / expected
				degrees++
			}
			if weight > 0 {
				delete(counts, at)
			}
		}
		if len(counts) > 0 {
			t.Errorf("%s: positions without a full search, a weight or a place in the window were drawn: %v", test.name, counts)
		}
		// The mean of square is degrees and its variance 2*degrees. The seed is fixed, so the test
		// does not depend on luck.
		if off := (square - degrees) / math.Sqrt(2*degrees); math.Abs(off) > 3.5 {
			t.Errorf("%s: chi-squared %.0f with %.0f degrees of freedom is %.1f deviations off", test.name,
				square, degrees, off)
		}
		if share := float64(mirrored) / draws; math.Abs(share-0.5) > 4*0.5/math.Sqrt(draws) {
			t.Errorf("%s: a share of %v was mirrored", test.name, share)
		}
	}
}

// windowWeights returns the weight of every position in the window, by game id and ply.
func windowWeights(s *Sampler, played []*Game) map[[2]int]float64 {
	weights := map[[2]int]float64{}
	for i := int(s.games[0].id) - 1; i < len(played); i++ {
		for _, search := range played[i].Searches {
			if search.Full() {
				weights[[2]int{i + 1, search.Ply}] = float64(search.Weight)
			}
		}
	}
	return weights
}

// TestRatioLimit trains whenever the sampler allows it while games arrive, and counts the uses.
func TestRatioLimit(t *testing.T) {
	const batch, uses = 64, 3.5
	b := game.MustBoard(boards[0])
	window := WindowConfig{Min: 100, Growth: 0.5, Exponent: 0.65}
	s := newSampler(t, b, window, uses, nil)
	samples := make([]Sample, batch)
	weight := 0.0
	for i, g := range games(b, 9, 120) {
		if err := s.Add(int64(i+1), g); err != nil {
			t.Fatal(err)
		}
		for _, search := range g.Searches {
			if search.Full() {
				weight += float64(search.Weight)
			}
		}
		ready := s.Ready(batch)
		if s.Positions() < window.Min && ready != 0 {
			t.Fatalf("%d batches are ready with %d positions", ready, s.Positions())
		}
		for ; ready > 0; ready-- {
			if err := s.Draw(samples); err != nil {
				t.Fatal(err)
			}
		}
		if s.Positions() < window.Min {
			continue
		}
		if left := uses*weight - float64(s.Drawn()); left < 0 || left > batch+0.1 {
			t.Fatalf("after %d games %d samples of %.1f positions were drawn", i+1, s.Drawn(), weight)
		}
		if ahead := s.Ahead(); math.Abs(ahead*uses-float64(s.Owed())) > 1 || ahead < 0 {
			t.Fatalf("ahead %v, owed %d", ahead, s.Owed())
		}
	}
	if s.Drawn() == 0 {
		t.Fatal("nothing was ever ready")
	}
	for range 2 {
		if err := s.Draw(samples); err != nil {
			t.Fatal(err)
		}
	}
	if s.Owed() >= 0 || s.Ahead() >= 0 || s.Ready(1) != 0 || s.Ready(0) != 0 {
		t.Errorf("training is ahead, but owed %d, ahead %v, ready %d", s.Owed(), s.Ahead(), s.Ready(1))
	}
}

// TestWindowMoves checks that the window holds the newest games, and no more than it needs to reach
// its size.
func TestWindowMoves(t *testing.T) {
	b := game.MustBoard(boards[0])
	window := WindowConfig{Min: 60, Max: 150, Growth: 0.4, Exponent: 0.65}
	s := newSampler(t, b, window, 1, nil)
	var positions []int
	total, dropped := 0, 0
	for i, g := range games(b, 2, 150) {
		if err := s.Add(int64(i+1), g); err != nil {
			t.Fatal(err)
		}
		positions = append(positions, g.Positions())
		total += g.Positions()
		size, held, first := window.Size(total), 0, i+1
		for first > 0 && held < size {
			first--
			held += positions[first]
		}
		for first < i && positions[first] == 0 { // the window does not hold such a game
			first++
		}
		if s.Window() != held || s.Positions() != total || held > 0 && s.games[0].id != int64(first+1) {
			t.Fatalf("after %d games the window has %d positions from game %d on, want %d from %d on",
				i+1, s.Window(), s.games[0].id, held, first+1)
		}
		dropped = first
		samples := draw(t, s, 5)
		for _, p := range samples {
			if p.Game < s.games[0].id {
				t.Fatalf("a sample of game %d, which was dropped", p.Game)
			}
		}
	}
	if dropped == 0 || s.Games() > 150-dropped {
		t.Errorf("%d games were dropped, %d held", dropped, s.Games())
	}
}

func TestSamplerRefuses(t *testing.T) {
	b := game.MustBoard(boards[0])
	if _, err := NewSampler(b, WindowConfig{}, 1, rand.NewPCG(1, 2)); err == nil {
		t.Error("made a sampler without a window")
	}
	for _, uses := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := NewSampler(b, open, uses, rand.NewPCG(1, 2)); err == nil {
			t.Errorf("made a sampler with %v uses", uses)
		}
	}
	s := newSampler(t, b, open, 1, nil)
	if err := s.Draw(make([]Sample, 1)); err == nil || s.Drawn() != 0 {
		t.Error("drew from nothing")
	}
	g := finished(b)
	for i := range g.Searches {
		g.Searches[i].Weight = 0
	}
	if err := s.Add(5, g); err != nil {
		t.Fatal(err)
	}
	if err := s.Draw(make([]Sample, 1)); err == nil || s.Ready(1) != 0 {
		t.Error("drew a position without weight")
	}
	if err := s.Add(5, g); err == nil {
		t.Error("took a game twice")
	}
	if err := s.Add(6, finished(game.MustBoard(boards[1]))); err == nil ||
		!strings.Contains(err.Error(), "5x5x1") {
		t.Errorf("a game by other rules: error %v", err)
	}
	g.Moves[0] = game.NoMove
	if err := s.Add(7, g); err == nil {
		t.Error("took an illegal game")
	}
}

func TestDrawAllocatesNothing(t *testing.T) {
	b := game.MustBoard(boards[2])
	s := newSampler(t, b, open, 1, games(b, 1, 10))
	samples := make([]Sample, 16)
	for i := range samples {
		samples[i] = Sample{
			Moves: make([]game.Move, 0, 512), Policy: make([]float32, 0, 512),
			Reply: make([]game.Move, 0, 512), ReplyPolicy: make([]float32, 0, 512),
		}
	}
	if allocations := testing.AllocsPerRun(50, func() { s.Draw(samples) }); allocations != 0 {
		t.Errorf("%v allocations a draw", allocations)
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, rules := range []string{"epaminondas:8x8,max_plies=150", "epaminondas,max_plies=300"} {
		b.Run(rules, func(b *testing.B) {
			board := game.MustBoard(rules)
			var before, after runtime.MemStats
			played := games(board, 1, 60)
			runtime.GC()
			runtime.ReadMemStats(&before)
			s := newSampler(b, board, open, 1, played)
			runtime.GC()
			runtime.ReadMemStats(&after)
			samples := make([]Sample, 64)
			for b.Loop() {
				if err := s.Draw(samples); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*len(samples))/b.Elapsed().Seconds(), "samples/s")
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(s.Positions()), "bytes/position")
			runtime.KeepAlive(played)
		})
	}
}

func BenchmarkAdd(b *testing.B) {
	board := game.MustBoard("epaminondas,max_plies=300")
	g := games(board, 1, 1)[0]
	s := newSampler(b, board, DefaultWindow(), 1, nil)
	for id := int64(1); b.Loop(); id++ {
		if err := s.Add(id, g); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*g.Positions())/b.Elapsed().Seconds(), "positions/s")
}
