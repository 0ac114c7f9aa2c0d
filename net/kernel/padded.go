package kernel

// PaddedLen returns the number of floats of a padded image, [h+2, w+2, c].
func PaddedLen(h, w, c int) int { return (h + 2) * (w + 2) * c }

// Pad copies the image src [h, w, c] into the inside of the padded image dst.
func Pad(dst, src []float32, h, w, c int) {
	for r := range h {
		copy(insideRow(dst, r, w, c), src[r*w*c:(r+1)*w*c])
	}
}

// Unpad copies the inside of the padded image src into the image dst [h, w, c].
func Unpad(dst, src []float32, h, w, c int) {
	for r := range h {
		copy(dst[r*w*c:(r+1)*w*c], insideRow(src, r, w, c))
	}
}

// insideRow returns the w squares, [w, c], of row r of a padded image without its border.
func insideRow(padded []float32, r, w, c int) []float32 {
	start := ((r+1)*(w+2) + 1) * c
	return padded[start : start+w*c]
}
