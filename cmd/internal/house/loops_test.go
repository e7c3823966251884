package house

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// maxLoopVariable is the maximum size of a loop variable, in bytes.
const maxLoopVariable = 64

// largeLoopVariables returns the positions of for statements with a variable larger than
// maxLoopVariable bytes. Since Go 1.22 each iteration copies it: "for l := set.Lexer(s); l.Next();
// {" took up to 50% longer when a lexer was a struct of 128 bytes.
func largeLoopVariables(fset *token.FileSet, files []*ast.File, info *types.Info) (found []string) {
	sizes := types.SizesFor("gc", "amd64")
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			loop, ok := n.(*ast.ForStmt)
			if !ok {
				return true
			}
			init, ok := loop.Init.(*ast.AssignStmt)
			if !ok || init.Tok != token.DEFINE {
				return true
			}
			for _, left := range init.Lhs {
				v := info.Defs[left.(*ast.Ident)]
				if v != nil && sizes.Sizeof(v.Type()) > maxLoopVariable {
					found = append(found, fmt.Sprintf("%s: %s has %d bytes", fset.Position(n.Pos()), v.Name(), sizes.Sizeof(v.Type())))
				}
			}
			return true
		})
	}
	return found
}

// No loop copies a large variable in each iteration, not even in tests and benchmarks.
func TestLoopVariablesAreSmall(t *testing.T) {
	var seen []string
	for _, folder := range []string{".", "benchmarks", "benchmarks/adapters"} {
		patterns := []string{"./..."}
		if folder == "." {
			patterns = append(patterns, "./cmd/...")
		}
		all, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
				packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
			Dir: folder, Tests: true,
		}, patterns...)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			seen = append(seen, p.PkgPath)
			for _, place := range largeLoopVariables(p.Fset, p.Syntax, p.TypesInfo) {
				t.Error(place)
			}
		}
	}
	const planted = `package p
type large [65]byte
func f(x large, small int) {
	for y := x; y[0] > 0; { y[0]-- }
	for i, z := small, &x; i < len(z); i++ { }
	for _, z := range []large{x} { _ = z }
}`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", planted, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	found := largeLoopVariables(fset, []*ast.File{file}, info)
	if !slices.Equal(found, []string{"p.go:4:2: y has 65 bytes"}) {
		t.Errorf("the planted loops are %q", found)
	}
	for _, name := range []string{"/cmd/iri", "_test", "/benchmarks/report", "/benchmarks/adapters/loader"} {
		if !slices.Contains(seen, module+name) {
			t.Errorf("%s is not looked at", module+name)
		}
	}
}
