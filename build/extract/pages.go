package extract

import (
	"regexp"
	"strings"
)

// readPages reads the text of an RFC and removes its page headers and footers.
func (r *reading) readPages() {
	r.text = r.document.Text
	edges := pageEdges(r.text)
	from, number := 0, 0
	g, top := blank, 0 // top is the number of lines that may still belong to the page header
	for raw := range strings.Lines(r.text) {
		to := from + len(raw)
		number++
		if strings.Contains(raw, "\f") {
			g, top = page, headLines
		}
		content := strings.Trim(raw, " \t\r\n\f\uFEFF")
		switch {
		case content == "":
			g = max(g, blank)
		case isFooter(raw) || top == 0 && isNumbered(content) && edges.recurs(content):
			g, top = page, headLines
		case top == headLines && header.MatchString(content), top > 0 && edges.recurs(content):
			top--
		default:
			r.add(from, to, number, g, 0)
			g, top = adjacent, 0
		}
		from = to
	}
}

// headLines is the maximum number of lines in a running header: RFC 821 has two.
const headLines = 2

// edges counts the patterns of the first two lines and the last line of each page.
type edges struct {
	counts map[string]int // number of occurrences by pattern
	pages  int
}

// recurs reports whether a line is an edge of more than a quarter of the pages. Lines without words
// are excluded, because the pages of a grammar may begin with a bracket.
func (e *edges) recurs(content string) bool {
	n := 0
	if twoWords.MatchString(content) {
		n = e.counts[pattern(content)]
	}
	return n > 1 && 4*n > e.pages
}

var twoWords = regexp.MustCompile(`^[^;"=|]*\pL{2}[^;"=|]*[ \t][^;"=|]*\w[^;"=|]*$`)

// pageEdges collects the edges of all pages. Form feeds and footers mark the ends of pages.
func pageEdges(text string) *edges {
	e := &edges{counts: map[string]int{}}
	last, top := "", 0
	for raw := range strings.Lines(text) {
		content := strings.Trim(raw, " \t\r\n\f")
		if strings.Contains(raw, "\f") {
			if last != "" {
				e.counts[pattern(last)]++
				e.pages++
			}
			last, top = "", headLines
		}
		switch {
		case content == "":
		case isFooter(raw):
			e.pages++
			last, top = "", headLines
		case top > 0:
			e.counts[pattern(content)]++
			top--
			last = content
		default:
			last = content
		}
	}
	return e
}

var numbers = regexp.MustCompile(`\b([0-9]+|[ivxl]+)\b`)

// pattern returns a line with its numbers, which differ from page to page, replaced by "#".
func pattern(content string) string {
	return numbers.ReplaceAllString(strings.Join(strings.Fields(content), " "), "#")
}

var pageNumber = regexp.MustCompile(`(- ?[0-9ivxl]+ ?-|\b(?i:page) *[0-9]+)`)

// isNumbered reports whether a line may be an unbracketed footer such as "RFC 822 - 3 -".
func isNumbered(content string) bool { return pageNumber.MatchString(content) }
