package main

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"slices"

	"epaminondas/game"
)

// previewFile is the picture that other programs show beside a link to the page.
const previewFile = "preview.png"

const previewWidth, previewHeight = 1200, 630

// rgb is a colour with parts from 0 to 255.
type rgb [3]float64

// The colours of the page and of its board.
var (
	pageColour = rgb{243, 238, 228}
	walnut     = rgb{58, 40, 25}
	limestone  = rgb{217, 197, 153}
	farRow     = rgb{204, 180, 134}
	gridLine   = rgb{176, 150, 100}
	shadow     = rgb{150, 128, 90}
	// each from its light to its shade
	stoneColours = [2][2]rgb{{{255, 255, 255}, {214, 198, 162}}, {{96, 90, 84}, {15, 13, 12}}}
	rimColours   = [2]rgb{{138, 115, 74}, {11, 9, 8}}
)

// preview draws the start of a board.
func preview(b *game.Board) ([]byte, error) {
	p := previewBoard{state: b.Start(), columns: b.Rules().Width, rows: b.Rules().Height}
	p.side = math.Min(500/float64(p.rows), 1040/float64(p.columns))
	p.left = (previewWidth - p.side*float64(p.columns)) / 2
	p.top = (previewHeight - p.side*float64(p.rows)) / 2
	const fine = 3 // points a pixel, along each axis
	picture := image.NewRGBA(image.Rect(0, 0, previewWidth, previewHeight))
	for y := range previewHeight {
		for x := range previewWidth {
			var sum rgb
			for i := range fine * fine {
				c := p.at(float64(x)+(float64(i%fine)+0.5)/fine, float64(y)+(float64(i/fine)+0.5)/fine)
				for k := range sum {
					sum[k] += c[k] / (fine * fine)
				}
			}
			picture.SetRGBA(x, y, color.RGBA{uint8(sum[0]), uint8(sum[1]), uint8(sum[2]), 255})
		}
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, fewColours(picture))
	return out.Bytes(), err
}

// fewColours returns a picture with the 128 most frequent colours of another one, which takes less than half
// the bytes. Other colours become the most similar one of these.
func fewColours(picture *image.RGBA) *image.Paletted {
	count := map[color.RGBA]int{}
	for i := 0; i < len(picture.Pix); i += 4 {
		count[colourAt(picture, i)]++
	}
	colours := slices.Collect(maps.Keys(count))
	slices.SortFunc(colours, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G),
			cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range colours[:min(len(colours), 128)] {
		palette = append(palette, c)
	}
	nearest := map[color.RGBA]uint8{}
	for c := range count {
		nearest[c] = uint8(palette.Index(c))
	}
	few := image.NewPaletted(picture.Rect, palette)
	for i := range few.Pix {
		few.Pix[i] = nearest[colourAt(picture, 4*i)]
	}
	return few
}

// colourAt returns the colour of the pixel whose bytes begin at i.
func colourAt(p *image.RGBA, i int) color.RGBA {
	return color.RGBA{p.Pix[i], p.Pix[i+1], p.Pix[i+2], p.Pix[i+3]}
}

// previewBoard is the board in the picture. Its left upper corner and the side of its squares are in
// pixels.
type previewBoard struct {
	state           game.State
	columns, rows   int
	left, top, side float64
}

// at returns the colour of a point of the picture.
func (p *previewBoard) at(x, y float64) rgb {
	const frame = 34
	u, v := (x-p.left)/p.side, (y-p.top)/p.side
	if u < 0 || v < 0 || u >= float64(p.columns) || v >= float64(p.rows) {
		if edge := frame / p.side; u < -edge || v < -edge || u > float64(p.columns)+edge ||
			v > float64(p.rows)+edge {
			return pageColour
		}
		return walnut
	}
	column, row := int(u), p.rows-1-int(v)
	u, v = u-math.Floor(u)-0.5, v-math.Floor(v)-0.5 // from the centre of the square
	for c := range game.Colour(2) {
		if stones := p.state.Stones(c); stones.Has(game.SquareAt(column, row)) {
			if math.Hypot(u, v) < 0.4 {
				return stone(c, u, v)
			}
			if math.Hypot(u, v-0.05) < 0.42 {
				return shadow
			}
		}
	}
	switch {
	case math.Max(math.Abs(u), math.Abs(v)) > 0.5-0.5/p.side:
		return gridLine
	case row == 0 || row == p.rows-1:
		return farRow
	}
	return limestone
}

// stone returns the colour of a stone at a distance from its centre. The light comes from above left.
func stone(c game.Colour, u, v float64) rgb {
	if math.Hypot(u, v) > 0.38 {
		return rimColours[c]
	}
	share := math.Min(1, math.Hypot(u+0.12, v+0.14)/0.56)
	light, shade := stoneColours[c][0], stoneColours[c][1]
	for k := range light {
		light[k] += share * share * (shade[k] - light[k])
	}
	return light
}
