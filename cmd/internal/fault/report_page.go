package fault

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
)

// maxBytes is the maximum size of a page in bytes.
const maxBytes = 2_000_000

// Maximum numbers of rows in the tables of a page.
const (
	maxPageCodes = 200
	maxPageNames = 50
)

//go:embed page.html
var pageText string

// WriteHTML writes the report as a single HTML page without scripts. The page shows up to
// maxExamples examples of each code, or fewer if it would exceed maxBytes.
func (r *Report) WriteHTML(w io.Writer, run Run) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	for examples := maxExamples; ; examples-- {
		var b bytes.Buffer
		if err := t.Execute(&b, r.page(&run, examples)); err != nil {
			return err
		}
		if b.Len() <= maxBytes || examples == 0 {
			_, err := w.Write(b.Bytes())
			return err
		}
	}
}

// A page is the data for the template page.html. Texts from the input are made visible by
// [terminal.Visible].
type page struct {
	Program    string
	Verdict    string
	Subtitle   string
	Incomplete string // why the counts are incomplete, or ""
	HasRecords bool
	Invalid    bar
	Facts      []fact
	Sections   []table
	Lists      []listing
	Codes      []codeSection
	Run        []fact

	ExamplesNote string
}

// A fact is a name and a value.
type fact struct {
	Name, Value string
	Code        bool // whether Value is code
}

// A bar is a bar in a chart.
type bar struct {
	Width float64 // in percent of the chart
	Bad   bool
}

// A table lists counts by name.
type table struct {
	Title, Note, Caption string
	Of                   string   // heading of the name column
	Columns              []string // headings of the number columns
	Rows                 []row
}

// A row is a name and its numbers.
type row struct {
	Name, More string
	Link       string // id of a section on the page, or ""
	Bar        bar
	Charted    bool
	Numbers    []string
}

// A listing lists files that were not read, and the reasons.
type listing struct {
	Title, Caption string
	Rows           []fact
}

// A codeSection describes a code and shows examples.
type codeSection struct {
	ID, Code, Title string
	Page            []paragraph
	Examples        []exampleFigure
}

// An exampleFigure is a record excerpt, split at the mistake, and the line with the caret.
type exampleFigure struct {
	Place, Message          string
	Before, At, After, Mark string
}

// A paragraph is a code block or a list of words.
type paragraph struct {
	Block string
	Words []words
}

// words is a part of a paragraph: text or code.
type words struct {
	Text string
	Code bool
}
