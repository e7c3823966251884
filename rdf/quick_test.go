package rdf_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3987"
)

// IRIREF allows every character of the rule IRI, so an IRI between angle brackets is an IRIREF: any
// other character leads from every state of IRI to the dead state.
func TestIRIsAreTextOfIRIREF(t *testing.T) {
	isTextOfIRIREF(t, rfc3987.IRI)
	isTextOfIRIREF(t, rfc3987.IRIReference) // a relative IRI between angle brackets is an IRIREF too
}

func isTextOfIRIREF(t *testing.T, rule tables.Rule) {
	t.Helper()
	states := []tables.State{rule.Start()}
	seen := map[tables.State]bool{states[0]: true}
	for i := 0; i < len(states); i++ {
		for b := range 256 {
			q := rule.Advance(states[i], []byte{byte(b)})
			refused := b <= ' ' || strings.IndexByte("<>\"{}|^`\\", byte(b)) >= 0
			if text := fmt.Sprintf("<%c>", b); b < 0x80 && refused == ntriples.IRIREF.Valid(text) {
				t.Fatalf("IRIREF and the test differ about %q", text)
			}
			if refused && !q.Dead() {
				t.Errorf("%v has %q", rule, byte(b))
			}
			if !seen[q] {
				seen[q], states = true, append(states, q)
			}
		}
	}
	if len(states) < 50 {
		t.Errorf("%v has only %d states", rule, len(states))
	}
}

// The reader and the regular expressions agree on all lines whose last part consists of a few
// pieces that can end or begin a term.
func TestQuickLinesInTheSmall(t *testing.T) {
	pieces := []string{
		`"`, `\`, `\"`, `\u0041`, `\'`, "<a:b", ">", "<a:b>", "@", "en", "-1",
		"^^", "_:", "a", ".", " ", "\t", "#", "é", "\xFF", "\r", "\x00",
	}
	lines, last := []string{""}, []string{""}
	for range 4 {
		var longer []string
		for _, line := range last {
			for _, p := range pieces {
				longer = append(longer, line+p)
			}
		}
		lines, last = append(lines, longer...), longer
	}
	for i, w := range twins {
		reader := rdf.NewReader(nil, w.syntax)
		for n, end := range lines {
			if n > 20_000 && n%len(twins) != i || n > 1000 && !testkit.OneIn(24, n/2) {
				continue // a long line is tested in only one syntax
			}
			s := "<a:b> <a:b> " + end + " .\n"
			sameAsTwin(t, w, reader, s)
			sameAsTwin(t, w, reader, wholeBlocks(s))
		}
	}
}

// The reader and the regular expressions agree on lines with any byte inserted or replaced.
func TestQuickLinesWithAnotherByte(t *testing.T) {
	var readers []*rdf.Reader
	for _, w := range twins {
		readers = append(readers, rdf.NewReader(nil, w.syntax))
	}
	for _, line := range []string{
		`<a:b> <a:b> "a"@en-us .`, `_:a <a:b> "\t\"b"^^<a:d> .`, "_:a\t<a:b> \"\"@en\t.", `<a:\u0062> <a:b> _:b _:g .`,
	} {
		for at := range len(line) + 1 {
			for b := range 256 {
				if !testkit.OneIn(3, at+b) {
					continue
				}
				for _, s := range []string{
					line[:at] + string([]byte{byte(b)}) + line[at:], line[:at] + string([]byte{byte(b)}) + line[min(at+1, len(line)):],
				} {
					for i, w := range twins {
						sameAsTwin(t, w, readers[i], wholeBlocks(s+"\n"))
					}
				}
			}
		}
	}
}

// wholeBlocks appends a comment to a document, so that the kernel finds all marks of the document
// and validates its UTF-8.
func wholeBlocks(s string) string {
	return s + strings.Repeat("#", 63-len(s)%64) + "\n"
}

// sameAsTwin compares how the reader and a twin read a document.
func sameAsTwin(t *testing.T, w twin, r *rdf.Reader, s string) {
	t.Helper()
	got, err := readAll(t, r, strings.NewReader(s), 0)
	want := w.document(s, r.IRI, 0)
	if err != io.EOF || len(got) != len(want) {
		t.Fatalf("%q: %d lines, want %d; %v", s, len(got), len(want), err)
	}
	for i := range got {
		if !got[i].agrees(want[i], w.rule, want[i].text) {
			t.Fatalf("%q: line %d is %+v, want %+v", s, i+1, got[i], want[i])
		}
	}
}
