// Command mutate makes small changes to a package, one at a time, and prints the changes that no
// test detects:
//
//	go run ./fuzz/mutate ./automaton
//	go run ./fuzz/mutate -n 100 -seed 2 ./rdf
//	go run ./fuzz/mutate ./tables/internal/engine ./tables   # tests of another package
//
// The first argument is the package to change. The other arguments are the packages whose tests
// run; by default that is the changed package. A mutant is a file with one change: a different
// operator, a negated condition, an integer increased or decreased by one, or a removed statement
// or branch. Mutants that do not compile are not counted. Tests run with -short and stop at the
// first failure. A mutant also counts as killed if the tests take more than five times as long as
// normal plus half a minute, or need more than 6 GiB. A surviving mutant indicates a missing test,
// code without a purpose, or a change without effect.
//
// Rejected: gremlins 0.6.0. For each mutant it runs either the tests of the changed package
// (tables/internal/engine has none) or all tests of the module. It cannot draw a sample and does
// not remove statements.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 30, "number of mutants, drawn at random")
	seed := flag.Uint64("seed", 1, "seed of the draw")
	flag.Parse()
	if flag.NArg() == 0 {
		log.Fatal("usage: mutate [-n N] [-seed N] PACKAGE [TESTED PACKAGE...]")
	}
	tests := flag.Args()[min(1, flag.NArg()-1):]
	killed, tried, err := run(*n, *seed, flag.Arg(0), tests)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d of %d mutants killed\n", flag.Arg(0), killed, tried)
}

// run tries up to n mutants of a package.
func run(n int, seed uint64, pkg string, tests []string) (killed, tried int, err error) {
	all, err := load(pkg)
	if err != nil {
		return 0, 0, err
	}
	overlay, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(overlay)
	start := time.Now()
	if out, err := test(tests, "-count=1"); err != nil {
		return 0, 0, fmt.Errorf("the tests fail without a mutant: %w\n%s", err, out)
	}
	limit := 30*time.Second + 5*time.Since(start)
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, m := range all {
		if tried == n {
			break
		}
		flag, err := m.overlay(overlay)
		if err != nil {
			return killed, tried, err
		}
		if exec.Command("go", "build", flag, pkg).Run() != nil {
			continue
		}
		result := "SURVIVED"
		if _, err := test(tests, flag, "-timeout", limit.String()); err != nil {
			killed++
			result = "killed"
		}
		tried++
		fmt.Printf("%-8s %s\n", result, m)
	}
	return killed, tried, nil
}

// test runs the tests of each package and stops at the first package that fails.
func test(packages []string, flags ...string) (out []byte, err error) {
	for _, p := range packages {
		args := append([]string{"-c", `ulimit -v 6291456 && exec go test -short -failfast -vet=off "$@"`, "sh"}, flags...)
		if out, err = exec.Command("sh", append(args, p)...).CombinedOutput(); err != nil {
			break
		}
	}
	return out, err
}

// A mutant is a file with one change.
type mutant struct {
	at       token.Position
	text     string // the unchanged file
	old, new string
}

// String returns the position, the change and the line.
func (m *mutant) String() string {
	line := m.text[m.at.Offset-m.at.Column+1:]
	line, _, _ = strings.Cut(line, "\n")
	old, _, more := strings.Cut(m.old, "\n")
	if more {
		old += " …"
	}
	return fmt.Sprintf("%s:%d: %s → %s in: %s",
		filepath.Base(m.at.Filename), m.at.Line, old, m.new, strings.TrimSpace(line))
}

// overlay writes the mutant to a folder and returns the flag that makes go build and go test use
// it.
func (m *mutant) overlay(folder string) (flag string, err error) {
	file, list := filepath.Join(folder, "mutant.go"), filepath.Join(folder, "overlay.json")
	changed := m.text[:m.at.Offset] + m.new + m.text[m.at.Offset+len(m.old):]
	if err := os.WriteFile(file, []byte(changed), 0o666); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {m.at.Filename: file}})
	if err != nil {
		return "", err
	}
	return "-overlay=" + list, os.WriteFile(list, text, 0o666)
}

// load returns the mutants of all files that Go compiles on this machine, except generated files.
func load(pkg string) (all []*mutant, err error) {
	const files = `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}`
	out, err := exec.Command("go", "list", "-f", files, pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", pkg, err)
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if !ast.IsGenerated(f) {
			w := walker{fset, string(text), nil}
			ast.Inspect(f, w.visit)
			all = append(all, w.found...)
		}
	}
	return all, nil
}

// swaps maps each operator to its replacements.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.INC: {token.DEC}, token.DEC: {token.INC},
}

// assigning is the distance from an operator to its assignment operator, such as from + to +=.
const assigning = token.ADD_ASSIGN - token.ADD

// A walker collects the mutants of a file.
type walker struct {
	fset  *token.FileSet
	text  string
	found []*mutant
}

// replace adds a mutant in which a part of the file is replaced.
func (w *walker) replace(from, to token.Pos, with string) {
	at := w.fset.Position(from)
	w.found = append(w.found, &mutant{at, w.text, w.text[at.Offset : at.Offset+int(to-from)], with})
}

// swap adds the mutants in which an operator is replaced.
func (w *walker) swap(at token.Pos, op, distance token.Token) {
	for _, other := range swaps[op-distance] {
		w.replace(at, at+token.Pos(len(op.String())), (other + distance).String())
	}
}

func (w *walker) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		w.swap(n.OpPos, n.Op, 0)
	case *ast.IncDecStmt:
		w.swap(n.TokPos, n.Tok, 0)
	case *ast.AssignStmt:
		if n.Tok >= token.ADD_ASSIGN && n.Tok <= token.AND_NOT_ASSIGN {
			w.swap(n.TokPos, n.Tok, assigning)
		}
	case *ast.BasicLit:
		if n.Kind == token.INT || n.Kind == token.CHAR {
			w.replace(n.Pos(), n.End(), "("+n.Value+" + 1)")
			w.replace(n.Pos(), n.End(), "("+n.Value+" - 1)")
		}
	case *ast.Ident:
		if other := map[string]string{"true": "false", "false": "true"}[n.Name]; other != "" {
			w.replace(n.Pos(), n.End(), other)
		}
	case *ast.IfStmt:
		if b, ok := n.Cond.(*ast.BinaryExpr); !ok || b.Op == token.LAND || b.Op == token.LOR {
			w.replace(n.Cond.Pos(), n.Cond.End(), "!("+w.between(n.Cond.Pos(), n.Cond.End())+")")
		}
		w.replace(n.Body.Pos(), n.Body.End(), "{}")
	case *ast.BlockStmt:
		w.remove(n.List)
	case *ast.CaseClause:
		w.remove(n.Body)
	case *ast.CommClause:
		w.remove(n.Body)
	}
	return true
}

func (w *walker) between(from, to token.Pos) string {
	return w.text[w.fset.Position(from).Offset:w.fset.Position(to).Offset]
}

// remove adds the mutants that lack one statement of a list. It keeps calls to saw and sawPlaces,
// which only trace, and compile to no code unless a build tag is set.
func (w *walker) remove(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.ExprStmt:
			if call := w.between(s.Pos(), s.End()); strings.HasPrefix(call, "saw(") || strings.HasPrefix(call, "sawPlaces(") {
				continue
			}
		case *ast.IncDecStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt, *ast.BranchStmt:
		default:
			continue
		}
		w.replace(s.Pos(), s.End(), "")
	}
}
