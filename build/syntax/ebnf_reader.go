package syntax

import (
	"fmt"
	"strings"
)

// The reader of W3C's EBNF: the notation of XML 1.0 (fifth edition), section 6. The
// recommendations for XML, XPath, SPARQL, Turtle, N-Triples and N-Quads use it.
//
//	[8] IRIREF ::= '<' ([^#x00-#x20<>"{}|^`\] | UCHAR)* '>'
//
// Section 6 leaves details open. This reader takes them as follows:
//
//   - A definition ends at the beginning of the next, anywhere on a line.
//   - "-" binds more tightly than juxtaposition and less tightly than "*", and
//     A - B - C is (A - B) - C, as in ISO/IEC 14977, sections 4.5 to 4.7. XML 1.0
//     itself uses it in parentheses only: (Char* - (Char* '?>' Char*)).
//   - A name begins with a letter or "_" and may hold digits, "_", "-" and "."; it does
//     not end in "-" or ".", so Name-'x' is a difference.
//   - No string and no class has escapes, nor do they reach over the end of a line.
//   - A "-" that is first or last in a class, or follows a range, stands for itself.
//   - A class that begins with a scheme and "://" is a link to the production of another document.
//   - Text before the first rule is skipped with a warning, as in the other dialects.
//   - Headings between numbered productions are skipped with a note, see skipHeadings.
//   - "@terminals", "@pass" and "@skip" are declarations of the RDF groups' tools. They
//     change no rule; a note says so.
//   - "#" begins a comment wherever no code point can begin.
//
// Twin: TestRandomEBNF writes random trees and reads them back.

// An ebnfReader splits a document in W3C's EBNF into definitions.
type ebnfReader struct {
	definitions
	allNumbered bool // whether the first rule has a number, as in [1] document ::= …
}

// readEBNF reads a document in W3C's EBNF.
func readEBNF(d *document) {
	e := ebnfReader{definitions: definitions{document: d, signs: &ebnfSigns}}
	if e.lex() {
		e.rules()
	}
}

// lex cuts the document into r.tokens, and reports whether there is a rule.
func (r *ebnfReader) lex() bool {
	text := r.grammar.Source.Text
	l := lexEBNF(text, checkEncoding(text, r.list))
	r.grammar.Directives = l.directives
	r.tokens = l.tokens
	first := r.nextRule(0)
	for from := 0; r.onBroken(from, first); first = r.nextRule(from) {
		from = first + 1
	}
	if r.tokens[first].kind == tokEnd {
		r.report("no-rules", 0, 0, `the document has no rules: it has no "name ::="`)
		return false
	}
	if r.start = first; r.numbered(first) {
		r.start--
	}
	r.allNumbered = r.start < first
	if i := nextMark(r.tokens[:r.start]); i < r.start {
		r.start = i
	}
	r.skipProse()
	r.skipHeadings(l)
	r.keep(&l.diagnostics)
	if t := l.hashes; t.n > 0 {
		r.report("hash-comment", t.first, t.first+1,
			`%s after "#", the first here, skipped; W3C's EBNF writes comments between /* and */`, Plural(t.n, "comment"))
	}
	return true
}

// onBroken reports whether tokens[i] stands on a line that is a broken definition, and the line
// begins at tokens[from] or after it.
func (r *ebnfReader) onBroken(from, i int) bool {
	for i > from && r.tokens[i].indent < 0 {
		i--
	}
	_, ok := r.broken(i)
	return ok
}

// skipProse warns of the text before the first rule, and reports each broken definition and each
// other definition sign in it as an error.
func (r *ebnfReader) skipProse() {
	r.definitions.skipProse()
	var name token  // the last before t
	broken := false // whether the line of t is reported already
	for i, t := range r.tokens[:r.start] {
		if t.indent >= 0 {
			_, broken = r.broken(i)
		}
		switch {
		case t.kind == tokName:
			name = t
		case t.kind == tokDefine && !broken:
			r.report("skipped-definition", t.pos, t.end,
				"a definition is skipped: it has no name before its %q", r.signs.define)
			if name.kind == tokName {
				r.unread(r.name(name), name.pos)
			}
		}
	}
}

// signW3C returns the reason to read a text in W3C's EBNF: "::=" defines at least as many rules as "=".
func signW3C(text string, tokens []token) string {
	equals, colons := countDefinitions(tokens, text)
	if colons == 0 || colons < equals {
		return ""
	}
	return fmt.Sprintf(`"::=" defines %s`, Plural(colons, "rule"))
}

// rules reads all definitions, and the declarations between them.
func (r *ebnfReader) rules() {
	first := r.nextRule(r.start)
	r.marks(r.tokens[r.start:r.ruleStart(first)])
	for n := 1; r.tokens[first].kind != tokEnd; n++ {
		r.list.Begin()
		if r.overLimit(n, r.tokens[first]) {
			return
		}
		r.starts = append(r.starts, r.tokens[first].pos)
		next := r.nextRule(first + 1)
		tokens := r.tokens[first:r.ruleStart(next)]
		end := nextMark(tokens)
		r.rule(tokens[:end])
		r.marks(tokens[end:])
		first = next
	}
}

// ruleStart returns the index of the first token of the rule with its name at tokens[i]. This is
// the token of its number, as [12], if the rule has one, else i.
func (r *ebnfReader) ruleStart(i int) int {
	switch {
	case r.numbered(i) && (r.allNumbered || r.tokens[i-1].indent >= 0):
		return i - 1
	case r.labelled(i):
		t := r.tokens[i-1]
		r.report("production-label", t.pos, t.end,
			"%s is read as the number of the production after it, not as a class", r.source(t))
		return i - 1
	}
	return i
}

// labelled reports whether a class such as [XX] before the rule at tokens[i] stands for the number
// of the rule, which the editors had still to find. The first rule of the document must have a
// number, and the class must begin the line of the name.
func (r *ebnfReader) labelled(i int) bool {
	if !r.allNumbered || i < 2 || r.tokens[i].kind == tokEnd || r.tokens[i].indent >= 0 {
		return false
	}
	t := r.tokens[i-1]
	const label = "0123456789._ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	return t.kind == tokClass && t.indent >= 0 && !unfinishedEBNF(r.tokens[i-2]) &&
		strings.Trim(r.source(t)[1:], label) == "]"
}

// source returns the text of a token.
func (r *ebnfReader) source(t token) string { return r.grammar.Source.Text[t.pos:t.end] }

// nextMark returns the index of the first declaration, such as "@terminals", in tokens. If there
// is no declaration, it returns the number of tokens.
func nextMark(tokens []token) int {
	i := 0
	for i < len(tokens) && tokens[i].kind != tokMark {
		i++
	}
	return i
}

// marks adds a note for each declaration in tokens. The tokens after "@pass", up to the next
// declaration, are its definition.
func (r *ebnfReader) marks(tokens []token) {
	for len(tokens) > 0 {
		end := 1 + nextMark(tokens[1:])
		first, last := tokens[0], tokens[end-1]
		switch name := r.source(first); {
		case first.kind != tokMark: // the number of the first rule
		case name == "@terminals":
			r.report("terminals-mark", first.pos, first.end, "%s: %s", name, marks[name])
			if end > 1 {
				r.report("stray-text", tokens[1].pos, last.end,
					`nothing follows %q on its line; a production is written name ::= expression`, name)
			}
		default:
			r.report("pass-mark", first.pos, last.end, "%s: %s", name, marks[name])
		}
		tokens = tokens[end:]
	}
}

// nextRule returns the index of the name of the first rule from i on, or the index of the end.
func (r *ebnfReader) nextRule(i int) int {
	for r.tokens[i].kind != tokEnd && !startsRule(r.tokens, i) {
		i++
	}
	return i
}

// numbered reports whether the token before the rule at tokens[i] may be its number, "[12]" or
// "[144s]". By its form the token could also be a class at the end of the rule above. It cannot be
// the number if the rule above is unfinished without it. The caller checks the rest: the token is
// the first on its line, or the first rule of the document has a number.
func (r *ebnfReader) numbered(i int) bool {
	if i == 0 || r.tokens[i].kind == tokEnd || r.tokens[i-1].kind != tokClass {
		return false
	}
	t := r.tokens[i-1]
	if !isProductionNumber(r.grammar.Source.Text[t.pos+1 : t.end-1]) {
		return false
	}
	if i == 1 {
		return true
	}
	return !unfinishedEBNF(r.tokens[i-2])
}

// unfinishedEBNF reports whether a definition cannot end in t, because an operand must follow.
func unfinishedEBNF(t token) bool {
	return t.kind == tokDefine || t.kind == tokChoice || t.kind == tokMinus
}

// isProductionNumber reports whether s has the form of a number: digits, and perhaps letters after
// them. W3C's editors insert [28a] after [28].
func isProductionNumber(s string) bool {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	digits := n
	for n < len(s) && isAlpha(s[n]) {
		n++
	}
	return digits > 0 && n == len(s)
}

// rule reads one definition from its tokens: name, "::=" and expression. It adds the rule to the
// grammar, or notes its name as unread.
func (r *ebnfReader) rule(tokens []token) {
	t, text := tokens[0], r.grammar.Source.Text
	name := text[t.pos:t.end]
	p := ebnfParser{r.parser(&ebnfSigns, tokens, r.list)}
	p.broken = t.kind == tokBadName
	x := p.definition(p.alternation)
	if p.broken {
		r.unread(name, t.pos)
		return
	}
	r.grammar.Rules = append(r.grammar.Rules, &Rule{Name: name, Expr: x, NamePos: t.pos, End: tokens[len(tokens)-1].end})
}
