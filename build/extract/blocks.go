package extract

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// A Block is a part of a document that its markup separates from prose, such as a fenced block in
// Markdown or a <sourcecode> element in xml2rfc, and that contains grammar.
type Block struct {
	Number      int    // from 1
	Name        string // the name or identifier in the markup, or ""
	First, Last int    // lines of the document, from 1
	Rules       int    // number of definitions found
	Left        bool   // whether the block is not read

	figure int32
}

// blocks returns the blocks that contain grammar. read contains the definitions in the figures that
// are not left.
func (r *reading) blocks(read []*definition) (blocks []Block) {
	rules := make([]int, len(r.figures))
	count := func(all []*definition) {
		for _, d := range all {
			if d.accepted {
				rules[d.figure]++
			}
		}
	}
	count(read)
	left := r.part(true)
	if all := find(left); len(all) <= limitDefinitions {
		choose(left, all)
		count(all)
	}
	for _, l := range r.lines {
		f := r.figures[l.figure]
		switch n := len(blocks); {
		case l.figure == 0 || rules[l.figure] == 0 && !f.whole:
		case n > 0 && blocks[n-1].figure == l.figure:
			blocks[n-1].Last = l.number
		default:
			blocks = append(blocks, Block{
				Number: n + 1, Name: f.name, First: l.number, Last: l.number, Rules: rules[l.figure], Left: f.left,
				figure: l.figure,
			})
		}
	}
	return blocks
}

// Only returns the grammar in the blocks with the given names or numbers. It takes everything in
// these blocks for grammar. If a name or number matches no block, Only returns nil and that name.
func (g *Grammar) Only(names []string) (only *Grammar, unknown string) {
	kept := map[int32]bool{}
	for _, name := range names {
		found := false
		for _, b := range g.Blocks {
			if name == b.Name || name == strconv.Itoa(b.Number) {
				kept[b.figure], found = true, true
			}
		}
		if !found {
			return nil, name
		}
	}
	r := *g.document
	r.figures = slices.Clone(r.figures)
	for i := range r.figures {
		f := &r.figures[i]
		f.left = !kept[int32(i)]
		f.trusted = !f.left && !f.whole
	}
	only = r.grammar()
	only.Blocks = slices.Clone(g.Blocks) // with the same numbers
	for i := range only.Blocks {
		only.Blocks[i].Left = !kept[only.Blocks[i].figure]
	}
	return only, ""
}

// Several explains why the blocks that were read are not one grammar, or returns "" if they may be
// one. Blocks in different notations belong to different grammars, as do two blocks that define a
// rule differently, which the compiler reports as an error.
func (g *Grammar) Several() string {
	if len(g.Blocks) < 2 {
		return ""
	}
	var one Block
	var dialect syntax.Dialect
	texts := g.reading.texts()
	for _, b := range g.Blocks {
		if b.Left {
			continue
		}
		d, sure := dialectOf(texts[b.figure], g.reading.figures[b.figure].whole)
		switch {
		case !sure:
		case one.Number == 0:
			one, dialect = b, d
		case d != dialect:
			return fmt.Sprintf("block %d (line %d) is in %s, but block %d (line %d) is in %s",
				one.Number, one.First, dialect.Notation(), b.Number, b.First, d.Notation())
		}
	}
	return g.contradiction()
}

// contradiction names a rule that two blocks define differently, or returns "".
func (g *Grammar) contradiction() string {
	dialect, _ := notation.Detect(g.Source.Text)
	rules, _ := notation.Read(g.Source, dialect)
	type definition struct {
		rule *syntax.Rule
		form string
	}
	first := map[string]definition{}
	for _, r := range rules.Rules {
		if r.Incremental {
			continue
		}
		name, form := dialect.FoldName(r.Name), formOf(r, dialect)
		other, ok := first[name]
		if !ok {
			first[name] = definition{r, form}
		} else if form != other.form {
			a, at := g.block(other.rule)
			if b, line := g.block(r); a != b {
				return fmt.Sprintf("block %d (line %d) and block %d (line %d) define %s differently", a, at, b, line, r.Name)
			}
		}
	}
	return ""
}

// formOf returns the definition of a rule, with names folded as the dialect folds them.
func formOf(r *syntax.Rule, d syntax.Dialect) string {
	return notation.FormatExpr(syntax.Map(r.Expr, func(x syntax.Expr) syntax.Expr {
		if name, ok := x.(*syntax.RuleName); ok {
			return &syntax.RuleName{Name: d.FoldName(name.Name), Start: name.Start}
		}
		return x
	}), d)
}

// block returns the number of the block that defines a rule, and the line of the definition.
func (g *Grammar) block(r *syntax.Rule) (number, line int) {
	line = g.Source.Position(r.NamePos).Line
	i := sort.Search(len(g.Blocks)-1, func(i int) bool { return line <= g.Blocks[i].Last })
	return g.Blocks[i].Number, line
}

// texts returns the text of each figure.
func (r *reading) texts() []string {
	texts := make([]strings.Builder, len(r.figures))
	for i, l := range r.lines {
		texts[l.figure].WriteString(r.content(i) + "\n")
	}
	list := make([]string, len(texts))
	for i := range texts {
		list[i] = texts[i].String()
	}
	return list
}

// dialectOf returns the notation of a figure. It is not sure of a short text that fits several
// notations.
func dialectOf(text string, whole bool) (d syntax.Dialect, sure bool) {
	switch d, _ = notation.Detect(text); {
	case d == syntax.W3C || d == syntax.BNF || d == syntax.Treetop:
		return d, true
	case !whole:
		return syntax.ABNF, true
	case d == syntax.AParse:
		return syntax.ISO, true
	}
	return d, d == syntax.ISO
}
