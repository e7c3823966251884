package abnf

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/reader"
	"github.com/irilex/iri/build/syntax/internal/token"
)

// Layout returns the text of an error-free document in a uniform layout; see Format in package
// notation. g and list are the result of reading the document d, which Layout tokenizes again.
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

// A formatting collects the rules of a document, and the comments between them, in blocks. Blocks
// are separated by empty lines in the document.
type formatting struct {
	text     string
	variant  *variant
	tokens   []token.Token
	margin   int32
	repaired map[syntax.Pos]syntax.Pos // for each repeat read as the empty string, maps its start to its end
	blocks   [][]*entry
	apart    bool   // whether an empty line precedes the first block
	fresh    bool   // whether the next entry begins a new block
	last     remark // the most recently added comment
}

// An entry is a rule with its comments, or a comment at the margin outside any rule.
type entry struct {
	name, define string // "" for a comment
	lines        []sourceLine
}

// A sourceLine is a line of a rule in the document: words, a comment, or both.
type sourceLine struct {
	words     []word
	comment   string
	continues bool // whether the comment continues the previous line's comment
}

// A word is text that the layout never splits with blanks: a token, or a repeat and the token after
// it. If a group is repeated, that token is the opening bracket.
type word struct {
	text   string
	depth  int  // number of enclosing brackets
	choice bool // whether the word is the sign between alternatives
	stays  bool // whether the word must not begin a line
}

// A remark is a comment in the document and where it is placed.
type remark struct {
	text   string
	column int
	alone  bool // whether the comment is on a separate line
	empty  bool // whether an empty line precedes the comment
}

// document returns the layout of the document, whose first rule starts at tokens[start].
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

// between adds the comments between two rules, in the text between the offsets from and to. A
// comment that belongs to the rule above is added to that rule; any other becomes a separate entry.
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

// belongs reports whether r, a comment after a rule, is part of that rule. A comment is part of the
// rule if it is indented or on the rule's last line.
func (f *formatting) belongs(r remark) bool {
	return f.current().name != "" && (!r.alone || r.column > max(int(f.margin), 0))
}

// add adds an entry to the last block or, after an empty line, to a new block.
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

// remark adds the comment r to e. If r is on the last line of e, it is added to that line;
// otherwise it becomes a separate line.
func (f *formatting) remark(e *entry, r remark) {
	if n := len(e.lines); !r.alone && n > 0 && e.lines[n-1].comment == "" {
		e.lines[n-1].comment = r.text
	} else {
		below := r.alone && n > 0 && e.lines[n-1].comment != "" && f.last.column == r.column
		e.lines = append(e.lines, sourceLine{comment: r.text, continues: below && (!f.last.alone || e.lines[n-1].continues)})
	}
	f.last = r
}

// rule adds an entry for the definition that consists of tokens.
func (f *formatting) rule(tokens []token.Token) {
	name, define := tokens[0], tokens[1]
	e := &entry{name: f.text[name.Pos:name.End], define: f.text[define.Pos:define.End]}
	f.add(e)
	e.lines = []sourceLine{{}}
	broken := f.gap(e, name, define) // a line break before "=" is moved after it
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

// withEmpty returns tokens with each repeat that lacks an element replaced by a string token. The
// reader has read these repeats as empty strings.
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

// word returns the text of a token, or `""` for a token that withEmpty inserted.
func (f *formatting) word(t token.Token) string {
	if _, ok := f.repaired[t.Pos]; ok {
		return `""`
	}
	return f.text[t.Pos:t.End]
}

// gap adds the comments between the tokens a and b to e, and reports whether a line ends between
// the tokens.
func (f *formatting) gap(e *entry, a, b token.Token) (newline bool) {
	remarks, _, newline := f.remarks(int(a.End), int(b.Pos))
	for _, r := range remarks {
		f.remark(e, r)
	}
	return newline
}

// repeats reports whether a token of kind k is part of a repeat. The layout puts no blank after
// such a token.
func repeats(k token.Kind) bool { return k == token.Number || k == token.Star || k == token.List }

// deeper returns 1 for an opening bracket, -1 for a closing bracket, and 0 for any other token.
func deeper(k token.Kind) int {
	switch k {
	case token.OpenGroup, token.OpenOption:
		return 1
	case token.CloseGroup, token.CloseOption:
		return -1
	}
	return 0
}

// remarks returns the comments in the text between two offsets, which must not contain a token.
// empty reports whether an empty line follows the last comment; newline reports whether the text
// contains a line break.
func (f *formatting) remarks(from, to int) (remarks []remark, empty, newline bool) {
	blank := from == 0 || f.text[from-1] == '\n' // whether the line so far is blank
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

// column returns the zero-based column of the given offset. It looks back at most about 1000 bytes,
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
