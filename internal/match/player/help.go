package player

import (
	"fmt"
	"slices"
	"strings"
)

// Help returns the part of help texts that explains players.
func Help() string {
	var b strings.Builder
	b.WriteString("A player is one of these:\n\n")
	var rows [][2]string
	for _, k := range kinds() {
		rows = append(rows, [2]string{k.usage(), k.about})
	}
	writeRows(&b, rows)
	b.WriteString(
		"\nOptions follow after commas. These limit a search, which ends at the first limit that it reaches:\n\n")
	writeRows(&b, optionRows(limitOptions()))
	b.WriteString("\nOther options:\n\n")
	writeRows(&b, optionRows(otherOptions()))
	fmt.Fprintf(&b, "\nDefault limits: %s. In games with a clock they do not apply,\nand limits that you name still do.",
		defaultLimits())
	for _, k := range kinds() {
		if k.notes != "" {
			b.WriteString("\n\n" + k.notes)
		}
	}
	return b.String()
}

// otherOptions returns the options of all kinds that do not limit a search, each once.
func otherOptions() []option {
	var list []option
	for _, k := range kinds() {
		for _, o := range k.options {
			if _, ok := optionOf(list, o.key); !ok {
				list = append(list, o)
			}
		}
	}
	return list
}

// optionRows returns the usage and the descriptions of options, with the kinds that take them.
func optionRows(options []option) [][2]string {
	var rows [][2]string
	searching := namesOf(func(k kind) bool { return len(k.limits) > 0 })
	for _, o := range options {
		if o.about == "" {
			continue
		}
		about := o.about
		takers := namesOf(func(k kind) bool { _, ok := k.option(o.key); return ok })
		if !slices.Equal(takers, searching) {
			about += "; for " + listed(takers, "and")
		}
		rows = append(rows, [2]string{o.usage(), about})
	}
	return rows
}

// defaultLimits describes the default limits of the kinds.
func defaultLimits() string {
	var limits []string
	names := map[string][]string{}
	for _, k := range kinds() {
		if k.limit == (limit{}) {
			continue
		}
		text := fmt.Sprintf("nodes=%d", k.limit.nodes)
		if k.limit.time > 0 {
			text = "time=" + k.limit.time.String()
		}
		if names[text] == nil {
			limits = append(limits, text)
		}
		names[text] = append(names[text], k.name)
	}
	for i, text := range limits {
		limits[i] = text + " for " + listed(names[text], "and")
	}
	return strings.Join(limits, ", ")
}

// writeRows writes two columns. A line break in the second column continues in that column.
func writeRows(b *strings.Builder, rows [][2]string) {
	width := 0
	for _, row := range rows {
		width = max(width, len(row[0]))
	}
	indent := "\n" + strings.Repeat(" ", width+5)
	for _, row := range rows {
		fmt.Fprintf(b, "  %-*s   %s\n", width, row[0], strings.ReplaceAll(row[1], "\n", indent))
	}
}
