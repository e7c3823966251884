package fault

// A ReportFile describes an input file.
type ReportFile struct {
	Name        string
	Format      string // such as "lines" or "csv"
	Compression string // such as "gzip", or ""
}

// Counts holds the counts for one or more files.
type Counts struct {
	Valid    int64 `json:"valid"`
	Invalid  int64 `json:"invalid"`
	Missing  int64 `json:"missing"`     // records whose value is missing
	Blank    int64 `json:"blank"`       // blank lines that were skipped
	Without  int64 `json:"without_iri"` // lines of text without an IRI
	Comments int64 `json:"comments"`
	Stored   int64 `json:"stored_bytes"`
	Text     int64 `json:"text_bytes"` // size after decompression
}

// Records returns the number of records, including records without a value.
func (c *Counts) Records() int64 { return c.Valid + c.Invalid + c.Missing }

func (c *Counts) add(d Counts) {
	c.Valid += d.Valid
	c.Invalid += d.Invalid
	c.Missing += d.Missing
	c.Blank += d.Blank
	c.Without += d.Without
	c.Comments += d.Comments
	c.Stored += d.Stored
	c.Text += d.Text
}

// A fileCounts is a file and its counts.
type fileCounts struct {
	ReportFile
	Counts
}

// A fileList holds the counts of files in input order.
type fileList struct {
	before Counts // counts before the first file
	list   []fileCounts
	more   int    // number of files beyond maxFiles
	rest   Counts // counts of those files
}

// begin appends a file.
func (f *fileList) begin(file ReportFile) {
	if len(f.list) == maxFiles {
		f.more++
		return
	}
	file = ReportFile{kept(file.Name, maxPath), kept(file.Format, maxName), kept(file.Compression, maxName)}
	f.list = append(f.list, fileCounts{ReportFile: file})
}

// open returns the counts of the last file.
func (f *fileList) open() *Counts {
	switch {
	case f.more > 0:
		return &f.rest
	case len(f.list) > 0:
		return &f.list[len(f.list)-1].Counts
	}
	return &f.before
}

// merge adds the files from a later part of the input.
func (f *fileList) merge(next *fileList) {
	f.open().add(next.before)
	n := min(len(next.list), maxFiles-len(f.list))
	f.list = append(f.list, next.list[:n]...)
	for _, file := range next.list[n:] {
		f.more++
		f.rest.add(file.Counts)
	}
	f.more += next.more
	f.rest.add(next.rest)
}

// total returns the sum of all counts.
func (f *fileList) total() Counts {
	sum := f.before
	for i := range f.list {
		sum.add(f.list[i].Counts)
	}
	sum.add(f.rest)
	return sum
}

// count returns the number of files.
func (f *fileList) count() int { return len(f.list) + f.more }

// A reason explains why a file was not read.
type reason struct{ name, why string }

// reasons holds the first maxUnread reasons and counts all of them.
type reasons struct {
	list  []reason
	count int
}

func (r *reasons) add(name, why string) {
	if r.count++; len(r.list) < maxUnread {
		r.list = append(r.list, reason{kept(name, maxPath), kept(why, maxMessage)})
	}
}

func (r *reasons) merge(next *reasons) {
	r.count += next.count
	r.list = append(r.list, next.list[:min(len(next.list), maxUnread-len(r.list))]...)
}
