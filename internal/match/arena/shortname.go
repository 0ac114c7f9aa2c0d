package arena

import (
	"strconv"
	"unicode/utf8"
)

// narrow is the smallest width of a shortened name. If there is less room, names get numbers.
const narrow = 6

// shortNames shortens different names to a width so that they still differ. It cuts the front of a
// long name, since the end of a path says more. If several names become equal, it cuts the middle
// instead, so that the difference and the end stay, as in "net:runs/first…step-0002000".
func shortNames(names []string, width int) []string {
	short := make([]string, len(names))
	alike := map[string][]int{}
	for i, name := range names {
		short[i] = shorten(name, width)
		alike[short[i]] = append(alike[short[i]], i)
	}
	for _, group := range alike {
		if len(group) > 1 {
			tellApart(names, group, short, width)
		}
	}
	return short
}

// tellApart cuts the middle of the names of a group with the same end.
func tellApart(names []string, group []int, short []string, width int) {
	if width <= narrow {
		for k, i := range group {
			short[i] = "#" + strconv.Itoa(k+1)
		}
		return
	}
	var heads []string
	end := commonEnd(names, group)
	for _, i := range group {
		heads = append(heads, names[i][:len(names[i])-len(end)])
	}
	for k, head := range shortNames(heads, (width-1)/2) {
		i := group[k]
		short[i] = head + "…" + last(end, width-utf8.RuneCountInString(head)-1)
	}
}

// commonEnd returns the longest common end of the names of a group.
func commonEnd(names []string, group []int) string {
	end := []rune(names[group[0]])
	for _, i := range group[1:] {
		name := []rune(names[i])
		n := 0
		for n < min(len(end), len(name)) && end[len(end)-1-n] == name[len(name)-1-n] {
			n++
		}
		end = end[len(end)-n:]
	}
	return string(end)
}

// shorten cuts the front of a name that is too long.
func shorten(name string, width int) string {
	if utf8.RuneCountInString(name) > width {
		return "…" + last(name, width-1)
	}
	return name
}

// last returns the last n characters of a text, or all of it.
func last(text string, n int) string {
	runes := []rune(text)
	return string(runes[max(0, len(runes)-n):])
}
