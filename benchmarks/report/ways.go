package report

import (
	"bytes"
	_ "embed"
	"io"
	"slices"
	"strings"

	"mvdan.cc/xurls/v2"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/lint"
	"github.com/irilex/iri/policy"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/text"
)

// This file contains the subjects with lines of IRIs, texts with links, and N-Triples. resolve.go
// contains the subjects with pairs to resolve.

// Names of the ways over lines. The lines are normal IRIs that the policies allow.
const (
	parsing       = "iri.Parse"
	ourNormalize  = "iri.Parse, Normalize"
	ourIsNormal   = "iri.Parse, IsNormal"
	ourEquivalent = "iri.Parse, Equivalent to the line before"
	ourSchemes    = "iri.Parse, Policy.Check of the scheme"
	ourPolicy     = "iri.Parse, Policy.Check of all"
	ourFindings   = "lint.Findings, parsed before"
)

// schemes is a policy that checks only the scheme. everything is a policy that checks the scheme,
// host, port, userinfo and bidirectional controls.
var (
	allowed    = []string{"https", "http", "mailto", "ftp", "urn"}
	schemes    = policy.MustNew(policy.Config{Schemes: allowed})
	everything = policy.MustNew(policy.Config{
		Schemes: allowed, Forbid: iri.Userinfo, MaxPort: 65535, NoNumericNames: true, NoBidi: true,
	})
)

// lineBars returns the bars for the named corpus. For the files urls.txt and iris.txt the limits
// are promises. For the generated corpora "urls" and "iris" they are ratios that were reached.
// These are higher, because generated lines vary more in schemes, hosts and characters.
func lineBars(name string) []bar {
	var scheme, all, findings float64
	switch name {
	case "urls.txt":
		scheme, all, findings = 1.2, 2.5, 3
	case "iris.txt":
		findings = 8
	case "urls":
		scheme, all, findings = 1.5, 3, 5.5
	case "iris":
		findings = 8.5
	}
	return []bar{
		{of: ourNormalize, to: parsing, atMost: true, noAllocs: true},
		{of: ourIsNormal, to: parsing, atMost: true, noAllocs: true},
		{of: ourEquivalent, to: parsing, atMost: true, noAllocs: true},
		{of: ourSchemes, to: parsing, portable: scheme, atMost: true, noAllocs: true},
		{of: ourPolicy, to: parsing, portable: all, atMost: true, noAllocs: true},
		{of: ourFindings, to: parsing, portable: findings, atMost: true, noAllocs: true},
	}
}

// lineSubjects returns a subject for each of the generated corpora "urls" and "iris" and for each
// file given by -corpus. A subject keeps only lines that are valid, normal and allowed by the
// policy everything, so that no way over them has to create a new string or an error.
func lineSubjects(o measure.Options) (subjects []*Subject, err error) {
	corpora := measure.Options{Kinds: measure.List{"urls", "iris"}, Corpora: o.Corpora, Lines: o.Lines}
	all, err := corpora.Load()
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		normal := slices.DeleteFunc(slices.Clone(c.Lines), func(s string) bool {
			i, err := iri.Parse(s)
			return err != nil || !i.IsNormal(iri.SyntaxForm) || everything.Check(i) != nil
		})
		if c, err = measure.NewCorpus(c.Name, c.Asked, normal); err != nil {
			return nil, err
		}
		subjects = append(subjects, lineWays(c))
	}
	return subjects, nil
}

// lineWays returns the subject for the corpus c, with every way to validate its lines.
func lineWays(c *measure.Corpus) *Subject {
	s := &Subject{Corpus: c, bars: lineBars(c.Name)}
	add := func(name string, ask func(before, i iri.IRI) bool) {
		s.add(name, exactly(len(c.Lines), asking(c.Lines, ask)))
	}
	add(parsing, func(_, i iri.IRI) bool { return i != iri.IRI{} })
	add(ourNormalize, func(_, i iri.IRI) bool { return i.Normalize(iri.SyntaxForm) == i })
	add(ourIsNormal, func(_, i iri.IRI) bool { return i.IsNormal(iri.SyntaxForm) })
	s.add(ourEquivalent, asking(c.Lines, func(before, i iri.IRI) bool {
		return iri.Equivalent(before, i, iri.SyntaxForm)
	}))
	add(ourSchemes, func(_, i iri.IRI) bool { return schemes.Check(i) == nil })
	add(ourPolicy, func(_, i iri.IRI) bool { return everything.Check(i) == nil })
	var parsed []iri.IRI
	for _, line := range c.Lines {
		parsed = append(parsed, iri.MustParse(line))
	}
	s.add(ourFindings, measure.Counting(func() (n int) {
		for _, i := range parsed {
			for range lint.Findings(i.Reference()) {
				n++
			}
		}
		return n
	}))
	return s
}

// asking returns a pass that parses each line, calls ask with the previous and current parsed
// lines, and counts the calls that return true. The pass returns -1 if a line is not an IRI.
func asking(lines []string, ask func(before, i iri.IRI) bool) measure.Counting {
	return func() (n int) {
		var before iri.IRI
		for _, s := range lines {
			i, err := iri.Parse(s)
			if err != nil {
				return -1
			}
			n += int(measure.Number(ask(before, i)))
			before = i
		}
		return n
	}
}

// exactly returns a pass that returns -1 if pass returns any count other than want.
func exactly(want int, pass measure.Counting) measure.Counting {
	return func() int {
		if n := pass(); n != want {
			return -1
		}
		return want
	}
}

//go:embed prose.txt
var prose string

const (
	ourFind = "text.Find"
	strict  = "mvdan.cc/xurls strict"
)

// findSubjects returns subjects with texts of about 8 KiB each. The ways are text.Find and xurls,
// which must find the same number of links.
func findSubjects() (subjects []*Subject, err error) {
	expression := xurls.Strict()
	for _, of := range []struct{ name, text string }{
		{"prose with few links", prose},
		{"prose without links", strings.NewReplacer("https://", "", "http://", "").Replace(prose)},
		{"a link for each 48 bytes",
			"See https://archive.example.org/diaries/1762, or http://www.valley.example/visit/ (in English). "},
	} {
		all := strings.Repeat(of.text, 1+(8<<10)/len(of.text))
		c, err := measure.NewCorpus(of.name, measure.IsReference, []string{all})
		if err != nil {
			return nil, err
		}
		s := &Subject{Corpus: c, bars: []bar{{of: strict, to: ourFind, portable: 5, same: true}}}
		s.add(ourFind, measure.Counting(func() (n int) {
			for range text.Find(all) {
				n++
			}
			return n
		}))
		s.add(strict, measure.Counting(func() int { return len(expression.FindAllStringIndex(all, -1)) }))
		subjects = append(subjects, s)
	}
	return subjects, nil
}

const (
	ourLexer  = "ntriples.Token.Lexer"
	ourReader = "rdf.Reader"
)

// readerSubjects returns a subject with N-Triples. Its ways are the lexer, which splits the text
// into tokens, and the reader, which also decodes terms and checks each IRI.
func readerSubjects(o measure.Options) ([]*Subject, error) {
	text := corpus.NTriples(100 * o.Lines)
	c, err := measure.NewCorpus("N-Triples", measure.IsReference,
		strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"))
	if err != nil {
		return nil, err
	}
	// Without SIMD the reader, which does more work than the lexer, takes 1.2 times as long.
	s := &Subject{Corpus: c, bars: []bar{{of: ourLexer, to: ourReader, simd: 1.3, noAllocs: true}}}
	s.add(ourLexer, measure.Counting(func() (n int) {
		for l := ntriples.Token.LexerBytes(text); l.Next(); n++ {
			if l.Rule() == tables.NoRule {
				return -1
			}
		}
		return n
	}))
	reader := rdf.NewReader(nil, rdf.NTriples)
	s.add(ourReader, exactly(len(c.Lines), func() (n int) {
		reader.Reset(bytes.NewReader(text))
		for {
			_, err := reader.Read()
			if err == io.EOF {
				return n
			} else if err != nil {
				return -1
			}
			n++
		}
	}))
	return []*Subject{s}, nil
}
