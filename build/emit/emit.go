// Package emit generates Go source for tables: the package for a grammar, and the generated files
// of this module.
//
// The exported names of this package may change in any version.
package emit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"go/format"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A File is a generated file: its text, and its slash-separated path relative to the module root.
type File struct {
	Path string
	Data []byte
}

// Options selects the rules, sets and names of a generated package.
type Options struct {
	Package string              // the name of the package
	Doc     string              // the title of the document: "RFC 3987, …"
	Command string              // the command that generates the file, for its header
	Note    string              // the last sentence of the package comment
	Prefix  string              // prefix for function names: "P" yields PNames, PLookup and PAlternatives
	Rules   []string            // the rules to write
	Sets    []build.DeclaredSet // sets of rules to write, with their Go names

	Alternatives []string // rules whose alternatives to write; see Grammar.Alternatives
}

// everything reports whether the options name no rules, sets or alternatives. In that case, the
// package contains all rules of the document and the sets and alternatives that its directives
// declare.
func (o *Options) everything() bool { return len(o.Rules)+len(o.Sets)+len(o.Alternatives) == 0 }

// Generate returns the generated files of the module: a package for each bundled grammar, the list
// of bundled grammars, the character sets of package chars, and the tables that package iri uses.
// The output depends only on the grammars and this program.
func Generate(ctx context.Context) ([]File, error) {
	return generate(func(b build.Bundled) (*build.Grammar, error) { return b.Compile(ctx) })
}

// generate is like [Generate] but calls compile to compile each bundled grammar.
func generate(compile func(build.Bundled) (*build.Grammar, error)) ([]File, error) {
	var files []File
	compiled := map[string]*build.Grammar{}
	for _, b := range build.BundledGrammars() {
		g, err := compile(b)
		if err != nil {
			return nil, err
		}
		compiled[b.Name] = g
		data, err := Package(g, Options{Package: b.Package(), Doc: b.Title, Command: command, Note: note(b)})
		if err != nil {
			return nil, err
		}
		files = append(files, File{path.Join("tables", b.Package(), b.Package()+"_gen.go"), data})
	}
	list, err := emitBundled(compiled)
	if err != nil {
		return nil, err
	}
	characters, err := emitCharacters(compiled)
	if err != nil {
		return nil, err
	}
	data, err := emitUses(compiled)
	return append(files, File{"internal/bundled/bundled_gen.go", list},
		File{"internal/chars/chars_gen.go", characters}, File{"dfa_gen.go", data}), err
}

const command = "go run ./cmd/abnf gen"

// note returns the compatibility statement for a bundled grammar's package.
func note(b build.Bundled) string {
	if slices.Contains([]string{"findings", "schemes", "uts39", "uts46", "treetop-as-written"}, b.Name) {
		return "The exported names of this package may change in any version."
	}
	return "Semantic Versioning covers the exported names of this package."
}

// Package generates a Go package for the tables of a grammar. The package contains a constant for
// each rule that has a table, the functions Lookup and Names, and constants for each set and for
// the numbers of its rules. Package fails if opt names a rule that has no table.
func Package(g *build.Grammar, opt Options) ([]byte, error) {
	e, err := source(g, opt)
	if err != nil {
		return nil, err
	}
	formatted, err := format.Source(e.Bytes())
	if err != nil {
		return nil, err
	}
	return e.fill(formatted), nil
}

// Source is like Package but does not run gofmt, which is a tenth of the compiler for browsers
// (cmd/playground). For rules without sets the layout is nevertheless that of gofmt, except in
// comments that gofmt would change.
func Source(g *build.Grammar, opt Options) ([]byte, error) {
	e, err := source(g, opt)
	if err != nil {
		return nil, err
	}
	return append(e.fill(bytes.TrimRight(e.Bytes(), "\n")), '\n'), nil
}

// source returns the text of the package, with a declaration in place of each table.
func source(g *build.Grammar, opt Options) (*emitter, error) {
	names := newGoNames(opt.Prefix)
	rules, err := emitted(g, opt)
	if err != nil {
		return nil, err
	}
	ids, err := names.takeRules(g, rules, opt.Prefix)
	if err != nil {
		return nil, err
	}
	sets, err := emittedSets(g, opt, names)
	if err != nil {
		return nil, err
	}
	e := &emitter{prefix: opt.Prefix, ids: ids}
	e.header(opt.Command, g)
	doc := printable(opt.Doc)
	if g.Semantics != build.Unordered {
		doc += ", read " + g.Semantics.Reading()
	}
	e.printf("// Package %s provides %s of %s.\n", opt.Package, extent(g, rules), doc)
	e.approximations(g, rules)
	e.example(rules, sets)
	if opt.Note != "" {
		e.printf("//\n// %s\n", opt.Note)
	}
	e.printf("package %s\n\nimport %q\n\n", opt.Package, build.Module+"/tables")
	e.requireLayout()
	if len(rules) > 0 {
		e.lookup(rules)
	}
	e.alternatives(sets)
	for _, r := range rules {
		e.constant(g, r)
	}
	for _, s := range sets {
		if err := e.set(s, names); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// A goNames maps each Go name in a package to a description of the object it denotes.
type goNames map[string]string

// functions lists the functions of a generated package, without the prefix.
var functions = []string{"Lookup", "Names", "Alternatives"}

func newGoNames(prefix string) goNames {
	n := goNames{}
	for _, name := range functions {
		n[prefix+name] = "a function of the package"
	}
	return n
}

// takeRules chooses a Go name for each rule. The name is the [identifier], followed by "Rule" if a
// function of the package has that name, and by a number if another rule has it. Rules that are
// spelled like their Go names choose first.
func (n goNames) takeRules(g *build.Grammar, rules []*build.Rule, prefix string) (map[*build.Rule]string, error) {
	ids := map[*build.Rule]string{}
	for _, literal := range []bool{true, false} {
		for _, r := range rules {
			id := identifier(r.Name) + suffix(g, r)
			if literal != (id == r.Name) {
				continue
			}
			if slices.ContainsFunc(functions, func(name string) bool { return prefix+name == id }) {
				id += "Rule"
			}
			unique := id
			for i := 2; n[unique] != ""; i++ {
				unique = id + strconv.Itoa(i)
			}
			if err := n.take(unique, "the rule "+r.Name); err != nil {
				return nil, err
			}
			ids[r] = unique
		}
	}
	return ids, nil
}

// suffix returns the suffix for the Go name of an approximated rule. It is "" for any other rule.
func suffix(g *build.Grammar, r *build.Rule) string {
	exactness, depth := r.Table.Exactness()
	switch {
	case !g.Approximated(r):
		return ""
	case exactness == tables.Superset:
		return "Superset"
	}
	return fmt.Sprintf("Depth%d", depth)
}

// take gives an object the name id. It fails if id is not an exported Go identifier or already
// names another object.
func (n goNames) take(id, what string) error {
	switch {
	case !token.IsIdentifier(id) || !token.IsExported(id):
		return fmt.Errorf("%s has no valid Go name", what)
	case n[id] != "":
		return fmt.Errorf("%s and %s would both be named %s in Go; select rules with -r", what, n[id], id)
	}
	n[id] = what
	return nil
}

// identifier returns the exported Go name of a rule: IRI-reference becomes IRIReference, and
// BLANK_NODE_LABEL, which is all capitals, becomes BlankNodeLabel.
func identifier(rule string) string {
	words := strings.FieldsFunc(rule, func(c rune) bool { return strings.ContainsRune("-_. ", c) })
	capitals := len(words) > 1 && strings.Contains(rule, "_") && strings.ToUpper(rule) == rule
	var b strings.Builder
	for _, word := range words {
		if capitals {
			word = strings.ToLower(word)
		}
		if upper := strings.ToUpper(word); slices.Contains(initialisms, upper) {
			word = upper
		}
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// initialisms lists words that Go names spell in uppercase.
var initialisms = strings.Fields("API ASCII CIDR CPU CSS CURIE DID DNS DOI HTML HTTP HTTPS IBAN ID IDN IP IRI ISBN " +
	"ISSN JSON MAC OID ORCID SQL SSH TCP TLS TTL UDP UID ULID URI URL URN UTF8 UUID XML XRI XSD")

// emitted returns the rules to write, in document order.
func emitted(g *build.Grammar, opt Options) ([]*build.Rule, error) {
	for _, name := range opt.Rules {
		if r := g.Rule(name); r == nil || r.Table == "" {
			return nil, fmt.Errorf("the rule %s has no table", name)
		}
	}
	var rules []*build.Rule
	for _, r := range g.Rules {
		asked := slices.ContainsFunc(opt.Rules, func(name string) bool { return g.Rule(name) == r })
		if r.Table == "" || !asked && (!r.Own() || !opt.everything()) {
			continue
		}
		rules = append(rules, r)
	}
	if len(rules) == 0 && len(opt.Sets)+len(opt.Alternatives) == 0 {
		return nil, fmt.Errorf("no rule in the grammar %s has a table", g.Name)
	}
	return rules, nil
}

// extent describes which of the document's rules the package contains.
func extent(g *build.Grammar, written []*build.Rule) string {
	if len(written) == 0 {
		return "sets of rules"
	}
	for _, r := range g.Rules {
		if r.Own() && !slices.Contains(written, r) {
			return "tables for rules"
		}
	}
	return "a table for every rule"
}

// requireLayout writes a declaration that compiles only if package tables uses the same layout.
func (e *emitter) requireLayout() {
	e.printf("const _ = tables.Layout%d // the layout of the tables; other engines do not compile with them\n\n",
		machine.Layout)
}

// approximations adds the number of approximated tables to the package comment.
func (e *emitter) approximations(g *build.Grammar, rules []*build.Rule) {
	n := 0
	for _, r := range rules {
		if g.Approximated(r) {
			n++
		}
	}
	if n > 0 {
		e.printf("// Tables of recursive rules (%d here) are approximations, as their names show.\n", n)
	}
}

// example adds a description of how to use the constants to the package comment.
func (e *emitter) example(rules []*build.Rule, sets []emittedSet) {
	if len(rules) > 0 {
		e.printf("// Each is a constant with the methods of [tables.Rule], such as %s.Valid(s).\n", e.ids[rules[0]])
	}
	if len(sets) > 0 {
		e.printf("//\n// A set of rules, such as [%s], has the methods of [tables.Set].\n", sets[0].id)
	}
}

// An emitter accumulates the source text of a package.
type emitter struct {
	bytes.Buffer
	prefix string                 // prefix of the function names
	ids    map[*build.Rule]string // the Go names of the rules
	tables []table
}

func (e *emitter) printf(f string, args ...any) { fmt.Fprintf(e, f, args...) }

// header writes the line that marks the file as generated, and lists the grammars it was generated
// from.
func (e *emitter) header(command string, grammars ...*build.Grammar) {
	e.printf("// Code generated by %q; DO NOT EDIT.\n//\n", command)
	for _, g := range grammars {
		e.printf("// From %s, SHA-256 %x.\n", printable(g.Source.Name), sha256.Sum256([]byte(g.Source.Document().Text)))
	}
	e.printf("\n")
}

// lookup writes Names and Lookup. Lookup uses a switch rather than a map so that the linker can
// drop the tables from a program that never looks up a rule.
func (e *emitter) lookup(rules []*build.Rule) {
	e.printf("// %[1]sNames returns the rule names in the grammar's order and spelling.\n"+
		"func %[1]sNames() []string {\n\treturn []string{\n", e.prefix)
	for _, r := range rules {
		e.printf("\t\t%q,\n", r.Name)
	}
	e.printf("\t}\n}\n\n")
	var entries []entry
	for _, r := range rules {
		entries = append(entries, entry{r.Name, e.ids[r]})
	}
	e.printf("// %[1]sLookup returns the rule with that name%s.\n"+
		"func %[1]sLookup(name string) (rule tables.Rule, ok bool) {\n", e.prefix, spelling(entries))
	e.find("name", entries)
}

// An entry pairs a name in the grammar with the name of its constant.
type entry struct{ name, id string }

// alike returns the folded names that several entries share, with the number of entries for each.
func alike(entries []entry) map[string]int {
	n := map[string]int{}
	for _, e := range entries {
		n[tables.FoldName(e.name)]++
	}
	maps.DeleteFunc(n, func(_ string, many int) bool { return many == 1 })
	return n
}

// spelling returns a comment fragment that describes the accepted spellings of a name.
func spelling(entries []entry) string {
	const all = `, in any letter case and with "-" or "_"`
	if len(alike(entries)) > 0 {
		return all + "; names that\n// differ only in that must match exactly"
	}
	return all
}

// find writes the body of a function that looks up a constant by the name in arg. Names that differ
// only in case, or in "-" and "_", must match exactly; all other names are folded.
func (e *emitter) find(arg string, entries []entry) {
	var exact, folded bytes.Buffer
	ambiguous := alike(entries)
	for _, n := range entries {
		if ambiguous[tables.FoldName(n.name)] > 0 {
			fmt.Fprintf(&exact, "\tcase %q:\n\t\treturn %s, true\n", n.name, n.id)
		} else {
			fmt.Fprintf(&folded, "\tcase %q:\n\t\treturn %s, true\n", tables.FoldName(n.name), n.id)
		}
	}
	if exact.Len() > 0 {
		e.printf("\tswitch %s {\n%s\t}\n", arg, &exact)
	}
	if folded.Len() > 0 {
		e.printf("\tswitch tables.FoldName(%s) {\n%s\t}\n", arg, &folded)
	}
	e.printf("\treturn \"\", false\n}\n\n")
}

// constant writes the constant for a rule, with the rule's definition as the comment.
func (e *emitter) constant(g *build.Grammar, r *build.Rule) {
	exactness, depth := r.Table.Exactness()
	switch {
	case !g.Approximated(r):
		e.printf("// %s is the rule %s:\n//\n", e.ids[r], r.Name)
	case exactness == tables.Superset:
		e.printf("// %s is a superset of the rule %s. It matches every member, and other strings too:\n//\n",
			e.ids[r], r.Name)
	default:
		e.printf("// %s is a subset of the rule %s. It matches the members with at most %d nested references\n"+
			"// to %s:\n//\n", e.ids[r], r.Name, depth, calledNames(g, r))
	}
	for _, def := range r.Defs {
		for line := range strings.Lines(g.Source.Text[def.NamePos:def.End]) {
			e.printf("//\t%s\n", printable(strings.TrimRight(line, " \t\r\n")))
		}
	}
	e.printf("//\n// %d live states, %d classes, %d bytes; %s", r.Table.States(), r.Table.Classes(),
		len(r.Table), build.Recursion{Exactness: exactness, Depth: depth})
	if g.Semantics != build.Unordered {
		e.printf(", read %s", g.Semantics.Reading())
	}
	e.printf("; language %x.\n", r.Table.Hash())
	e.table(e.ids[r], "Rule", string(r.Table))
}

// calledNames lists the rules whose calls the depth counts.
func calledNames(g *build.Grammar, r *build.Rule) string {
	return strings.Join(g.Called(r), " or ")
}

// table writes a constant of one of package tables' types. The table text is a separate, unexported
// constant, because documentation shows the values of exported constants.
func (e *emitter) table(id, kind, text string) {
	e.printf("const %[1]s tables.%[2]s = table%[1]s\n\n%[3]s\n\n", id, kind, declaration(id))
	e.tables = append(e.tables, table{id, text})
}

// A table is a constant whose text is inserted after formatting, because go/format takes time
// quadratic in the number of lines in an expression.
type table struct{ id, text string }

// declaration returns the placeholder for a table constant. The table text is later appended to it.
func declaration(id string) string { return "const table" + id + ` = ""` }

// fill inserts the table texts into the source. e.tables is in source order. A line equal to a
// declaration occurs exactly once and is never part of a comment.
func (e *emitter) fill(source []byte) []byte {
	out := emitter{}
	for _, t := range e.tables {
		before, after, _ := bytes.Cut(source, []byte("\n"+declaration(t.id)))
		out.Write(before)
		out.printf("\n%s", declaration(t.id))
		out.text(t.text)
		source = after
	}
	out.Write(source)
	return out.Bytes()
}

// printable returns s with invisible characters other than tabs escaped as in \u{202E}, and invalid
// UTF-8 bytes as in \x{FF}. Grammar text becomes Go comments, where it must neither hide nor break
// the source.
func printable(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		c, size := utf8.DecodeRuneInString(s)
		switch {
		case c == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x{%02X}`, s[0])
		case c == '\t' || strconv.IsPrint(c):
			b.WriteRune(c)
		default:
			fmt.Fprintf(&b, `\u{%X}`, c)
		}
		s = s[size:]
	}
	return b.String()
}

// text writes a string constant, 64 bytes per line.
func (e *emitter) text(s string) {
	for line := range slices.Chunk([]byte(s), 64) {
		e.printf(" +\n\t\"")
		for _, b := range line {
			switch {
			case b == '"' || b == '\\':
				e.printf("\\%c", b)
			case ' ' <= b && b <= '~':
				e.WriteByte(b)
			default:
				e.printf("\\x%02x", b)
			}
		}
		e.printf("\"")
	}
}
