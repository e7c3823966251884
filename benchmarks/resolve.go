package main

import (
	"fmt"
	"io"
	"math"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/lines"
)

// The table of resolvers of references: ours beside net/url and oxiri. Each line of a corpus is a
// base, a tab, and a reference. Bases are parsed before. The resolvers take turns, and the least time of
// each counts, see measure.go.

// The resolvers. Those of oxiri have their names from the child.
const (
	ourResolve    = "iri.ResolveString"
	ourAppend     = "iri.ParseReference, AppendResolve"
	ourParsed     = "iri.AppendResolve, parsed before"
	netURLResolve = "net/url Parse, ResolveReference, String"
)

// resolveBars are the ratios that are to hold: the time of one resolver to that of another.
var resolveBars = []struct {
	of, to string
	least  float64
}{
	{netURLResolve, ourResolve, 3},
	{"oxiri resolve_into, parsed before", ourParsed, 1},
	{"oxiri resolve_into", ourAppend, 0}, // no bar: this is the parse of references, too
	{"oxiri resolve", ourResolve, 0},
}

// A resolver resolves the pair of a line. It returns the length of the result, and -1 if there is none.
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

// inProcess is a resolver with the pairs of a corpus, and room for a result.
type inProcess struct {
	resolver
	pairs []pairToResolve
	room  []byte
}

func (r inProcess) Verdicts(*Corpus) (verdicts []byte, err error) {
	for i := range r.pairs {
		verdicts = append(verdicts, number(r.resolve(&r.pairs[i], r.room) >= 0))
	}
	return verdicts, nil
}

func (r inProcess) Time(*Corpus) (Sample, error) {
	return measure(func() (bytes int) {
		for i := range r.pairs {
			bytes += r.resolve(&r.pairs[i], r.room)
		}
		return bytes
	}), nil
}

// pairsOf returns the pairs of a corpus.
func pairsOf(c *Corpus) (pairs []pairToResolve, err error) {
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

// resolving returns all resolvers that are there, ready for a corpus.
func resolving(c *Corpus, child *Child) (names []string, all []Asked, err error) {
	pairs, err := pairsOf(c)
	if err != nil {
		return nil, nil, err
	}
	room := make([]byte, 0, 1<<16)
	for _, r := range resolvers {
		names, all = append(names, r.name), append(all, inProcess{r, pairs, room})
	}
	if child != nil {
		for _, p := range child.Peers {
			names, all = append(names, p.Name), append(all, childPeer{child, p.Name})
		}
	}
	return names, all, nil
}

// resolved returns the corpus without the lines that a resolver has no result for.
func resolved(c *Corpus, child *Child) (*Corpus, error) {
	defer c.remove()
	names, all, err := resolving(c, child)
	if err != nil {
		return nil, err
	}
	kept := make([]bool, len(c.Lines))
	for i := range kept {
		kept[i] = true
	}
	for i, r := range all {
		verdicts, err := r.Verdicts(c)
		if err != nil || len(verdicts) != len(kept) {
			return nil, fmt.Errorf("%s: %d verdicts for %d lines, %w", names[i], len(verdicts), len(kept), err)
		}
		for k, v := range verdicts {
			kept[k] = kept[k] && v == 1
		}
	}
	var lines []string
	for i, line := range c.Lines {
		if kept[i] {
			lines = append(lines, line)
		}
	}
	return newCorpus(c.Name, c.Asked, lines)
}

// resolvable returns the lines of a base and each of the references.
func resolvable(base string, refs []string) (lines []string) {
	for _, ref := range refs {
		_, netErr := url.Parse(ref)
		if _, err := iri.ParseReference(ref); err == nil && netErr == nil {
			lines = append(lines, base+"\t"+ref)
		}
	}
	return lines
}

// relativized returns lines that lead from each IRI to the next in order: the base, and the reference
// that Relativize has.
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

// examples are the references of RFC 3986, section 5.4.
var examples = strings.Fields("g:h g ./g g/ /g //g ?y g?y #s g#s g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g " +
	"../../../g ../../../../g /./g /../g g. .g g.. ..g ./../g ./g/. g/./h g/../h g;x=1/./y g;x=1/../y g?y/./x g?y/../x " +
	"g#s/./x g#s/../x http:g")

// resolveCorpora returns the corpora: generated references, the examples of the RFC, references between
// the results of the generated ones, and those between the lines of the user's files.
func resolveCorpora(o options) (corpora []*Corpus, err error) {
	add := func(name string, all []string) {
		var c *Corpus
		if c, err = newCorpus(name, IsReference, all); err == nil {
			corpora = append(corpora, c)
		}
	}
	refs, err := lines.Generate(lines.References, o.lines)
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
	add("RFC 3986, 5.4", resolvable("http://a/b/c/d;p?q", slices.Repeat(examples, 50))) // one pass would be that of the clock
	add("their results, relative", relativized(results))
	for _, file := range o.corpora {
		all, err := lines.Read(file)
		if err != nil {
			return nil, err
		}
		add(filepath.Base(file)+", relative", relativized(all))
	}
	return corpora, err
}

// writeResolve measures, and writes a table for the bars. held is false if one is missed.
func writeResolve(o options, p prepared, w io.Writer) (held bool, err error) {
	var child *Child
	for _, f := range p.Children {
		if f.Language != "Rust" || f.Missing != "" {
			continue
		}
		if child, err = startChild([]string{f.Command[0], "--resolvers"}); err != nil {
			return false, err
		}
		defer child.Close()
	}
	corpora, err := resolveCorpora(o)
	if err != nil {
		return false, err
	}
	t := table{header: []string{"pairs", "the time of", "to that of", "ratio", "the bar", "", "allocs", "allocs"}, left: 3}
	held = true
	for _, c := range corpora {
		if c, err = resolved(c, child); err != nil {
			return false, err
		}
		defer c.remove()
		best, err := timeResolvers(c, child, Plan{o.rounds, o.turn})
		if err != nil {
			return false, err
		}
		if theirs, ok := best["oxiri resolve_into"]; ok && theirs.Accepted != best[ourAppend].Accepted {
			return false, fmt.Errorf("%s: results have %d bytes, those of oxiri %d", c.Name, best[ourAppend].Accepted, theirs.Accepted)
		}
		for _, bar := range resolveBars {
			of, to := best[bar.of], best[bar.to]
			if of.Nanoseconds == 0 {
				continue // oxiri is not there
			}
			row := []string{fmt.Sprintf("%s (%d)", c.Name, len(c.Lines)), bar.of, bar.to}
			measured := float64(of.Nanoseconds) / float64(to.Nanoseconds)
			atLeast, verdict := "–", ""
			if bar.least > 0 {
				atLeast, verdict = "at least "+ratio(bar.least), "holds"
			}
			if measured < bar.least {
				verdict, held = "missed", false
			}
			t.rows = append(t.rows, append(row, ratio(measured), atLeast,
				verdict, allocs(of.allocs(c)), allocs(to.allocs(c))))
		}
	}
	say("")
	var b strings.Builder
	t.write(&b, "  ", "", "")
	_, err = io.WriteString(w, b.String())
	return held, err
}

// timeResolvers returns the least times of the resolvers of a corpus, by their names.
func timeResolvers(c *Corpus, child *Child, plan Plan) (map[string]Sample, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as in run
	names, all, err := resolving(c, child)
	if err != nil {
		return nil, err
	}
	best := map[string]Sample{}
	for round := range plan.Rounds {
		say(fmt.Sprintf("%s: round %d of %d", c.Name, round+1, plan.Rounds))
		for i, r := range all {
			b, ok := best[names[i]]
			if !ok {
				first, err := r.Time(c)
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", c.Name, names[i], err)
				}
				b = Sample{math.MaxInt64, first.Accepted, math.MaxInt64}
			}
			runtime.GC()
			s, err := takeTurn(r, c, plan.Turn, b.Accepted)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", c.Name, names[i], err)
			}
			best[names[i]] = Sample{min(b.Nanoseconds, s.Nanoseconds), b.Accepted, min(b.Allocs, s.Allocs)}
		}
	}
	return best, nil
}
