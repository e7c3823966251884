package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/irilex/iri/internal/testkit"
)

// everyTyped loads, once, the packages for the tests that read syntax and types.
var everyTyped = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
	}, "./...", "./cmd/...")
})

// typed returns packages of this module with their syntax and types, excluding tests. The patterns
// are folders, and a trailing "/*" matches the folders within one.
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

// references maps each file of a package to the other files that declare the names, methods and
// fields it uses.
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

// circles returns the maximal sets of two or more files in which each file refers, directly or
// through others, to all the others (Tarjan, 1972).
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

// The files of a package can be read in some order: few of them refer to each other circularly.
func TestFilesStandInFewCircles(t *testing.T) {
	const most = 4
	list := typed(t, "rdf", "explain", "internal/explain", "tables", "tables/internal/*", "tables/machine", "build",
		"build/internal/*",
		"build/syntax", "build/syntax/*", "cmd/internal/records")
	if len(list) < 25 {
		t.Errorf("only %d packages", len(list))
	}
	for _, p := range list {
		for _, circle := range circles(references(p)) {
			t.Logf("%s: %q", p.PkgPath, circle)
			if len(circle) > most {
				t.Errorf("%s: %d files refer to each other, more than %d: %q", p.PkgPath, len(circle), most, circle)
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

// stages returns the packages listed on the compiler's page, build/doc.go, in page order.
func stages(t *testing.T) (list []string) {
	t.Helper()
	page := testkit.ReadFile(t, "build/doc.go")
	for _, m := range regexp.MustCompile(`(?m)^//\t\w+ +(build\S*) +\S`).FindAllStringSubmatch(page, -1) {
		list = append(list, m[1])
	}
	return list
}

// backwards returns the references from a package in order to a later one, as "from: to.Name".
func backwards(order []string, list []*packages.Package) (found []string) {
	for _, p := range list {
		from, _ := folder(p.PkgPath)
		for _, object := range p.TypesInfo.Uses {
			if object.Pkg() == nil {
				continue
			}
			to, _ := folder(object.Pkg().Path())
			if i := slices.Index(order, to); i > slices.Index(order, from) {
				found = append(found, from+": "+to+"."+object.Name())
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// Each stage of the compiler is listed on its page and refers to no later stage. The operations on
// compiled rules come second to last: they use the stages, and package build uses them.
func TestStages(t *testing.T) {
	order := stages(t)
	last := slices.Index(order, "build")
	if last < 0 || len(order) < 8 {
		t.Fatalf("the page of the compiler names %q", order)
	}
	order = append(slices.Delete(slices.Clone(order), last, last+1), "build")
	list := typed(t, "build", "build/syntax", "build/internal/*")
	for _, p := range list {
		if name, _ := folder(p.PkgPath); !slices.Contains(order, name) && name != "build/internal/span" {
			t.Errorf("the page of the compiler lacks %s", name)
		}
	}
	for _, reference := range backwards(order, list) {
		t.Errorf("a stage refers to a later one: %s", reference)
	}
	if slices.Reverse(order); len(backwards(order, list)) < 100 {
		t.Error("in the opposite order few references lead backwards: the test sees nothing")
	}
}

// A Grammar combines the stages but is not a stage itself: few methods and functions take it, and
// later stages write nothing to a Rule.
func TestGrammarIsASum(t *testing.T) {
	p := typed(t, "build")[0]
	grammar := p.Types.Scope().Lookup("Grammar").Type()
	var holders []string
	for _, object := range p.TypesInfo.Defs {
		f, ok := object.(*types.Func)
		if !ok {
			continue
		}
		if holds := func(v *types.Var) bool {
			return v != nil && types.Identical(v.Type(), types.NewPointer(grammar))
		}; holds(f.Signature().Recv()) || slices.ContainsFunc(slices.Collect(f.Signature().Params().Variables()), holds) {
			holders = append(holders, f.Name())
		}
	}
	if t.Logf("%d methods and functions", len(holders)); len(holders) > 40 || len(holders) < 10 {
		t.Errorf("%d methods and functions hold a *Grammar: %q", len(holders), holders)
	}
	private := 0
	for field := range p.Types.Scope().Lookup("Rule").Type().Underlying().(*types.Struct).Fields() {
		if !field.Exported() {
			private++
		}
	}
	if private > 6 || private == 0 {
		t.Errorf("a Rule has %d private fields", private)
	}
}

// Package tables exports few names: constants, functions, types, and methods of these types.
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

// exportedNames returns the exported names that a declaration adds to a package.
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

// receiverOf returns the name of a method's receiver type, or "" for a function.
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

// Printing never shows the bytes of a table: each exported struct that contains a table has String
// and GoString methods.
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

// holdsTable reports whether a type is a table type, or a struct or array that contains one.
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
