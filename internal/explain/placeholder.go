package explain

import (
	"strings"

	"github.com/irilex/iri/internal/mend"
)

// placeholder explains a placeholder at the offset where the automaton stops.
func (t *text) placeholder() (why Explanation, ok bool) {
	from, to, ok := mend.Placeholder(t.s)
	if !ok || !t.whole || from > t.at || t.at > to || t.at == to && t.s[from] != '%' { // "%d" may begin %dA
		return why, false
	}
	return t.explainPlaceholder(from, to)
}

// explainPlaceholder explains the placeholder s[from:to]. It also offers to percent-encode the
// marks, which may be intended literally.
func (t *text) explainPlaceholder(from, to int) (why Explanation, ok bool) {
	if t.kind == other {
		return why, false
	}
	text := t.s[from:to]
	why = t.mistake("placeholder", from, to, quoted(text)+" is not allowed in "+t.noun())
	why.Remedy = "if it is a placeholder, replace it with a value"
	encoded, marks := strings.NewReplacer("{", "%7B", "}", "%7D", "<", "%3C", ">", "%3E").Replace(text), "%7B and %7D"
	switch text[0] {
	case '<':
		marks = "%3C and %3E"
	case '%':
		encoded, marks = "%25"+text[1:], "%25"
	}
	meant := why
	if t.mend(&meant, from, to, encoded, ""); meant.Repaired != "" && !t.inAuthorityAt() {
		why.Remedy += "; otherwise write " + marks
	}
	return why, true
}
