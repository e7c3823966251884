package program

import (
	"embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// A family groups the codes that one kind of check reports.
type family struct {
	Name    string // the file name without ".md"
	Title   string
	Program string // the program that reports the codes
	Command string // the default command of examples, a method of package iri, or ""
}

// families lists all families in the order in which "explain" prints them. A family without pages
// has no file.
var families = []family{
	{"syntax", "Invalid lines", "iri", "iri check"},
	{"grammar", "Grammars", "abnf", "abnf check g.abnf"},
	{"finding", "Findings in valid lines", "iri", "iri check --lint"},
	{"policy", "Policies", "iri", "Policy.Check"},
	{"result", "Lines without a result", "iri", "iri resolve"},
	{"record", "Records of files", "iri", "iri check --format csv --column url"},
}

// A CodePage documents a diagnostic code: the mistake, its correction, and the reason.
//
// The pages are stored in Markdown files in the folder codes, one file per family. Each section is
// the page of one code:
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
// An example without a command uses the command of its family. The command reads the example from
// standard input, or from the file that its last word names. A line "Also: code, code" lists other
// codes that the example causes.
type CodePage struct {
	Code     string
	Family   family
	Severity string // "error", "warning" or "note"
	Title    string
	Text     string   // Markdown paragraphs separated by empty lines
	Command  string   // the command that reports the code for Example; "" if only the library does
	Example  string   // a minimal document or line that causes the code; "" if none is short
	Instead  string   // the corrected example; "" if the code does not denote a mistake
	Also     []string // other codes that the example causes
}

//go:embed codes/*.md
var codeFiles embed.FS

// Codes returns the pages of all codes, grouped by family and ordered as in the files.
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

// readCodes parses the file of a family.
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

// read parses the text after the title.
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

// unindent removes the indentation of a block.
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
