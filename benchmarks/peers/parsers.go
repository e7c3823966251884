package peers

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/differences"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/benchmarks/peers/c"
	"github.com/irilex/iri/build"
)

// OurParser is the name of package iri's parser.
const OurParser = "iri ParseReference"

// goParsers returns the parsers written in Go.
func goParsers() []differences.Parser {
	const uriReference, iriReference = "rfc3986 URI-reference", "rfc3987 IRI-reference"
	return []differences.Parser{
		GoParser(OurParser, ModuleVersion(build.Module), iriReference, func(s string) differences.Says {
			r, err := iri.ParseReference(s)
			return said(err == nil, r.HasAuthority(), r.Host())
		}),
		GoParser("net/url Parse", GoVersion(), uriReference, func(s string) differences.Says {
			u, err := url.Parse(s)
			return said(err == nil, err == nil && u.Host != "", hostOf(u))
		}),
		GoParser("fredbi/uri ParseReference", ModuleVersion("github.com/fredbi/uri"), uriReference,
			func(s string) differences.Says {
				u, err := uri.ParseReference(s)
				if err != nil {
					return differences.Rejected
				}
				host := u.Authority().Host()
				return said(true, host != "", host)
			}),
		GoParser("nlnwa/whatwg-url Parse", ModuleVersion("github.com/nlnwa/whatwg-url"), "rfc3987 IRI",
			func(s string) differences.Says {
				u, err := whatwg.Parse(s)
				if err != nil {
					return differences.Rejected
				}
				return said(true, u.Hostname() != "", u.Hostname())
			}),
		protovalidateParser(),
	}
}

func hostOf(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.Hostname()
}

func GoParser(name, version, rule string, says func(string) differences.Says) differences.Parser {
	p := differences.Parser{Name: name, Language: "Go", Version: version, Rule: rule}
	p.Says = func(texts []string) ([]differences.Says, error) {
		all := make([]differences.Says, len(texts))
		for i, s := range texts {
			all[i] = unlessItPanics(s, says)
		}
		return all, nil
	}
	return p
}

func unlessItPanics(s string, says func(string) differences.Says) (what differences.Says) {
	defer func() {
		if recover() != nil {
			what = differences.Panics
		}
	}()
	return says(s)
}

func said(accepted, hasHost bool, host string) differences.Says {
	switch {
	case !accepted:
		return differences.Rejected
	case !hasHost:
		return differences.NoHost
	}
	return differences.Host(host)
}

// protovalidateParser returns protovalidate's parser. Its answers contain no hosts, because
// protovalidate returns only verdicts.
func protovalidateParser() differences.Parser {
	const module = "buf.build/go/protovalidate"
	p := GoParser(module+" uri_ref", ModuleVersion(module), "rfc3986 URI-reference", nil)
	p.Says = func(texts []string) ([]differences.Says, error) {
		asked, err := protovalidateOpen(measure.IsReference)
		if err != nil {
			return nil, err
		}
		valid := asked.(measure.ByLine)
		all := make([]differences.Says, len(texts))
		for i, s := range texts {
			all[i] = unlessItPanics(s, func(s string) differences.Says {
				if valid(s) {
					return differences.Accepted
				}
				return differences.Rejected
			})
		}
		return all, nil
	}
	return p
}

// cParsers returns the parsers linked through cgo.
func cParsers(p Prepared) (parsers []differences.Parser) {
	names := map[string]string{"uriparser": "uriParseSingleUriEx", "Boost.URL": "parse_uri_reference"}
	for _, row := range c.Peers() {
		function, ok := names[row.Name]
		if !ok {
			continue
		}
		q := GoParser(row.Name+" "+function, "", "rfc3986 URI-reference", func(s string) differences.Says {
			what := row.Says(s)
			return said(what.Accepted, what.HasHost, what.Host)
		})
		if q.Language, q.Missing = row.Language, missingC(p, row); q.Missing == "" {
			q.Version = strings.ReplaceAll(row.Version, "_", ".")
		}
		parsers = append(parsers, q)
	}
	return parsers
}

// AllParsers returns all parsers, including missing ones, and the children that it started for some
// of them. The caller closes the children.
func AllParsers(p Prepared) (parsers []differences.Parser, children []*Child) {
	parsers = slices.Concat(goParsers(), cParsers(p))
	for _, f := range p.Parsers {
		missing := f.Missing
		if missing == "" {
			child, err := StartChild(f.Command)
			if err == nil {
				children = append(children, child)
				parsers = append(parsers, child.parsers()...)
				continue
			}
			missing = "it does not run: " + err.Error()
		}
		parsers = append(parsers, differences.Parser{Name: f.Peers, Language: f.Language, Missing: missing})
	}
	return parsers, children
}

// parsers returns the parsers that a child lists.
func (c *Child) parsers() (parsers []differences.Parser) {
	for _, line := range c.listed {
		var p differences.Parser
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			p.Missing = "the child lists it in a strange way: " + err.Error()
		}
		p.Says = func(texts []string) ([]differences.Says, error) {
			corpus, err := measure.NewCorpus("texts", measure.IsIRI, texts)
			if err != nil {
				return nil, err
			}
			defer corpus.Remove()
			if err := c.load(corpus); err != nil {
				return nil, err
			}
			fields, err := c.ask("says", p.Name)
			all := make([]differences.Says, len(fields))
			for i, f := range fields {
				all[i] = differences.Says(f)
			}
			return all, err
		}
		parsers = append(parsers, p)
	}
	return parsers
}
