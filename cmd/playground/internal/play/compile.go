package play

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf16"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/extract"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/tables"
)

// A Document is the text of a grammar and how to read it.
type Document struct {
	File      string // for messages, and for names in generated code
	Text      string
	Dialect   string   // "" infers the notation
	Repair    bool     // see notation.ReadOptions
	Imports   []string // bundled grammars that define names which the document does not define
	Recursion string   // "" or "exact", "superset", or "subset"
}

// subsetDepth is the depth of calls for the recursion "subset".
const subsetDepth = 3

// maxListed is the maximum number of diagnostics in an answer. More would be unreadable.
const maxListed = 200

// A compiled value describes a compiled document: its diagnostics and its rules.
type compiled struct {
	Dialect     string       `json:"dialect"`
	Notation    string       `json:"notation"` // how the text was read, in words
	Diagnostics []diagnostic `json:"diagnostics"`
	More        string       `json:"more"` // the diagnostics that are not listed, or ""
	Errors      int          `json:"errors"`
	Rules       []ruleRow    `json:"rules"`
	Offers      []offer      `json:"offers"` // bundled grammars to import
}

// A diagnostic is at line and column, from 1. From and To are the offsets of the text that it
// concerns, in UTF-16 code units, for the selection of a text field.
type diagnostic struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	From     int    `json:"from"`
	To       int    `json:"to"`
}

// compile compiles the document and keeps the grammar for later requests.
func (s *Session) compile(d Document) *compiled {
	src, dialect, read := d.source()
	opt := build.Options{Name: stem(d.File), Dialect: dialect, Repair: d.Repair, Lint: true, Limits: build.DefaultLimits()}
	for _, name := range d.Imports {
		if b, ok := build.FindBundled(name); ok {
			opt.Imports = append(opt.Imports, b.Import())
		}
	}
	switch d.Recursion {
	case "superset":
		opt.Recursion = build.Recursion{Exactness: tables.Superset}
	case "subset":
		opt.Recursion = build.Recursion{Exactness: tables.Subset, Depth: subsetDepth}
	}
	if opt.Recursion != (build.Recursion{}) {
		opt.Limits = opt.Limits.ForApproximation(opt.Recursion)
	}
	g, _ := build.Compile(context.Background(), src, opt)
	s.grammar, s.dialect, s.repair = g, dialect, d.Repair
	c := &compiled{Dialect: dialect.String(), Notation: read, Errors: g.Diagnostics.Errors(), Rules: rows(g),
		Diagnostics: []diagnostic{}, Offers: s.offers(missing(g.Diagnostics), dialect, d.Imports)}
	c.list(g.Diagnostics)
	return c
}

// source returns the document, or the grammar extracted from it, with its dialect and a description
// of how it is read.
func (d Document) source() (src *syntax.Source, dialect syntax.Dialect, read string) {
	src = syntax.NewSource(d.File, d.Text)
	if x := extract.Extract(src); x != nil {
		src = x.Source
		if read = fmt.Sprintf("%s; no grammar was found in it. ", x.Kind); len(x.Runs) > 0 {
			read = fmt.Sprintf("%s; its grammar is in lines %d to %d. ", x.Kind, x.Runs[0].First, x.Runs[len(x.Runs)-1].Last)
		}
		if why := x.Several(); why != "" {
			read += "It contains several grammars: " + why + ". "
		}
	} else if limit := syntax.DefaultLimits().Source + 1; len(d.Text) > limit {
		src = syntax.NewSource(d.File, d.Text[:limit])
	}
	for _, known := range syntax.Dialects() {
		if known.String() == d.Dialect {
			dialect = known
		}
	}
	if d.Dialect == "" {
		dialect, _ = notation.Detect(src.Text)
	}
	return src, dialect, read + "Read as " + dialect.Notation() + ": " + dialect.Meaning() + "."
}

// stem returns a file name without its extension, or "grammar".
func stem(file string) string {
	if name := strings.TrimSuffix(path.Base(file), path.Ext(file)); file != "" && name != "" {
		return name
	}
	return "grammar"
}

// addImport matches the advice of the command line in messages. The page offers imports by buttons.
var addImport = regexp.MustCompile(`: add --import \S+`)

// list sets the diagnostics of c. It omits pedantic ones, as abnf check does, and those about line
// endings and file names, because a text field has neither.
func (c *compiled) list(l *syntax.List) {
	l.Sort()
	text := l.Source.Document().Text
	at, units := 0, 0 // an offset in bytes, and the same in UTF-16 code units
	count := func(to int) int {
		if to < at {
			at, units = 0, 0
		}
		for _, r := range text[at:min(to, len(text))] {
			units += utf16.RuneLen(r)
		}
		at = min(to, len(text))
		return units
	}
	omitted := 0
	for _, x := range l.Items {
		kind, _ := syntax.Lookup(x.Code)
		if kind.Pedantic || x.Code == "line-end" || x.Code == "final-line-end" {
			continue
		}
		if len(c.Diagnostics) == maxListed {
			omitted++
			continue
		}
		place := l.Source.Position(x.Pos)
		from, length := l.Source.Span(x.Pos, x.Len)
		start := count(int(from))
		message := addImport.ReplaceAllLiteralString(x.Message, "")
		c.Diagnostics = append(c.Diagnostics, diagnostic{x.Severity.String(), x.Code, message, place.Line, place.Column,
			start, count(int(from) + length)})
	}
	var rest []string
	if omitted > 0 {
		rest = append(rest, fmt.Sprintf("%d more", omitted))
	}
	for _, n := range l.Rest() {
		if kind, _ := syntax.Lookup(n.Code); !kind.Pedantic {
			rest = append(rest, n.String())
		}
	}
	if c.More = strings.Join(rest, ", "); c.More != "" {
		c.More = "not listed: " + c.More
	}
}

// A ruleRow describes a rule. A rule without a table has no numbers, but a reason unless it is a
// core rule.
type ruleRow struct {
	Name    string `json:"name"`
	Core    bool   `json:"core"` // not defined by the document
	From    string `json:"from"` // the grammar that defines an imported rule, or ""
	Root    bool   `json:"root"` // whether no other rule refers to it
	Line    int    `json:"line"` // of the definition in the document, from 1; 0 without a definition
	Kind    string `json:"kind"`
	States  int    `json:"states"`
	Classes int    `json:"classes"`
	Bytes   int    `json:"bytes"`
	Exact   string `json:"exact"` // "exact", "superset", "subset(3)"; or ""
	Reason  string `json:"reason"`
}

// rows describes the rules of g: first its own, then the others.
func rows(g *build.Grammar) []ruleRow {
	list, core := []ruleRow{}, []ruleRow{} // not nil, which JSON writes as null
	used := map[*build.Rule]bool{}         // by another rule
	for _, r := range g.Rules {
		for _, to := range r.References() {
			used[to] = used[to] || to != r
		}
	}
	for _, r := range g.Rules {
		row := ruleRow{Name: r.Name, Core: !r.Own(), Kind: r.Kind.String(), Root: !used[r]}
		row.From, _, _ = strings.Cut(r.From, "#")
		if r.Own() && len(r.Defs) > 0 {
			row.Line = g.Source.Position(r.Defs[0].NamePos).Line
		}
		switch {
		case r.Table == "" && row.Core: // only the rules of the document get tables
		case r.Table == "":
			row.Reason = r.Reason()
		default:
			row.States, row.Classes, row.Bytes = r.Table.States(), r.Table.Classes(), len(r.Table)
			row.Exact = exactness(r.Table)
		}
		if row.Core {
			core = append(core, row)
		} else {
			list = append(list, row)
		}
	}
	return append(list, core...)
}

// exactness returns the exactness of a table, such as "exact", "superset" or "subset(3)".
func exactness(r tables.Rule) string {
	e, depth := r.Exactness()
	if e == tables.Subset {
		return fmt.Sprintf("%s(%d)", e, depth)
	}
	return e.String()
}

// errNone is the error of a request that needs a grammar before one was compiled.
var errNone = errors.New("no grammar has been compiled")

// find returns the rule that a request names.
func (s *Session) find(name string) (*build.Rule, error) {
	if s.grammar == nil {
		return nil, errNone
	}
	return s.grammar.Find(name)
}

// withTable is like find. The rule must have a table.
func (s *Session) withTable(name string) (*build.Rule, error) {
	r, err := s.find(name)
	if err == nil && r.Table == "" {
		err = fmt.Errorf("the rule %s has no table: %s", r.Name, r.Reason())
	}
	return r, err
}
