package fault

// Limits that bound the memory of a Report.
const (
	maxExamples = 5      // per code
	maxHosts    = 10_000 // counted exactly; see [leaders] for more
	maxNames    = 1_000  // component names, and likewise field names
	maxFiles    = 10_000 // listed by name; further files are added up
	maxUnread   = 1_000  // listed with a reason
)

// A Report counts records and keeps the first examples of each code. Its memory is bounded: about
// 24 MiB with the longest names and hosts. The counting methods do nothing if the Report is nil. A
// Report is not safe for concurrent use.
//
// In a program each goroutine fills a Report for its part of the input, and the Reports are merged
// in input order:
//
//	r := fault.NewReport()
//	r.Open(fault.ReportFile{Name: "a.nt.gz", Format: "ntriples", Compression: "gzip"})
//	r.Valid(1000)
//	if r.Invalid(fault.Mistake{Code: "port", Part: "port", Host: "example.org"}) {
//		r.Example(fault.Example{Diagnostic: d, Record: 1001})
//	}
//	all.Merge(r)
//
// A [ReportFlag] creates the report all and writes it to a file as JSON or as an HTML page.
type Report struct {
	codes      []*code // in order of first occurrence
	components leaders
	fields     leaders
	hosts      leaders
	schemes    leaders // of valid values
	validHosts leaders
	files      fileList
	unread     reasons
	leftOut    reasons
}

// NewReport returns an empty report.
func NewReport() *Report {
	return &Report{
		components: newLeaders(maxNames), fields: newLeaders(maxNames), hosts: newLeaders(maxHosts),
		schemes: newLeaders(maxNames), validHosts: newLeaders(maxHosts),
	}
}

// A Mistake is an error in an invalid record or a finding in a valid record.
type Mistake struct {
	Code     string // such as "port"
	Severity string // "error", "warning" or "note" for a finding, Fixed, or "" for an invalid record
	Part     string // the component at fault, or ""
	Field    string // the column, field or statement part at fault, or ""
	Host     string // the host of the value, or ""
}

// Fixed is the severity of a mistake that was fixed.
const Fixed = "fixed"

// A code counts the mistakes with a given code and holds examples.
type code struct {
	name, severity string
	count          int64
	examples       []sample
}

// Valid counts n valid records in the open file.
func (r *Report) Valid(n int) {
	if r != nil {
		r.files.open().Valid += int64(n)
	}
}

// Value counts the scheme and the host of a valid value, each "" if it has none.
func (r *Report) Value(scheme, host string) {
	if r != nil {
		r.schemes.add(scheme)
		r.validHosts.add(host)
	}
}

// Invalid counts an invalid record in the open file. It reports whether the caller should call
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

// Finding counts a finding in a valid record, or a mistake that was fixed. It reports whether the
// caller should call Example with the record.
func (r *Report) Finding(m Mistake) (wanted bool) {
	return r != nil && r.count(m)
}

// count counts a mistake by its code. It reports whether the code needs an example.
func (r *Report) count(m Mistake) (wanted bool) {
	c := r.code(m.Code, m.Severity)
	c.count++
	return len(c.examples) < maxExamples
}

// code returns the entry for a code and severity, and adds it if necessary.
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

// Example keeps a record as an example of its code and severity, unless there are already
// maxExamples examples.
func (r *Report) Example(e Example) {
	if r == nil {
		return
	}
	if c := r.code(e.Code, e.Severity); len(c.examples) < maxExamples {
		c.examples = append(c.examples, e.sample())
	}
}

// Missing counts n records in the open file whose value is missing.
func (r *Report) Missing(n int) {
	if r != nil {
		r.files.open().Missing += int64(n)
	}
}

// Blank counts n blank lines in the open file.
func (r *Report) Blank(n int) {
	if r != nil {
		r.files.open().Blank += int64(n)
	}
}

// Without counts n lines without an IRI in the open file, which is text.
func (r *Report) Without(n int) {
	if r != nil {
		r.files.open().Without += int64(n)
	}
}

// Comments counts n comments in the open file.
func (r *Report) Comments(n int) {
	if r != nil {
		r.files.open().Comments += int64(n)
	}
}

// Open begins a file. The records and bytes that follow belong to it. Merge adds counts recorded
// before the first Open to the receiver's open file.
func (r *Report) Open(f ReportFile) {
	if r != nil {
		r.files.begin(f)
	}
}

// Read counts bytes of the open file, both as stored and after decompression.
func (r *Report) Read(stored, text int64) {
	if r != nil {
		f := r.files.open()
		f.Stored += stored
		f.Text += text
	}
}

// Unread records a file that was not read completely, and the reason.
func (r *Report) Unread(name, reason string) {
	if r != nil {
		r.unread.add(name, reason)
	}
}

// LeftOut records a file that was skipped deliberately, such as a hidden file, and the reason.
func (r *Report) LeftOut(name, reason string) {
	if r != nil {
		r.leftOut.add(name, reason)
	}
}

// Merge adds the counts of next, a report on the input that follows the input of r. The result
// equals a single report on both inputs, except for names and hosts beyond maxNames and maxHosts.
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
	r.schemes.merge(&next.schemes)
	r.validHosts.merge(&next.validHosts)
	r.files.merge(&next.files)
	r.unread.merge(&next.unread)
	r.leftOut.merge(&next.leftOut)
}
