package fault

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
)

// maxBytes is the limit of the size of a page, in bytes.
const maxBytes = 2_000_000

// The limits of the rows of the tables of a page.
const (
	maxPageCodes = 200
	maxPageNames = 50
)

//go:embed page.html
var pageText string

// WriteHTML writes the report as a page of HTML. The page has no script and needs no other file.
// Each code has maxExamples examples, or fewer if the page would exceed maxBytes.
func (r *Report) WriteHTML(w io.Writer, run Run) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	for most := maxExamples; ; most-- {
		var b bytes.Buffer
		if err := t.Execute(&b, r.page(&run, most)); err != nil {
			return err
		}
		if b.Len() <= maxBytes || most == 0 {
			_, err := w.Write(b.Bytes())
			return err
		}
	}
}

// A page is the data of page.html. Texts from the input are in the form of [terminal.Visible].
type page struct {
	Program    string
	Verdict    string
	Subtitle   string
	Incomplete string // the reason for incomplete counts, or ""
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
	Code        bool // whether Value is code
}

// A bar is a part of a chart.
type bar struct {
	Width float64 // in hundredths of the chart
	Bad   bool
}

// A table has counts by a name.
type table struct {
	Title, Note, Caption string
	Of                   string   // heading of the names
	Columns              []string // headings of the numbers
	Rows                 []row
}

// A row is a name with its numbers.
type row struct {
	Name, More string
	Link       string // id of a section of the page, or ""
	Bar        bar
	Charted    bool
	Numbers    []string
}

// A listing is a list of files not read, with reasons.
type listing struct {
	Title, Caption string
	Rows           []fact
}

// A codeSection has the examples of a code.
type codeSection struct {
	ID, Code, Title string
	Page            []paragraph // page of the code in the registry
	Examples        []exampleFigure
}

// An exampleFigure is a record, divided before and after the place, and the line of the caret.
type exampleFigure struct {
	Place, Message          string
	Before, At, After, Mark string
}

// A paragraph is a block of code, or a list of words.
type paragraph struct {
	Block string
	Words []words
}

// Words are a part of a paragraph: text or code.
type words struct {
	Text string
	Code bool
}
