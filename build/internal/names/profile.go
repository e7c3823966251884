package names

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// A profile is a rule composed of other rules by set algebra. A directive defines a profile:
//
//	; @profile NAME: RULE and not RULE
//
//	choice = all *( "or" all )
//	all    = part *( "and" [ "not" ] part )
//	part   = RULE / GRAMMAR "#" RULE / "(" choice ")"
//
// The text after the colon is a choice, in which "and" binds more tightly than "or". Each string
// that a profile matches also matches one of its rules, because "not" only follows "and". GRAMMAR
// is the name of an import or of a bundled grammar. The profile is a rule of the document: other
// rules, sets and profiles may refer to it, but rules with PEG semantics may not.
//
// In the syntax tree, a profile consists of differences, which the compiler supports anyway:
//
//	A and not B  =  A - B        A and B  =  A - (OCTETS - B)        OCTETS = *%x00-FF
//
// Tested against: TestProfilesAreSetAlgebra compares each profile with its rules, string by string.

// MaxDirectives is the maximum number of directives that are read in a document. It bounds the cost
// of reading them.
const MaxDirectives = 100

// Bounds on a profile: the number of rules in its text, and the nesting depth of parentheses.
const (
	maxParts    = 100
	maxBrackets = 50
)

// A profileWord is a word of a directive and its position in the document.
type profileWord struct {
	text string
	pos  syntax.Pos
}

// A profile is the result of reading the text of a @profile directive.
type profile struct {
	def     *syntax.Rule       // rule that the directive defines; nil if even its name cannot be read
	negated []*syntax.RuleName // references below an odd number of "not": the rules that the profile excludes
	octets  []*syntax.NumRange // the numbers %x00-FF in OCTETS, which are bytes

	wrong   string // message about the first error, or ""
	wrongAt profileWord
}

// A profileReader reads the text of a @profile directive. After an error it drops the remaining
// words, so reading stops.
type profileReader struct {
	profile
	words        []profileWord // words not read yet
	end          syntax.Pos    // end of the last word read
	parts, depth int           // number of rules so far; nesting depth of the current word
	not          bool          // whether the current word is below an odd number of "not"
}

// profileName matches the names that a profile may have.
var profileName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)

// profilesOf returns the first MaxDirectives @profile directives of a document.
func profilesOf(document *syntax.Grammar) (all []syntax.Directive) {
	for _, d := range document.Directives {
		if d.Name == "profile" && len(all) < MaxDirectives {
			all = append(all, d)
		}
	}
	return all
}

// Profile returns the name that a @profile directive defines, and the names of its rules. It
// returns "" for any other directive.
func Profile(d syntax.Directive) (name string, rules []string) {
	if d.Name != "profile" {
		return "", nil
	}
	name, text, _ := strings.Cut(d.Text, ":")
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t()", c) }) {
		if !isProfileWord(word) {
			rules = append(rules, word)
		}
	}
	return strings.TrimSpace(name), rules
}

// readProfile reads d, a @profile directive in a document with the text source.
func readProfile(source string, d syntax.Directive) profile {
	end := int(d.Pos) + len("@profile")
	r := &profileReader{end: syntax.Pos(end), words: profileWords(source, end, d.Text)}
	r.read()
	return r.profile
}

// profileWords returns the words of a directive: names, parentheses and colons. text is the text of
// the directive, which begins in source at or after the given offset.
func profileWords(source string, at int, text string) (words []profileWord) {
	text = strings.NewReplacer("(", " ( ", ")", " ) ", ":", " : ").Replace(text)
	for _, word := range strings.Fields(text) {
		if i := strings.Index(source[at:], word); i >= 0 { // not found if a repair changed the text
			at += i
		}
		words = append(words, profileWord{word, syntax.Pos(at)})
		at = min(at+len(word), len(source))
	}
	return words
}

// read reads "NAME: choice" into r.def. After an error it calls r.fail.
func (r *profileReader) read() {
	name := r.next()
	if !profileName.MatchString(name.text) || isProfileWord(name.text) || r.peek() != ":" {
		r.fail(name, `expected "NAME: RULE and not RULE"`)
		return
	}
	r.next()
	r.def = &syntax.Rule{Name: name.text, NamePos: name.pos, End: r.end}
	if n := len(r.words); n > 0 {
		r.def.End = r.words[n-1].pos + syntax.Pos(len(r.words[n-1].text))
	}
	r.def.Expr = r.choice()
	if len(r.words) > 0 {
		r.fail(r.words[0], `expected "and" or "or", found %.40q`, r.words[0].text)
	}
}

func isProfileWord(s string) bool { return s == "and" || s == "or" || s == "not" }

// fail records the first error and removes the remaining words.
func (r *profileReader) fail(at profileWord, format string, args ...any) {
	if r.wrong == "" {
		r.wrong, r.wrongAt = fmt.Sprintf(format, args...), at
	}
	r.words = nil
}

// peek returns the next word, or "" at the end.
func (r *profileReader) peek() string {
	if len(r.words) == 0 {
		return ""
	}
	return r.words[0].text
}

// next removes and returns the next word. At the end it returns an empty word positioned at the
// last byte of the last word read, or of "@profile" if no word has been read.
func (r *profileReader) next() (w profileWord) {
	if len(r.words) == 0 {
		return profileWord{"", r.end - 1}
	}
	w, r.words = r.words[0], r.words[1:]
	r.end = w.pos + syntax.Pos(len(w.text))
	return w
}

// eat removes the next word if it equals word, and reports whether it did.
func (r *profileReader) eat(word string) bool {
	is := r.peek() == word
	if is {
		r.next()
	}
	return is
}

// choice reads: all *( "or" all )
func (r *profileReader) choice() syntax.Expr {
	items := []syntax.Expr{r.all()}
	for r.eat("or") {
		items = append(items, r.all())
	}
	if len(items) == 1 {
		return items[0]
	}
	return &syntax.Alternation{Items: items}
}

// all reads: part *( "and" [ "not" ] part )
func (r *profileReader) all() syntax.Expr {
	x := r.part()
	for r.eat("and") {
		pos, not := r.end, r.eat("not")
		r.not = r.not != not
		y := r.part()
		if r.not = r.not != not; !not {
			octet := &syntax.NumRange{Lo: 0, Hi: 0xFF, Start: pos}
			r.octets = append(r.octets, octet)
			y = &syntax.Difference{Item: &syntax.Repetition{Max: syntax.Unbounded, Item: octet, Start: pos}, Except: y}
		}
		x = &syntax.Difference{Item: x, Except: y}
	}
	return x
}

// part reads: RULE / GRAMMAR "#" RULE / "(" choice ")"
func (r *profileReader) part() syntax.Expr {
	w := r.next()
	x := &syntax.RuleName{Name: w.text, Start: w.pos}
	switch {
	case w.text == "":
		r.fail(w, "expected a rule name at the end")
	case w.text == "not":
		r.fail(w, `"not" is allowed only after "and": "RULE and not RULE"`)
	case w.text == ")" || w.text == ":" || isProfileWord(w.text):
		r.fail(w, "expected a rule name, found %.40q", w.text)
	case w.text == "(":
		if r.depth++; r.depth > maxBrackets {
			r.fail(w, "parentheses are nested deeper than the limit of %d", maxBrackets)
		}
		group := &syntax.Group{Item: r.choice(), Start: w.pos}
		if r.depth--; !r.eat(")") {
			r.fail(profileWord{"", r.end - 1}, `")" is missing`)
		}
		return group
	default:
		if r.parts++; r.parts > maxParts {
			r.fail(w, "the profile exceeds the limit of %d rules", maxParts)
		}
		if r.not {
			r.negated = append(r.negated, x)
		}
	}
	return x
}
