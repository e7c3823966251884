// Package peers provides the peers of the benchmarks: validators linked into this program, and
// validators in children, which are separate processes. A bound is also a peer. It is not a usable
// validator but shows how fast one could be. An Open is a function for the field measure.Peer.Open.
package peers

import (
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

// Names of peers for methods of tables.Rule that have bars in package report.
const (
	RuleAdvance = "tables.Rule.AdvanceString"
	RulePrefix  = "tables.Rule.Prefix"
	RuleCheck   = "tables.Rule.Check"
)

// TheNaiveLoop is the name of the peer naiveLoop. Package report promises ratios between two peers'
// times, and calls such a promise a bar. Most bars divide naiveLoop's time by another peer's.
const TheNaiveLoop = "the naive loop"

// EachPart is the name of the peer that parses a line and gets all its parts. It has a bar in
// package report.
const EachPart = "iri.Parse, each part"

// GoPeers returns the Go peers that do not use cgo: functions of iri and tables, bounds, and
// validators from other projects.
func GoPeers() []measure.Peer {
	return []measure.Peer{
		ourPeer(measure.Ours, measure.Asks(iri.Valid, iri.ValidReference)),
		ourPeer("iri.Parse", measure.Asks(parse, parseReference)),
		ourPeer("iri.Parse, components", measure.Asks(access, accessReference)),
		ourPeer("iri.Parse, authority", measure.Asks(accessAuthority, accessAuthorityReference)),
		ourPeer(EachPart, measure.Asks(accessParts, accessPartsReference)),
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

// rureCompile compiles a regular expression with Rust's regex crate. It is nil unless the build tag
// rure is set.
var rureCompile func(expression string) (func(string) bool, error)

// RurePeer returns the peer rure-go, which calls Rust's regex crate. Without the tag rure the peer
// is missing, and p holds the reason.
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

// goPeer returns a Go peer with the name and version of its module, without "github.com/" in the
// name.
func goPeer(module string, s measure.Standard, open func(measure.Question) (measure.Asked, error)) measure.Peer {
	return peer(strings.TrimPrefix(module, "github.com/"), ModuleVersion(module), s, open)
}

// peer returns a Go peer.
func peer(
	name, version string, s measure.Standard, open func(measure.Question) (measure.Asked, error),
) measure.Peer {
	return measure.Peer{Name: name, Language: "Go", Version: version, Standard: s, Open: open}
}

// GoVersion returns the version of the standard library.
func GoVersion() string { return strings.TrimPrefix(runtime.Version(), "go") }

// ModuleVersion returns the version of a module linked into this program, without the "v". It
// returns "this" for this repository's module and "" for a module that is not linked.
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

// access parses a line, gets its five components, and reports whether s is an IRI. The result also
// depends on the lengths of the components, so the compiler cannot omit a call.
func access(s string) bool {
	p, err := iri.Parse(s)
	return err == nil && len(p.Scheme())+len(p.Authority())+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

func accessReference(s string) bool {
	p, err := iri.ParseReference(s)
	return err == nil && len(p.Scheme())+len(p.Authority())+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

// accessAuthority parses a line, gets the three parts of its authority and the kind of its host,
// and reports whether s is an IRI. As in access, the result also depends on these values.
func accessAuthority(s string) bool {
	p, err := iri.Parse(s)
	return err == nil && len(p.Userinfo())+len(p.Host())+len(p.Port()) <= len(s) && p.HostKind() <= iri.RegNameHost
}

func accessAuthorityReference(s string) bool {
	p, err := iri.ParseReference(s)
	return err == nil && len(p.Userinfo())+len(p.Host())+len(p.Port()) <= len(s) && p.HostKind() <= iri.RegNameHost
}

// accessParts parses a line, gets all its parts with one call each and the kind of its host, and
// reports whether s is an IRI. As in access, the result also depends on these values.
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

// ofRule returns an Open that passes the rule for the question to a function that creates a
// validator.
func ofRule(with func(tables.Rule) func(string) bool) func(measure.Question) (measure.Asked, error) {
	return func(q measure.Question) (measure.Asked, error) {
		return measure.ByLine(with(q.Rule(measure.RFC3987))), nil
	}
}

// compiled returns an Open that compiles the regular expression of the rule for the question to a
// validator.
func compiled(
	compile func(expression string) (func(string) bool, error)) func(measure.Question) (measure.Asked, error) {
	return func(q measure.Question) (measure.Asked, error) {
		expression, err := q.Expression()
		if err != nil {
			return nil, err
		}
		valid, err := compile(expression)
		return measure.ByLine(valid), err
	}
}

// netURL reports whether net/url parses s and finds a scheme. Without a scheme, net/url treats
// almost any string as a path.
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
