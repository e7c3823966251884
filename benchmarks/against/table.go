package main

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/irilex/iri/benchmarks/against/race"
)

// A comparison is a column of a table: the time of one copy divided by that of another one. of and
// to are their names in Result.Nanoseconds.
type comparison struct{ of, to string }

var comparisons = []comparison{{newCopy, oldCopy}, {controlCopy, oldCopy}, {"naive", newCopy}}

// writeTables writes a table for each level and op. In results those of one table must be adjacent.
func writeTables(w io.Writer, results []race.Result) error {
	for len(results) > 0 {
		first, count := results[0], 0
		for count < len(results) && results[count].Level == first.Level && results[count].Op == first.Op {
			count++
		}
		if err := writeTable(w, results[:count]); err != nil {
			return err
		}
		results = results[count:]
	}
	return nil
}

// writeTable writes the table of one level and op: a row for each corpus, and a last row with the
// geometric means of the ratios.
func writeTable(w io.Writer, results []race.Result) error {
	const mean = "geometric mean"
	title := results[0].Level + " " + results[0].Op
	width := max(len(title), len(mean))
	for _, r := range results {
		width = max(width, len(r.Corpus))
	}
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name, time string, cell func(comparison) string) {
		fmt.Fprintf(columns, "%-*s\t%s\t", width, name, time)
		for _, c := range comparisons {
			fmt.Fprintf(columns, "%s\t", cell(c))
		}
		fmt.Fprintln(columns)
	}
	row(title, "old ns/line", func(c comparison) string { return c.of + "/" + c.to })
	for _, r := range results {
		row(r.Corpus, fmt.Sprintf("%.2f", r.Nanoseconds[oldCopy]),
			func(c comparison) string { return fmt.Sprintf("%.3f", c.ratio(r)) })
	}
	row(mean, "", func(c comparison) string { return fmt.Sprintf("%.3f", c.mean(results)) })
	fmt.Fprintln(columns)
	return columns.Flush()
}

func (c comparison) ratio(r race.Result) float64 { return r.Nanoseconds[c.of] / r.Nanoseconds[c.to] }

// mean returns the geometric mean of the comparison's ratios in all results.
func (c comparison) mean(results []race.Result) float64 {
	logs := 0.0
	for _, r := range results {
		logs += math.Log(c.ratio(r))
	}
	return math.Exp(logs / float64(len(results)))
}
