package fault

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
)

// mostBytes is the size of the largest page.
const mostBytes = 2_000_000

// The most rows of the tables of a page.
const (
	mostPageCodes = 200
	mostPageNames = 50
)

//go:embed page.html
var pageText string

// WriteHTML writes the report as a page of HTML that needs no other file and runs no script. If the
// page would have more than mostBytes, it has fewer examples of each code.
func (r *Report) WriteHTML(w io.Writer, run Run) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	for most := mostExamples; ; most-- {
		var b bytes.Buffer
		if err := t.Execute(&b, r.page(&run, most)); err != nil {
			return err
		}
		if b.Len() <= mostBytes || most == 0 {
			_, err := w.Write(b.Bytes())
			return err
		}
	}
}

// A page is the data of page.html. Its texts are in the form of [terminal.Visible], unless they are
// ours.
type page struct {
	Program    string
	Verdict    string
	Subtitle   string
	Incomplete string // why the counts are not those of the whole input, or ""
	HasRecords bool
	Invalid    bar
	Facts      []fact
	Sections   []table
	Lists      []listing
	Codes      []codeSection
	Run        []fact

	ExamplesNote string
}

// A fact is a name with a value.
type fact struct {
	Name, Value string
	Code        bool // whether the value is text for computers
}

// A bar is a part of a chart.
type bar struct {
	Width float64 // of 100
	Bad   bool
}

// A table has counts by a name.
type table struct {
	Title, Note, Caption string
	Of                   string   // the heading of the names
	Columns              []string // the headings of the numbers
	Rows                 []row
}

// A row is a name with its numbers.
type row struct {
	Name, More string
	Link       string // the id of a section of the page, or ""
	Bar        bar
	Charted    bool
	Numbers    []string
}

// A listing has files that were not read.
type listing struct {
	Title, Caption string
	Rows           []fact
}

// A codeSection has the examples of a code.
type codeSection struct {
	ID, Code, Title string
	Page            []paragraph // of the registry
	Examples        []exampleFigure
}

// An exampleFigure is a record with the place in it, and the line of the caret.
type exampleFigure struct {
	Place, Message          string
	Before, At, After, Mark string
}

// A paragraph is a block of code, or words.
type paragraph struct {
	Block string
	Words []words
}

// Words are a part of a paragraph.
type words struct {
	Text string
	Code bool
}
