package fault

import (
	"cmp"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/terminal"
)

// WriteJSON writes the report as a JSON object on one line. Its schema is $defs/report in
// cmd/output.schema.json.
func (r *Report) WriteJSON(w io.Writer, run Run) error {
	return terminal.EncodeJSON(w, r.document(run))
}

// A document is the report as JSON. Each list of counts is in descending order.
type document struct {
	Version     program.Version `json:"version"`
	Command     []string        `json:"command"`
	Grammar     *string         `json:"grammar"`
	Rule        *string         `json:"rule"`
	Language    *string         `json:"language"` // hash of the language
	Started     time.Time       `json:"started"`
	Seconds     float64         `json:"seconds"`
	Interrupted bool            `json:"interrupted"`
	Total       countsDocument  `json:"total"`
	Codes       []codeDocument  `json:"codes"`
	Components  leadersDocument `json:"components"`
	Fields      leadersDocument `json:"fields"`
	Hosts       leadersDocument `json:"hosts"`
	Schemes     leadersDocument `json:"valid_schemes"`
	ValidHosts  leadersDocument `json:"valid_hosts"`
	Files       filesDocument   `json:"files"`
	Unread      reasonsDocument `json:"unread"`
	LeftOut     reasonsDocument `json:"left_out"`
}

type countsDocument struct {
	Records int64 `json:"records"`
	Counts
}

type codeDocument struct {
	Code     string            `json:"code"`
	Severity string            `json:"severity"` // "invalid" for invalid records
	Title    string            `json:"title"`
	Count    int64             `json:"count"`
	Examples []exampleDocument `json:"examples"`
}

type exampleDocument struct {
	nameDocument
	Line    *int    `json:"line"`
	Record  *int    `json:"record"`
	Column  int     `json:"column"`
	Field   *string `json:"field"`
	Message string  `json:"message"`
	Excerpt string  `json:"excerpt"`
	Mark    string  `json:"mark"`
}

// A nameDocument is a file name, with its bytes in hexadecimal if the name is not valid UTF-8.
type nameDocument struct {
	File string `json:"file"`
	Hex  string `json:"file_hex,omitempty"`
}

type leadersDocument struct {
	Absent int64            `json:"absent"` // records without a name
	Exact  bool             `json:"exact"`
	List   []leaderDocument `json:"list"`
}

type leaderDocument struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
	Over  int64  `json:"over"`
}

type filesDocument struct {
	Count  int             `json:"count"`
	List   []fileDocument  `json:"list"`
	Others *countsDocument `json:"others"`
}

type fileDocument struct {
	nameDocument
	Format      *string `json:"format"`
	Compression *string `json:"compression"`
	countsDocument
}

type reasonsDocument struct {
	Count int              `json:"count"`
	List  []reasonDocument `json:"list"`
}

type reasonDocument struct {
	nameDocument
	Reason string `json:"reason"`
}

// document returns the report as JSON.
func (r *Report) document(run Run) document {
	d := document{
		Version: run.Version, Command: make([]string, 0, len(run.Command)), Started: run.Started.UTC(),
		Seconds: run.Elapsed.Seconds(), Interrupted: run.Interrupted, Total: newCounts(r.files.total()),
		Components: newLeadersDocument(&r.components), Fields: newLeadersDocument(&r.fields),
		Hosts: newLeadersDocument(&r.hosts), Schemes: newLeadersDocument(&r.schemes),
		ValidHosts: newLeadersDocument(&r.validHosts), Files: newFilesDocument(&r.files),
		Unread: newReasons(&r.unread), LeftOut: newReasons(&r.leftOut), Codes: []codeDocument{},
	}
	for _, word := range run.words() {
		d.Command = append(d.Command, strings.ToValidUTF8(shortened(word, maxPath), "\uFFFD"))
	}
	if run.Rule != "" {
		grammar, rule, hash := run.Rule.Grammar(), run.Rule.Name(), run.Rule.Hash()
		language := hex.EncodeToString(hash[:])
		d.Grammar, d.Rule, d.Language = &grammar, &rule, &language
	}
	known := registry()
	for _, c := range r.sortedCodes() {
		d.Codes = append(d.Codes, c.document(known[c.name].Title))
	}
	return d
}

// sortedCodes returns the codes of invalid records, then those of findings or changes by severity.
// Within each group the counts descend.
func (r *Report) sortedCodes() []*code {
	list := slices.Clone(r.codes)
	rank := func(c *code) int { return slices.Index([]string{"", "error", "warning", "note", Fixed}, c.severity) }
	slices.SortFunc(list, func(a, b *code) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	return list
}

// registry returns the explanation pages of all codes.
func registry() map[string]program.CodePage {
	known := map[string]program.CodePage{}
	for _, page := range program.Codes() {
		known[page.Code] = page
	}
	return known
}

func (c *code) document(title string) codeDocument {
	d := codeDocument{
		Code: c.name, Severity: cmp.Or(c.severity, "invalid"), Title: title, Count: c.count,
		Examples: []exampleDocument{},
	}
	for _, e := range c.examples {
		d.Examples = append(d.Examples, exampleDocument{
			nameDocument: newName(e.file), Line: unlessZero(e.line), Record: unlessZero(e.record), Column: e.column,
			Field: unlessZero(e.field), Message: terminal.Visible(e.message), Excerpt: e.before + e.at + e.after, Mark: e.mark,
		})
	}
	return d
}

func newName(file string) nameDocument { return nameDocument{File: file, Hex: terminal.Hex(file)} }

// unlessZero returns a pointer to value, or nil (null in JSON) if value is zero.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

func newCounts(c Counts) countsDocument { return countsDocument{c.Records(), c} }

func newLeadersDocument(l *leaders) leadersDocument {
	list := l.sorted()
	d := leadersDocument{Absent: l.absent, Exact: l.lost == 0, List: []leaderDocument{}}
	for _, c := range list {
		d.List = append(d.List, leaderDocument{terminal.Visible(c.name), c.count, c.over})
	}
	return d
}

func newFilesDocument(f *fileList) filesDocument {
	d := filesDocument{Count: f.count(), List: []fileDocument{}}
	for _, file := range f.list {
		d.List = append(d.List, fileDocument{
			newName(file.Name), unlessZero(file.Format), unlessZero(file.Compression), newCounts(file.Counts),
		})
	}
	if f.more > 0 {
		rest := newCounts(f.rest)
		d.Others = &rest
	}
	return d
}

func newReasons(r *reasons) reasonsDocument {
	d := reasonsDocument{Count: r.count, List: []reasonDocument{}}
	for _, e := range r.list {
		d.List = append(d.List, reasonDocument{newName(e.name), terminal.Visible(e.why)})
	}
	return d
}
