package iri_test

import (
	"net/url"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/text"
)

// These benchmarks build and change values, and report times as multiples of net/url's. See
// [BenchmarkParse].

func BenchmarkEscape(b *testing.B) {
	for _, c := range []struct {
		name  string
		texts []string
	}{
		{"legal", []string{"index.html", "over", "2026-11-25", "a_rather_long_name_of_a_file.tar.gz"}},
		{"illegal", []string{"a b", "50% of a/b", "what?#", "a rather long name of a file.tar.gz"}},
		{"other-scripts", []string{"été", "例え", "引き割り納豆", "Война и мир"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			best := rounds(b, repeated(c.texts),
				func(s string) bool { return url.PathEscape(s) != "" },
				func(s string) bool { return iri.EscapeURI(s, iri.Segment) != "" },
				func(s string) bool { return iri.Escape(s, iri.Segment) != "" })
			b.ReportMetric(float64(best[1])/float64(best[0]), "uri-ratio")
			b.ReportMetric(float64(best[2])/float64(best[0]), "iri-ratio")
		})
	}
}

func BenchmarkUnescape(b *testing.B) {
	texts := repeated([]string{"a%20b", "50%25%20of%20a%2Fb", "%C3%A9t%C3%A9", "index.html"})
	best := rounds(b, texts,
		func(s string) bool { t, err := url.PathUnescape(s); return t != "" && err == nil },
		func(s string) bool { t, err := iri.Unescape(s); return t != "" && err == nil })
	b.ReportMetric(float64(best[1])/float64(best[0]), "ratio")
}

func repeated(texts []string) (all []string) {
	for range 1000 {
		all = append(all, texts...)
	}
	return all
}

// A parsedBoth is a string parsed by both packages.
type parsedBoth struct {
	i iri.IRI
	u *url.URL
}

// parsedByBoth parses the lines that net/url also accepts.
func parsedByBoth(lines []string) (all []parsedBoth) {
	for _, line := range lines {
		if u, err := url.Parse(line); err == nil {
			all = append(all, parsedBoth{iri.MustParse(line), u})
		}
	}
	return all
}

func BenchmarkJoinPath(b *testing.B) {
	corpora(b, func(b *testing.B, lines []string) {
		best := rounds(b, parsedByBoth(lines),
			func(p parsedBoth) bool { return p.u.JoinPath("a b", "c").String() != "" },
			func(p parsedBoth) bool { i, err := p.i.JoinPath("a b", "c"); return i.String() != "" && err == nil })
		b.ReportMetric(float64(best[1])/float64(best[0]), "ratio")
	})
}

// BenchmarkParts changes the host of parsed values and formats the result. net/url does not check
// the host.
func BenchmarkParts(b *testing.B) {
	corpora(b, func(b *testing.B, lines []string) {
		best := rounds(b, parsedByBoth(lines),
			func(p parsedBoth) bool {
				u := *p.u
				u.Host = "example.com"
				return u.String() != ""
			},
			func(p parsedBoth) bool {
				parts := p.i.Parts()
				if parts.Host != "" {
					parts.Host = "example.com"
				}
				i, err := parts.IRI()
				return i.String() != "" && err == nil
			},
			func(p parsedBoth) bool { return p.i.Parts().Scheme != "" },
			func(p parsedBoth) bool { return iri.Valid(p.i.String()) })
		b.ReportMetric(float64(best[1])/float64(best[0]), "change-ratio")
		b.ReportMetric(float64(best[2])/float64(best[3]), "parts/valid-ratio")
	})
}

// BenchmarkFix reports the time that Fix takes on valid strings, as a multiple of Parse's time.
func BenchmarkFix(b *testing.B) {
	corpora(b, func(b *testing.B, lines []string) {
		best := rounds(b, lines,
			func(s string) bool { _, err := iri.Parse(s); return err == nil },
			func(s string) bool { _, _, err := text.Fix(s); return err == nil })
		b.ReportMetric(float64(best[1])/float64(best[0]), "ratio")
	})
}
