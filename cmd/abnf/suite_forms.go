package main

import (
	"archive/zip"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/grammar"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/tables"
)

// A suiteFile is a suite with its description for the forms.
type suiteFile struct {
	*build.Suite
	table   tables.Rule
	form    func(io.Writer, *suiteFile) error
	command string
	more    int

	tests, members, size int
	illFormed            int // tests outside of UTF-8
}

func (f *suiteFile) write(w io.Writer) error { return f.form(w, f) }

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

// letters returns the letters as written in the lines.
func (f *suiteFile) letters() (list []string) {
	for _, b := range f.Letters() {
		list = append(list, string(escape(nil, string([]byte{b}))))
	}
	return list
}

// proves returns the conclusion from correct verdicts.
func (f *suiteFile) proves() string {
	text := fmt.Sprintf("An implementation that gives all these verdicts accepts exactly the language of the rule"+
		" if it decides as a complete deterministic automaton over bytes does that has at most %d states,"+
		" one from which nothing is accepted included", f.States())
	switch f.Premise() {
	case build.AlikeBytes:
		return text + fmt.Sprintf(", and in which the bytes of each of the %d classes lead to the same state,"+
			" from every state. Of a byte that is in a wrong class it proves nothing.", f.table.Classes())
	case build.MistakenBytes:
		return text + fmt.Sprintf(", and in which every byte leads, from every state, to where one of the %d letters"+
			" leads from there: any byte may be taken for any other, in one state or in all.", f.table.Classes())
	}
	return text + ". Nothing else is taken for granted: every byte may lead from every state to any other."
}

// header describes the file, a paragraph a string.
func (f *suiteFile) header() []string {
	exactness := grammar.Exactness(f.table)
	if exactness != "exact" {
		exactness = "the language is a " + exactness + " of what the document means"
	}
	return []string{
		f.command,
		fmt.Sprintf("rule: %s of %s, %s", f.table.Name(), f.table.Grammar(), exactness),
		fmt.Sprintf("language: SHA-256 %x of its minimal automaton", f.table.Hash()),
		fmt.Sprintf("automaton: %d states, with the dead one if it can be reached, and %d classes of bytes",
			f.States()-f.more, f.table.Classes()),
		"letters, one of each class: " + strings.Join(f.letters(), " "),
		"method: " + method,
		fmt.Sprintf("tests: %d, of which %d are members, %d bytes in all", f.tests, f.members, f.size),
		f.proves(),
	}
}

// writeLines writes a test a line: the verdict and the string.
func writeLines(w io.Writer, f *suiteFile) error {
	header := append(f.header()[1:],
		`A line is 1 for a member and 0 for another string, a tab, and the string: \xHH is a byte,`+
			` \uHHHH and \U00HHHHHH a code point in UTF-8, \\ a backslash.`)
	b := fmt.Appendf(nil, "# %s\n", terminal.Visible(f.command))
	for _, text := range header {
		for _, line := range wrap(text, 100) {
			b = fmt.Appendf(b, "#%s\n", line)
		}
	}
	_, err := w.Write(b)
	for text, valid := range f.Tests() {
		if err != nil {
			break
		}
		b = append(b[:0], '0', '\t')
		if valid {
			b[0] = '1'
		}
		b = append(escape(b, text), '\n')
		_, err = w.Write(b)
	}
	return err
}

// wrap splits text at blanks into lines of less than width bytes, unless a word is longer. Each
// begins with a blank, and all but the first with two.
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

// A suiteHead is the first object of --json.
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

// writeObjects writes a test a line, as an object.
func writeObjects(w io.Writer, f *suiteFile) error {
	err := terminal.EncodeJSON(w, suiteHead{
		Command: f.command, Grammar: f.table.Grammar(), Rule: f.table.Name(), Exactness: grammar.Exactness(f.table),
		Language: fmt.Sprintf("%x", f.table.Hash()), States: f.States() - f.more, Classes: f.table.Classes(),
		Letters: f.letters(),
		Method:  method, Tests: f.tests, Members: f.members, Size: f.size, Proves: f.proves(),
	})
	var b []byte
	for text, valid := range f.Tests() {
		if err != nil {
			break
		}
		b = fmt.Appendf(b[:0], `{"valid":%t,`, valid)
		if utf8.ValidString(text) {
			b = terminal.AppendQuoted(append(b, `"string":`...), text)
		} else {
			b = fmt.Appendf(b, `"hex":"%s"`, hex.EncodeToString([]byte(text)))
		}
		_, err = w.Write(append(b, "}\n"...))
	}
	return err
}

// writeJSONSchema writes a file in the form of the JSON-Schema-Test-Suite, for its folder
// tests/draft2020-12/optional/format.
func writeJSONSchema(w io.Writer, f *suiteFile) error {
	name := strings.ToLower(f.table.Name())
	comment := f.header()
	if f.illFormed > 0 {
		comment = append(comment, fmt.Sprintf("%d of the tests are not UTF-8, cannot be written in JSON and are left out:"+
			" so this file proves less; an error that shows in such strings only is not found", f.illFormed))
	}
	b := []byte("[\n    {\n        \"description\": ")
	b = terminal.AppendQuoted(b,
		fmt.Sprintf("complete test suite of the rule %s of %s", f.table.Name(), f.table.Grammar()))
	b = terminal.AppendQuoted(append(b, ",\n        \"comment\": "...), strings.Join(comment, "; "))
	b = append(b,
		",\n        \"schema\": {\n            \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"+
			"            \"format\": "...)
	b = append(terminal.AppendQuoted(b, name), "\n        },\n        \"tests\": ["...)
	_, err := w.Write(b)
	n := 0
	for text, valid := range f.Tests() {
		if err != nil {
			break
		}
		if !utf8.ValidString(text) {
			continue
		}
		n++
		b = b[:0]
		if n > 1 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b,
			"\n            {\n                \"description\": \"%s %d\",\n                \"data\": ", name, n)
		b = terminal.AppendQuoted(b, text)
		b = fmt.Appendf(b, ",\n                \"valid\": %t\n            }", valid)
		_, err = w.Write(b)
	}
	if err == nil {
		_, err = io.WriteString(w, "\n        ]\n    }\n]\n")
	}
	return err
}

const manifestHead = `@prefix rdf:  <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix mf:   <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#> .
@prefix rdft: <http://www.w3.org/ns/rdftest#> .

`

// writeNTriples writes a ZIP archive with manifest.ttl, one positive syntax test of all members,
// and a negative test for each other string, because a parser stops at the first wrong line. The
// entries are not compressed, so that the archive depends on the suite alone, not on the version of
// a library.
func writeNTriples(w io.Writer, f *suiteFile) error {
	archive := zip.NewWriter(w)
	create := func(name string) (io.Writer, error) { return archive.CreateHeader(&zip.FileHeader{Name: name}) }
	triple := func(to io.Writer, text string) error {
		_, err := fmt.Fprintf(to, "<%s> <http://example/p> <http://example/o> .\n", text)
		return err
	}
	positive, err := create("iri-valid.nt")
	negatives := 0
	for text, valid := range f.Tests() {
		switch {
		case err != nil:
		case valid:
			err = triple(positive, text)
		default:
			negatives++
		}
	}
	n := 0
	for text, valid := range f.Tests() {
		if err != nil || valid {
			continue
		}
		n++
		var to io.Writer
		if to, err = create(negativeName(n) + ".nt"); err == nil {
			err = triple(to, text)
		}
	}
	var manifest io.Writer
	if err == nil {
		manifest, err = create("manifest.ttl")
	}
	if err == nil {
		err = writeManifest(manifest, f, negatives)
	}
	if err == nil {
		err = archive.Close()
	}
	return err
}

func negativeName(n int) string { return fmt.Sprintf("iri-bad-%06d", n) }

func writeManifest(w io.Writer, f *suiteFile, negatives int) error {
	_, err := fmt.Fprintf(w,
		"%s<> rdf:type mf:Manifest ;\n    rdfs:comment %s ;\n    mf:entries (\n        <#iri-valid>\n",
		manifestHead, terminal.AppendQuoted(nil, strings.Join(f.header(), "; ")))
	for n := 1; n <= negatives && err == nil; n++ {
		_, err = fmt.Fprintf(w, "        <#%s>\n", negativeName(n))
	}
	if err == nil {
		_, err = fmt.Fprintf(w,
			"    ) .\n\n<#iri-valid> rdf:type rdft:TestNTriplesPositiveSyntax ;\n    mf:name \"iri-valid\" ;\n"+
				"    rdfs:comment \"%d IRIs\" ;\n    mf:action <iri-valid.nt> .\n", f.members)
	}
	for n := 1; n <= negatives && err == nil; n++ {
		name := negativeName(n)
		_, err = fmt.Fprintf(w, "\n<#%s> rdf:type rdft:TestNTriplesNegativeSyntax ;\n    mf:name \"%s\" ;\n"+
			"    rdfs:comment \"no IRI\" ;\n    mf:action <%s.nt> .\n", name, name, name)
	}
	return err
}
