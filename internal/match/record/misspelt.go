package record

import "strings"

// Misspelt returns the known name that an unknown name probably means: another case, or one letter
// too many, missing, wrong or exchanged with its neighbour. It returns "" if there is none. A
// reader that skips unknown names must not skip a misspelt one, because the game could be different
// without it.
func Misspelt(name string, known []string) string {
	for _, k := range known {
		if name != k && oneSlip(strings.ToLower(name), strings.ToLower(k)) {
			return k
		}
	}
	return ""
}

// oneSlip reports whether two texts differ by at most one slip of a typist.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		return i == len(a) || a[i+1:] == b[i+1:] ||
			i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}
