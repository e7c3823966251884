package fault

// The bounds of the memory of a Report.
const (
	maxExamples = 5      // of each code
	maxHosts    = 10_000 // counted exactly; see [leaders] for more of them
	maxNames    = 1_000  // of components and of fields each
	maxFiles    = 10_000 // by name; the counts of the others are added up
	maxUnread   = 1_000  // with a reason
)

// A Report has counts of records, and the first examples of each code. Its memory has a bound:
// some 20 MiB for the worst names and hosts. The methods to count do nothing with a nil Report.
// One goroutine at a time may use it.
//
// A program fills a Report in each goroutine with its part of the input, and merges the Reports in
// the order of the input:
//
//	r := fault.NewReport()
//	r.Open(fault.ReportFile{Name: "a.nt.gz", Format: "ntriples", Compression: "gzip"})
//	r.Valid(1000)
//	if r.Invalid(fault.Mistake{Code: "port", Part: "port", Host: "example.org"}) {
//		r.Example(fault.Example{Diagnostic: d, Record: 1001})
//	}
//	all.Merge(r)
//
// A [ReportFlag] makes the report all, and writes it to a file, as JSON or as a page of HTML.
type Report struct {
	codes      []*code // in the order of their first records
	components leaders
	fields     leaders
	hosts      leaders
	files      fileList
	unread     reasons
	leftOut    reasons
}

// NewReport returns an empty report.
func NewReport() *Report {
	return &Report{
		components: newLeaders(maxNames), fields: newLeaders(maxNames), hosts: newLeaders(maxHosts),
	}
}

// A Mistake is a mistake in an invalid record, or a finding in a valid one.
type Mistake struct {
	Code     string // of the registry, such as "port"
	Severity string // of a finding: "error", "warning" or "note"; "" for an invalid record
	Part     string // the component at fault, or ""
	Field    string // the column, the field, or the part of the statement at fault, or ""
	Host     string // the host of the value, or ""
}

// A code has the count and the examples of a code.
type code struct {
	name, severity string
	count          int64
	examples       []sample
}

// Valid counts n valid records of the open file.
func (r *Report) Valid(n int) {
	if r != nil {
		r.files.open().Valid += int64(n)
	}
}

// Invalid counts an invalid record of the open file. It reports whether to call Example with the
// record.
func (r *Report) Invalid(m Mistake) (wanted bool) {
	if r == nil {
		return false
	}
	r.files.open().Invalid++
	r.components.add(m.Part)
	r.hosts.add(m.Host)
	r.fields.add(m.Field)
	m.Severity = ""
	return r.count(m)
}

// Finding counts a finding in a valid record. It reports whether to call Example with the record.
func (r *Report) Finding(m Mistake) (wanted bool) {
	return r != nil && r.count(m)
}

// count counts a mistake by its code. It reports whether the code needs examples.
func (r *Report) count(m Mistake) (wanted bool) {
	c := r.code(m.Code, m.Severity)
	c.count++
	return len(c.examples) < maxExamples
}

// code returns the counts of a code.
func (r *Report) code(name, severity string) *code {
	for _, c := range r.codes {
		if c.name == name && c.severity == severity {
			return c
		}
	}
	c := &code{name: name, severity: severity}
	r.codes = append(r.codes, c)
	return c
}

// Example keeps a record as an example of its code and severity, unless there are enough.
func (r *Report) Example(e Example) {
	if r == nil {
		return
	}
	if c := r.code(e.Code, e.Severity); len(c.examples) < maxExamples {
		c.examples = append(c.examples, e.sample())
	}
}

// Missing counts n records of the open file without the column or field of the value.
func (r *Report) Missing(n int) {
	if r != nil {
		r.files.open().Missing += int64(n)
	}
}

// Blank counts n blank lines of the open file, left out of the records.
func (r *Report) Blank(n int) {
	if r != nil {
		r.files.open().Blank += int64(n)
	}
}

// Comments counts n comments of the open file, left out of the records.
func (r *Report) Comments(n int) {
	if r != nil {
		r.files.open().Comments += int64(n)
	}
}

// Open begins a file. Later records and bytes belong to it. Merge adds those before the first Open
// to the open file of the report merged into.
func (r *Report) Open(f ReportFile) {
	if r != nil {
		r.files.begin(f)
	}
}

// Read counts bytes of the open file: as stored, and as text. A compressed file has more bytes of
// text.
func (r *Report) Read(stored, text int64) {
	if r != nil {
		f := r.files.open()
		f.Stored += stored
		f.Text += text
	}
}

// Unread notes a file not read, or not to its end, with the reason.
func (r *Report) Unread(name, reason string) {
	if r != nil {
		r.unread.add(name, reason)
	}
}

// LeftOut notes a file left out on purpose, such as a hidden one in a directory, with the reason.
func (r *Report) LeftOut(name, reason string) {
	if r != nil {
		r.leftOut.add(name, reason)
	}
}

// Merge adds the counts of next, a report of input after that of r. The result is that of one
// report of both inputs, except for the counts of names and hosts beyond maxNames and maxHosts.
// The caller must not use next again.
func (r *Report) Merge(next *Report) {
	if r == nil || next == nil {
		return
	}
	for _, c := range next.codes {
		to := r.code(c.name, c.severity)
		to.count += c.count
		to.examples = append(to.examples, c.examples[:min(len(c.examples), maxExamples-len(to.examples))]...)
	}
	r.components.merge(&next.components)
	r.fields.merge(&next.fields)
	r.hosts.merge(&next.hosts)
	r.files.merge(&next.files)
	r.unread.merge(&next.unread)
	r.leftOut.merge(&next.leftOut)
}
