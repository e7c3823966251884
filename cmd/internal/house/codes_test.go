package house

import (
	"go/ast"
	"go/constant"
	"go/types"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/irilex/iri/build/syntax"
)

// Every reported code is in the table of codes, and every code in the table is reported. A code in
// the source is a constant of type syntax.Code outside the table itself.
func TestCodes(t *testing.T) {
	reported := map[string]string{}
	list := typed(t, "build", "build/internal/*", "build/syntax", "build/syntax/*", "cmd/abnf", "cmd/internal/grammar")
	for _, p := range list {
		codeConstants(p, func(code, where string) { reported[code] = where })
	}
	delete(reported, "") // the code that means no diagnostic
	inTable := map[string]bool{}
	for _, k := range syntax.Codes() {
		if inTable[string(k.Code)] {
			t.Errorf("%s is in the table twice", k.Code)
		}
		inTable[string(k.Code)] = true
		if k.Pedantic && k.Severity != syntax.Note {
			t.Errorf("%s is pedantic and a %s", k.Code, k.Severity)
		}
		if reported[string(k.Code)] == "" {
			t.Errorf("%s is in the table and is never reported", k.Code)
		}
	}
	for code, where := range reported {
		if !inTable[code] {
			t.Errorf("%s: %s is not in the table", where, code)
		}
	}
	if len(reported) < 100 {
		t.Errorf("only %d codes are found", len(reported))
	}
}

// codeConstants visits the constants of type syntax.Code in the functions of a package.
func codeConstants(p *packages.Package, visit func(code, where string)) {
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if _, ok := d.(*ast.FuncDecl); !ok {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				x, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				v := p.TypesInfo.Types[x]
				named, ok := v.Type.(*types.Named)
				if ok && v.Value != nil && named.Obj().Name() == "Code" && named.Obj().Pkg().Path() == module+"/build/syntax" {
					visit(constant.StringVal(v.Value), p.Fset.Position(x.Pos()).String())
				}
				return true
			})
		}
	}
}
