package main

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
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
)

// ours is the name of the peer that the others are compared with.
const ours = "iri.Valid"

// The names of peers that walk the table of a rule, and that bars are about.
const (
	ruleAdvance = "tables.Rule.AdvanceString"
	rulePrefix  = "tables.Rule.Prefix"
	ruleCheck   = "tables.Rule.Check"
)

// theNaiveLoop is the name of the loop that the bars of speed are about.
const theNaiveLoop = "the naive loop"

// Peers that bars name: parsing with all parts.
const (
	eachPart    = "iri.Parse, each part"
	partsAtOnce = "iri.Parse, parts at once"
)

// goPeers returns the peers that need nothing but Go: ours, the bounds, and the others.
func goPeers() []Peer {
	return []Peer{
		ourPeer(ours, asks(iri.Valid, iri.ValidReference)),
		ourPeer("iri.Parse", asks(parse, parseReference)),
		ourPeer("iri.Parse, components", asks(access, accessReference)),
		ourPeer("iri.Parse, authority", asks(accessAuthority, accessAuthorityReference)),
		ourPeer(eachPart, asks(accessParts, accessPartsReference)),
		ourPeer(partsAtOnce, asks(partsTogether, partsTogetherReference)),
		ourPeer(ruleCheck, ofRule(func(r tables.Rule) func(string) bool {
			return func(s string) bool { return r.Check(s) == nil }
		})),
		ourPeer(ruleAdvance, ofRule(func(r tables.Rule) func(string) bool {
			return func(s string) bool { return r.Accepting(r.AdvanceString(r.Start(), s)) }
		})),
		ourPeer(rulePrefix, ofRule(func(r tables.Rule) func(string) bool {
			return func(s string) bool { return r.Prefix(s) == len(s) }
		})),
		{theNaiveLoop, "Go", goVersion(), Bound, "", naiveLoop},
		{"machine.Reference", "Go", moduleVersion(build.Module), Bound, "", reference},
		{"OR of all bytes", "Go", goVersion(), Bound, "", asks(orBytes, orBytes)},
		{"utf8.ValidString", "Go", goVersion(), Bound, "", asks(utf8.ValidString, utf8.ValidString)},

		{"regexp", "Go", goVersion(), RFC3987, "", compiled(func(expression string) (func(string) bool, error) {
			re, err := regexp.Compile(expression)
			return re.MatchString, err
		})},
		goPeer("github.com/wasilibs/go-re2", RFC3987, compiled(func(expression string) (func(string) bool, error) {
			re, err := re2.Compile(expression)
			return re.MatchString, err
		})),
		goPeer("github.com/fredbi/uri", Lenient, asks(uri.IsURI, uri.IsURIReference)),
		goPeer("buf.build/go/protovalidate", RFC3986, protovalidateOpen),
		{"net/url.Parse", "Go", goVersion(), Lenient, "", asks(netURL, netURLReference)},
		goPeer("github.com/go-playground/validator/v10", Lenient, validatorOpen),
		goPeer("github.com/santhosh-tekuri/jsonschema/v6", Lenient, jsonschemaOpen),
		goPeer("github.com/nlnwa/whatwg-url", WHATWG, asks(func(s string) bool { _, err := whatwg.Parse(s); return err == nil }, nil)),
	}
}

// rureCompile compiles an expression with Rust's regex crate; it is nil without the tag rure.
var rureCompile func(expression string) (func(string) bool, error)

// rurePeer returns rure-go, which needs a library in Rust.
func rurePeer(p prepared) Peer {
	peer := goPeer("github.com/BurntSushi/rure-go", RFC3987, compiled(rureCompile))
	if rureCompile == nil {
		peer.Missing = p.Missing["rure"]
	}
	return peer
}

func ourPeer(name string, open func(Question) (Asked, error)) Peer {
	return Peer{name, "Go", moduleVersion(build.Module), RFC3987, "", open}
}

// goPeer returns a peer that is called like its module.
func goPeer(module string, s Standard, open func(Question) (Asked, error)) Peer {
	name := strings.TrimPrefix(module, "github.com/")
	return Peer{name, "Go", moduleVersion(module), s, "", open}
}

// goVersion returns the version of the standard library.
func goVersion() string { return strings.TrimPrefix(runtime.Version(), "go") }

// moduleVersion returns the version of a module, and "" for one that is not linked.
func moduleVersion(module string) string {
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

// access parses, and has the lengths of the five components in its verdict, so that none can be left out.
func access(s string) bool {
	p, err := iri.Parse(s)
	return err == nil && len(p.Scheme())+len(p.Authority())+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

func accessReference(s string) bool {
	p, err := iri.ParseReference(s)
	return err == nil && len(p.Scheme())+len(p.Authority())+len(p.Path())+len(p.Query())+len(p.Fragment()) <= len(s)
}

// accessAuthority parses, and has what there is to know about the authority in its verdict.
func accessAuthority(s string) bool {
	p, err := iri.Parse(s)
	return err == nil && len(p.Userinfo())+len(p.Host())+len(p.Port()) <= len(s) && p.HostKind() <= iri.RegNameHost
}

func accessAuthorityReference(s string) bool {
	p, err := iri.ParseReference(s)
	return err == nil && len(p.Userinfo())+len(p.Host())+len(p.Port()) <= len(s) && p.HostKind() <= iri.RegNameHost
}

// accessParts parses, and asks for each part by a call of its own: their lengths, and the kind of
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

// ofRule returns an Open for what does something with the table of a rule.
func ofRule(with func(tables.Rule) func(string) bool) func(Question) (Asked, error) {
	return func(q Question) (Asked, error) { return byLine(with(q.rule(RFC3987))), nil }
}

// compiled returns an Open for an engine of regular expressions.
func compiled(compile func(expression string) (func(string) bool, error)) func(Question) (Asked, error) {
	return func(q Question) (Asked, error) {
		expression, err := expression(q.rule(RFC3987))
		if err != nil {
			return nil, err
		}
		valid, err := compile(expression)
		return byLine(valid), err
	}
}

// expressions are those that were made; to compile a grammar takes a while.
var expressions = map[tables.Rule]string{}

// expression returns a regular expression for the rule of a bundled grammar, made of its
// syntax tree. It is anchored at both ends.
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

// netURL asks for a scheme, without which net/url takes nearly everything for a path.
func netURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme != ""
}

func netURLReference(s string) bool {
	_, err := url.Parse(s)
	return err == nil
}

func validatorOpen(q Question) (Asked, error) {
	if q != IsIRI {
		return nil, errNotAsked
	}
	v := validator.New()
	return byLine(func(s string) bool { return v.Var(s, "uri") == nil }), nil
}

func jsonschemaOpen(q Question) (Asked, error) {
	format := map[Question]string{IsIRI: "iri", IsReference: "iri-reference"}[q]
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("line.json", map[string]any{"format": format}); err != nil {
		return nil, err
	}
	schema, err := c.Compile("line.json")
	if err != nil {
		return nil, err
	}
	return byLine(func(s string) bool { return schema.Validate(s) == nil }), nil
}
