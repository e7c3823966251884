package explain

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/internal/mend"
	"github.com/irilex/iri/tables"
)

// A text is a rejected string, or only the part around the offset where the automaton stops.
type text struct {
	*grammar
	stop  *tables.SyntaxError
	s     string // the string, or a part of it
	from  int    // offset of s in the string
	at    int    // offset in s where the automaton stops
	whole bool   // whether s is the entire string
}

// mistake returns an explanation for s[from:to].
func (t *text) mistake(code string, from, to int, message string) Explanation {
	column := t.stop.Column
	if from < t.at {
		column -= utf8.RuneCountInString(t.s[from:t.at])
	} else {
		column += utf8.RuneCountInString(t.s[t.at:from])
	}
	return Explanation{
		Code: code, Message: message, Part: t.part(from), Stop: t.stop,
		Offset: t.from + from, Length: to - from, Column: column,
	}
}

// part returns the name of the part that contains an offset of s, such as "path". It splits the
// text before the offset at the delimiters of RFC 3986, section 3. For a grammar without these
// delimiters it returns the component named in the grammar.
func (t *text) part(offset int) string {
	if !t.kind.hierarchical() {
		if t.inAuthorityAt() && openBracket(t.s[:offset]) {
			return "IP address"
		}
		if t.kind != other {
			return partNames[t.kind]
		}
		return t.stop.Component()
	}
	if !t.whole {
		return t.stop.Component()
	}
	before := t.s[:offset]
	_, rest, hasScheme := cutScheme(before)
	switch {
	case strings.Contains(before, "#"):
		return "fragment"
	case strings.Contains(before, "?"):
		return "query"
	case t.kind == absolute && !hasScheme:
		return "scheme"
	case !strings.HasPrefix(rest, "//") || strings.Contains(rest[2:], "/"):
		return "path"
	case openBracket(rest):
		return "IP address"
	}
	return "authority"
}

// wrong returns the offset in s at which a rule rejects s[from:to]. It returns false if the rule is
// "" or accepts the text.
func (t *text) wrong(rule tables.Rule, from, to int) (at int, ok bool) {
	e, ok := rule.Check(t.s[from:to]).(*tables.SyntaxError)
	if rule == "" || !ok {
		return 0, false
	}
	return from + e.Offset, true
}

// authorityEnds returns the bounds of the authority in a hierarchical identifier.
func (t *text) authorityEnds() (from, to int, ok bool) {
	_, rest, _ := cutScheme(t.s)
	if !t.kind.hierarchical() || !strings.HasPrefix(rest, "//") {
		return 0, 0, false
	}
	from, to = len(t.s)-len(rest)+len("//"), len(t.s)
	if i := strings.IndexAny(t.s[from:], "/?#"); i >= 0 {
		to = from + i
	}
	return from, to, true
}

// inAuthorityAt reports whether the automaton stops in the authority of a hierarchical identifier.
func (t *text) inAuthorityAt() bool {
	from, to, ok := t.authorityEnds()
	return ok && from <= t.at && t.at < to || t.kind == hosts || t.kind == authorities
}

// head returns the prefix of s that mending must not change; it is "" unless the rule is
// hierarchical.
func (t *text) head(s string) string {
	if !t.kind.hierarchical() {
		return ""
	}
	return mend.Head(s)
}

// openBracket reports whether a text ends between brackets.
func openBracket(s string) bool { return strings.LastIndexByte(s, '[') > strings.LastIndexByte(s, ']') }

// cutScheme splits s at the colon that follows the scheme. If there is no scheme, rest is s.
func cutScheme(s string) (scheme, rest string, ok bool) {
	if i := strings.IndexAny(s, ":/?#"); i >= 0 && s[i] == ':' {
		return s[:i], s[i+1:], true
	}
	return "", s, false
}
