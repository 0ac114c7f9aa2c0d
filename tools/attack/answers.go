package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// writeAnswers prints how the programs answered to the damage of each kind of file. The keys of
// counted are a file and an answer, with a tab between them.
func writeAnswers(out io.Writer, counted map[string]int) error {
	answers := []string{silent, noted, refused, mendedOn, mendedNot}
	var names []string
	for key := range counted {
		if name, _, _ := strings.Cut(key, "\t"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\ndamaged file\t%s\n", strings.Join(answers, "\t"))
	for _, name := range names {
		line := name
		for _, answer := range answers {
			line += fmt.Sprintf("\t%d", counted[name+"\t"+answer])
		}
		fmt.Fprintln(table, line)
	}
	return table.Flush()
}
