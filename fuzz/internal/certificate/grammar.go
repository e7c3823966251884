package certificate

import (
	"fmt"
	"strings"
)

// A Notation is the notation of a document.
type Notation uint8

const (
	ABNF    Notation = iota // RFC 5234 and RFC 7405
	RFC822                  // RFC 822, section 2, as in RFC 2396: "|", case-sensitive strings
	AParse                  // ABNF in which ";" ends a rule and "#" starts a comment
	W3C                     // the EBNF of XML 1.0, section 6
	Treetop                 // Treetop, but the order of choices is ignored
	ISO                     // the Extended BNF of ISO/IEC 14977
	BNF                     // classic BNF, with literal text in quotes
)

// An Op is the operator of an expression.
type Op uint8

const (
	Choice   Op = iota // one of Kids; matches no string if there are none
	Sequence           // all Kids in order; matches the empty string if there are none
	Repeat             // Kids[0], Min to Max times; no upper bound if Max is negative
	Name               // the rule with that name
	Chars              // one character in Ranges
	Prose              // a prose-val, which a program cannot interpret
	Both               // the strings that Kids[0] and Kids[1] both match
	Without            // the strings that Kids[0] matches and Kids[1] does not
)

// An Expr is an expression as written in a document.
type Expr struct {
	Op       Op
	Kids     []*Expr
	Min, Max int
	Name     string // rule name, or the text of a prose-val
	Ranges   []Range
	Number   bool // for Chars: written as a number; an octet if Rule.Octets is set
}

// A Range is a range of characters from Lo to Hi.
type Range struct{ Lo, Hi rune }

// A Rule is a rule of a grammar.
type Rule struct {
	Name   string // as written in the definition
	Expr   *Expr
	Octets bool // numbers are octets rather than code points
	Core   bool // a rule of RFC 5234, appendix B.1, that the document does not define
}

// A Directive is a comment of the form "@Name Text". It extends the notation.
type Directive struct{ Name, Text string }

// A Grammar holds the rules of a document.
type Grammar struct {
	Rules      []*Rule // in document order, followed by the core rules they refer to
	Directives []Directive
	notation   Notation
	rules      map[string]*Rule
}

// coreRules holds the rules of RFC 5234, appendix B.1.
const coreRules = `ALPHA = %x41-5A / %x61-7A
BIT = "0" / "1"
CHAR = %x01-7F
CR = %x0D
CRLF = CR LF
CTL = %x00-1F / %x7F
DIGIT = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB = %x09
LF = %x0A
LWSP = *(WSP / CRLF WSP)
OCTET = %x00-FF
SP = %x20
VCHAR = %x21-7E
WSP = SP / HTAB
`

// Read reads a grammar. It returns an error if a name is undefined, except for core rules in ABNF.
func Read(text string, n Notation) (*Grammar, error) { return ReadWith(text, n, nil) }

// ReadWith is like [Read], but the grammar may refer to rules of other grammars. others maps names
// to grammars.
func ReadWith(text string, n Notation, others map[string]*Grammar) (*Grammar, error) {
	g, err := read(text, n)
	if err != nil {
		return nil, err
	}
	for _, d := range g.Directives {
		if d.Name == "profile" {
			if err := g.profile(d); err != nil {
				return nil, err
			}
		}
	}
	g.takeOthers(others)
	if n == ABNF || n == AParse {
		core, err := read(coreRules, ABNF)
		if err != nil {
			return nil, err
		}
		g.takeCore(core)
	}
	if err := g.obey(); err != nil {
		return nil, err
	}
	for _, r := range g.Rules {
		for _, name := range names(r.Expr, nil) {
			if g.Rule(name) == nil {
				return nil, fmt.Errorf("%s refers to %q, which is not defined", r.Name, name)
			}
		}
	}
	return g, nil
}

func read(text string, n Notation) (*Grammar, error) {
	r := &reader{src: text, grammar: &Grammar{notation: n, rules: map[string]*Rule{}}}
	switch n {
	case W3C:
		r.w3c()
	case Treetop:
		r.treetop()
	case ISO:
		r.iso()
	case BNF:
		r.bnf()
	default:
		r.rulelist()
	}
	return r.grammar, r.err
}

// takeCore adds the core rules that are referred to but not defined.
func (g *Grammar) takeCore(core *Grammar) {
	for i := 0; i < len(g.Rules); i++ {
		for _, name := range names(g.Rules[i].Expr, nil) {
			if r := core.Rule(name); r != nil && g.Rule(name) == nil {
				r.Core = true
				g.add(r)
			}
		}
	}
}

// obey applies the octets directives. [Lowering.Set] reads the set directives.
func (g *Grammar) obey() error {
	for _, d := range g.Directives {
		switch d.Name {
		case "octets":
			list := strings.Fields(d.Text)
			for _, name := range list {
				r := g.Rule(name)
				if r == nil {
					return fmt.Errorf("@octets %s: there is no such rule", name)
				}
				r.Octets = true
			}
			if len(list) == 0 {
				for _, r := range g.Rules {
					r.Octets = true
				}
			}
		case "alternatives", "set", "components", "profile":
		default:
			return fmt.Errorf("the directive @%s is not known", d.Name)
		}
	}
	return nil
}

// key returns the map key of a name. RFC 5234, section 2.1, ignores case in names. W3C and Treetop
// do not. In ISO EBNF and classic BNF "-" is another spelling of a blank.
func (g *Grammar) key(name string) string {
	switch g.notation {
	case W3C, Treetop:
		return name
	case ISO, BNF:
		return strings.ReplaceAll(name, " ", "-")
	}
	return strings.ToLower(name)
}

// Rule returns the rule with the given name, or nil.
func (g *Grammar) Rule(name string) *Rule { return g.rules[g.key(name)] }

func (g *Grammar) add(r *Rule) {
	g.Rules = append(g.Rules, r)
	g.rules[g.key(r.Name)] = r
}

// names appends the names of the rules that an expression refers to. It skips items repeated zero
// times.
func names(e *Expr, to []string) []string {
	if e.Op == Repeat && e.Max == 0 {
		return to
	}
	if e.Op == Name {
		to = append(to, e.Name)
	}
	for _, kid := range e.Kids {
		to = names(kid, to)
	}
	return to
}

// Endless returns the recursive rules and the rules that refer to them, directly or through others.
// They have no finite expression. The linear ones have terms (see linear.go), the others do not.
func (g *Grammar) Endless() map[*Rule]bool { return g.endless(nil) }

// endless is like [Grammar.Endless], but ignores references to the given rule.
func (g *Grammar) endless(but *Rule) map[*Rule]bool {
	endless := map[*Rule]bool{}
	reached := map[*Rule]map[*Rule]bool{}
	for _, r := range g.Rules {
		reached[r] = g.reached(r, but)
	}
	for _, r := range g.Rules {
		endless[r] = reached[r][r]
		for to := range reached[r] {
			endless[r] = endless[r] || reached[to][to]
		}
	}
	return endless
}

// reached returns the rules that r refers to, directly or through others. It does not follow
// references to the second rule.
func (g *Grammar) reached(r, but *Rule) map[*Rule]bool {
	found := map[*Rule]bool{}
	var visit func(r *Rule)
	visit = func(r *Rule) {
		for _, name := range names(r.Expr, nil) {
			if to := g.Rule(name); to != but && !found[to] {
				found[to] = true
				visit(to)
			}
		}
	}
	visit(r)
	return found
}
