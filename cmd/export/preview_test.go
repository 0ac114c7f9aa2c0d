package main

import (
	"bytes"
	"image/png"
	"testing"

	"epaminondas/game"
)

// TestPreview checks that the picture has a board's stones where the board has them.
func TestPreview(t *testing.T) {
	for _, preset := range game.Presets() {
		board, err := game.ParseBoard(preset.Name)
		if err != nil {
			t.Fatal(err)
		}
		data, err := preview(board)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size.X != 1200 || size.Y != 630 || len(data) > 60_000 {
			t.Errorf("%s: %v in %d bytes", preset.Name, size, len(data))
		}
		middle, rows := picture.Bounds().Dx()/2, board.Rules().Height
		side := min(500/rows, 1040/board.Rules().Width)
		light := func(y int) bool {
			r, _, _, _ := picture.At(middle-side/2, y).RGBA()
			return r > 0xc000
		}
		if top := (630 - side*rows) / 2; light(top+side/2) || !light(630-top-side/2) {
			t.Errorf("%s: Black is not above White", preset.Name)
		}
	}
}
