package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/fredbi/uri"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/c"
	"github.com/irilex/iri/benchmarks/differences"
	"github.com/irilex/iri/build"
)

// A parser says more of a string than a peer: not only whether it accepts it but also which host it
// sees. What it says is a field of the protocol of children, see [differences.Says].
type parser struct {
	differences.Parser
	says func(texts []string) ([]differences.Says, error)
}

// goParsers returns those that need nothing but Go.
func goParsers() []parser {
	const uriReference, iriReference = "rfc3986 URI-reference", "rfc3987 IRI-reference"
	return []parser{
		goParser(differences.Ours, moduleVersion(build.Module), iriReference, func(s string) differences.Says {
			r, err := iri.ParseReference(s)
			return said(err == nil, r.HasAuthority(), r.Host())
		}),
		goParser("net/url Parse", goVersion(), uriReference, func(s string) differences.Says {
			u, err := url.Parse(s)
			return said(err == nil, err == nil && u.Host != "", hostOf(u))
		}),
		goParser("fredbi/uri ParseReference", moduleVersion("github.com/fredbi/uri"), uriReference, func(s string) differences.Says {
			u, err := uri.ParseReference(s)
			if err != nil {
				return differences.Rejected
			}
			host := u.Authority().Host()
			return said(true, host != "", host)
		}),
		goParser("nlnwa/whatwg-url Parse", moduleVersion("github.com/nlnwa/whatwg-url"), "rfc3987 IRI", func(s string) differences.Says {
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

func goParser(name, version, rule string, says func(string) differences.Says) parser {
	p := parser{Parser: differences.Parser{Name: name, Language: "Go", Version: version, Rule: rule}}
	p.says = func(texts []string) ([]differences.Says, error) {
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

// protovalidateParser is asked for verdicts: it tells no hosts.
func protovalidateParser() parser {
	const module = "buf.build/go/protovalidate"
	p := goParser(module+" uri_ref", moduleVersion(module), "rfc3986 URI-reference", nil)
	p.says = func(texts []string) ([]differences.Says, error) {
		asked, err := protovalidateOpen(IsReference)
		if err != nil {
			return nil, err
		}
		valid := asked.(byLine)
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

// cParsers returns those that cgo links.
func cParsers(p prepared) (parsers []parser) {
	names := map[string]string{"uriparser": "uriParseSingleUriEx", "Boost.URL": "parse_uri_reference"}
	for _, row := range c.Peers() {
		function, ok := names[row.Name]
		if !ok {
			continue
		}
		q := goParser(row.Name+" "+function, strings.ReplaceAll(row.Version, "_", "."), "rfc3986 URI-reference", func(s string) differences.Says {
			what := row.Says(s)
			return said(what.Accepted, what.HasHost, what.Host)
		})
		need := needOf(row)
		if q.Language = "C"; need.CPlusPlus {
			q.Language = "C++"
		}
		if row.Missing != "" {
			q.Missing, q.says = missingC(p, need), nil
		}
		parsers = append(parsers, q)
	}
	return parsers
}

// allParsers returns the parsers that there are and those that are missing, and the children that some are of.
func allParsers(p prepared) (parsers []parser, children []*Child) {
	parsers = slices.Concat(goParsers(), cParsers(p))
	for _, f := range p.Parsers {
		missing := f.Missing
		if missing == "" {
			child, err := startChild(f.Command)
			if err == nil {
				children = append(children, child)
				parsers = append(parsers, child.parsers()...)
				continue
			}
			missing = "it does not run: " + err.Error()
		}
		parsers = append(parsers, parser{Parser: differences.Parser{Name: f.Peers, Language: f.Language, Missing: missing}})
	}
	return parsers, children
}

// parsers returns the parsers of a child that lists such.
func (c *Child) parsers() (parsers []parser) {
	for _, line := range c.listed {
		var p parser
		if err := json.Unmarshal([]byte(line), &p.Parser); err != nil {
			p.Missing = "the child lists it in a strange way: " + err.Error()
		}
		p.says = func(texts []string) ([]differences.Says, error) {
			corpus, err := newCorpus("texts", IsIRI, texts)
			if err != nil {
				return nil, err
			}
			defer corpus.remove()
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

// record asks all parsers about the inputs.
func record(parsers []parser, now string, p prepared) (*differences.Record, error) {
	groups, err := differences.Groups()
	if err != nil {
		return nil, err
	}
	texts, err := differences.All()
	if err != nil {
		return nil, err
	}
	list := make([]differences.Parser, len(parsers))
	said := make([][]differences.Says, len(parsers))
	for i, q := range parsers {
		list[i] = q.Parser
		if q.Missing != "" {
			continue
		}
		say("asking " + q.Name)
		if said[i], err = q.says(texts); err != nil {
			return nil, fmt.Errorf("%s: %w", q.Name, err)
		}
		if len(said[i]) != len(texts) {
			return nil, fmt.Errorf("%s: %d answers about %d inputs", q.Name, len(said[i]), len(texts))
		}
	}
	say("explaining")
	r := &differences.Record{Date: now, Command: p.Command, Revision: p.Revision, Parsers: list}
	return r, r.Fill(groups, said)
}

// The files of the page, seen from the folder of this package.
const (
	differencesPage   = "DIFFERENCES.md"
	differencesRecord = "differences/differences.json"
)

// writeDifferences asks all parsers, and writes the record and the page. A page that lacks parsers
// takes the place of one that has them only when that is wanted, and none is written of sources that are not committed.
func writeDifferences(p prepared, w io.Writer, partial bool) error {
	if strings.HasSuffix(p.Revision, "-dirty") {
		return fmt.Errorf("%s: what is published must be of a revision that others have; commit first", p.Revision)
	}
	parsers, children := allParsers(p)
	defer func() {
		for _, c := range children {
			c.Close()
		}
	}()
	r, err := record(parsers, time.Now().UTC().Format(time.DateOnly), p)
	if err != nil {
		return err
	}
	for _, q := range r.Partial() {
		fmt.Fprintf(os.Stderr, "missing: %s: %s\n", q.Name, q.Missing)
	}
	if n := len(r.Partial()); n > 0 && !partial {
		return fmt.Errorf("%d are missing, so %s stays as it is; -partial writes it nevertheless", n, differencesPage)
	}
	for _, out := range []struct {
		name  string
		write func(io.Writer) error
	}{{differencesRecord, r.JSON}, {differencesPage, r.Page}} {
		var b bytes.Buffer
		if err := out.write(&b); err != nil {
			return err
		}
		if err := os.WriteFile(out.name, b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	say("")
	return r.Summary(w)
}
