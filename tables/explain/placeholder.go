package explain

import (
	"strings"

	"github.com/irilex/iri/internal/placeholder"
)

// placeholder explains a placeholder at the offset where the automaton stops.
func (c *scene) placeholder() (why Explanation, ok bool) {
	from, to, ok := placeholder.Find(c.s)
	if !ok || !c.whole || from > c.at || c.at > to || c.at == to && c.s[from] != '%' { // "%d" may begin %dA
		return why, false
	}
	return c.explainPlaceholder(from, to)
}

// ExplainPlaceholder is [Explainer.Explain] for a string with a placeholder: it explains the first
// one, although another mistake may come before it. ok is false if s has no placeholder or is a
// member.
func (x *Explainer) ExplainPlaceholder(s string) (why Explanation, ok bool) {
	from, to, ok := placeholder.Find(s)
	e := x.refusal(s)
	if !ok || e == nil {
		return why, false
	}
	c := &scene{Explainer: x, stop: e, s: s, at: e.Offset, whole: len(s) <= MostBytes}
	return c.explainPlaceholder(from, to)
}

// explainPlaceholder explains the placeholder between two offsets of s. Its marks may also be meant
// literally.
func (c *scene) explainPlaceholder(from, to int) (why Explanation, ok bool) {
	if c.kind == other {
		return why, false
	}
	text := c.s[from:to]
	why = c.say("placeholder", from, to, quoted(text)+" is not allowed in "+c.noun())
	why.Remedy = "put its value there if it is a placeholder"
	encoded, marks := strings.NewReplacer("{", "%7B", "}", "%7D", "<", "%3C", ">", "%3E").Replace(text), "%7B and %7D"
	switch text[0] {
	case '<':
		marks = "%3C and %3E"
	case '%':
		encoded, marks = "%25"+text[1:], "%25"
	}
	meant := why
	if c.mend(&meant, from, to, encoded, ""); meant.Repaired != "" && !c.inAuthorityAt() {
		why.Remedy += ", else write " + marks
	}
	return why, true
}
