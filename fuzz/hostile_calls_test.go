package fuzz

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestHostileRecursion checks that no function of package iri or of package tables calls itself,
// directly or through others, so the stack depth is bounded however long the input is. Every
// mention of a function in the body of another counts as a call, including in function literals, so
// a call through a variable is counted where the function is mentioned. Calls through interfaces,
// such as to a caller's Reader or error, are excluded.
func TestHostileRecursion(t *testing.T) {
	l, calls := newLoader(), map[types.Object][]types.Object{}
	for _, folder := range []string{"/tables/internal/format", "/tables/internal/hier", "/tables/internal/counter",
		"/tables/internal/engine", "/tables", ""} {
		if _, err := l.load(module+folder, calls); err != nil {
			t.Fatal(err)
		}
	}
	for _, cycle := range cycles(calls) {
		t.Errorf("a function calls itself: %s", cycle)
	}
	n := 0
	for _, to := range calls {
		n += len(to)
	}
	t.Logf("%d functions, %d mentions of them in each other", len(calls), n)
	if len(calls) < 200 || n < 300 {
		t.Errorf("only %d functions with %d calls were found", len(calls), n)
	}

	planted := map[types.Object][]types.Object{}
	const text = "package p\ntype t int\nfunc a() { b() }\nfunc b() { f := c; f() }\n" +
		"func c() { func() { a() }() }\nfunc (x t) d() { x.d() }\nfunc e() { g() }\nfunc g() {}\n"
	if _, err := l.check("p", []string{"p.go"}, []string{text}, planted); err != nil {
		t.Fatal(err)
	}
	if found := cycles(planted); len(found) != 2 {
		t.Errorf("of two planted recursions the test sees %q", found)
	}
}

// A loader type-checks packages of this module from their source.
type loader struct {
	fset  *token.FileSet
	std   types.Importer
	known map[string]*types.Package
}

const module = "github.com/irilex/iri"

func newLoader() *loader {
	return &loader{fset: token.NewFileSet(), std: importer.ForCompiler(token.NewFileSet(), "source", nil),
		known: map[string]*types.Package{}}
}

// Import returns a package of this module or of the standard library.
func (l *loader) Import(path string) (*types.Package, error) {
	switch p := l.known[path]; {
	case p != nil:
		return p, nil
	case strings.HasPrefix(path, module):
		return l.load(path, map[types.Object][]types.Object{})
	}
	return l.std.Import(path)
}

// load type-checks the files in a directory that are built on this platform, and collects the
// calls.
func (l *loader) load(path string, calls map[types.Object][]types.Object) (*types.Package, error) {
	dir := filepath.Join("..", filepath.FromSlash(strings.TrimPrefix(path, module)))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names, texts []string
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if match, err := build.Default.MatchFile(dir, e.Name()); err != nil || !match {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		names, texts = append(names, name), append(texts, string(text))
	}
	return l.check(path, names, texts, calls)
}

func (l *loader) check(path string, names, texts []string,
	calls map[types.Object][]types.Object) (*types.Package, error) {
	var files []*ast.File
	for i, name := range names {
		file, err := parser.ParseFile(l.fset, name, texts[i], 0)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	p, err := (&types.Config{Importer: l}).Check(path, l.fset, files, info)
	if err != nil {
		return nil, err
	}
	l.known[path] = p
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				from := info.Defs[f.Name]
				calls[from] = mentioned(f, info)
			}
		}
	}
	return p, nil
}

// mentioned returns the functions named in the body of another.
func mentioned(f *ast.FuncDecl, info *types.Info) (all []types.Object) {
	if f.Body == nil { // assembly
		return nil
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if to, ok := info.Uses[id].(*types.Func); ok && !slices.Contains(all, types.Object(to.Origin())) {
				all = append(all, to.Origin())
			}
		}
		return true
	})
	return all
}

// cycles returns the paths from functions back to themselves, one per group of functions.
func cycles(calls map[types.Object][]types.Object) (found []string) {
	const open, done = 1, 2
	state := map[types.Object]int{}
	var way []types.Object
	var visit func(f types.Object)
	visit = func(f types.Object) {
		state[f] = open
		way = append(way, f)
		for _, to := range calls[f] {
			switch state[to] {
			case open:
				var names []string
				for _, g := range way[slices.Index(way, to):] {
					names = append(names, g.Name())
				}
				found = append(found, strings.Join(append(names, to.Name()), " → "))
			case 0:
				visit(to)
			}
		}
		way = way[:len(way)-1]
		state[f] = done
	}
	for f := range calls {
		if state[f] == 0 {
			visit(f)
		}
	}
	slices.Sort(found)
	return found
}
