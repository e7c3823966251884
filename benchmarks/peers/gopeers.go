// Package peers has the peers of the harness: validators linked into Go programs, and children.
package peers

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/fredbi/uri"
	"github.com/go-playground/validator/v10"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/wasilibs/go-re2"

	"github.com/irilex/iri"
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
)

// The names of the peers that walk the table of a rule, for the bars.
const (
	RuleAdvance = "tables.Rule.AdvanceString"
	RulePrefix  = "tables.Rule.Prefix"
	RuleCheck   = "tables.Rule.Check"
)

// TheNaiveLoop is the name of the loop that the bars of speed compare with.
const TheNaiveLoop = "the naive loop"

// The names of the peers that parse with all parts, for the bars.
const (
	EachPart    = "iri.Parse, each part"
	PartsAtOnce = "iri.Parse, parts at once"
)

// GoPeers returns the peers in Go without cgo: the functions of iri and tables, the bounds, and the
// validators of others.
func GoPeers() []measure.Peer {
	return []measure.Peer{
		ourPeer(measure.Ours, measure.Asks(iri.Valid, iri.ValidReference)),
		ourPeer("iri.Parse", measure.Asks(parse, parseReference)),
		ourPeer("iri.Parse, components", measure.Asks(access, accessReference)),
		ourPeer("iri.Parse, authority", measure.Asks(accessAuthority, accessAuthorityReference)),
		ourPeer(EachPart, measure.Asks(accessParts, accessPartsReference)),
		ourPeer(PartsAtOnce, measure.Asks(partsTogether, partsTogetherReference)),
		ourPeer(RuleCheck, ofRule(func(r tables.Rule) func(string) bool {
			return func(s string) bool { return r.Check(s) == nil }
		})),
		ourPeer(RuleAdvance, ofRule(func(r tables.Rule) func(string) bool {
			return func(s string) bool { return r.Accepting(r.AdvanceString(r.Start(), s)) }
		})),
		ourPeer(RulePrefix, ofRule(func(r tables.Rule) func(string) bool {
			return func(s string) bool { return r.Prefix(s) == len(s) }
		})),
		peer(TheNaiveLoop, GoVersion(), measure.Bound, naiveLoop),
		peer("machine.Reference", ModuleVersion(build.Module), measure.Bound, reference),
		peer("OR of all bytes", GoVersion(), measure.Bound, measure.Asks(orBytes, orBytes)),
		peer("utf8.ValidString", GoVersion(), measure.Bound, measure.Asks(utf8.ValidString, utf8.ValidString)),

		peer("regexp", GoVersion(), measure.RFC3987, compiled(func(expression string) (func(string) bool, error) {
			re, err := regexp.Compile(expression)
			return re.MatchString, err
		})),
		goPeer("github.com/wasilibs/go-re2", measure.RFC3987, compiled(func(expression string) (func(string) bool, error) {
			re, err := re2.Compile(expression)
			return re.MatchString, err
		})),
		goPeer("github.com/fredbi/uri", measure.Lenient, measure.Asks(uri.IsURI, uri.IsURIReference)),
		goPeer("buf.build/go/protovalidate", measure.RFC3986, protovalidateOpen),
		peer("net/url.Parse", GoVersion(), measure.Lenient, measure.Asks(netURL, netURLReference)),
		goPeer("github.com/go-playground/validator/v10", measure.Lenient, validatorOpen),
		goPeer("github.com/santhosh-tekuri/jsonschema/v6", measure.Lenient, jsonschemaOpen),
		goPeer("github.com/nlnwa/whatwg-url", measure.WHATWG,
			measure.Asks(func(s string) bool { _, err := whatwg.Parse(s); return err == nil }, nil)),
	}
}

// rureCompile compiles an expression with Rust's regex crate. It is nil without the tag rure.
var rureCompile func(expression string) (func(string) bool, error)

// RurePeer returns rure-go, a binding to a library in Rust.
func RurePeer(p Prepared) measure.Peer {
	rure := goPeer("github.com/BurntSushi/rure-go", measure.RFC3987, compiled(rureCompile))
	if rureCompile == nil {
		rure.Missing = p.Missing["rure"]
	}
	return rure
}

func ourPeer(name string, open func(measure.Question) (measure.Asked, error)) measure.Peer {
	return peer(name, ModuleVersion(build.Module), measure.RFC3987, open)
}

// goPeer returns a peer with the name of its module.
func goPeer(module string, s measure.Standard, open func(measure.Question) (measure.Asked, error)) measure.Peer {
	return peer(strings.TrimPrefix(module, "github.com/"), ModuleVersion(module), s, open)
}

// peer returns a peer in Go.
func peer(
	name, version string, s measure.Standard, open func(measure.Question) (measure.Asked, error),
) measure.Peer {
	return measure.Peer{Name: name, Language: "Go", Version: version, Standard: s, Open: open}
}

// GoVersion returns the version of the standard library.
func GoVersion() string { return strings.TrimPrefix(runtime.Version(), "go") }

// ModuleVersion returns the version of a module, and "" for a module that is not linked.
func ModuleVersion(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dep := range info.Deps {
		switch {
		case dep.Path != module:
		case dep.Replace != nil:
			return "this"
		default:
			return strings.TrimPrefix(dep.Version, "v")
		}
	}
	return ""
}

func parse(s string) bool {
	_, err := iri.Parse(s)
	return err == nil
}

func parseReference(s string) bool {
	_, err := iri.ParseReference(s)
	return err == nil
}

// access parses a line. The lengths of the five components are in its verdict, so that the compiler
// cannot leave one out.
func access(s string) bool {
	p, err := iri.Parse(s)
	return err == nil && len(p.Scheme())+len(p.Authority())+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

func accessReference(s string) bool {
	p, err := iri.ParseReference(s)
	return err == nil && len(p.Scheme())+len(p.Authority())+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

// accessAuthority parses a line, with the parts of the authority and the kind of host in its
// verdict.
func accessAuthority(s string) bool {
	p, err := iri.Parse(s)
	return err == nil && len(p.Userinfo())+len(p.Host())+len(p.Port()) <= len(s) && p.HostKind() <= iri.RegNameHost
}

func accessAuthorityReference(s string) bool {
	p, err := iri.ParseReference(s)
	return err == nil && len(p.Userinfo())+len(p.Host())+len(p.Port()) <= len(s) && p.HostKind() <= iri.RegNameHost
}

// accessParts parses a line and gets each part by a call. The lengths of the parts, and the kind of
// the host, are in its verdict.
func accessParts(s string) bool {
	p, err := iri.Parse(s)
	return err == nil && p.HostKind() <= iri.RegNameHost && len(p.Scheme())+len(p.Userinfo())+
		len(p.Host())+len(p.Port())+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

func accessPartsReference(s string) bool {
	p, err := iri.ParseReference(s)
	return err == nil && p.HostKind() <= iri.RegNameHost && len(p.Scheme())+len(p.Userinfo())+
		len(p.Host())+len(p.Port())+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

// partsTogether is accessParts with one call for the parts of the authority.
func partsTogether(s string) bool {
	p, err := iri.Parse(s)
	a := p.AuthorityParts()
	return err == nil && a.Kind <= iri.RegNameHost && len(p.Scheme())+len(a.Userinfo)+
		len(a.Host)+len(a.Port)+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

func partsTogetherReference(s string) bool {
	p, err := iri.ParseReference(s)
	a := p.AuthorityParts()
	return err == nil && a.Kind <= iri.RegNameHost && len(p.Scheme())+len(a.Userinfo)+
		len(a.Host)+len(a.Port)+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

// ofRule returns an Open for a function on the table of a rule.
func ofRule(with func(tables.Rule) func(string) bool) func(measure.Question) (measure.Asked, error) {
	return func(q measure.Question) (measure.Asked, error) {
		return measure.ByLine(with(q.Rule(measure.RFC3987))), nil
	}
}

// compiled returns an Open for an engine of regular expressions.
func compiled(
	compile func(expression string) (func(string) bool, error)) func(measure.Question) (measure.Asked, error) {
	return func(q measure.Question) (measure.Asked, error) {
		expression, err := expression(q.Rule(measure.RFC3987))
		if err != nil {
			return nil, err
		}
		valid, err := compile(expression)
		return measure.ByLine(valid), err
	}
}

// expressions caches the results of expression, because compiling a grammar is slow.
var expressions = map[tables.Rule]string{}

// expression returns the regular expression of a rule of a bundled grammar, made from its syntax
// tree and anchored at both ends.
func expression(rule tables.Rule) (string, error) {
	if known := expressions[rule]; known != "" {
		return known, nil
	}
	bundled, ok := build.FindBundled(rule.Grammar())
	if !ok {
		return "", fmt.Errorf("there is no bundled grammar %q", rule.Grammar())
	}
	g, err := build.Compile(context.Background(), bundled.Source(),
		build.Options{Name: bundled.Name, Dialect: bundled.Dialect, Rules: []string{rule.Name()}})
	if err != nil {
		return "", err
	}
	text, err := g.Regexp(rule.Name())
	if err == nil {
		expressions[rule] = text
	}
	return text, err
}

// netURL requires a scheme: without one, net/url takes nearly any string for a path.
func netURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme != ""
}

func netURLReference(s string) bool {
	_, err := url.Parse(s)
	return err == nil
}

func validatorOpen(q measure.Question) (measure.Asked, error) {
	if q != measure.IsIRI {
		return nil, measure.ErrNotAsked
	}
	v := validator.New()
	return measure.ByLine(func(s string) bool { return v.Var(s, "uri") == nil }), nil
}

func jsonschemaOpen(q measure.Question) (measure.Asked, error) {
	format := map[measure.Question]string{measure.IsIRI: "iri", measure.IsReference: "iri-reference"}[q]
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("line.json", map[string]any{"format": format}); err != nil {
		return nil, err
	}
	schema, err := c.Compile("line.json")
	if err != nil {
		return nil, err
	}
	return measure.ByLine(func(s string) bool { return schema.Validate(s) == nil }), nil
}
