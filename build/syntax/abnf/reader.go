package abnf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A documentReader splits a document in ABNF or a similar notation into definitions and reads each
// definition with a separate parser.
type documentReader struct {
	reader.Definitions
	variant *variant
	margin  int32        // how far the rules are indented; -1 if no line starts with a rule
	above   *syntax.Rule // the previous definition; nil if it could not be read
}

// Read reads a document in ABNF or a similar dialect.
func Read(d *reader.Document) {
	if r := newReader(d); r.lex() {
		r.rules()
	}
}

func newReader(d *reader.Document) *documentReader {
	n := &variants[d.Grammar.Dialect]
	return &documentReader{Definitions: reader.Definitions{Document: d, Signs: &n.Signs}, variant: n}
}

// lex splits the document into r.Tokens and finds the end of the prose before the rules. It reports
// whether there is a rule or an aParse directive to read.
func (r *documentReader) lex() bool {
	text := r.Grammar.Source.Text
	l := lex(r.variant, text, reader.CheckEncoding(text, r.List))
	if swallows := r.swallows(l); r.Repair {
		l.Adopt(swallows)
	} else {
		for _, s := range swallows {
			r.Swallowed(s, s.Definitions())
		}
	}
	r.Grammar.Directives = l.Directives
	first, margin, ok := token.FindRules(l.Tokens)
	declared := slices.IndexFunc(l.Tokens, func(t token.Token) bool { return t.Kind == tokDeclaration })
	if !ok {
		r.Report("no-rules", 0, 0, `the document has no rules: no line begins with "name ="`)
		first = declared
	}
	if first < 0 {
		return false
	}
	if declared >= 0 && declared < first {
		first = declared
	}
	r.Tokens, r.Start, r.margin = l.Tokens, first, margin
	r.SkipProse()
	r.Keep(&l.Diagnostics)
	r.noteDepartures(l)
	return true
}

// rules reads all definitions.
func (r *documentReader) rules() {
	n := 0
	for i := r.Start; r.Tokens[i].Kind != token.End; {
		r.List.Begin()
		if n++; r.OverLimit(n, r.Tokens[i]) {
			return
		}
		if t := r.Tokens[i]; token.StartsRule(r.Tokens, i) && 0 <= t.Indent && t.Indent <= r.margin {
			r.Starts = append(r.Starts, t.Pos)
		}
		end := r.boundary(i + 1)
		r.rule(r.Tokens[i:end])
		i = end
	}
}

// boundary returns the index of the first token, at or after i, outside the definition that started
// before i. That token is the name of the next rule, the end of the text, or a name that starts a
// line at the margin but has no "=" after it. Within brackets, or after unfinished text such as "a
// /", a name at the margin continues the definition instead. A line at the margin that starts with
// any other token also continues it. boundary reports continuation lines that are not indented.
func (r *documentReader) boundary(i int) int {
	if r.variant.terminator != 0 {
		return r.terminated(i)
	}
	depth := 0
	for ; ; i++ {
		t := r.Tokens[i]
		switch {
		case t.Kind == token.End || token.StartsRule(r.Tokens, i):
			return i
		case t.Indent < 0 || t.Indent > r.margin:
		case t.Kind == token.Name && depth == 0 && !unfinished(r.Tokens[i-1]):
			return i
		case t.Bad(): // its error has already been reported
		default:
			code := syntax.Code("unindented-continuation")
			if t.Kind == token.Choice || depth > 0 || unfinished(r.Tokens[i-1]) { // must be a continuation
				code = "unindented-line"
			}
			r.Report(code, t.Pos, t.End,
				"indent a continuation line further than the rules (RFC 5234, section 2.1)")
		}
		switch t.Kind {
		case token.OpenGroup, token.OpenOption:
			depth++
		case token.CloseGroup, token.CloseOption:
			depth = max(depth-1, 0)
		}
	}
}

// terminated is boundary for a notation in which a terminator ends each rule. It returns the index
// of the token after the terminator. If the terminator is missing, it reports an error and returns
// the index of the next rule, the next directive or the end of the text.
func (r *documentReader) terminated(i int) int {
	for ; ; i++ {
		switch {
		case r.Tokens[i-1].Kind == tokTerminator:
			return i
		case r.Tokens[i].Kind == token.End || r.Tokens[i].Kind == tokDeclaration || token.StartsRule(r.Tokens, i):
			end := r.Tokens[i-1].End
			r.Report("missing-terminator", end, end, "%s requires %q at the end of a rule", r.Signs.Name, r.variant.terminator)
			return i
		}
	}
}

// unfinished reports whether an element must follow t, so that a definition cannot end there.
func unfinished(t token.Token) bool {
	switch t.Kind {
	case token.Choice, token.Define, token.Increment, token.Number, token.Star, token.List:
		return true
	}
	return false
}

// rule reads one definition from its tokens, which extend from its name to the next rule. It adds
// the rule to the grammar or, after an error, records the name as unread.
func (r *documentReader) rule(tokens []token.Token) {
	t, name := tokens[0], r.Name(tokens[0])
	switch {
	case t.Kind == tokDeclaration:
		r.declaration(tokens)
		return
	case t.Bad() && !token.StartsRule(tokens, 0): // its error has already been reported
		return
	case t.Kind == token.Prose && token.StartsRule(tokens, 0):
		r.Report("bracketed-name", t.Pos, t.End,
			"define a rule without angle brackets: %s %s", char.Clip(name), r.Signs.Define)
		r.Unread(name, t.Pos)
		return
	case t.Kind != token.Name && t.Kind != token.BadName:
		r.Report("stray-text", t.Pos, tokens[len(tokens)-1].End, "a rule begins with its name: name = definition")
		return
	case len(tokens) < 2 || tokens[1].Kind != token.Define && tokens[1].Kind != token.Increment:
		r.missingEquals(tokens)
		return
	}
	p := r.parser(r.List, tokens)
	p.Broken = t.Kind == token.BadName
	x := p.Definition(p.alternation)
	r.above = r.Define(&syntax.Rule{
		Name: name, Incremental: tokens[1].Kind == token.Increment,
		Expr: x, NamePos: t.Pos, End: tokens[len(tokens)-1].End,
	}, p.Broken)
}

// missingEquals reports a line at the margin that starts with a name but does not define a rule. If
// the following lines are indented, the line may be a page footer that interrupts the rule above.
// In that case missingEquals also reports an error at the end of the rule above and marks that rule
// unread.
func (r *documentReader) missingEquals(tokens []token.Token) {
	t, name := tokens[0], r.Name(tokens[0])
	hint, line := "", r.Grammar.Source.Text[t.Pos:]
	if end := strings.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	if word, sign := reader.Broken(line); word != "" {
		hint = fmt.Sprintf(", not %q", sign)
	} else if r.variant.terminator == 0 {
		hint = " (a line that continues the rule above it must be indented)"
	}
	r.Report("missing-equals", t.Pos, t.End, `expected "=" after the rule name %s%s`, char.Clip(name), hint)
	r.Unread(name, t.Pos)
	continued := slices.ContainsFunc(tokens[1:], func(t token.Token) bool { return t.Indent > r.margin })
	if above := r.above; continued && above != nil && r.variant.terminator == 0 {
		r.Report("interrupted-rule", above.End, above.End,
			"the rule %s may continue after line %d, which does not belong to it; the rule is skipped", char.Clip(above.Name),
			r.Grammar.Source.Position(t.Pos).Line)
		r.Unread(above.Name, above.NamePos)
		r.Grammar.Rules, r.above = r.Grammar.Rules[:len(r.Grammar.Rules)-1], nil
	}
}

// declaration reports an aParse directive such as "$include". The first token is the directive's
// name.
func (r *documentReader) declaration(tokens []token.Token) {
	first, last := tokens[0], tokens[len(tokens)-1]
	text := r.Grammar.Source.Text
	why := "the aParse manual has no such directive"
	switch text[first.Pos:first.End] {
	case "$include":
		why = "the rules of that file remain undefined, unless this document defines them"
	case "$rule":
		why = "program code parses that rule, which remains undefined here"
	}
	r.Report("directive-not-read", first.Pos, last.End, "%s is not supported: %s",
		char.Excerpt(text[first.Pos:last.End]), why)
}

// parser returns a parser for the definition that consists of tokens, without the final terminator
// if there is one. There must be at least one token. The parser adds its diagnostics to list.
func (r *documentReader) parser(list *syntax.List, tokens []token.Token) *parser {
	if n := len(tokens) - 1; tokens[n].Kind == tokTerminator {
		tokens = tokens[:n]
	}
	return &parser{Parser: r.Document.Parser(r.Signs, tokens, list), variant: r.variant, repair: r.Repair}
}

// Tokens splits text into ABNF tokens.
func Tokens(text string) []token.Token { return lex(&variants[syntax.ABNF], text, 0).Tokens }

const outside = "outside strings and comments"

// Sign returns the reason for reading a text as ABNF. The reason is never empty.
func Sign(text string, tokens []token.Token) string {
	slashes, bars := countChoices(tokens, text)
	if slashes == 0 && bars == 0 {
		return fmt.Sprintf(`neither "/" nor "|" %s; ABNF is the common case`, outside)
	}
	return fmt.Sprintf(`%d "/" and %d "|" %s`, slashes, bars, outside)
}

// SignRFC822 returns the reason for reading a text in RFC 822's notation: "|" separates more
// alternatives than "/". The guess may be wrong, because writing "|" is also a common mistake in
// ABNF.
func SignRFC822(text string, tokens []token.Token) string {
	slashes, bars := countChoices(tokens, text)
	if bars <= slashes {
		return ""
	}
	return fmt.Sprintf(`%d "|" and %d "/" %s`, bars, slashes, outside)
}

// SignAParse returns the reason for reading a text as aParse: ";" ends most definitions. A ";" on a
// separate line or before a comment does not count, because it begins an ABNF comment.
func SignAParse(text string, _ []token.Token) string {
	n, all := countTerminated(text)
	if 2*n <= all {
		return ""
	}
	return fmt.Sprintf(`";" ends %d of %s`, n, syntax.Plural(all, "definition"))
}

// countTerminated counts the definitions that the aParse lexer finds in text. all is the total, and
// n the number of definitions that contain exactly one ";", at the end and after other text on its
// line.
func countTerminated(text string) (n, all int) {
	tokens := lex(&variants[syntax.AParse], text, 0).Tokens
	signs := 0 // number of ";" since the start of the definition
	for i, t := range tokens {
		next := t.Kind == token.End || t.Kind == tokDeclaration || token.StartsRule(tokens, i)
		if next && i > 0 && signs == 1 && tokens[i-1].Kind == tokTerminator && tokens[i-1].Indent < 0 {
			n++
		}
		switch {
		case token.StartsRule(tokens, i):
			all++
			signs = 0
		case t.Kind == tokTerminator && all > 0:
			signs++
		}
	}
	return n, all
}

// countChoices counts the signs between alternatives. tokens come from the ABNF lexer, for which
// "/" is a token.Choice and a run of "|" is a token.Bad.
func countChoices(tokens []token.Token, text string) (slashes, bars int) {
	start, _, _ := token.FindRules(tokens)
	for _, t := range tokens[start:] {
		switch {
		case t.Kind == token.Choice:
			slashes++
		case t.Kind == token.Bad && strings.HasPrefix(text[t.Pos:], "|"):
			bars++
		}
	}
	return slashes, bars
}
