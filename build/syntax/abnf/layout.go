package abnf

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// Layout returns the text of a document without errors in a uniform layout, see Format of package
// notation. g and list are the result of reading it, and Layout splits the document d into tokens
// again.
func Layout(d *reader.Document, g *syntax.Grammar, list *syntax.List) string {
	a := newReader(d)
	if !a.lex() {
		return ""
	}
	f := formatting{text: g.Source.Text, variant: a.variant, tokens: a.Tokens, margin: a.margin,
		repaired: map[syntax.Pos]syntax.Pos{}}
	for _, x := range list.Items {
		if x.Code == "repaired" && f.text[x.Pos] != a.variant.comment {
			f.repaired[x.Pos] = x.Pos + syntax.Pos(x.Len)
		}
	}
	return f.document(g, a.Start)
}

// A formatting collects the rules of a document, and the comments between them, in blocks. Empty
// lines of the document separate the blocks.
type formatting struct {
	text     string
	variant  *variant
	tokens   []token.Token
	margin   int32
	repaired map[syntax.Pos]syntax.Pos // maps the start of a repeat read as the empty string to its end
	blocks   [][]*entry
	apart    bool   // whether an empty line precedes the first block
	fresh    bool   // whether the next entry begins a block
	last     remark // the comment added last
}

// An entry is a rule with its comments, or a comment at the margin, outside rules.
type entry struct {
	name, define string // "" for a comment
	lines        []sourceLine
}

// A sourceLine is a line of a rule in the document: its words, its comment, or both.
type sourceLine struct {
	words     []word
	comment   string
	continues bool // whether the comment continues the one on the previous line
}

// A word is a text in which the layout puts no blanks: a token, or a repeat with the following
// token, which is the opening bracket if a group is repeated.
type word struct {
	text   string
	depth  int  // number of enclosing brackets
	choice bool // whether it is the sign between alternatives
	stays  bool // whether it must not begin a line
}

// A remark is a comment of the document, with its place.
type remark struct {
	text   string
	column int
	alone  bool // whether it is on a separate line
	empty  bool // whether an empty line precedes it
}

// document returns the layout of the document. Its first rule starts at tokens[start].
func (f *formatting) document(g *syntax.Grammar, start int) string {
	begins := map[syntax.Pos]bool{}
	for _, r := range g.Rules {
		begins[r.NamePos] = true
	}
	at := len(f.text) - len(strings.TrimPrefix(f.text, char.ByteOrderMark))
	prose := f.text[at:at]
	if start > 0 {
		end := int(f.tokens[start-1].End)
		if n := strings.IndexByte(f.text[end:], '\n'); n >= 0 {
			end += n + 1
		}
		end = min(end, int(f.tokens[start].Pos))
		prose, at = f.text[at:end], end
	}
	for i := start; f.tokens[i].Kind != token.End; {
		end := i + 1
		for f.tokens[end].Kind != token.End && !begins[f.tokens[end].Pos] {
			end++
		}
		f.between(at, int(f.tokens[i].Pos))
		f.rule(f.tokens[i:end])
		at, i = int(f.tokens[end-1].End), end
	}
	f.between(at, len(f.text))
	return f.print(prose)
}

// between adds the comments in the text between two rules, between the offsets from and to. Some
// belong to the rule above, and the others become separate entries.
func (f *formatting) between(from, to int) {
	remarks, empty, _ := f.remarks(from, to)
	for _, r := range remarks {
		if f.fresh = f.fresh || r.empty; !f.fresh && len(f.blocks) > 0 && f.belongs(r) {
			f.remark(f.current(), r)
			continue
		}
		f.add(&entry{})
		f.remark(f.current(), r)
	}
	f.fresh = f.fresh || empty
}

// belongs reports whether r, a comment after a rule, is part of the rule: whether it is on the last
// line of the rule, or is indented.
func (f *formatting) belongs(r remark) bool {
	return f.current().name != "" && (!r.alone || r.column > max(int(f.margin), 0))
}

// add adds an entry to the last block or, after an empty line, to a new one.
func (f *formatting) add(e *entry) {
	switch n := len(f.blocks); {
	case n == 0:
		f.apart = f.fresh
		fallthrough
	case f.fresh:
		f.blocks = append(f.blocks, []*entry{e})
	default:
		f.blocks[n-1] = append(f.blocks[n-1], e)
	}
	f.fresh, f.last = false, remark{}
}

// current returns the last entry.
func (f *formatting) current() *entry {
	block := f.blocks[len(f.blocks)-1]
	return block[len(block)-1]
}

// remark adds the comment r to e: to the last line of e if r is on that line, else as a separate
// line.
func (f *formatting) remark(e *entry, r remark) {
	if n := len(e.lines); !r.alone && n > 0 && e.lines[n-1].comment == "" {
		e.lines[n-1].comment = r.text
	} else {
		below := r.alone && n > 0 && e.lines[n-1].comment != "" && f.last.column == r.column
		e.lines = append(e.lines, sourceLine{comment: r.text, continues: below && (!f.last.alone || e.lines[n-1].continues)})
	}
	f.last = r
}

// rule adds an entry for the definition with these tokens.
func (f *formatting) rule(tokens []token.Token) {
	name, define := tokens[0], tokens[1]
	e := &entry{name: f.text[name.Pos:name.End], define: f.text[define.Pos:define.End]}
	f.add(e)
	e.lines = []sourceLine{{}}
	broken := f.gap(e, name, define) // a line end before "=" becomes one after it
	before, depth := define, 0
	for _, t := range f.withEmpty(tokens[2:]) {
		newline := f.gap(e, before, t) || broken
		if repeats(before.Kind) && before.End == t.Pos {
			words := e.lines[len(e.lines)-1].words
			words[len(words)-1].text += f.word(t)
			depth += deeper(t.Kind)
			before = t
			continue
		}
		if broken = false; newline || e.lines[len(e.lines)-1].comment != "" {
			e.lines = append(e.lines, sourceLine{})
		}
		depth += min(deeper(t.Kind), 0)
		line := &e.lines[len(e.lines)-1]
		line.words = append(line.words, word{
			text: f.word(t), depth: depth, choice: t.Kind == token.Choice,
			stays: deeper(t.Kind) < 0 || t.Kind == tokTerminator || before.Kind == token.Choice,
		})
		depth += max(deeper(t.Kind), 0)
		before = t
	}
}

// withEmpty returns tokens with a string token in place of each repeat without an element. The
// reader has read such a repeat as the empty string.
func (f *formatting) withEmpty(tokens []token.Token) (out []token.Token) {
	end := syntax.Pos(0)
	for _, t := range tokens {
		if to, ok := f.repaired[t.Pos]; ok {
			end = to
			out = append(out, token.Token{Kind: token.String, Indent: t.Indent, Pos: t.Pos, End: to})
		} else if t.Pos >= end {
			out = append(out, t)
		}
	}
	return out
}

// word returns the text of a token, and `""` for a token that withEmpty has inserted.
func (f *formatting) word(t token.Token) string {
	if _, ok := f.repaired[t.Pos]; ok {
		return `""`
	}
	return f.text[t.Pos:t.End]
}

// gap adds the comments between the tokens a and b to e, and reports whether there is a line end
// between them.
func (f *formatting) gap(e *entry, a, b token.Token) (newline bool) {
	remarks, _, newline := f.remarks(int(a.End), int(b.Pos))
	for _, r := range remarks {
		f.remark(e, r)
	}
	return newline
}

// repeats reports whether a token of kind k is part of a repeat. In the layout no blank follows it.
func repeats(k token.Kind) bool { return k == token.Number || k == token.Star || k == token.List }

// deeper returns 1 for an opening bracket, -1 for a closing one, and 0 for any other kind of
// token.
func deeper(k token.Kind) int {
	switch k {
	case token.OpenGroup, token.OpenOption:
		return 1
	case token.CloseGroup, token.CloseOption:
		return -1
	}
	return 0
}

// remarks returns the comments in the text between two offsets, which contains no token. empty
// reports whether an empty line follows the last comment, and newline whether there is a line end
// in the text.
func (f *formatting) remarks(from, to int) (remarks []remark, empty, newline bool) {
	blank := from == 0 || f.text[from-1] == '\n' // the line so far
	for at := from; at < to; {
		switch f.text[at] {
		case '\n':
			empty = empty || blank
			blank, newline = true, true
			at++
		case f.variant.comment:
			end := to
			if n := strings.IndexByte(f.text[at:to], '\n'); n >= 0 {
				end = at + n
			}
			text := strings.TrimRight(f.text[at:end], char.Blanks)
			remarks = append(remarks, remark{text: text, column: f.column(at), alone: blank, empty: empty})
			at, empty, blank = end, false, false
		default:
			at++
		}
	}
	return remarks, empty, newline
}

// column returns the column of the offset at, counted from 0. It counts at most about 1000 bytes,
// because no layout depends on more.
func (f *formatting) column(at int) (n int) {
	from := max(at-1000, 0)
	for _, c := range f.text[from+strings.LastIndexByte(f.text[from:at], '\n')+1 : at] {
		if n++; c == '\t' {
			n += 7 - (n-1)%8
		}
	}
	return n
}

func columns(text string) int { return utf8.RuneCountInString(text) }
