// Package grammar finds and compiles what a command line calls a GRAMMAR: one that is
// bundled, or a file.
package grammar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/extract"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/cmd/internal/await"
	"github.com/irilex/iri/cmd/internal/caret"
	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/sniff"
	"github.com/irilex/iri/internal/similar"
	"github.com/irilex/iri/tables"
)

// Stdin is the file name of the standard input.
const Stdin = "-"

// Dialects are the names that --dialect knows.
func Dialects() []string {
	names := []string{auto}
	for _, d := range syntax.Dialects() {
		names = append(names, d.String())
	}
	return names
}

// auto is the dialect that looks at the text.
const auto = "auto"

// A Notation says how to read a file: the flags --dialect, --repair, --octets and --import.
type Notation struct {
	Dialect string   // one of Dialects
	Repair  bool     // see syntax.ReadOptions
	Octets  []string // see build.Options
	Imports []string // each GRAMMAR, NAME=GRAMMAR or NAME=GRAMMAR#RULE
}

// Automatic is the notation of a file that no flags speak of.
func Automatic() Notation { return Notation{Dialect: auto} }

// TextFlags adds the flags --dialect and --repair to a command for the text of a grammar file.
func (n *Notation) TextFlags(cmd *cobra.Command) {
	names := Dialects()
	cmd.Flags().StringVar(&n.Dialect, "dialect", auto, "the `DIALECT` of a file: "+strings.Join(names, ", "))
	cmd.Flags().BoolVar(&n.Repair, "repair", false, "recover what a file lost with its line ends, and tell each place")
	cmd.RegisterFlagCompletionFunc("dialect", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// Flags adds the flags --dialect, --repair and --octets to a command for a grammar file.
func (n *Notation) Flags(cmd *cobra.Command) {
	n.TextFlags(cmd)
	cmd.Flags().StringSliceVar(&n.Octets, "octets", nil, "numbers are octets and not code points in the rules `RULE,...`; '*' stands for all")
	octets := cmd.Flags().Lookup("octets")
	octets.Value, octets.DefValue = ruleList{octets.Value, octets.Value.(pflag.SliceValue)}, ""
	cmd.RegisterFlagCompletionFunc("octets", n.completeOctets)
}

// A ruleList is the value of a flag with names of rules. It takes no flag for one.
type ruleList struct {
	pflag.Value
	pflag.SliceValue
}

// Set fails if the text begins with "-", as no name does: the value was forgotten.
func (l ruleList) Set(text string) error {
	if strings.HasPrefix(text, "-") {
		return errors.New("a flag is no rule")
	}
	return l.Value.Set(text)
}

// ImportFlag adds the flag --import to a command that compiles a grammar file.
func (n *Notation) ImportFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&n.Imports, "import", nil,
		"take names that a file does not define from `GRAMMAR`; NAME=GRAMMAR and NAME=GRAMMAR#RULE take one; "+
			"may be repeated")
	cmd.RegisterFlagCompletionFunc("import", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return Bundled(), cobra.ShellCompDirectiveDefault
	})
}

// Check returns an error when there is no such dialect, and when a flag says how to read a
// file and none of the grammars is one: it would change nothing. Without grammars there is no
// file either; a GRAMMAR that is "" counts as none.
func (n Notation) Check(grammars ...string) error {
	if !slices.Contains(Dialects(), n.Dialect) {
		return fmt.Errorf("there is no dialect %q; there are %s", n.Dialect, strings.Join(Dialects(), ", "))
	}
	words := n.Words()
	if len(words) == 0 {
		return nil
	}
	var names []string
	for _, name := range grammars {
		if _, bundled := build.FindBundled(name); !bundled && name != "" {
			return nil
		}
		if name != "" {
			names = append(names, name)
		}
	}
	flag, _, _ := strings.Cut(words[0], "=")
	if len(names) == 0 {
		return fmt.Errorf("%s says how to read a file, and no GRAMMAR is named", flag)
	}
	return fmt.Errorf("%s says how to read a file, and %s is bundled; a file of that name is ./%[2]s", flag, names[0])
}

// Words are the flags as a command line has them; none when they have their defaults.
func (n Notation) Words() (words []string) {
	if n.Dialect != auto {
		words = append(words, "--dialect", n.Dialect)
	}
	if n.Repair {
		words = append(words, "--repair")
	}
	if len(n.Octets) > 0 { // one word with "=": go generate has no quotes for "*", and shells leave it as it is
		words = append(words, "--octets="+strings.Join(n.Octets, ","))
	}
	for _, name := range n.Imports {
		words = append(words, "--import", name)
	}
	return words
}

// MapFiles returns n with another name, by rename, for each imported GRAMMAR.
func (n Notation) MapFiles(rename func(string) string) Notation {
	n.Imports = slices.Clone(n.Imports)
	for i, word := range n.Imports {
		m := importWord.FindStringSubmatch(word)
		if m == nil {
			n.Imports[i] = rename(word)
			continue
		}
		file, rule := Split(m[2])
		if n.Imports[i] = m[1] + "=" + rename(file); rule != "" {
			n.Imports[i] += "#" + rule
		}
	}
	return n
}

// Files returns the files that [Open] reads for a GRAMMAR: none for one that is bundled.
func (n Notation) Files(name string) (files []string) {
	add := func(name string) string {
		if _, bundled := build.FindBundled(name); !bundled {
			files = append(files, name)
		}
		return name
	}
	if add(name); len(files) > 0 {
		n.MapFiles(add)
	}
	return files
}

// Bundled returns the names of the bundled grammars.
func Bundled() []string {
	var names []string
	for _, b := range build.BundledGrammars() {
		names = append(names, b.Name)
	}
	return names
}

// A Document is the text of a grammar, and the dialect to read it in.
type Document struct {
	Name    string // of the grammar
	Source  *syntax.Source
	Dialect syntax.Dialect
	File    bool   // it is none of the bundled ones
	Why     string // it was taken for that dialect; "" when that was never in question
	Repair  bool
	Octets  []string
	Imports []importing
	Limits  build.Limits // unless others are asked for; zero for the defaults

	Extract *extract.Grammar // that Source is of, if the file holds more than a grammar; else nil
}

// An importing is a document that another takes names from.
type importing struct {
	name, rule string // see build.Import
	*Document
}

// Open finds the document of a GRAMMAR, and those that it imports. A bundled name goes before a file of
// that name, which is called ./name then. Open stops when ctx is done.
func Open(ctx context.Context, name string, how Notation, stdin io.Reader) (*Document, error) {
	if b, ok := build.FindBundled(name); ok {
		return &Document{Name: b.Name, Source: b.Source(), Dialect: b.Dialect, Limits: b.Limits()}, nil
	}
	if err := how.Check(name); err != nil {
		return nil, err
	}
	text, err := read(ctx, name, stdin)
	if err != nil {
		return nil, err
	}
	d := &Document{Name: stem(name), File: true, Repair: how.Repair, Octets: how.Octets}
	text = d.extract(name, text)
	for _, word := range how.Imports {
		i, err := openImport(ctx, word)
		if err != nil {
			return nil, fmt.Errorf("--import %s: %w", word, err)
		}
		d.Imports = append(d.Imports, i)
	}
	if how.Dialect == auto {
		d.Dialect, d.Why = syntax.Detect(text)
		return d, nil
	}
	dialects := syntax.Dialects()
	d.Dialect = dialects[slices.IndexFunc(dialects, func(d syntax.Dialect) bool { return d.String() == how.Dialect })]
	return d, nil
}

// importWord is NAME=GRAMMAR, where NAME is a name in some dialect.
var importWord = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.-]*)=(.+)$`)

// openImport opens what a word of --import names. With a NAME the GRAMMAR may end in "#RULE".
func openImport(ctx context.Context, word string) (i importing, err error) {
	file := word
	if m := importWord.FindStringSubmatch(word); m != nil {
		i.name = m[1]
		file, i.rule = Split(m[2])
	}
	if file == Stdin {
		return i, errors.New("the standard input cannot be imported")
	}
	i.Document, err = Open(ctx, file, Notation{Dialect: auto}, nil)
	return i, err
}

// read reads a document. One byte over the limit is enough for all to see that it is over.
func read(ctx context.Context, name string, stdin io.Reader) (string, error) {
	r := stdin
	if name != Stdin {
		f, err := await.Open(ctx, name)
		if errors.Is(err, os.ErrNotExist) {
			return "", unknown(name)
		}
		if err != nil {
			return "", err
		}
		defer f.Close()
		r = f
	}
	const most = extract.Limit + 1
	rd := await.Reader(ctx, r)
	defer rd.Close()
	text, err := io.ReadAll(io.LimitReader(rd, most))
	if err == nil {
		err = foreign(name, text)
	}
	return string(text), err
}

// foreign returns an error for a file that is not text in UTF-8.
func foreign(name string, text []byte) error {
	kind, ok := sniff.Look(text)
	if !ok {
		kind, ok = sniff.LookWide(text)
	}
	if !ok {
		return nil
	}
	return fmt.Errorf("%s %s, so it is not read; try: %s > GRAMMAR", name, kind.Is, kind.Command(name))
}

// extract makes the source of a file, and returns its text: the grammar in the text of an RFC and the
// like, see [extract.Extract], else the file. One byte over the limit is enough of it.
func (d *Document) extract(name, text string) string {
	d.Source = syntax.NewSource(name, text)
	if d.Extract = extract.Extract(d.Source); d.Extract != nil {
		d.Source = d.Extract.Source
	} else if most := syntax.DefaultLimits().Source + 1; len(text) > most {
		d.Source = syntax.NewSource(name, text[:most])
	}
	return d.Source.Text
}

// Extracted says which lines of the file the grammar was taken out of; "" if it is the whole file.
func (d *Document) Extracted() string {
	if d.Extract == nil {
		return ""
	}
	runs := d.Extract.Runs
	if len(runs) == 0 {
		return fmt.Sprintf("%s: %s; no grammar was found in it", d.Source.Name, d.Extract.Kind)
	}
	first, last := runs[0].First, runs[len(runs)-1].Last
	lines := fmt.Sprintf("lines %d to %d", first, last)
	if first == last {
		lines = fmt.Sprintf("line %d", first)
	}
	return fmt.Sprintf("%s: %s; its grammar stands in %s", d.Source.Name, d.Extract.Kind, lines)
}

// stem returns the name of a file without its directory and its extension.
func stem(name string) string {
	if name == Stdin {
		return "stdin"
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Tell says on stderr in which dialect a file was read, and those that it imports, and how many errors
// are not shown because they are in rules that are not asked for. A grammar g may be nil.
func (d *Document) Tell(cmd *cobra.Command, g *build.Grammar) {
	if d.Extract != nil {
		program.Tell(cmd, "%s", d.Extracted())
	}
	if d.File {
		program.Tell(cmd, "%s: read as %s: %s", d.Source.Name, d.Dialect.Notation(), d.Dialect.Meaning())
	}
	for _, i := range d.Imports {
		i.Tell(cmd, nil)
		i.TellDoubt(cmd)
	}
	if g == nil || g.Elsewhere == 0 {
		return
	}
	what := "an error in another rule is"
	if g.Elsewhere > 1 {
		what = fmt.Sprintf("%d errors in other rules are", g.Elsewhere)
	}
	program.Tell(cmd, "%s: %s not shown; abnf check shows all", d.Source.Name, what)
}

// extensions are the dialects that the names of files promise.
var extensions = map[string]syntax.Dialect{
	".abnf": syntax.ABNF, ".ebnf": syntax.W3C, ".aparse": syntax.AParse,
	".treetop": syntax.Treetop, ".tt": syntax.Treetop,
}

// guess warns of a file that was taken for another dialect than its name promises; "" for any other.
func (d *Document) guess() string {
	promised, ok := extensions[strings.ToLower(filepath.Ext(d.Source.Name))]
	if !ok || d.Why == "" || promised == d.Dialect {
		return ""
	}
	return fmt.Sprintf("the file is called %s and is read as %s (%s), where %s; --dialect %s reads it as its name says",
		filepath.Ext(d.Source.Name), d.Dialect.Notation(), d.Why, d.Dialect.Meaning(), promised)
}

// doubt adds the warning of guess to the diagnostics.
func (d *Document) doubt(list *syntax.List) {
	if text := d.guess(); text != "" {
		list.Add(syntax.NewDiagnostic("dialect-guess", 0, 0, "%s", text))
		list.Sort()
	}
}

// TellDoubt says on stderr if the file was taken for another dialect than its name promises, where the
// diagnostics of the document are not shown.
func (d *Document) TellDoubt(cmd *cobra.Command) {
	if text := d.guess(); text != "" {
		program.Tell(cmd, "%s: %s", d.Source.Name, text)
	}
}

// Read reads the document without compiling it.
func (d *Document) Read() (*syntax.Grammar, *syntax.List) {
	g, list := syntax.ReadWith(d.Source, syntax.ReadOptions{Dialect: d.Dialect, Repair: d.Repair})
	d.doubt(list)
	return g, list
}

// Compile compiles the document. Name, dialect, repair, octets and imports of opt are filled in, and the
// limits where it has none. The error is that of ctx: a grammar that is compiled in part has errors that the
// document does not have.
func (d *Document) Compile(ctx context.Context, opt build.Options) (*build.Grammar, *syntax.List, error) {
	how := d.options()
	opt.Name, opt.Dialect, opt.Repair = how.Name, how.Dialect, how.Repair
	opt.Octets, opt.Imports = how.Octets, how.Imports
	if opt.Limits == (build.Limits{}) {
		opt.Limits = d.Limits
	}
	g, _ := build.Compile(ctx, d.Source, opt)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	d.doubt(g.Diagnostics)
	return g, g.Diagnostics, nil
}

// options say how to read the document, and where names come from.
func (d *Document) options() build.Options {
	opt := build.Options{Name: d.Name, Dialect: d.Dialect, Repair: d.Repair, Octets: d.Octets}
	for _, i := range d.Imports {
		there := build.Import{Name: i.name, Rule: i.rule, Source: i.Source, Options: i.options()}
		opt.Imports = append(opt.Imports, there)
	}
	return opt
}

// CheckOctets returns an error when a rule that --octets names is none of g. The compiler
// has a diagnostic for it; but verdicts of a grammar that was not read as told are worth nothing.
func (d *Document) CheckOctets(g *build.Grammar) error {
	for _, name := range d.Octets {
		if name == build.WholeDocument {
			continue
		}
		if _, err := Find(g, name); err != nil {
			return fmt.Errorf("--octets: %w", err)
		}
	}
	return nil
}

// Report prints the diagnostics of a list that are at least that severe, and how many more there are.
func Report(p *caret.Printer, list *syntax.List, least syntax.Severity) error {
	for _, d := range list.Items {
		if d.Severity < least {
			continue
		}
		if err := Show(p, list.Source, d); err != nil {
			return err
		}
	}
	var rest []syntax.Count
	for _, c := range list.Rest() {
		if c.Severity >= least {
			rest = append(rest, c)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	return p.Line("%s: not listed: %s", list.Source.Name, Counts(rest))
}

// Show prints one diagnostic of a document.
func Show(p *caret.Printer, src *syntax.Source, d syntax.Diagnostic) error {
	at := src.Position(d.Pos)
	text, start := src.Line(d.Pos)
	_, length := src.Span(d.Pos, d.Len)
	return p.Print(caret.Diagnostic{
		File: src.Name, Line: at.Line, Column: at.Column,
		Severity: d.Severity.String(), Message: d.Message, Code: d.Code,
		Text: text, Offset: int(d.Pos - start), Len: length,
	})
}

// Counts lists counts in a sentence: "12 errors [bad-character], 1 warning [octets]".
func Counts(counts []syntax.Count) string {
	var words []string
	for _, c := range counts {
		words = append(words, c.String())
	}
	return strings.Join(words, ", ")
}

// Find returns a rule of g. The error for a name that is none has similar ones, the error for a name
// that may be several has these.
func Find(g *build.Grammar, name string) (*build.Rule, error) {
	r, err := g.Find(name)
	if err == nil {
		return r, nil
	}
	var names []string
	for _, r := range g.Rules {
		if tables.FoldName(r.Name) == tables.FoldName(name) {
			return nil, err
		}
		names = append(names, r.Name)
	}
	return nil, Unknown(g.Name, name, names)
}

// Unknown is the error for a rule that a grammar does not have.
func Unknown(grammar, rule string, names []string) error {
	text := fmt.Sprintf("the grammar %s has no rule %q", grammar, rule)
	if near := similar.Names(rule, names); len(near) > 0 {
		text += "; similar: " + strings.Join(near, ", ")
	}
	return errors.New(text)
}

// Table returns the table of a rule, and when it has none an error that says why.
func Table(g *build.Grammar, name string) (tables.Rule, error) {
	r, err := Find(g, name)
	switch {
	case err != nil:
		return "", err
	case r.Table != "":
		return r.Table, nil
	}
	return "", fmt.Errorf("the rule %s has no table: %s", r.Name, r.Reason())
}

// Siblings returns a function that finds the tables of a grammar by the names of their rules.
func Siblings(g *build.Grammar) func(name string) (tables.Rule, bool) {
	return func(name string) (tables.Rule, bool) {
		if r := g.Rule(name); r != nil && r.Table != "" {
			return r.Table, true
		}
		return "", false
	}
}

// Exactness writes the exactness of a table: "exact", "superset" or "subset(3)".
func Exactness(r tables.Rule) string {
	e, depth := r.Exactness()
	if e == tables.Subset {
		return fmt.Sprintf("%s(%d)", e, depth)
	}
	return e.String()
}
