package measure

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Table holds rows of cells under a header. The first Left columns are left-aligned. The other
// columns hold numbers and are right-aligned.
type Table struct {
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"`
	Left   int        `json:"left"`
}

// Allocs formats a number of allocations as a cell: "–" if it is unknown.
func Allocs(n float64) string {
	switch {
	case n < 0:
		return "–"
	case n < 0.005: // allocations of the measurement itself, spread over all lines
		return "0"
	}
	return fmt.Sprintf("%.2f", n)
}

// Ratio formats a ratio as a cell: "–" for 0, which means that there is no ratio.
func Ratio(x float64) string {
	switch {
	case x == 0:
		return "–"
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// Write writes the table with aligned columns.
func (t *Table) Write(w io.Writer) error {
	widths := make([]int, len(t.Header))
	rows := append([][]string{t.Header}, t.Rows...)
	for _, row := range rows {
		for i, cell := range row {
			if i < len(row)-1 || len(row) == len(t.Header) { // text in place of numbers fills the rest of the row
				widths[i] = max(widths[i], utf8.RuneCountInString(cell))
			}
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			space := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
			if i < t.Left || len(row) < len(t.Header) {
				line.WriteString(cell + space + "  ")
			} else {
				line.WriteString(space + cell + "  ")
			}
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// Markdown returns the table in Markdown.
func (t *Table) Markdown() string {
	var b strings.Builder
	row := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	row(t.Header)
	rule := make([]string, len(t.Header))
	for i := range rule {
		rule[i] = map[bool]string{true: "---", false: "--:"}[i < t.Left]
	}
	row(rule)
	for _, cells := range t.Rows {
		row(cells)
	}
	return b.String()
}
