package build

import (
	"testing"

	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/testkit"
)

// The lines of package corpus match its description.
func TestCorpus(t *testing.T) {
	iris, uris := bundled(t, "rfc3987"), bundled(t, "rfc3986")
	iri, reference := rule(t, iris, "IRI").made().DFA, rule(t, iris, "IRI-reference").made().DFA
	uri := rule(t, uris, "URI").made().DFA
	for _, kind := range corpus.Kinds() {
		n := testkit.Few(30_000)
		if kind == "data" {
			n = testkit.Few(500)
		}
		for i, line := range corpus.Lines(kind, n) {
			valid := kind != "invalid"
			if got := reference.Accepts(line); got != valid {
				t.Errorf("%s %d: %q: a reference: %v", kind, i, line, got)
			}
			if got := iri.Accepts(line); kind != "references" && got != valid {
				t.Errorf("%s %d: %q: an IRI: %v", kind, i, line, got)
			}
			if (kind == "urls" || kind == "data") && !uri.Accepts(line) {
				t.Errorf("%s %d: %q is no URI", kind, i, line)
			}
		}
	}
}

// Training strings are members of their rules. Every rule of the two documents has some, except
// those that match only a single character or a number.
func TestTraining(t *testing.T) {
	small := map[string]bool{
		"ipchar": true, "iunreserved": true, "ucschar": true, "iprivate": true, "pchar": true, "h16": true, "ls32": true,
		"dec-octet": true, "pct-encoded": true, "unreserved": true, "reserved": true, "gen-delims": true, "sub-delims": true,
	}
	for _, grammar := range []string{"rfc3987", "rfc3986"} {
		g := bundled(t, grammar)
		for _, r := range compiled(g) {
			if r.Core {
				continue
			}
			lines := corpus.Training(r.Name)
			if (lines == nil) != small[r.Name] {
				t.Errorf("%s: %d strings", r.Name, len(lines))
			}
			for _, line := range lines {
				if !r.made().DFA.Accepts(line) {
					t.Errorf("%s: %q is no member", r.Name, line)
				}
			}
			t.Logf("%s: %d strings", r.Name, len(lines))
		}
	}
}
