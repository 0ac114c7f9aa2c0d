package kernel

import "testing"

// TestGridCoversImage checks, for every board size, that the strips cover each square once and that
// no two tiles have the same number. The tiles of a class must have the frequencies of the class.
func TestGridCoversImage(t *testing.T) {
	for h := 1; h <= 19; h++ {
		for w := 1; w <= 19; w++ {
			g := gridOf(h, w)
			covered := make([]int, h*w)
			tall, wide := make([]int, g.tiles()), make([]int, g.tiles())
			for s := range g.strips {
				for n := range s.count {
					row, column := s.row, s.column+n*tileOut
					if outside := row+s.tall > h || column+s.wide > w; outside != (n >= g.inside(s)) {
						t.Fatalf("%dx%d: tile %d of %+v: outside is %v", h, w, n, s, outside)
					}
					tall[s.tile+n] += s.tall
					wide[s.tile+n] += s.wide
					for r := row; r < min(row+s.tall, h); r++ {
						for q := column; q < min(column+s.wide, w); q++ {
							covered[r*w+q]++
						}
					}
				}
			}
			for i, n := range covered {
				if n != 1 {
					t.Fatalf("%dx%d: square %d is covered %d times", h, w, i, n)
				}
			}
			for i, k := range g.classes() {
				for tile := range g.tiles() {
					has := (i%2 == 0 || wide[tile] == tileOut) && (i < 2 || tall[tile] == tileOut)
					if in := tile >= k.tile && tile < k.tile+k.tiles; in != has {
						t.Fatalf("%dx%d: tile %d of %dx%d in class %d: %v", h, w, tile, tall[tile],
							wide[tile], i, in)
					}
				}
			}
		}
	}
}
