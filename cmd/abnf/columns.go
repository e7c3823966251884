package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// columns returns the lines of a table.
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

// few joins words, of many only the first.
func few(words []string, most int) string {
	if n := len(words) - most; n > 0 {
		words = append(slices.Clone(words[:most]), fmt.Sprintf("%d more", n))
	}
	return strings.Join(words, ", ")
}

// shortened returns a path without the middle of a long one.
func shortened(path []string) []string {
	const most = 20
	if len(path) <= most {
		return path
	}
	short := append([]string{}, path[:most/2]...)
	short = append(short, fmt.Sprintf("%d more", len(path)-most))
	return append(short, path[len(path)-most/2:]...)
}
