package records

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/rdf"
)

// A Format is the name of a file format.
type Format string

// Formats. Auto infers the format from the file name.
const (
	Auto       Format = "auto"
	PlainLines Format = "lines"
	NTriples   Format = "ntriples"
	NQuads     Format = "nquads"
	NTriples12 Format = "ntriples12"
	NQuads12   Format = "nquads12"
	CSV        Format = "csv"
	TSV        Format = "tsv"
	JSONLines  Format = "jsonl"
	Parquet    Format = "parquet"
	Prose      Format = "text"
	HTML       Format = "html"
	Markdown   Format = "markdown"
	CSS        Format = "css"
)

// Formats returns all formats.
func Formats() []Format {
	return []Format{Auto, PlainLines, NTriples, NQuads, NTriples12, NQuads12, CSV, TSV, JSONLines, Parquet, Prose,
		HTML, Markdown, CSS}
}

// endings maps file name extensions to formats.
var endings = map[string]Format{
	".nt": NTriples, ".ntriples": NTriples, ".nq": NQuads, ".nquads": NQuads,
	".csv": CSV, ".tsv": TSV, ".tab": TSV, ".jsonl": JSONLines, ".ndjson": JSONLines,
	".parquet": Parquet,
	".rst":     Prose, ".adoc": Prose,
	".html": HTML, ".htm": HTML, ".xhtml": HTML, ".xml": HTML, ".md": Markdown, ".markdown": Markdown,
	".css": CSS,
}

// Extensions of files that contain lines. Those in textEndings are also common for text.
var (
	listEndings = []string{".lst", ".list", ".urls"}
	textEndings = []string{"", ".txt", ".log"}
)

// partName is the prefix of the file names in a data set that a program wrote in parts.
const partName = "part-"

// Known reports whether a file name implies the format of the file.
func Known(name string) bool {
	name, _ = files.CutEnding(path.Base(name))
	end := strings.ToLower(path.Ext(name))
	_, ok := endings[end]
	return ok || slices.Contains(listEndings, end) || slices.Contains(textEndings, end) ||
		strings.HasPrefix(name, partName)
}

// MayBeText reports whether a file with this name, which may contain lines, may also be text, such
// as a LICENSE.
func MayBeText(name string) bool {
	name, _ = files.CutEnding(path.Base(name))
	return slices.Contains(textEndings, strings.ToLower(path.Ext(name))) && !strings.HasPrefix(name, partName)
}

// IsRDF reports whether the values in the format are the IRIs of RDF statements.
func (f Format) IsRDF() bool {
	_, ok := rdfSyntaxes[f]
	return ok
}

// HasLinks reports whether files of the format contain links: a record is a line, and its links are
// counted individually.
func (f Format) HasLinks() bool { return f == Prose || f.IsDocument() }

// IsDocument reports whether a parser finds the links in files of the format. They may be relative
// references.
func (f Format) IsDocument() bool { return f == HTML || f == Markdown || f == CSS }

// rdfSyntaxes maps the RDF formats to those of package rdf.
var rdfSyntaxes = map[Format]rdf.Syntax{
	NTriples: rdf.NTriples, NQuads: rdf.NQuads, NTriples12: rdf.NTriples12, NQuads12: rdf.NQuads12,
}

// Of infers the format of a file from its name. The default is PlainLines.
func Of(name string) Format {
	name, _ = files.CutEnding(path.Base(name))
	if f, ok := endings[strings.ToLower(path.Ext(name))]; ok {
		return f
	}
	return PlainLines
}

// turtles maps the extensions of Turtle and its supersets, which are not supported, to the formats
// to which they can be converted.
var turtles = map[string]Format{".ttl": NTriples, ".turtle": NTriples, ".n3": NTriples, ".trig": NQuads}

// OfTurtle returns the format to which a file should be converted if its name promises Turtle.
func OfTurtle(name string) (f Format, ok bool) {
	name, _ = files.CutEnding(path.Base(name))
	f, ok = turtles[strings.ToLower(path.Ext(name))]
	return f, ok
}

// String returns the name of the format as shown in messages.
func (f Format) String() string {
	if syntax, ok := rdfSyntaxes[f]; ok {
		return syntax.String()
	}
	switch f {
	case CSV:
		return "CSV"
	case TSV:
		return "TSV"
	case JSONLines:
		return "JSON lines"
	case Parquet:
		return "Parquet"
	case Prose:
		return "text that contains IRIs"
	case HTML:
		return "HTML"
	case Markdown:
		return "Markdown"
	case CSS:
		return "CSS"
	}
	return string(f)
}

// Unit returns what is counted in files of the format, such as "statement".
func (f Format) Unit() (singular, plural string) {
	switch {
	case f.IsRDF():
		return "statement", "statements"
	case f == CSV, f == TSV, f == Parquet:
		return "row", "rows"
	case f == JSONLines:
		return "record", "records"
	case f.HasLinks():
		return "link", "links"
	}
	return "line", "lines"
}

// Parse returns the format with the given name. A file name extension is also accepted.
func Parse(name string) (Format, error) {
	if f := Format(name); slices.Contains(Formats(), f) {
		return f, nil
	}
	if f, ok := endings["."+name]; ok {
		return f, nil
	}
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return "", fmt.Errorf("unknown format %q; the formats are %s", name, strings.Join(names, ", "))
}
