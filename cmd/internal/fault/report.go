package fault

// The memory limits of a Report.
const (
	maxExamples = 5      // for each code
	maxHosts    = 10_000 // counted exactly; see [leaders] for more
	maxNames    = 1_000  // of components, and of fields
	maxFiles    = 10_000 // by name; the counts of others are added
	maxUnread   = 1_000  // with a reason
)

// A Report counts records, and keeps the first examples of each code. Its memory is bounded: about
// 20 MiB for the longest names and hosts. The methods that count do nothing for a nil Report. Only
// one goroutine at a time may use it.
//
// In a program each goroutine fills a Report with its part of the input, and the Reports are merged
// in the order of the input:
//
//	r := fault.NewReport()
//	r.Open(fault.ReportFile{Name: "a.nt.gz", Format: "ntriples", Compression: "gzip"})
//	r.Valid(1000)
//	if r.Invalid(fault.Mistake{Code: "port", Part: "port", Host: "example.org"}) {
//		r.Example(fault.Example{Diagnostic: d, Record: 1001})
//	}
//	all.Merge(r)
//
// A [ReportFlag] creates the report all, and writes it to a file, as JSON or as an HTML page.
type Report struct {
	codes      []*code // in the order of their first record
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
	Code     string // such as "port"
	Severity string // of a finding: "error", "warning" or "note"; "" for an invalid record
	Part     string // the component at fault, or ""
	Field    string // the column, the field, or the part of the statement at fault, or ""
	Host     string // the host of the value, or ""
}

// A code counts the mistakes with a code, and holds its examples.
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

// Invalid counts an invalid record of the open file. It reports whether the caller should call
// Example with the record.
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

// Finding counts a finding in a valid record. It reports whether the caller should call Example
// with the record.
func (r *Report) Finding(m Mistake) (wanted bool) {
	return r != nil && r.count(m)
}

// count counts a mistake by its code. It reports whether the code needs an example.
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

// Example keeps a record as an example of its code and severity, up to maxExamples.
func (r *Report) Example(e Example) {
	if r == nil {
		return
	}
	if c := r.code(e.Code, e.Severity); len(c.examples) < maxExamples {
		c.examples = append(c.examples, e.sample())
	}
}

// Missing counts n records of the open file whose value is missing.
func (r *Report) Missing(n int) {
	if r != nil {
		r.files.open().Missing += int64(n)
	}
}

// Blank counts n blank lines of the open file.
func (r *Report) Blank(n int) {
	if r != nil {
		r.files.open().Blank += int64(n)
	}
}

// Comments counts n comments of the open file.
func (r *Report) Comments(n int) {
	if r != nil {
		r.files.open().Comments += int64(n)
	}
}

// Open begins a file, to which the next records and bytes belong. Merge adds those before the first
// Open to the open file of the receiver.
func (r *Report) Open(f ReportFile) {
	if r != nil {
		r.files.begin(f)
	}
}

// Read counts bytes of the open file, as stored and as decompressed text.
func (r *Report) Read(stored, text int64) {
	if r != nil {
		f := r.files.open()
		f.Stored += stored
		f.Text += text
	}
}

// Unread records a file that was not read, or not to its end, and the reason.
func (r *Report) Unread(name, reason string) {
	if r != nil {
		r.unread.add(name, reason)
	}
}

// LeftOut records a file that was left out deliberately, such as a hidden one, and the reason.
func (r *Report) LeftOut(name, reason string) {
	if r != nil {
		r.leftOut.add(name, reason)
	}
}

// Merge adds the counts of next, a report of the input after that of r. The result equals one
// report of both inputs, except for names and hosts beyond maxNames and maxHosts. The caller must
// not use next again.
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
