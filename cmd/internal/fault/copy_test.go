package fault

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/tables"
)

// TestLongFault counts the bytes allocated for the fault of a long line. The line is not copied.
func TestLongFault(t *testing.T) {
	const n = 16 << 20
	text := append([]byte("a:"), bytes.Repeat([]byte("b"), n)...)
	text[n/2] = ' '
	l := &files.Line{Line: &tables.Line{Number: 1, First: true, Last: true}, File: "f", Raw: text, Text: text}

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f := examiner.Examine(l)
	d := f.Diagnostic(l)
	runtime.ReadMemStats(&after)

	if f.Offset != n/2 || f.Column != n/2+1 || d.Text[d.Offset] != ' ' || d.Len != 1 {
		t.Errorf("offset %d, column %d, %d of %d bytes", f.Offset, f.Column, d.Offset, len(d.Text))
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("%d bytes were allocated", got)
	}
	text[n/2] = '<'
	if d.Message != "a space is not allowed in an IRI" || d.Text[d.Offset] != ' ' {
		t.Errorf("%q, %q: the line has changed, so they did", d.Message, d.Text[d.Offset])
	}
}
