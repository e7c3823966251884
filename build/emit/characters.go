package emit

import (
	"go/format"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// usedCharacters lists the rfc3987 rules whose ASCII characters package iri and its importers look
// up, with the names of the sets in package chars.
var usedCharacters = []struct{ name, rule string }{
	{"SchemeFirst", "scheme"},
	{"Unreserved", "unreserved"},
	{"Userinfo", "iuserinfo"},
	{"RegName", "ireg-name"},
	{"Path", "ipath"},
	{"Segment", "isegment"},
	{"Query", "iquery"},
	{"Fragment", "ifragment"},
}

// usedEnds lists the rules whose last characters these packages look up.
var usedEnds = []struct{ name, grammar, rule string }{
	{"SchemeLast", "rfc3987", "scheme"},
	{"NumberLast", "profiles", "ends-in-number"},
}

// emitCharacters generates the file of package chars that contains the ASCII character sets and the
// delimiter lengths.
func emitCharacters(compiled map[string]*build.Grammar) ([]byte, error) {
	e, rfc3987 := &emitter{}, compiled["rfc3987"]
	e.header(command, rfc3987, compiled["profiles"])
	e.printf("package chars\n\n")
	for _, u := range usedCharacters {
		table := rfc3987.Rule(u.rule).Table
		e.charSet(u.name, "that are members of the rule "+u.rule, func(c int) bool { return table.Valid(string(rune(c))) })
	}
	for _, u := range usedEnds {
		m, err := machine.Of(compiled[u.grammar].Rule(u.rule).Table)
		if err != nil {
			return nil, err
		}
		e.charSet(u.name, "that end members of the rule "+u.rule, func(c int) bool { return endsMember(m, c) })
	}
	e.printf("// Lengths in bytes of the delimiters before and after components.\nconst (\n")
	e.delimiters(rfc3987.Rule("IRI").Table)
	e.delimiters(rfc3987.Rule("iauthority").Table)
	e.printf(")\n")
	return format.Source(e.Bytes())
}

// charSet writes a function that returns a set of ASCII characters.
func (e *emitter) charSet(name, doc string, has func(c int) bool) {
	var words [2]uint64
	for c := range utf8.RuneSelf {
		if has(c) {
			words[c/64] |= 1 << (c % 64)
		}
	}
	e.printf("// %s returns the ASCII characters %s.\nfunc %[1]s() Set { return Set{%#[3]x, %#[4]x} }\n\n",
		name, doc, words[0], words[1])
}

// endsMember reports whether any member ends with the ASCII character c.
func endsMember(m *machine.Machine, c int) bool {
	for q := range m.States() {
		if m.Accept[m.Next[q*m.Count+int(m.Class[c])]] {
			return true
		}
	}
	return false
}

// delimiters writes constants for the lengths of the delimiters before and after a rule's
// components.
func (e *emitter) delimiters(rule tables.Rule) {
	for _, p := range rule.Components() {
		if p.Prefix > 0 {
			e.printf("%sPrefix = %d\n", identifier(p.Name), p.Prefix)
		}
		if p.Suffix > 0 {
			e.printf("%sSuffix = %d\n", identifier(p.Name), p.Suffix)
		}
	}
}
