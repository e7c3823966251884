package program

import (
	"embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// A family contains the codes that one kind of check reports.
type family struct {
	Name    string // the name of its file without ".md"
	Title   string
	Program string // reports the codes
	Command string // the command of the examples; a method of package iri for codes of the library; or ""
}

// families lists all families in the order of "explain". A family without pages has no file.
var families = []family{
	{"syntax", "Invalid lines", "iri", "iri check"},
	{"grammar", "Grammars", "abnf", "abnf check g.abnf"},
	{"finding", "Findings in valid lines", "iri", "iri check --lint"},
	{"policy", "Policies", "iri", "Policy.Check"},
	{"result", "Lines without a result", "iri", "iri resolve"},
	{"record", "Records of files", "iri", "iri check --format csv --column url"},
}

// A CodePage is the documentation of a code of diagnostics: the mistake, its correction, and the
// reason.
//
// The pages are Markdown files in the folder codes, a file for each family. A section is the page
// of a code:
//
//	## bad-number
//	error: the digits of a number are missing or wrong
//
//	Paragraphs: the mistake in plain words. The last one begins with "Why:" and names the source.
//
//	Example for `abnf check g.abnf`:
//
//	    a = %x4G
//
//	Instead:
//
//	    a = %x4F
//
// An example without a command has the command of its family. The command reads the example from
// its standard input, or from the file in its last word. A line "Also: code, code" lists other
// codes of the example.
type CodePage struct {
	Code     string
	Family   family
	Severity string // "error", "warning" or "note"
	Title    string
	Text     string   // paragraphs with an empty line between them, in Markdown
	Command  string   // reports the code for Example; "" if only the library reports it
	Example  string   // the shortest document or line with the code, with its line end; "" if none is short
	Instead  string   // the corrected example; "" if the code is not a mistake
	Also     []string // other codes of the example
}

//go:embed codes/*.md
var codeFiles embed.FS

// Codes returns the pages of all codes, family by family, in the order of their codes.
func Codes() (pages []CodePage) {
	for _, f := range families {
		text, err := codeFiles.ReadFile("codes/" + f.Name + ".md")
		if err != nil {
			continue
		}
		pages = append(pages, readCodes(f, string(text))...)
	}
	return pages
}

// FindCode returns the page of a code.
func FindCode(code string) (page CodePage, ok bool) {
	pages := Codes()
	i := slices.IndexFunc(pages, func(p CodePage) bool { return p.Code == code })
	if i < 0 {
		return CodePage{}, false
	}
	return pages[i], true
}

// readCodes reads the file of a family.
func readCodes(f family, text string) (pages []CodePage) {
	sections := strings.Split(text, "\n## ")
	for _, section := range sections[1:] {
		code, rest, _ := strings.Cut(section, "\n")
		head, body, _ := strings.Cut(rest, "\n")
		p := CodePage{Code: code, Family: f, Command: f.Command}
		p.Severity, p.Title, _ = strings.Cut(head, ": ")
		p.read(body)
		pages = append(pages, p)
	}
	return pages
}

var exampleLabel = regexp.MustCompile("^Example(?: for `(.+)`)?:$")

// read reads the text after the title.
func (p *CodePage) read(body string) {
	var paragraphs []string
	block := &p.Example // the destination of the next indented lines
	for paragraph := range strings.SplitSeq(strings.Trim(body, "\n"), "\n\n") {
		label := exampleLabel.FindStringSubmatch(paragraph)
		also, isAlso := strings.CutPrefix(paragraph, "Also: ")
		switch {
		case strings.HasPrefix(paragraph, "    "):
			*block = unindent(paragraph)
		case label != nil:
			if label[1] != "" {
				p.Command = label[1]
			}
		case paragraph == "Instead:":
			block = &p.Instead
		case isAlso:
			p.Also = strings.Split(also, ", ")
		default:
			paragraphs = append(paragraphs, paragraph)
		}
	}
	p.Text = strings.Join(paragraphs, "\n\n")
}

// unindent returns the lines of an indented block.
func unindent(block string) string {
	var b strings.Builder
	for line := range strings.Lines(block + "\n") {
		b.WriteString(strings.TrimPrefix(line, "    "))
	}
	return b.String()
}

// Write writes a page as plain text.
func (p CodePage) Write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n", p.Code, p.Title)
	fmt.Fprintf(w, "(%s of %s)\n\n%s\n", p.Severity, p.Family.Program, p.Text)
	label := "Example"
	if p.Command != "" {
		label += " for " + p.Command
	}
	writeBlock(w, label, p.Example)
	if p.Also != nil {
		fmt.Fprintf(w, "\nAlso: %s\n", strings.Join(p.Also, ", "))
	}
	writeBlock(w, "Instead", p.Instead)
}

func writeBlock(w io.Writer, label, block string) {
	if block == "" {
		return
	}
	fmt.Fprintf(w, "\n%s:\n\n", label)
	for line := range strings.Lines(block) {
		if line != "\n" {
			line = "    " + line
		}
		fmt.Fprint(w, line)
	}
}
