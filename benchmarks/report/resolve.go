package report

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers"
)

// This file contains the subjects that compare the reference resolvers in iri, net/url and oxiri.
// Each line of their corpora is a pair: a base IRI, a tab, and a reference to resolve against it.
// Bases are parsed before the passes. library.go builds the table.

// Names of the Go resolvers: those of iri, and net/url.
const (
	ourResolve    = "iri.ResolveString"
	ourAppend     = "iri.ParseReference, AppendResolve"
	ourParsed     = "iri.AppendResolve, parsed before"
	netURLResolve = "net/url Parse, ResolveReference, String"
)

// Names of the Rust resolvers, which run in the child.
const (
	oxiriResolve = "oxiri resolve"
	oxiriAppend  = "oxiri resolve_into"
	oxiriParsed  = "oxiri resolve_into, parsed before"
)

// resolveBars lists the bars for each corpus of pairs. The bar between oxiriParsed and ourParsed
// measures the work after parsing, because AppendResolve takes a parsed reference. The bar between
// oxiriAppend and ourAppend also includes parsing the reference.
var resolveBars = []bar{
	{of: netURLResolve, to: ourResolve, portable: 3},
	{of: oxiriParsed, to: ourParsed, portable: 1, noAllocs: true},
	{of: oxiriAppend, to: ourAppend, noAllocs: true, same: true},
	{of: oxiriResolve, to: ourResolve},
}

// A resolver is a way to resolve a pair. resolve returns the length of the result, or -1 if it
// rejects the reference. It may write the result to room.
type resolver struct {
	name    string
	resolve func(p *pairToResolve, room []byte) int
}

type pairToResolve struct {
	base      iri.IRI
	netURL    *url.URL
	text      string
	reference iri.Reference
}

var resolvers = []resolver{
	{ourResolve, func(p *pairToResolve, _ []byte) int {
		i, err := p.base.ResolveString(p.text)
		if err != nil {
			return -1
		}
		return len(i.String())
	}},
	{ourAppend, func(p *pairToResolve, room []byte) int {
		r, err := iri.ParseReference(p.text)
		if err != nil {
			return -1
		}
		return len(p.base.AppendResolve(room, r))
	}},
	{ourParsed, func(p *pairToResolve, room []byte) int { return len(p.base.AppendResolve(room, p.reference)) }},
	{netURLResolve, func(p *pairToResolve, _ []byte) int {
		u, err := url.Parse(p.text)
		if err != nil {
			return -1
		}
		return len(p.netURL.ResolveReference(u).String())
	}},
}

// pass returns a pass that resolves all pairs and returns the total number of bytes in the results.
func (r resolver) pass(pairs []pairToResolve, room []byte) measure.Counting {
	return func() (bytes int) {
		for i := range pairs {
			bytes += r.resolve(&pairs[i], room)
		}
		return bytes
	}
}

// verdicts returns 1 for each pair that the resolver resolves and 0 for the others.
func (r resolver) verdicts(pairs []pairToResolve, room []byte) (verdicts []byte) {
	for i := range pairs {
		verdicts = append(verdicts, measure.Number(r.resolve(&pairs[i], room) >= 0))
	}
	return verdicts
}

// pairsOf parses the lines of a corpus as pairs.
func pairsOf(c *measure.Corpus) (pairs []pairToResolve, err error) {
	for _, line := range c.Lines {
		base, text, _ := strings.Cut(line, "\t")
		p := pairToResolve{text: text}
		if p.base, err = iri.Parse(base); err != nil {
			return nil, err
		}
		if p.netURL, err = url.Parse(base); err != nil {
			return nil, err
		}
		if p.reference, err = iri.ParseReference(text); err != nil {
			return nil, err
		}
		pairs = append(pairs, p)
	}
	return pairs, nil
}

// resolving returns a subject with all resolvers as its ways. It keeps only the lines of c that
// every resolver resolves.
func resolving(c *measure.Corpus, child *peers.Child) (*Subject, error) {
	pairs, err := pairsOf(c)
	if err != nil {
		return nil, err
	}
	room := make([]byte, 0, 1<<16)
	all := [][]byte{}
	for _, r := range resolvers {
		all = append(all, r.verdicts(pairs, room))
	}
	for _, p := range child.Known() {
		verdicts, err := child.Asked(p.Name).Verdicts(c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		all = append(all, verdicts)
	}
	kept, lines := pairs[:0], []string(nil)
	for i, line := range c.Lines {
		if !slices.ContainsFunc(all, func(verdicts []byte) bool { return verdicts[i] == 0 }) {
			kept, lines = append(kept, pairs[i]), append(lines, line)
		}
	}
	c.Remove()
	if c, err = measure.NewCorpus(c.Name, c.Asked, lines); err != nil {
		return nil, err
	}
	s := &Subject{Corpus: c, bars: resolveBars}
	for _, r := range resolvers {
		s.add(r.name, r.pass(kept, room))
	}
	for _, p := range child.Known() {
		s.add(p.Name, child.Asked(p.Name))
	}
	return s, nil
}

// resolvable returns a line for each reference: the base, a tab, and the reference. It omits
// references that iri or net/url rejects.
func resolvable(base string, refs []string) (lines []string) {
	for _, ref := range refs {
		_, netErr := url.Parse(ref)
		if _, err := iri.ParseReference(ref); err == nil && netErr == nil {
			lines = append(lines, base+"\t"+ref)
		}
	}
	return lines
}

// relativized sorts the IRIs. For each IRI and its successor it returns a line: the first IRI as
// the base, a tab, and the reference to the successor, as computed by Relativize. It omits a pair
// if the base has no authority, if net/url rejects the base, or if the reference has a scheme or an
// authority.
func relativized(all []string) (lines []string) {
	all = slices.Compact(slices.Sorted(slices.Values(all)))
	var base iri.IRI
	for _, s := range all {
		target, err := iri.Parse(s)
		if err != nil {
			continue
		}
		r, ok := base.Relativize(target)
		_, netErr := url.Parse(base.String())
		if ok && netErr == nil && base.HasAuthority() && !r.HasAuthority() && !r.HasScheme() {
			lines = append(lines, base.String()+"\t"+r.String())
		}
		base = target
	}
	return lines
}

// examples holds the references used in the examples of RFC 3986, section 5.4.
var examples = strings.Fields(
	"g:h g ./g g/ /g //g ?y g?y #s g#s g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g " +
		"../../../g ../../../../g /./g /../g g. .g g.. ..g ./../g ./g/. g/./h g/../h g;x=1/./y g;x=1/../y g?y/./x g?y/../x " +
		"g#s/./x g#s/../x http:g")

// resolveSubjects returns subjects whose lines are pairs of a base and a reference. The first
// subject's references are generated, and the second's are the examples in the RFC. In the third,
// each reference leads from one result of the first subject to another. For each file given by
// -corpus there is another subject, with references from one of the file's lines to another.
func resolveSubjects(o measure.Options, child *peers.Child) (subjects []*Subject, err error) {
	add := func(name string, all []string) {
		if err != nil {
			return
		}
		var c *measure.Corpus
		if c, err = measure.NewCorpus(name, measure.IsReference, all); err != nil {
			return
		}
		var s *Subject
		if s, err = resolving(c, child); err == nil {
			subjects = append(subjects, s)
		}
	}
	refs, err := measure.GenerateLines(measure.References, o.Lines)
	if err != nil {
		return nil, err
	}
	base := iri.MustParse("http://example.org/a/b/c;d?q")
	var results []string
	for _, ref := range refs {
		if i, err := base.ResolveString(ref); err == nil {
			results = append(results, i.String())
		}
	}
	add("references", resolvable(base.String(), refs))
	// The examples are repeated 50 times, because a single pass over them would be too short to time.
	add("RFC 3986, 5.4", resolvable("http://a/b/c/d;p?q", slices.Repeat(examples, 50)))
	add("their results, relative", relativized(results))
	for _, file := range o.Corpora {
		all, readErr := measure.ReadLines(file)
		if readErr != nil {
			return nil, readErr
		}
		add(filepath.Base(file)+", relative", relativized(all))
	}
	return subjects, err
}
