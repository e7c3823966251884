package records

import (
	"bufio"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/text"
)

// ignored returns the IRIs of a text that are ignored, and those that are not.
func ignored(t *testing.T, o Options, source string) (out, in []string, err error) {
	t.Helper()
	for record, e := range open(t, o, strings.NewReader(source)).Records() {
		if err = e; err != nil {
			break
		}
		n := 0
		for _, v := range record.Values {
			if v.Ignored {
				n++
				out = append(out, string(v.Text))
			} else {
				in = append(in, string(v.Text))
			}
		}
		if record.Ignored != n {
			t.Errorf("%q: %d values are ignored, not %d", record.Raw, n, record.Ignored)
		}
	}
	return out, in, err
}

func TestIgnoringComments(t *testing.T) {
	for _, test := range []struct{ source, out string }{
		{"<!-- iri-ignore-next-line -->\na:1\na:2", "a:1"},
		{"<!--iri-ignore-next-line-->\na:1\na:2", "a:1"},
		{"# iri-ignore-next-line\na:1\na:2", "a:1"},
		{"//\tiri-ignore-next-line: because\na:1\na:2", "a:1"},
		{"## iri-ignore-next-line\r\n\r\n \t\r\na:1\r\na:2", "a:1"},
		{"a:1 // iri-ignore-next-line\na:2\na:3", "a:2"},
		{"# iri-ignore-next-line\n# iri-ignore-next-line\na:1", "a:1"},
		{"# iri-ignore-start\na:1\n\na:2\n# iri-ignore-end\na:3", "a:1 a:2"},
		{"a:1 # iri-ignore-start\na:2 # iri-ignore-end\na:3", "a:1 a:2"},
		{"# iri-ignore-start # iri-ignore-end a:1\na:2", "a:1"},
		{"# iri-ignore-start\n# iri-ignore-start\na:1\n# iri-ignore-end\na:2", "a:1"},
		{"# iri-ignore-next-line\n# iri-ignore-start\na:1\n# iri-ignore-end\na:2", "a:1"},
		{"# iri-ignore-end\na:1", ""},
		{"iri-ignore-next-line\na:1", ""},
		{"# iri-ignore-next-lines\na:1", ""},
		{"# iri-ignore-next-line-x\na:1", ""},
		{"# not iri-ignore-next-line\na:1", ""},
		{"# iri-ignore\na:1", ""},
	} {
		source := strings.NewReplacer("a:", "http://a/").Replace(test.source)
		o := Options{Format: Prose, Separator: '\n', Find: text.Find}
		out, _, err := ignored(t, o, source)
		if got := strings.ReplaceAll(strings.Join(out, " "), "http://a/", "a:"); err != nil || got != test.out {
			t.Errorf("%q: %q is ignored, not %q, %v", source, got, test.out, err)
		}
		o.Format = PlainLines
		if out, _, _ := ignored(t, o, source); out != nil {
			t.Errorf("%q: lines contain no comments, but %q is ignored", source, out)
		}
	}
}

// ignoredByLines returns the same as ignored for a text without blank lines in which each comment
// is on its own line.
func ignoredByLines(source string) (out, in []string) {
	next, open := false, false
	for line := range strings.SplitSeq(source, "\n") {
		_, word, comment := strings.Cut(line, "iri-ignore-")
		now := next || open
		next = comment && word == "next-line"
		if comment && word != "next-line" {
			open = word == "start"
		}
		if !comment && now || strings.HasSuffix(line, "!") {
			out = append(out, line)
		} else if !comment {
			in = append(in, line)
		}
	}
	return out, in
}

// TestIgnoring compares random texts with ignoredByLines, and chunks with records.
func TestIgnoring(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	lines := []string{"http://a/", "http://a/b", "http://a/!", "# iri-ignore-next-line", "# iri-ignore-start",
		"# iri-ignore-end"}
	exclude := func(value []byte) bool { return value[len(value)-1] == '!' }
	for range testkit.Cases(2000) {
		var picked []string
		for range 1 + rng.IntN(12) {
			picked = append(picked, lines[rng.IntN(len(lines))])
		}
		source := strings.Join(picked, "\n")
		o := Options{Format: Prose, Separator: '\n', Exclude: exclude, Find: text.Finder{Prefixes: []string{"http://"}}.Find}
		source = strings.ReplaceAll(source, "http://a/!", "<http://a/!>")
		out, in, _ := ignored(t, o, source)
		wantOut, wantIn := ignoredByLines(strings.NewReplacer("<", "", ">", "").Replace(source))
		if !slices.Equal(out, wantOut) || !slices.Equal(in, wantIn) {
			t.Fatalf("%q: ignored %q, not %q; read %q, not %q", source, out, wantOut, in, wantIn)
		}
		valid, left := 0, 0
		for s, err := range open(t, o, bufio.NewReader(strings.NewReader(source))).Chunks() {
			if err == nil {
				valid, left = valid+s.Values, left+s.Ignored
			}
		}
		if valid != len(in) || left != len(out) {
			t.Fatalf("%q: chunks have %d values and ignore %d, not %d and %d", source, valid, left, len(in), len(out))
		}
	}
}
