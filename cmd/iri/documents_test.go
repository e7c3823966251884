package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/text"
)

// TestFixDocuments fixes the documents in the folder that .ci/links fills, and damaged ones. Fix
// must change only invalid links, and change nothing when it runs again.
func TestFixDocuments(t *testing.T) {
	folder := os.Getenv("IRI_DOCUMENTS")
	if folder == "" {
		t.Skip("IRI_DOCUMENTS is not set; .ci/links sets it")
	}
	var c fixing
	rng := rand.New(rand.NewPCG(1, 1))
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		format := records.Of(name)
		if err != nil || !entry.Type().IsRegular() || !format.IsDocument() {
			return err
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		c.fix(t, name, format, string(source))
		if rng.IntN(20) == 0 {
			c.fix(t, name+", damaged", format, damaged(t, rng, format, string(source)))
		}
		return nil
	})
	if err != nil || c.changed == 0 {
		t.Error(err, c.changed)
	}
	t.Logf("%d documents with %d links: %d invalid links, %d of them changed", c.documents, c.links, c.invalid, c.changed)
}

// A fixing counts documents and their links.
type fixing struct{ documents, links, invalid, changed int }

// fix fixes a document.
func (c *fixing) fix(t *testing.T, name string, format records.Format, source string) {
	t.Helper()
	run := func(source string) string { return runOn(source, "fix", "-q", "--format", string(format)).stdout }
	once := run(source)
	before, after := placesIn(t, format, source), placesIn(t, format, once)
	c.documents, c.links = c.documents+1, c.links+len(before)
	if len(before) != len(after) {
		t.Errorf("%s: %d links, before %d", name, len(after), len(before))
		return
	}
	if once != source && run(once) != once {
		t.Errorf("%s: the second run changes the document", name)
	}
	at, fixedAt := 0, 0
	for i, l := range before {
		f := after[i]
		if source[at:l.start] != once[fixedAt:f.start] {
			t.Errorf("%s: the text before %q has changed", name, l.text)
			return
		}
		at, fixedAt = l.end, f.end
		changed := source[l.start:l.end] != once[f.start:f.end]
		valid := rfc3987.IRIReference.Valid(l.text)
		switch {
		case valid && changed:
			t.Errorf("%s: %q was valid and became %q", name, l.text, f.text)
		case changed && !rfc3987.IRIReference.Valid(f.text):
			t.Errorf("%s: %q became %q, which is not valid", name, l.text, f.text)
		case changed:
			c.changed++
		}
		if !valid {
			c.invalid++
		}
	}
	if source[at:] != once[fixedAt:] {
		t.Errorf("%s: the text after the last link has changed", name)
	}
}

// A linkPlace is a link in a document.
type linkPlace struct {
	start, end int
	text       string
}

// placesIn returns the links of a document.
func placesIn(t *testing.T, format records.Format, source string) (places []linkPlace) {
	in := &files.Inputs{Context: t.Context(), Names: []string{files.Stdin}, Stdin: strings.NewReader(source),
		Separator: '\n', Out: bufio.NewWriter(io.Discard)}
	options := records.Options{Format: format, Find: text.Find}
	for file, err := range in.Files() {
		if err != nil {
			t.Fatal(err)
		}
		r, at := options.Open(file, rfc3987.IRIReference), 0
		for record, err := range r.Records() {
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range record.Values {
				places = append(places, linkPlace{at + v.Start, at + v.End, string(v.Text)})
			}
			at += len(r.Text())
		}
	}
	return places
}

// damaged inserts characters into the links of a document.
func damaged(t *testing.T, rng *rand.Rand, format records.Format, source string) string {
	const damage = "  |^`{}<>\"'\\%()[]&;\t\n\x7f\u00a0\u202eé,"
	marks := []rune(damage)
	var result bytes.Buffer
	at := 0
	for _, l := range placesIn(t, format, source) {
		if rng.IntN(4) > 0 {
			continue
		}
		middle := l.start + rng.IntN(l.end-l.start+1)
		fmt.Fprintf(&result, "%s%c", source[at:middle], marks[rng.IntN(len(marks))])
		at = middle
	}
	result.WriteString(source[at:])
	return result.String()
}
