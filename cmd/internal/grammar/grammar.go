// Package grammar finds and compiles the GRAMMAR named on a command line, which is a bundled
// grammar or a file.
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

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/extract"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
)

// Stdin is the file name of the standard input.
const Stdin = "-"

// Bundled returns the names of the bundled grammars.
func Bundled() []string {
	var names []string
	for _, b := range build.BundledGrammars() {
		names = append(names, b.Name)
	}
	return names
}

// A Document is the text of a grammar and the dialect in which to read it.
type Document struct {
	Name    string // the grammar name
	Source  *syntax.Source
	Dialect syntax.Dialect
	File    bool   // whether it is a file, not a bundled grammar
	Why     string // the reason for the dialect, or "" if it was not inferred
	Repair  bool
	Octets  []string
	Imports []importing
	Limits  build.Limits // used unless the caller sets other limits; zero for the defaults

	Semantics build.Semantics
	Recursion build.Recursion

	Extract *extract.Grammar // where Source was found in a larger document, or nil
	Blocks  []string         // the blocks of that document that the user chose
}

// An importing is a document that another document imports.
type importing struct {
	name, rule string // see build.Import
	*Document
}

// Open finds the document of a GRAMMAR and its imports. A bundled grammar hides a file with the
// same name; ./name opens the file. Open stops when ctx is done.
func Open(ctx context.Context, name string, how Notation, stdin io.Reader) (*Document, error) {
	semantics, err := how.semantics()
	if err != nil {
		return nil, err
	}
	if b, ok := build.FindBundled(name); ok {
		return &Document{
			Name: b.Name, Source: b.Source(), Dialect: b.Dialect, Limits: b.Limits(),
			Semantics: semantics, Recursion: how.Recursion.Option(),
		}, nil
	}
	if err := how.Check(name); err != nil {
		return nil, err
	}
	text, err := read(ctx, name, stdin)
	if err != nil {
		return nil, err
	}
	d := &Document{
		Name: stem(name), File: true, Repair: how.Repair, Octets: how.Octets,
		Semantics: semantics, Recursion: how.Recursion.Option(),
	}
	if text, err = d.extract(name, text, how.Blocks); err != nil {
		return nil, err
	}
	for _, word := range how.Imports {
		i, err := openImport(ctx, word)
		if err != nil {
			return nil, fmt.Errorf("--import %s: %w", word, err)
		}
		d.Imports = append(d.Imports, i)
	}
	if how.Dialect == auto {
		d.Dialect, d.Why = notation.Detect(text)
		if a, b, ok := notation.Rivals(text, d.Dialect); ok {
			return nil, fmt.Errorf("%s fits two notations, %s and %s; choose one with --dialect %s or --dialect %s",
				name, a.Notation(), b.Notation(), a, b)
		}
		return d, nil
	}
	dialects := syntax.Dialects()
	d.Dialect = dialects[slices.IndexFunc(dialects, func(d syntax.Dialect) bool { return d.String() == how.Dialect })]
	return d, nil
}

// importWord matches NAME=GRAMMAR. NAME is a valid name in at least one dialect.
var importWord = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.-]*)=(.+)$`)

// openImport opens the GRAMMAR in an --import value. If the value contains NAME=, the GRAMMAR may
// end in "#RULE".
func openImport(ctx context.Context, word string) (i importing, err error) {
	file := word
	if m := importWord.FindStringSubmatch(word); m != nil {
		i.name = m[1]
		file, i.rule = Split(m[2])
	}
	if file == Stdin {
		return i, errors.New("standard input cannot be imported")
	}
	i.Document, err = Open(ctx, file, Notation{Dialect: auto}, nil)
	if _, several := errors.AsType[SeveralError](err); several {
		err = fmt.Errorf("%w; import a file that abnf extract --block wrote", err)
	}
	return i, err
}

// read reads a document up to one byte beyond the limit, so that the grammar reader can report that
// the limit is exceeded.
func read(ctx context.Context, name string, stdin io.Reader) (string, error) {
	r := stdin
	if name != Stdin {
		f, err := files.Open(ctx, name)
		if errors.Is(err, os.ErrNotExist) {
			return "", unknown(name)
		}
		if err != nil {
			return "", err
		}
		defer f.Close()
		r = f
	}
	const limit = extract.Limit + 1
	text, err := io.ReadAll(io.LimitReader(files.Interruptible(ctx, r), limit))
	if err == nil {
		err = foreign(name, text)
	}
	return string(text), err
}

// foreign returns an error for a file that is not UTF-8 text.
func foreign(name string, text []byte) error {
	kind, ok := files.Look(text)
	if !ok {
		kind, ok = files.LookWide(text, true)
	}
	if !ok {
		return nil
	}
	return fmt.Errorf("%s %s, so it cannot be read; try: %s > GRAMMAR", name, kind.Is, kind.Command(name))
}

// stem returns a file name without directory and extension.
func stem(name string) string {
	if name == Stdin {
		return "stdin"
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Tell prints on stderr where an extracted grammar was found, the dialects of a file and its
// imports, and whether alternatives are ordered. It also prints the number of errors that are not
// shown because they are in rules that were not compiled. g may be nil.
func (d *Document) Tell(cmd *cobra.Command, g *build.Grammar) {
	if d.Extract != nil {
		program.Tell(cmd, "%s", d.Extracted())
		if omitted := d.Omitted(); omitted != "" && d.Extract.Kind.HasBlocks() {
			program.Tell(cmd, "%s", omitted)
		}
	}
	if d.File {
		program.Tell(cmd, "%s: read as %s: %s", d.Source.Name, d.Dialect.Notation(), d.Dialect.Meaning())
	}
	if d.Semantics == build.PEG {
		name := d.Source.Name
		if !d.File {
			name = d.Name
		}
		program.Tell(cmd, "%s: read %s: ordered choice, greedy repetition, no backtracking",
			name, d.Semantics.Reading())
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

// guess returns a warning if the file's dialect differs from the dialect that its name suggests,
// otherwise "". A file whose name ends in ".bnf" may be in any dialect.
func (d *Document) guess() string {
	ending := strings.ToLower(filepath.Ext(d.Source.Name))
	i := slices.IndexFunc(syntax.Dialects(), func(x syntax.Dialect) bool { return slices.Contains(x.Endings(), ending) })
	promised := syntax.Dialect(i)
	if i < 0 || ending == ".bnf" || d.Why == "" || promised == d.Dialect {
		return ""
	}
	return fmt.Sprintf("the file has the extension %s but is read as %s (%s), where %s; "+
		"--dialect %s reads it as its name suggests",
		filepath.Ext(d.Source.Name), d.Dialect.Notation(), d.Why, d.Dialect.Meaning(), promised)
}

// doubt adds the warning from guess to the diagnostics.
func (d *Document) doubt(list *syntax.List) {
	if text := d.guess(); text != "" {
		list.Add(syntax.NewDiagnostic("dialect-guess", 0, 0, "%s", text))
		list.Sort()
	}
}

// TellDoubt prints on stderr the warnings that the dialect was guessed and that text is skipped.
// Commands that do not show the document's diagnostics call it.
func (d *Document) TellDoubt(cmd *cobra.Command) {
	if !d.File {
		return
	}
	_, list := d.Read()
	for _, x := range list.Items {
		if x.Code == "dialect-guess" || x.Code == "prose-skipped" {
			program.Tell(cmd, "%s: %s", d.Source.Name, x.Message)
		}
	}
}

// Read reads the document without compiling it.
func (d *Document) Read() (*syntax.Grammar, *syntax.List) {
	g, list := notation.ReadWith(d.Source, notation.ReadOptions{Dialect: d.Dialect, Repair: d.Repair})
	d.doubt(list)
	return g, list
}

// Compile compiles the document. It sets the name, dialect, repair, octets, imports, semantics and
// recursion of opt, and its limits if they are zero. If ctx is canceled, it returns the context
// error and no grammar, because a partly compiled grammar contains spurious errors.
func (d *Document) Compile(ctx context.Context, opt build.Options) (*build.Grammar, *syntax.List, error) {
	how := d.options()
	opt.Name, opt.Dialect, opt.Repair = how.Name, how.Dialect, how.Repair
	opt.Octets, opt.Imports, opt.Semantics, opt.Recursion = how.Octets, how.Imports, d.Semantics, d.Recursion
	if opt.Limits == (build.Limits{}) {
		opt.Limits = d.Limits
	}
	if opt.Limits != (build.Limits{}) && opt.Recursion != (build.Recursion{}) {
		opt.Limits = opt.Limits.ForApproximation(opt.Recursion)
	}
	g, _ := build.Compile(ctx, d.Source, opt)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	d.doubt(g.Diagnostics)
	return g, g.Diagnostics, nil
}

// options returns compiler options for the name, dialect, repair, octets and imports of the
// document.
func (d *Document) options() build.Options {
	opt := build.Options{Name: d.Name, Dialect: d.Dialect, Repair: d.Repair, Octets: d.Octets}
	for _, i := range d.Imports {
		imported := build.Import{Name: i.name, Rule: i.rule, Source: i.Source, Options: i.options()}
		opt.Imports = append(opt.Imports, imported)
	}
	return opt
}

// CheckOctets returns an error if --octets names a rule that g does not contain. The compiler only
// reports a diagnostic, so without this error verdicts would be based on a different interpretation
// of the grammar.
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
