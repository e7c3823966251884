package main

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A suiteFile is a suite and the data that its output forms need.
type suiteFile struct {
	*build.Suite
	table   tables.Rule
	form    func(*bufio.Writer, *suiteFile) // the writer keeps errors
	command string
	more    int

	tests, members, size int
	illFormed            int // number of tests that are not valid UTF-8
}

func (f *suiteFile) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	f.form(out, f)
	return out.Flush()
}

func (f *suiteFile) count() {
	for text, valid := range f.Tests() {
		f.tests++
		f.size += len(text)
		if valid {
			f.members++
		}
		if !utf8.ValidString(text) {
			f.illFormed++
		}
	}
}

const method = "H (Dorofeeva, El-Fakih, Yevtushenko 2005), which shrinks Wp (Fujiwara et al. 1991)"

// letters returns the letters, escaped as in the lines.
func (f *suiteFile) letters() (list []string) {
	for _, b := range f.Letters() {
		list = append(list, string(escape(nil, string([]byte{b}))))
	}
	return list
}

// proves states what correct verdicts prove.
func (f *suiteFile) proves() string {
	text := fmt.Sprintf("An implementation that gives all these verdicts accepts exactly the language of the rule"+
		" if it is equivalent to a complete deterministic automaton over bytes with at most %d states,"+
		" including the dead state", f.States())
	switch f.Premise() {
	case build.AlikeBytes:
		return text + fmt.Sprintf(", in which all bytes of each of the %d classes lead to the same state"+
			" from any state. The suite proves nothing about a byte in the wrong class.", f.table.Classes())
	case build.MistakenBytes:
		return text + fmt.Sprintf(", in which every byte leads from every state to the same state as one of the %d"+
			" letters: any byte may be mistaken for any other, in one state or in all states.", f.table.Classes())
	}
	return text + ". Nothing else is assumed: every byte may lead from any state to any other."
}

// header describes the file. Each string is a paragraph.
func (f *suiteFile) header() []string {
	exactness := grammar.Exactness(f.table)
	if exactness != "exact" {
		exactness = "the language is a " + exactness + " of the language that the document defines"
	}
	return []string{
		f.command,
		fmt.Sprintf("rule: %s of %s, %s", f.table.Name(), f.table.Grammar(), exactness),
		fmt.Sprintf("language: SHA-256 %x of its minimal automaton", f.table.Hash()),
		fmt.Sprintf("automaton: %d states, including the dead state if it is reachable, and %d byte classes",
			f.States()-f.more, f.table.Classes()),
		"letters, one per class: " + strings.Join(f.letters(), " "),
		"method: " + method,
		fmt.Sprintf("tests: %d, including %d members; %d bytes in total", f.tests, f.members, f.size),
		f.proves(),
	}
}

// writeLines writes one test per line: the verdict and the string.
func writeLines(out *bufio.Writer, f *suiteFile) {
	header := append(f.header()[1:],
		`A line is 1 for a member and 0 for another string, a tab, and the string: \xHH is a byte,`+
			` \uHHHH and \U00HHHHHH a code point in UTF-8, \\ a backslash.`)
	fmt.Fprintf(out, "# %s\n", terminal.Visible(f.command))
	for _, text := range header {
		for _, line := range wrap(text, 100) {
			fmt.Fprintf(out, "#%s\n", line)
		}
	}
	for text, valid := range f.Tests() {
		b := append(out.AvailableBuffer(), '0', '\t')
		if valid {
			b[0] = '1'
		}
		out.Write(append(escape(b, text), '\n'))
	}
}

// wrap splits text at blanks into lines shorter than width bytes, unless a word is longer. The
// first line starts with one blank, the others with two.
func wrap(text string, width int) (list []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) >= width {
			list, line = append(list, line), " "
		}
		line += " " + word
	}
	return append(list, line)
}

// A suiteHead is the first object that --json prints.
type suiteHead struct {
	Command   string   `json:"command"`
	Grammar   string   `json:"grammar"`
	Rule      string   `json:"rule"`
	Exactness string   `json:"exactness"`
	Language  string   `json:"language"`
	States    int      `json:"states"`
	Classes   int      `json:"classes"`
	Letters   []string `json:"letters"`
	Method    string   `json:"method"`
	Tests     int      `json:"tests"`
	Members   int      `json:"members"`
	Size      int      `json:"size"`
	Proves    string   `json:"proves"`
}

// writeObjects writes one test per line, as a JSON object.
func writeObjects(out *bufio.Writer, f *suiteFile) {
	terminal.EncodeJSON(out, suiteHead{
		Command: f.command, Grammar: f.table.Grammar(), Rule: f.table.Name(), Exactness: grammar.Exactness(f.table),
		Language: fmt.Sprintf("%x", f.table.Hash()), States: f.States() - f.more, Classes: f.table.Classes(),
		Letters: f.letters(), Method: method, Tests: f.tests, Members: f.members, Size: f.size, Proves: f.proves(),
	})
	for text, valid := range f.Tests() {
		b := fmt.Appendf(out.AvailableBuffer(), `{"valid":%t,`, valid)
		if utf8.ValidString(text) {
			b = terminal.AppendQuoted(append(b, `"string":`...), text)
		} else {
			b = fmt.Appendf(b, `"hex":"%x"`, text)
		}
		out.Write(append(b, "}\n"...))
	}
}

// writeJSONSchema writes a JSON-Schema-Test-Suite file, for the folder
// tests/draft2020-12/optional/format.
func writeJSONSchema(out *bufio.Writer, f *suiteFile) {
	quoted := func(text string) []byte { return terminal.AppendQuoted(nil, text) }
	name := strings.ToLower(f.table.Name())
	comment := f.header()
	if f.illFormed > 0 {
		comment = append(comment, fmt.Sprintf("%d of the tests are omitted, because they are not UTF-8 and JSON"+
			" cannot contain them; this file does not find errors that occur only in such strings", f.illFormed))
	}
	fmt.Fprintf(out, `[
    {
        "description": %s,
        "comment": %s,
        "schema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "format": %s
        },
        "tests": [`,
		quoted(fmt.Sprintf("complete test suite for the rule %s of %s", f.table.Name(), f.table.Grammar())),
		quoted(strings.Join(comment, "; ")), quoted(name))
	n := 0
	for text, valid := range f.Tests() {
		if !utf8.ValidString(text) {
			continue
		}
		if n++; n > 1 {
			out.WriteByte(',')
		}
		fmt.Fprintf(out, `
            {
                "description": "%s %d",
                "data": %s,
                "valid": %t
            }`, name, n, quoted(text), valid)
	}
	out.WriteString("\n        ]\n    }\n]\n")
}

const manifestHead = `@prefix rdf:  <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix mf:   <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#> .
@prefix rdft: <http://www.w3.org/ns/rdftest#> .

`

// writeNTriples writes a ZIP archive that contains manifest.ttl, one positive syntax test for all
// members, and one negative test for each other string, because a parser stops at the first invalid
// line. The entries are not compressed, so the archive does not depend on a library version. Errors
// of the archive are ignored because out keeps them.
func writeNTriples(out *bufio.Writer, f *suiteFile) {
	archive := zip.NewWriter(out)
	entry := func(name string) io.Writer {
		w, err := archive.CreateHeader(&zip.FileHeader{Name: name})
		if err != nil {
			return io.Discard
		}
		return w
	}
	const triple = "<%s> <http://example/p> <http://example/o> .\n"
	positive := entry("iri-valid.nt")
	for text, valid := range f.Tests() {
		if valid {
			fmt.Fprintf(positive, triple, text)
		}
	}
	var negatives []string
	for text, valid := range f.Tests() {
		if !valid {
			name := fmt.Sprintf("iri-bad-%06d", len(negatives)+1)
			negatives = append(negatives, name)
			fmt.Fprintf(entry(name+".nt"), triple, text)
		}
	}
	writeManifest(entry("manifest.ttl"), f, negatives)
	archive.Close()
}

func writeManifest(w io.Writer, f *suiteFile, negatives []string) {
	fmt.Fprintf(w, "%s<> rdf:type mf:Manifest ;\n    rdfs:comment %s ;\n    mf:entries (\n        <#iri-valid>\n",
		manifestHead, terminal.AppendQuoted(nil, strings.Join(f.header(), "; ")))
	for _, name := range negatives {
		fmt.Fprintf(w, "        <#%s>\n", name)
	}
	fmt.Fprintf(w, "    ) .\n\n<#iri-valid> rdf:type rdft:TestNTriplesPositiveSyntax ;\n    mf:name \"iri-valid\" ;\n"+
		"    rdfs:comment \"%d IRIs\" ;\n    mf:action <iri-valid.nt> .\n", f.members)
	for _, name := range negatives {
		fmt.Fprintf(w, "\n<#%s> rdf:type rdft:TestNTriplesNegativeSyntax ;\n    mf:name \"%[1]s\" ;\n"+
			"    rdfs:comment \"not an IRI\" ;\n    mf:action <%[1]s.nt> .\n", name)
	}
}
