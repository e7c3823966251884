package extract

import (
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// evidence records what the text of a definition reveals about it.
type evidence struct {
	readable bool // has no errors in a notation that uses its sign
	anchored bool // contains literal text, a core rule, or a sign found only in grammars
	chooses  bool // contains a choice
	word     bool // is a single word, or a single quoted string that is not part of its name
	remark   bool // contains or is next to a comment that starts with a word
	calls    bool // contains a name directly before a bracket, as in a function call
	code     bool // is code in another language
	foreign  int  // number of tokens that no notation uses

	names  []string // the names it refers to, folded; may repeat
	shaped int      // number of names that are common or hyphenated
	known  int      // number of names that are common, defined or core rules

	run int // number of the run that contains the definition
}

// common contains names that many documents borrow from RFC 822 and its successors, RFC 3986 or
// HTTP. It excludes plain English words.
var common = words(`token quoted-string quoted-pair ows rws bws lws cfws fws uri uri-reference
	absolute-uri path-absolute date-time http-date addr-spec language-tag delta-seconds`)

// words returns the set of words in list.
func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// isCore reports whether RFC 5234, appendix B.1, defines a rule with exactly this name.
func isCore(name string) bool { return core[name] }

var core = words("ALPHA BIT CHAR CR CRLF CTL DIGIT DQUOTE HEXDIG HTAB LF LWSP OCTET SP VCHAR WSP")

// Keywords of languages whose definitions look similar: ASN.1 (X.680) uses "::=", and CDDL (RFC
// 8610) uses "=".
var (
	asn1 = words(`SEQUENCE CHOICE OCTET BOOLEAN ENUMERATED IMPLICIT EXPLICIT OBJECT MACRO DEFINITIONS
		TEXTUAL-CONVENTION`)
	cddl = words("tstr bstr uint nint")
)

// choose accepts the definitions for which there is evidence, as the package comment describes.
func choose(r *reading, all []*definition) {
	j := chooser{reading: r, named: map[key][]*definition{}, users: map[key][]*definition{}, defined: map[key]bool{}}
	j.enter(all)
	for _, d := range all {
		if r.figures[d.figure].declared() || d.evident() {
			j.accept(d)
		}
	}
	j.settle()
	j.takeRuns(all)
	j.settle()
}

// A key identifies a defined name, separately for each definition sign: definitions with "::="
// belong to another notation, or to no grammar.
type key struct{ name, sign string }

func (d *definition) key(name string) key { return key{name, strings.TrimSuffix(d.sign, "/")} }

// A chooser accepts definitions by following references in both directions.
type chooser struct {
	*reading
	named, users map[key][]*definition // the definitions of a name; the definitions that refer to it
	defined      map[key]bool          // names known to belong to the grammar
	work         []*definition         // accepted definitions whose references have not been followed
}

// enter collects the evidence for all definitions and numbers the runs.
func (j *chooser) enter(all []*definition) {
	run := 0
	for i, d := range all {
		j.examine(d)
		if i > 0 && !j.neighbours(all[i-1], d) {
			run++
		}
		d.run = run
		k := d.key(d.name)
		j.named[k] = append(j.named[k], d)
		for _, n := range d.names {
			k := d.key(n)
			if users := j.users[k]; len(users) == 0 || users[len(users)-1] != d {
				j.users[k] = append(users, d)
			}
		}
	}
	for _, d := range all {
		for _, name := range d.names {
			if len(j.named[d.key(name)]) > 0 || common[name] || isCore(strings.ToUpper(name)) {
				d.known++
			}
		}
	}
}

// isRemark reports whether text is a comment that starts with a word.
func isRemark(text string) bool {
	return len(text) > 2 && text[0] == ';' && text[1] == ' ' && isAlpha(text[2])
}

// neighbours reports whether nothing but comments separates two definitions.
func (j *chooser) neighbours(d, next *definition) bool {
	for i := d.last + 1; i < next.first; i++ {
		if j.text[j.lines[i].from] != ';' {
			return false
		}
	}
	return d.figure == next.figure && d.indent == next.indent
}

// examine collects the evidence in the text of a definition.
func (j *chooser) examine(d *definition) {
	var text strings.Builder
	begun, tokens, last := false, 0, token{}
	take := func(t token) {
		tokens++
		d.calls = d.calls || t.joined && t.text == "(" && last.sign == name && !isCore(last.text)
		d.anchored = d.anchored || t.joined && t.text == "(" && last.text == "*"
		last = t
		d.word = tokens == 1 && (t.sign == name || t.text[0] == '"' && !d.echoes(t.text))
		d.token(t)
	}
	for i := d.first; i <= d.last; i++ {
		content := j.content(i)
		if i > d.first {
			text.WriteString(" ")
		}
		text.WriteString(content + "\n")
		if !begun {
			at := strings.Index(content, d.sign)
			if at < 0 {
				continue
			}
			content, begun = content[at+len(d.sign):], true
		}
		rest := scan(content, d.w3c(), take)
		d.remark = d.remark || isRemark(rest)
		d.code = d.code || i == d.last && rest == ";" && content != ";" // a statement
	}
	d.readable = reads(text.String(), d.w3c())
}

// token adds the evidence that a token provides.
func (d *definition) token(t token) {
	switch t.sign {
	case literal:
		d.anchored = d.anchored || t.text[0] != '['
	case prose:
		if d.w3c() {
			d.names = append(d.names, fold(t.text))
		} else {
			d.anchored = true
		}
	case choice:
		d.chooses = true
	case other:
		d.foreign++
	case name:
		n := fold(t.text)
		d.names = append(d.names, n)
		if d.w3c() {
			d.code = d.code || asn1[t.text]
		} else {
			d.code = d.code || cddl[t.text]
			d.anchored = d.anchored || isCore(t.text)
			if common[n] || strings.Contains(strings.Trim(n, "-"), "-") {
				d.shaped++
			}
		}
	}
}

// accepted contains the errors that distinguish notations. They are not evidence against a
// definition.
var accepted = words("foreign-definition name-underscore list-form")

// reads reports whether the text of a definition is valid, ignoring accepted errors, in at least
// one notation that uses its definition sign.
func reads(text string, w3c bool) bool {
	dialects := []syntax.Dialect{syntax.ABNF, syntax.RFC822}
	if w3c {
		dialects = []syntax.Dialect{syntax.W3C, syntax.BNF}
	}
	return slices.ContainsFunc(dialects, func(dialect syntax.Dialect) bool {
		g, list := notation.Read(syntax.NewSource("", text), dialect)
		return len(g.Rules)+len(g.Unread) == 1 && !slices.ContainsFunc(list.Items, func(d syntax.Diagnostic) bool {
			return d.Severity == syntax.Error && !accepted[d.Code]
		})
	})
}

// evident reports whether a definition is accepted on its own evidence.
func (d *definition) evident() bool {
	switch {
	case !d.spaced || d.touches || d.code || d.calls:
		return false
	case d.word && d.sign != "=/" && !(d.remark && d.shaped > 0):
		return false
	case d.readable && (d.anchored || d.sign == "=/" || d.chooses && d.shaped == len(d.names)):
		return true
	}
	known := len(d.names) > 0 && 2*d.known >= len(d.names)
	if d.readable {
		return d.shaped > 0 && known
	}
	return d.anchored && d.foreign == 0 && (d.chooses || known)
}

// echoes reports whether a quoted string is part of the defined name, as in foo-option = "foo".
func (d *definition) echoes(quoted string) bool {
	text := strings.ToLower(strings.Trim(quoted, `"=:; `))
	return len(text) > 1 && strings.Contains(d.name, text)
}

// possible reports whether a definition may be accepted on the evidence of other definitions.
func (d *definition) possible() bool {
	return d.spaced && !d.code && (d.readable || d.foreign == 0 || !d.touches)
}

// accept accepts a definition and queues its references.
func (j *chooser) accept(d *definition) {
	if !d.accepted {
		d.accepted = true
		j.work = append(j.work, d)
	}
}

// settle follows the references of accepted definitions until no further definitions are accepted.
func (j *chooser) settle() {
	for len(j.work) > 0 {
		d := j.work[len(j.work)-1]
		j.work = j.work[:len(j.work)-1]
		for _, n := range d.names { // an accepted definition refers to n, so n belongs to the grammar
			if k := d.key(n); !j.defined[k] {
				j.define(k)
			}
		}
		if k := d.key(d.name); !j.defined[k] {
			j.define(k)
		}
	}
}

// define accepts the definitions of a name that belongs to the grammar, and the definitions that
// refer to the name.
func (j *chooser) define(k key) {
	j.defined[k] = true
	some := false
	for _, d := range j.named[k] {
		if d.possible() && d.foreign == 0 {
			j.accept(d)
		}
		some = some || d.accepted
	}
	for _, d := range j.named[k] { // the unreadable definitions, if no other was accepted
		if !some && d.possible() {
			j.accept(d)
		}
	}
	for _, d := range j.users[k] {
		if some && d.possible() && d.foreign == 0 && !d.touches && !d.calls && 2*d.known >= len(d.names) {
			j.accept(d)
		}
	}
}

// takeRuns accepts the rest of each run in which at least half of the definitions have been
// accepted.
func (j *chooser) takeRuns(all []*definition) {
	for from := 0; from < len(all); {
		to, n := from, 0
		for ; to < len(all) && all[to].run == all[from].run; to++ {
			if all[to].accepted {
				n++
			}
		}
		for _, d := range all[from:to] {
			if n > 0 && 2*n >= to-from && !d.code && !d.calls && (d.spaced || d.loose || d.readable) {
				j.accept(d)
			}
		}
		from = to
	}
}
