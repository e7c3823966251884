// Package grammar finds and compiles the GRAMMAR of a command line: a bundled one, or a file.
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

// A Document is the text of a grammar, and the dialect to read it in.
type Document struct {
	Name    string // of the grammar
	Source  *syntax.Source
	Dialect syntax.Dialect
	File    bool   // whether it is a file, not a bundled grammar
	Why     string // the reason for the dialect; "" without a choice
	Repair  bool
	Octets  []string
	Imports []importing
	Limits  build.Limits // unless the caller has others; zero for the defaults

	Semantics build.Semantics
	Recursion build.Recursion

	Extract *extract.Grammar // the origin of Source in a file with more than a grammar; or nil
}

// An importing is a document imported by another.
type importing struct {
	name, rule string // see build.Import
	*Document
}

// Open finds the document of a GRAMMAR and its imports. A bundled grammar hides a file of the same
// name: ./name opens the file. Open stops when ctx is done.
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
	text = d.extract(name, text)
	for _, word := range how.Imports {
		i, err := openImport(ctx, word)
		if err != nil {
			return nil, fmt.Errorf("--import %s: %w", word, err)
		}
		d.Imports = append(d.Imports, i)
	}
	if how.Dialect == auto {
		d.Dialect, d.Why = notation.Detect(text)
		return d, nil
	}
	dialects := syntax.Dialects()
	d.Dialect = dialects[slices.IndexFunc(dialects, func(d syntax.Dialect) bool { return d.String() == how.Dialect })]
	return d, nil
}

// importWord matches NAME=GRAMMAR. NAME is a name in some dialect.
var importWord = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.-]*)=(.+)$`)

// openImport opens the GRAMMAR in a word of --import. With a NAME it may end in "#RULE".
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

// read reads a document, up to a byte over the limit. The byte lets the reader of the grammar
// report the limit.
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
		kind, ok = files.LookWide(text)
	}
	if !ok {
		return nil
	}
	return fmt.Errorf("%s %s, so it is not read; try: %s > GRAMMAR", name, kind.Is, kind.Command(name))
}

// extract makes the source of a file, and returns its text. The source is the grammar in the text
// of an RFC and the like (see [extract.Extract]), or else the file. The file is cut after one byte
// over the limit.
func (d *Document) extract(name, text string) string {
	d.Source = syntax.NewSource(name, text)
	if d.Extract = extract.Extract(d.Source); d.Extract != nil {
		d.Source = d.Extract.Source
	} else if limit := syntax.DefaultLimits().Source + 1; len(text) > limit {
		d.Source = syntax.NewSource(name, text[:limit])
	}
	return d.Source.Text
}

// Extracted returns a message with the file's lines of the grammar, or "" if it is the whole file.
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
	return fmt.Sprintf("%s: %s; its grammar is in %s", d.Source.Name, d.Extract.Kind, lines)
}

// stem returns the name of a file without its directory and its extension.
func stem(name string) string {
	if name == Stdin {
		return "stdin"
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Tell prints on stderr the lines of an extracted grammar, the dialects of a file and of its
// imports, and the reading by order. It also prints the number of hidden errors in rules outside of
// the compiled ones. g may be nil.
func (d *Document) Tell(cmd *cobra.Command, g *build.Grammar) {
	if d.Extract != nil {
		program.Tell(cmd, "%s", d.Extracted())
	}
	if d.File {
		program.Tell(cmd, "%s: read as %s: %s", d.Source.Name, d.Dialect.Notation(), d.Dialect.Meaning())
	}
	if d.Semantics == build.PEG {
		name := d.Source.Name
		if !d.File {
			name = d.Name
		}
		program.Tell(cmd, "%s: read %s: the first alternative that matches, the longest repetition, no backtracking",
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

// guess returns a warning if the file's dialect differs from that of its name, and otherwise "". A
// name that ends in ".bnf" may be of a file in any dialect.
func (d *Document) guess() string {
	ending := strings.ToLower(filepath.Ext(d.Source.Name))
	i := slices.IndexFunc(syntax.Dialects(), func(x syntax.Dialect) bool { return slices.Contains(x.Endings(), ending) })
	promised := syntax.Dialect(i)
	if i < 0 || ending == ".bnf" || d.Why == "" || promised == d.Dialect {
		return ""
	}
	return fmt.Sprintf("the file is named %s but read as %s (%s), where %s; --dialect %s reads it as its name suggests",
		filepath.Ext(d.Source.Name), d.Dialect.Notation(), d.Why, d.Dialect.Meaning(), promised)
}

// doubt adds the warning of guess to the diagnostics.
func (d *Document) doubt(list *syntax.List) {
	if text := d.guess(); text != "" {
		list.Add(syntax.NewDiagnostic("dialect-guess", 0, 0, "%s", text))
		list.Sort()
	}
}

// TellDoubt prints on stderr the warnings about how the file is read: that the dialect was guessed,
// and that text is skipped. Commands that do not show the diagnostics of the document call it.
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
// recursion of opt, and zero limits. After the end of ctx it returns the error of ctx and no
// grammar, because a partly compiled grammar has additional errors.
func (d *Document) Compile(ctx context.Context, opt build.Options) (*build.Grammar, *syntax.List, error) {
	how := d.options()
	opt.Name, opt.Dialect, opt.Repair = how.Name, how.Dialect, how.Repair
	opt.Octets, opt.Imports, opt.Semantics, opt.Recursion = how.Octets, how.Imports, d.Semantics, d.Recursion
	if opt.Limits == (build.Limits{}) {
		opt.Limits = d.Limits
	}
	if opt.Limits != (build.Limits{}) && opt.Recursion != (build.Recursion{}) {
		opt.Limits = opt.Limits.ForApproximation()
	}
	g, _ := build.Compile(ctx, d.Source, opt)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	d.doubt(g.Diagnostics)
	return g, g.Diagnostics, nil
}

// options returns the name, dialect, repair, octets and imports of the document.
func (d *Document) options() build.Options {
	opt := build.Options{Name: d.Name, Dialect: d.Dialect, Repair: d.Repair, Octets: d.Octets}
	for _, i := range d.Imports {
		imported := build.Import{Name: i.name, Rule: i.rule, Source: i.Source, Options: i.options()}
		opt.Imports = append(opt.Imports, imported)
	}
	return opt
}

// CheckOctets returns an error for a name in --octets without a rule in g. The compiler has only a
// diagnostic for it. Without the error the verdicts would be those of another reading.
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
