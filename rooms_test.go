package iri_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/irilex/iri/internal/testkit"
)

// everyTyped loads the packages for the tests that read syntax and types, once.
var everyTyped = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
	}, ".", "./tables", "./tables/explain", "./tables/internal/...", "./tables/machine", "./build", "./build/syntax",
		"./cmd/abnf", "./cmd/internal/grammar", "./cmd/internal/records")
})

// typed returns packages of this module with their syntax and types, tests excluded. The patterns
// are folders, and "/*" after one stands for those in it.
func typed(t *testing.T, patterns ...string) (list []*packages.Package) {
	t.Helper()
	testkit.NeedProcesses(t)
	all, err := everyTyped()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		name, _ := folder(p.PkgPath)
		if slices.ContainsFunc(patterns, func(pattern string) bool { return covers(pattern, name) }) {
			list = append(list, p)
		}
	}
	if packages.PrintErrors(list) > 0 || len(list) < len(patterns) {
		t.Fatalf("%d packages of %q, with errors or not", len(list), patterns)
	}
	return list
}

// references returns, for each file of a package, the other files with the declarations used in it:
// names, methods and fields.
func references(p *packages.Package) map[string][]string {
	of := map[string][]string{}
	name := func(at token.Pos) string { return filepath.Base(p.Fset.Position(at).Filename) }
	for id, object := range p.TypesInfo.Uses {
		if object.Pkg() != p.Types {
			continue
		}
		from, to := name(id.Pos()), name(object.Pos())
		if from != to && !slices.Contains(of[from], to) {
			of[from] = append(of[from], to)
		}
	}
	return of
}

// circles returns the largest sets of files with references from each to all others (Tarjan, 1972),
// of two files or more.
func circles(of map[string][]string) (found [][]string) {
	number, low := map[string]int{}, map[string]int{}
	var stack []string
	var visit func(f string)
	visit = func(f string) {
		number[f], low[f] = len(number)+1, len(number)+1
		stack = append(stack, f)
		for _, to := range of[f] {
			if number[to] == 0 {
				visit(to)
				low[f] = min(low[f], low[to])
			} else if slices.Contains(stack, to) {
				low[f] = min(low[f], number[to])
			}
		}
		if low[f] == number[f] {
			i := slices.Index(stack, f)
			if circle := slices.Clone(stack[i:]); len(circle) > 1 {
				slices.Sort(circle)
				found = append(found, circle)
			}
			stack = stack[:i]
		}
	}
	for f := range of {
		if number[f] == 0 {
			visit(f)
		}
	}
	return found
}

// The files of a room can be read in some order: few of them refer to each other in a circle.
func TestFilesStandInFewCircles(t *testing.T) {
	most := map[string]int{
		module + "/tables": 4, module + "/tables/internal/format": 4, module + "/tables/internal/hier": 4,
		module + "/tables/internal/counter": 4, module + "/tables/internal/engine": 4, module + "/tables/machine": 4,
		module + "/tables/explain": 4, module + "/cmd/internal/records": 4, module + "/build": 12,
	}
	list := typed(t, "tables", "tables/explain", "tables/internal/*", "tables/machine", "build", "cmd/internal/records")
	if len(list) != len(most) {
		t.Errorf("%d packages, not %d", len(list), len(most))
	}
	for _, p := range list {
		for _, circle := range circles(references(p)) {
			t.Logf("%s: %q", p.PkgPath, circle)
			if len(circle) > most[p.PkgPath] {
				t.Errorf("%s: %d files refer to each other, more than %d: %q",
					p.PkgPath, len(circle), most[p.PkgPath], circle)
			}
		}
	}
	planted := map[string][]string{"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": {"d", "e"}, "f": {"a"}}
	found := circles(planted)
	slices.SortFunc(found, slices.Compare)
	if !slices.EqualFunc(found, [][]string{{"a", "b", "c"}, {"d", "e"}}, slices.Equal) {
		t.Errorf("the planted circles are %q", found)
	}
}

// Users meet few names in package tables: constants, functions, types, and methods of these types.
func TestPackageTablesHasFewNames(t *testing.T) {
	const most = 104
	var names []string
	for _, f := range typed(t, "tables")[0].Syntax {
		for _, d := range f.Decls {
			names = append(names, exportedNames(d)...)
		}
	}
	t.Logf("%d names", len(names))
	if len(names) > most || len(names) < most/2 {
		t.Errorf("%d exported names, at most %d: %q", len(names), most, names)
	}
}

// exportedNames returns the exported names added to a package by a declaration.
func exportedNames(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if receiver := receiverOf(d); d.Name.IsExported() && (receiver == "" || ast.IsExported(receiver)) {
			names = append(names, strings.TrimPrefix(receiver+"."+d.Name.Name, "."))
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return !ast.IsExported(name) })
}

// receiverOf returns the name of the type of a method, "" for a function.
func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	switch x := d.Recv.List[0].Type.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.StarExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			return id.Name
		}
	}
	return ""
}

// Printing never shows the bytes of a table: each exported struct with a table has methods String
// and GoString.
func TestStructsWithTablesHaveNames(t *testing.T) {
	held := 0
	for _, p := range typed(t, "", "tables", "tables/machine") {
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			object, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || !object.Exported() || !holdsTable(object.Type(), 0) {
				continue
			}
			held++
			for _, method := range []string{"String", "GoString"} {
				f, _, _ := types.LookupFieldOrMethod(object.Type(), false, p.Types, method)
				if f, ok := f.(*types.Func); !ok || f.Signature().Params().Len() > 0 {
					t.Errorf("%s.%s holds a table and has no method %s", p.PkgPath, name, method)
				}
			}
		}
	}
	if held < 5 {
		t.Errorf("only %d types hold a table", held)
	}
}

// holdsTable reports whether a type is that of a table, or a struct or array with one.
func holdsTable(of types.Type, depth int) bool {
	if named, ok := of.(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == module+"/tables" {
		if name := named.Obj().Name(); name == "Rule" || name == "Set" {
			return true
		}
	}
	switch u := of.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if depth < 8 && holdsTable(u.Field(i).Type(), depth+1) {
				return true
			}
		}
	case *types.Array:
		return holdsTable(u.Elem(), depth+1)
	}
	return false
}
