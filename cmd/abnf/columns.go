package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// columns aligns the cells of a table and returns its lines.
func columns(rows [][]string) []string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	for _, cells := range rows {
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	w.Flush()
	var lines []string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return lines
}

// printColumns prints a table.
func printColumns(out io.Writer, rows [][]string) error {
	_, err := fmt.Fprintln(out, strings.Join(columns(rows), "\n"))
	return err
}

// few joins up to limit words and adds a count of the rest.
func few(words []string, limit int) string {
	if n := len(words) - limit; n > 0 {
		words = append(slices.Clone(words[:limit]), fmt.Sprintf("%d more", n))
	}
	return strings.Join(words, ", ")
}

// shortened replaces the middle of a long path with a count.
func shortened(path []string) []string {
	const limit = 20
	if len(path) <= limit {
		return path
	}
	short := append([]string{}, path[:limit/2]...)
	short = append(short, fmt.Sprintf("%d more", len(path)-limit))
	return append(short, path[len(path)-limit/2:]...)
}
