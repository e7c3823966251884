package fuzz

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc2396"
	"github.com/irilex/iri/tables/rfc3987"
)

// FuzzBatch checks that a batch agrees with Valid on every line and every string, wherever the
// lines are in a larger text.
func FuzzBatch(f *testing.F) {
	for i, s := range inputs() {
		f.Add([]byte(s+"\n"+s+"\r\n"), uint16(i*50))
	}
	f.Add([]byte("a:\r\n\r\na:\rb\r\r\n\n"), uint16(600))
	var batches []*tables.Batch
	rules := []tables.Rule{rfc3987.IRI, rfc3987.IpathEmpty, rfc3987.IRIReference, rfc2396.URIReference}
	for _, r := range rules {
		batches = append(batches, tables.NewBatch(r))
	}
	f.Fuzz(func(t *testing.T, text []byte, before uint16) {
		text = append(append(bytes.Repeat([]byte("http://[::1]/%C3%A9\n"), int(before)/20), text...),
			bytes.Repeat([]byte("é\r\n"), int(before)/10)...)
		list := strings.Split(string(text), "\n")
		for i, r := range rules {
			var wantLines, want []bool
			var spans []tables.Span
			at := 0
			for i, line := range list {
				want = append(want, r.Valid(line))
				if i == len(list)-1 && line == "" {
					break
				}
				content := line
				if i < len(list)-1 {
					content = strings.TrimSuffix(line, "\r")
				}
				ok := r.Valid(content)
				if wantLines = append(wantLines, ok); !ok {
					spans = append(spans, tables.Span{Start: at, End: at + len(content)})
				}
				at += len(line) + 1
			}
			b := batches[i]
			if got := b.AppendValid(nil, list); !slices.Equal(got, want) {
				t.Errorf("%s: strings of %q: %v, not %v", r.Name(), list, got, want)
			}
			if got := b.AppendValidLines(nil, text); !slices.Equal(got, wantLines) {
				t.Errorf("%s: lines of %q: %v, not %v", r.Name(), text, got, wantLines)
			}
			if got := b.AppendInvalidLines(nil, text); !slices.Equal(got, spans) {
				t.Errorf("%s: bad lines of %q: %v, not %v", r.Name(), text, got, spans)
			}
			if good, bad := b.CountLines(text); good != len(wantLines)-len(spans) || bad != len(spans) {
				t.Errorf("%s: of %q %d and %d, not %d bad ones of %d", r.Name(), text, good, bad, len(spans), len(wantLines))
			}
		}
	})
}
