package tables_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	dumps "github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3987"
)

// minRatio is the minimum ratio in BenchmarkTokens after minRounds rounds; with fewer rounds the
// minima vary.
const minRatio, minRounds = 0.3, 5

// BenchmarkTokens splits 100 MB of N-Triples into tokens, validates each IRI against RFC 3987, and
// reports its speed as a multiple of the plain engine's: on the same bytes as one long line
// (ratio), and on separate lines (lines-ratio). The plain engine's rule matches any sequence of
// tokens, so it reads the same bytes. cut-ratio is the speed of splitting only, as a multiple of
// the speed on the one long line. All are minima of interleaved rounds.
func BenchmarkTokens(b *testing.B) {
	text := string(dumps.NTriples(100_000_000))
	lines := strings.SplitAfter(text, "\n")
	whole := anyTokens(b)
	var cut, checked int
	engines := []func(){
		func() { mustBe(b, whole.Valid(text)) },
		func() {
			for _, line := range lines {
				mustBe(b, whole.Valid(line))
			}
		},
		func() { cut = countTokens(b, text, nil) },
		func() { checked = countTokens(b, text, rfc3987.IRI.Valid) },
	}
	best := make([]time.Duration, len(engines))
	rounds := 0
	for ; b.Loop(); rounds++ {
		for i, engine := range engines {
			begin := time.Now()
			engine()
			if took := time.Since(begin); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	mustBe(b, cut == checked)
	ratio := float64(best[0]) / float64(best[3])
	if ratio < minRatio && rounds >= minRounds {
		b.Errorf("N-Triples are cut into tokens, and their IRIs checked, at %.2f of the rate of the plain engine; at "+
			"least %v is promised", ratio, minRatio)
	}
	b.ReportMetric(ratio, "ratio")
	b.ReportMetric(float64(best[1])/float64(best[3]), "lines-ratio")
	b.ReportMetric(float64(best[0])/float64(best[2]), "cut-ratio")
	b.ReportMetric(float64(best[3].Nanoseconds())/float64(checked), "ns/token")
	b.ReportMetric(float64(len(text))/float64(best[3].Nanoseconds()), "GB/s")
}

func mustBe(b *testing.B, yes bool) {
	if !yes {
		b.Fatal("not so")
	}
}

// countTokens lexes text, and passes the IRIs, with escapes decoded, to valid.
func countTokens(b *testing.B, text string, valid func(string) bool) (n int) {
	for l := ntriples.Token.Lexer(text); l.Next(); n++ {
		switch l.Rule() {
		case tables.NoRule:
			b.Fatalf("no token at %d", l.Span().Start)
		case ntriples.TokenIRIREF:
			if s := l.Text(); valid != nil && !valid(unescape(s[1:len(s)-1])) {
				b.Fatalf("%s is no IRI", s)
			}
		}
	}
	return n
}

// anyTokens returns a table without places for a rule that matches tokens in any order.
func anyTokens(b *testing.B) tables.Rule {
	source, ok := build.FindBundled("ntriples")
	mustBe(b, ok)
	text := source.Source().Text + "tokens ::= (" + strings.Join(ntriples.Token.Rules(), " | ") + ")*\n"
	g, err := build.Compile(context.Background(), syntax.NewSource("tokens", text),
		build.Options{Name: "tokens", Dialect: syntax.W3C})
	if err != nil {
		b.Fatal(err)
	}
	return g.Rule("tokens").Table
}

// unescape decodes the escapes \uXXXX and \UXXXXXXXX in the text of an IRIREF.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for l := ntriples.Escape.Lexer(s); l.Next(); {
		if l.Rule() != ntriples.EscapeUCHAR {
			b.WriteString(l.Text())
			continue
		}
		n, _ := strconv.ParseUint(l.Text()[2:], 16, 32) // the rule guarantees that these are digits
		b.WriteRune(rune(n))
	}
	return b.String()
}
