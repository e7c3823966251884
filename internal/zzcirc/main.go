package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	ps, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile}, os.Args[1:]...)
	if err != nil {
		panic(err)
	}
	for _, p := range ps {
		of := map[string][]string{}
		why := map[string]map[string]bool{}
		name := func(at token.Pos) string { return filepath.Base(p.Fset.Position(at).Filename) }
		for id, o := range p.TypesInfo.Uses {
			if o.Pkg() != p.Types {
				continue
			}
			a, b := name(id.Pos()), name(o.Pos())
			if a != b && !slices.Contains(of[a], b) {
				of[a] = append(of[a], b)
			}
			k := a + "->" + b
			if why[k] == nil {
				why[k] = map[string]bool{}
			}
			why[k][o.Name()] = true
		}
		for _, c := range circles(of) {
			fmt.Println(p.PkgPath, len(c), c)
			for _, a := range c {
				for _, b := range c {
					if w := why[a+"->"+b]; a != b && w != nil {
						var l []string
						for n := range w {
							l = append(l, n)
						}
						slices.Sort(l)
						fmt.Println("   ", a, "->", b, strings.Join(l, " "))
					}
				}
			}
		}
		if strings.HasSuffix(p.PkgPath, "/build") {
			n := 0
			for _, f := range p.Syntax {
				for _, d := range f.Decls {
					fd, ok := d.(*ast.FuncDecl)
					if !ok {
						continue
					}
					sig := p.TypesInfo.Defs[fd.Name].(*types.Func).Signature()
					is := func(t types.Type) bool {
						if ptr, ok := t.(*types.Pointer); ok {
							t = ptr.Elem()
						}
						n, ok := t.(*types.Named)
						return ok && n.Obj().Name() == "Grammar" && n.Obj().Pkg() == p.Types
					}
					hit := sig.Recv() != nil && is(sig.Recv().Type())
					for i := range sig.Params().Len() {
						hit = hit || is(sig.Params().At(i).Type())
					}
					if hit {
						n++
						fmt.Println("  G", fd.Name.Name)
					}
				}
			}
			fmt.Println("Grammar:", n)
		}
	}
}

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
