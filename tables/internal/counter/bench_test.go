package counter_test

import (
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A naive is the baseline loop for speed comparisons, over the states of the same table: class map
// and uint16 rows. Its verdicts are meaningless, because it does not return from calls.
type naive struct {
	class  [256]uint8
	next   []uint16
	stride int
	start  uint16
	accept []bool
}

func newNaive(b *testing.B, r tables.Rule) *naive {
	m, err := machine.Of(r)
	if err != nil {
		b.Fatal(err)
	}
	return &naive{class: m.Class, next: m.Next, stride: m.Count, start: m.Start, accept: m.Accept}
}

//go:noinline
func (n *naive) valid(s string) bool {
	class, next, stride, accept := &n.class, n.next, n.stride, n.accept
	q := n.start
	for i := 0; i < len(s); i++ {
		q = next[int(q)*stride+int(class[s[i]])]
	}
	return accept[q]
}

const mail = `comment = "(" *([FWS] ccontent) [FWS] ")"
ccontent = %d33-39 / %d42-91 / %d93-126 / "\" (%d32-126 / %d9) / comment
FWS = ([*(" " / %d9) %d13.10] 1*(" " / %d9))
date = 1*2DIGIT " " 3ALPHA " " 4DIGIT *([FWS] comment) / 1*60(ALPHA / "." / "-")
`

// BenchmarkValid reports the speed of a walk as a multiple of the naive loop's, using the minima of
// interleaved rounds. Run it with -benchtime=200x.
func BenchmarkValid(b *testing.B) {
	xris := func(lines ...string) []string { return lines }
	mails := func(rule string) tables.Rule {
		return table(b, syntax.NewSource("mail.abnf", mail), build.Options{Name: "mail"}, rule)
	}
	for _, bb := range []struct {
		name  string
		rule  tables.Rule
		lines []string
	}{
		{"xri without calls", xri(b, "xri"),
			xris("=example*home*phone/+contact/x", "@example*dept*name!1234/+index/a/b?query=1&x=2",
				"xri:@cordance*drummond/+blog/2026/11#top")},
		{"iri without calls", xri(b, "xref-value"),
			xris("http://example.org/path/to/a/page?query=1#top", "ftp://user@host.example:21/pub/file.txt",
				"http://www.example.com/a/b/c/d/e/f?x=y&z=1")},
		{"xri inside calls", xri(b, "xri"),
			xris("=(+home*(+phone)/(=drummond*home/+contact)/work)", "@example*(=drummond*home/+contact*(+phone))",
				"=(=a*(@b!(+c/d)))")},
		{"iri inside calls", xri(b, "xri"),
			xris("=(http://example.org/path/to/a/page?query=1)", "@example*(ftp://user@host.example:21/pub/file.txt)")},
		{"iris deep inside calls", xri(b, "xri"), xris("xri:=(@a*(+b*(=c*(http://example.org/d))))")},
		{"two readings", xri(b, "xri"),
			xris("@example*(http://example.org/)*department/path/to/a/page?query=1",
				"=(mailto:a@b.example)/(+home)*(+phone)/(+mobile)/and/more/text")},
		{"three readings", xri(b, "xri"),
			xris("=(@a*(http://example.org/d))/some/text/that/follows/there/and/more")},
		{"deep", xri(b, "xri"), xris("=" + strings.Repeat("(=", 30) + strings.Repeat(")", 30))},
		{"mail without calls", mails("date"), []string{"Thu.this-is-text.without-a-comment.and-so-on", "26 Nov 2026"}},
		{"mail inside calls", mails("comment"),
			[]string{"(a comment as people write it)", "(a comment (with another one in it) and more)",
				"(Pacific Standard Time)"}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			slow := newNaive(b, bb.rule)
			engines := []func(string) bool{slow.valid, bb.rule.Valid}
			best := make([]time.Duration, len(engines))
			bytes := 0
			for _, line := range bb.lines {
				bytes += len(line)
			}
			for b.Loop() {
				for i, valid := range engines {
					begin := time.Now()
					for range 100 {
						for _, line := range bb.lines {
							valid(line)
						}
					}
					if took := time.Since(begin); best[i] == 0 || took < best[i] {
						best[i] = took
					}
				}
			}
			b.ReportMetric(float64(best[0])/float64(best[1]), "ratio")
			b.ReportMetric(float64(best[1].Nanoseconds())/float64(100*bytes), "ns/byte")
		})
	}
}
