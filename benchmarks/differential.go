package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/differences"
	"github.com/irilex/iri/benchmarks/differential"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// chunk is how many strings are asked about at a time.
const chunk = 50_000

// engines returns the peers that are compared on millions of strings: those that claim to
// implement RFC 3987 or RFC 3986, each once.
func engines(peers []Peer) (engines []differential.Engine, err error) {
	for _, p := range peers {
		if p.Missing != "" || notCompared(p) != "" {
			continue
		}
		asked, err := p.Open(IsIRI)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		engines = append(engines, differential.Engine{
			Name: p.Name, Version: p.Version, Rule: IsIRI.rule(p.Standard),
			Ask: func(strings []string) ([]byte, error) {
				c, err := newCorpus("strings", IsIRI, strings)
				if err != nil {
					return nil, err
				}
				defer c.remove()
				return asked.Verdicts(c)
			},
		})
	}
	return engines, nil
}

// notCompared returns why a peer is not compared on millions of strings; it is empty when it is.
func notCompared(p Peer) string {
	switch {
	case p.Standard == Bound && p.Name != theNaiveLoop:
		return "no validator"
	case p.Standard != RFC3986 && p.Standard != RFC3987 && p.Standard != Bound:
		return "it is lenient by design: see DIFFERENCES.md"
	case strings.HasSuffix(p.Name, ", a call a line"), strings.Contains(p.Name, "checked before"), strings.Contains(p.Name, "decoded before"):
		return "the same functions as the row before"
	case strings.HasPrefix(p.Name, "tables.Batch, text"):
		return "for text with newlines, which strings may hold"
	case strings.HasPrefix(p.Name, "Hyperscan"):
		return "what it does with ill-formed UTF-8 is undefined"
	}
	return ""
}

// runDifferential compares all engines on some strings and reports how they did. Nothing
// unexplained is left when ok.
func runDifferential(w io.Writer, peers []Peer, total int) (ok bool, err error) {
	hard, err := differences.All()
	if err != nil {
		return false, err
	}
	iri, err := rfc3987.IRI.Machine()
	if err != nil {
		return false, err
	}
	uri, err := rfc3986.URI.Machine()
	if err != nil {
		return false, err
	}
	engines, err := engines(peers)
	if err != nil {
		return false, err
	}
	c, err := differential.New(engines, differential.Explanations)
	if err != nil {
		return false, err
	}
	g := differential.NewGenerator(hard, iri, uri)
	start := time.Now()
	for done, number := 0, 0; done < total; number++ {
		size := min(chunk, total-done)
		c.Chunk(g.Chunk(number, size))
		done += size
		left := time.Duration(float64(time.Since(start)) / float64(done) * float64(total-done))
		say(fmt.Sprintf("%d of %d strings, %v to go", done, total, left.Round(time.Second)))
	}
	say("")
	return c.Report(w), nil
}
