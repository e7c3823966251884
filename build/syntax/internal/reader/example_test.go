package reader_test

import (
	"fmt"
	"os"
	"regexp"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// A notation with definitions such as
//
//	pair = ( key | "none" ) value // comment
var signs = reader.Signs{
	Name: "the notation of the example", Define: "=", Choice: '|', Element: "element",
	Optional: `an optional element is written ( element | "" )`,
	Names:    regexp.MustCompile(`^[A-Za-z_]\w*$`), Letters: "begins with a letter",
}

// A lexer splits a document into tokens. Token kinds specific to one notation are numbered from
// token.Own.
type lexer struct{ reader.Lexer }

// step reads one token, or skips text between tokens.
func (l *lexer) step() {
	switch c := l.Text[l.Pos]; {
	case l.Layout(c): // blanks and line endings
	case c == '/' && l.ByteAt(l.Pos+1) == '/':
		end, _ := l.Until(l.Pos, '\n')
		l.Comment(2, end)
	case char.IsAlpha(c):
		l.Emit(token.Name, l.Span(l.Pos, char.IsWordByte))
	case c == '"':
		if end, found := l.Until(l.Pos+1, '"'); found {
			l.EmitText(token.String, end+1)
		} else {
			l.BadString(end, '"')
		}
	case c == '=':
		l.Emit(token.Define, l.Pos+1)
	case c == '|':
		l.Emit(token.Choice, l.Pos+1)
	case c == '(':
		l.Emit(token.OpenGroup, l.Pos+1)
	case c == ')':
		l.Emit(token.CloseGroup, l.Pos+1)
	default:
		l.BadCharacter(l.Pos + 1)
	}
}

// A parser reads the tokens of one definition.
type parser struct{ reader.Parser }

func (p *parser) alternation() syntax.Expr { return p.Alternatives(p.concatenation, false) }

func (p *parser) concatenation() syntax.Expr {
	if !p.atElement() {
		return p.Missing()
	}
	return p.Sequence(p.element, p.atElement)
}

func (p *parser) atElement() bool {
	switch p.Peek().Kind {
	case token.Name, token.String, token.OpenGroup, token.Bad:
		return true
	}
	return false
}

func (p *parser) element() syntax.Expr {
	if p.Peek().Kind == token.OpenGroup {
		return p.Bracket(p.alternation)
	}
	switch t := p.Take(); t.Kind {
	case token.Name:
		return &syntax.RuleName{Name: p.Source(t), Start: t.Pos}
	case token.String:
		return &syntax.CharVal{Text: p.Text[t.Pos+1 : t.End-1], Start: t.Pos}
	}
	p.Broken = true // its error has already been reported
	return reader.Unread
}

// read reads a document, like the Read function of a reader.
func read(d *reader.Document) {
	text := d.Grammar.Source.Text
	l := lexer{reader.Lexer{
		Signs: &signs, Text: text, Pos: reader.CheckEncoding(text, d.List),
		Hint: func(rune) string { return `literal text is written "text"` },
	}}
	l.Run(l.step)
	d.Grammar.Directives = l.Directives
	r := reader.Definitions{Document: d, Signs: &signs, Tokens: l.Tokens}
	next := func(i int) int { // the next rule from i, or the end
		for r.Tokens[i].Kind != token.End && !token.StartsRule(r.Tokens, i) {
			i++
		}
		return i
	}
	if r.Start = next(0); r.Tokens[r.Start].Kind == token.End {
		r.Report("no-rules", 0, 0, `the document has no rules: it has no "name ="`)
		return
	}
	r.SkipProse()
	r.Keep(&l.Diagnostics)
	n := 0
	for i := r.Start; r.Tokens[i].Kind != token.End; {
		r.List.Begin() // errors of a definition beyond three are only counted
		if n++; r.OverLimit(n, r.Tokens[i]) {
			return
		}
		r.Starts = append(r.Starts, r.Tokens[i].Pos)
		end := next(i + 1)
		name, p := r.Tokens[i], parser{r.Parser(&signs, r.Tokens[i:end], r.List)}
		x := p.Definition(p.alternation)
		r.Define(&syntax.Rule{Name: r.Name(name), Expr: x, NamePos: name.Pos, End: r.Tokens[end-1].End}, p.Broken)
		i = end
	}
}

// A complete reader, with its lexer and its parser. Package notation calls it with a document.
func Example() {
	src := syntax.NewSource("example",
		"Words first.\npair = ( key | \"none\" ) value\nkey = \"k\" // @octets\nvalue = \"v\" ?\n")
	d := &reader.Document{
		Grammar: &syntax.Grammar{Source: src}, List: &syntax.List{Source: src}, Limits: syntax.DefaultLimits(),
	}
	read(d)
	d.List.End()
	syntax.Dump(os.Stdout, d.Grammar)
	for _, x := range d.List.Items {
		fmt.Println(x.Severity, x.Code, d.List.Format(x))
	}
	// Output:
	// @octets
	// pair = cat{group{alt{ref{key} str{"none"}}} ref{value}}
	// key = str{"k"}
	// unread value
	// warning prose-skipped example:1:1: line 1 skipped: text before the first rule
	// error bad-character example:4:13: unexpected '?': literal text is written "text"
}
