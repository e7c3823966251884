package main

import (
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// A mutant is one small change of a package. Its identity is its location (file, function, old
// text, and number among the equal ones) and the new text, without the line, so it outlives changes
// of the code elsewhere.
type mutant struct {
	File string
	Line int
	Func string // empty outside of functions
	Kind string
	Old  string
	New  string // empty: removed
	Nth  int    // among the equal mutants of the function, from 1

	decl   ast.Decl
	reach  token.Pos // position of the statement run before the mutant matters, in a list of statements; or NoPos
	change func() (undo func())
}

func (m mutant) String() string {
	s := fmt.Sprintf("%s %s: %s -> %s", m.File, m.Func, m.Old, m.New)
	if m.New == "" {
		s = fmt.Sprintf("%s %s: %s removed", m.File, m.Func, m.Old)
	}
	if m.Nth > 1 {
		s += fmt.Sprintf(" #%d", m.Nth)
	}
	return s
}

// swaps are the replacements of an operator, each with the kind of the mutant.
var swaps = map[token.Token][]struct {
	by   token.Token
	kind string
}{
	token.LSS:  {{token.LEQ, "boundary"}, {token.GEQ, "relation"}},
	token.LEQ:  {{token.LSS, "boundary"}, {token.GTR, "relation"}},
	token.GTR:  {{token.GEQ, "boundary"}, {token.LEQ, "relation"}},
	token.GEQ:  {{token.GTR, "boundary"}, {token.LSS, "relation"}},
	token.EQL:  {{token.NEQ, "relation"}},
	token.NEQ:  {{token.EQL, "relation"}},
	token.LAND: {{token.LOR, "logic"}},
	token.LOR:  {{token.LAND, "logic"}},

	token.ADD:     {{token.SUB, "arithmetic"}},
	token.SUB:     {{token.ADD, "arithmetic"}},
	token.MUL:     {{token.QUO, "arithmetic"}},
	token.QUO:     {{token.MUL, "arithmetic"}},
	token.REM:     {{token.MUL, "arithmetic"}},
	token.AND:     {{token.OR, "arithmetic"}},
	token.OR:      {{token.AND, "arithmetic"}},
	token.XOR:     {{token.AND, "arithmetic"}},
	token.AND_NOT: {{token.AND, "arithmetic"}},
	token.SHL:     {{token.SHR, "arithmetic"}},
	token.SHR:     {{token.SHL, "arithmetic"}},
}

// assigning is the distance from an operator to its assignment operator: from + to +=.
const assigning = token.ADD_ASSIGN - token.ADD

// generated reports whether a file is generated.
func generated(f *ast.File) bool { return ast.IsGenerated(f) }

// trace reports whether a node is the call of a trace. Without the build tag trace it compiles to
// no code, so no test of this program can miss it.
func trace(n ast.Node) bool {
	s, ok := n.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := s.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && (id.Name == "saw" || id.Name == "sawPlaces")
}

// mutants returns all mutants of the package, file by file, in the order of the text. Some may not
// compile.
func (p *source) mutants() (all []*mutant) {
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		if generated(p.files[name]) {
			continue
		}
		for _, decl := range p.files[name].Decls {
			w := walker{source: p, file: name, decl: decl, seen: map[string]int{}}
			if f, ok := decl.(*ast.FuncDecl); ok {
				if f.Body == nil {
					continue
				}
				w.name = funcName(f)
				w.signature = append(w.signature, p.info.Defs[f.Name].Type().(*types.Signature))
			}
			ast.Inspect(decl, w.visit)
			all = append(all, w.found...)
		}
	}
	return all
}

// funcName returns the name of a function in the form Type.Method.
func funcName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		default:
			return t.(*ast.Ident).Name + "." + f.Name.Name
		}
	}
}

// A walker finds the mutants of one declaration.
type walker struct {
	*source
	file, name string
	decl       ast.Decl
	path       []ast.Node // to the visited node
	signature  []*types.Signature
	seen       map[string]int
	found      []*mutant
}

func (w *walker) visit(n ast.Node) bool {
	if n == nil {
		last := len(w.path) - 1
		if _, ok := w.path[last].(*ast.FuncLit); ok {
			w.signature = w.signature[:len(w.signature)-1]
		}
		w.path = w.path[:last]
		return true
	}
	if _, ok := n.(*ast.FuncType); ok || trace(n) {
		return false
	}
	w.path = append(w.path, n)
	switch n := n.(type) {
	case *ast.FuncLit:
		w.signature = append(w.signature, w.info.TypeOf(n).(*types.Signature))
	case *ast.BinaryExpr:
		if isNumber(w.info.TypeOf(n.X)) || n.Op < token.ADD || n.Op > token.AND_NOT {
			for _, s := range swaps[n.Op] {
				w.add(n, token.NoPos, s.kind, set(&n.Op, s.by))
			}
		}
	case *ast.BasicLit:
		w.constant(n)
	case *ast.Ident:
		if other, ok := map[string]string{"true": "false", "false": "true"}[n.Name]; ok &&
			w.info.Uses[n] == types.Universe.Lookup(n.Name) {
			w.add(n, token.NoPos, "constant", set(&n.Name, other))
		}
	case *ast.IncDecStmt:
		w.add(n, token.NoPos, "arithmetic", set(&n.Tok, token.INC+token.DEC-n.Tok))
	case *ast.AssignStmt:
		if n.Tok >= token.ADD_ASSIGN && n.Tok <= token.AND_NOT_ASSIGN && isNumber(w.info.TypeOf(n.Lhs[0])) {
			for _, s := range swaps[n.Tok-assigning] {
				w.add(n, token.NoPos, s.kind, set(&n.Tok, s.by+assigning))
			}
		}
	case *ast.ReturnStmt:
		w.zeros(n)
	case *ast.IfStmt:
		w.branches(n)
	case *ast.ForStmt:
		if n.Cond != nil {
			w.negate(&n.Cond)
		}
	case *ast.CaseClause:
		w.clause(n)
	case *ast.CommClause:
		w.statements(n.Body)
	case *ast.BlockStmt:
		w.statements(n.List)
	}
	return true
}

// branches adds the mutants of a condition and of its two branches.
func (w *walker) branches(n *ast.IfStmt) {
	w.negate(&n.Cond)
	w.empty(n, &n.Body.List)
	if n.Else == nil {
		return
	}
	at := token.NoPos
	if b, ok := n.Else.(*ast.BlockStmt); ok && len(b.List) > 0 {
		at = b.List[0].Pos()
	}
	w.removed(n.Else, at, "branch", set[ast.Stmt](&n.Else, nil))
}

// clause adds the mutants of a case of a switch.
func (w *walker) clause(n *ast.CaseClause) {
	for i, e := range n.List {
		if t := w.info.TypeOf(e); t != nil && types.Identical(t.Underlying(), types.Typ[types.Bool]) {
			w.negate(&n.List[i])
		}
	}
	w.statements(n.Body)
	if len(n.Body) > 1 {
		w.empty(n, &n.Body)
	}
}

// set returns a change of one variable.
func set[T any](at *T, to T) func() func() {
	return func() func() {
		old := *at
		*at = to
		return func() { *at = old }
	}
}

func isNumber(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// constant adds the mutants of an integer: plus one, minus one, and 0.
func (w *walker) constant(n *ast.BasicLit) {
	if n.Kind != token.INT && n.Kind != token.CHAR {
		return
	}
	around := ast.Node(n) // 63 alone is hard to recognize in a report
	if e, ok := w.path[len(w.path)-2].(ast.Expr); ok {
		around = e
	}
	w.add(around, token.NoPos, "constant", set(&n.Value, "("+n.Value+" + 1)"))
	if n.Value != "0" {
		w.add(around, token.NoPos, "constant", set(&n.Value, "0"))
	}
	if n.Value != "1" {
		w.add(around, token.NoPos, "constant", set(&n.Value, "("+n.Value+" - 1)"))
	}
}

// negate adds the negation of a condition other than a comparison: comparisons have other
// operators.
func (w *walker) negate(at *ast.Expr) {
	if b, ok := (*at).(*ast.BinaryExpr); ok && b.Op != token.LAND && b.Op != token.LOR {
		return
	}
	w.add(*at, token.NoPos, "negation", set(at, ast.Expr(&ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: *at}})))
}

// statements adds the removals of single statements.
func (w *walker) statements(list []ast.Stmt) {
	for i, s := range list {
		if trace(s) {
			continue
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt:
		case *ast.BranchStmt:
			if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
				continue
			}
		default:
			continue
		}
		w.removed(s, s.Pos(), "statement", set(&list[i], ast.Stmt(&ast.EmptyStmt{Implicit: true})))
	}
}

// empty adds the removal of all statements of a branch.
func (w *walker) empty(n ast.Node, list *[]ast.Stmt) {
	if len(*list) > 0 {
		w.add(n, (*list)[0].Pos(), "branch", set(list, nil))
	}
}

// zeros adds the mutants of a return statement: the zero value in place of each result.
func (w *walker) zeros(n *ast.ReturnStmt) {
	results := w.signature[len(w.signature)-1].Results()
	if len(n.Results) != results.Len() {
		return
	}
	for i, e := range n.Results {
		zero := w.zero(results.At(i).Type())
		if v := w.info.Types[e].Value; zero != w.print(e) && (v == nil || v.ExactString() != zero) {
			w.add(n, token.NoPos, "return", set(&n.Results[i], ast.Expr(ast.NewIdent(zero))))
		}
	}
}

// zero returns Go's notation of the zero value of a type.
func (w *walker) zero(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return "nil"
	case *types.Interface:
		if _, ok := t.(*types.TypeParam); !ok {
			return "nil"
		}
	}
	return "*new(" + types.TypeString(t, func(p *types.Package) string {
		if p.Path() == w.ImportPath {
			return ""
		}
		return p.Name()
	}) + ")"
}

// add adds a mutant that changes the text of a node.
func (w *walker) add(n ast.Node, reach token.Pos, kind string, change func() func()) {
	old := w.print(n)
	undo := change()
	// A negation replaces the expression itself in the tree, so print(n) does not show it.
	now := w.print(n)
	undo()
	if kind == "negation" {
		now = "!(" + old + ")"
	}
	w.note(n, &mutant{Kind: kind, Old: old, New: now, change: change}, reach)
}

// removed adds the mutant without a node.
func (w *walker) removed(n ast.Node, reach token.Pos, kind string, change func() func()) {
	w.note(n, &mutant{Kind: kind, Old: w.print(n), change: change}, reach)
}

// note completes a mutant. Without reach, it takes the innermost statement in a list.
func (w *walker) note(n ast.Node, m *mutant, reach token.Pos) {
	m.File, m.Func, m.decl, m.reach = w.file, w.name, w.decl, reach
	m.Line = w.fset.Position(n.Pos()).Line
	for i := len(w.path) - 1; i > 0 && !m.reach.IsValid(); i-- {
		if w.listed(i) {
			m.reach = w.path[i].Pos()
		}
	}
	m.Nth = 1
	w.seen[m.String()]++
	m.Nth = w.seen[m.String()]
	w.found = append(w.found, m)
}

// listed reports whether the i-th node of the path is in a list of statements.
func (w *walker) listed(i int) bool {
	s, ok := w.path[i].(ast.Stmt)
	if !ok {
		return false
	}
	switch around := w.path[i-1].(type) {
	case *ast.BlockStmt:
		_, isCase := s.(*ast.CaseClause)
		_, isComm := s.(*ast.CommClause)
		return !isCase && !isComm
	case *ast.CaseClause:
		return slices.Contains(around.Body, s)
	case *ast.CommClause:
		return slices.Contains(around.Body, s)
	}
	return false
}

// print returns a node in one line, cut after 160 characters.
func (w *walker) print(n ast.Node) string {
	var b strings.Builder
	if err := printer.Fprint(&b, w.fset, n); err != nil {
		panic(err)
	}
	line := strings.Join(strings.Fields(b.String()), " ")
	if cut := []rune(line); len(cut) > 160 {
		line = string(cut[:110]) + "… " + string(cut[len(cut)-49:])
	}
	return line
}
