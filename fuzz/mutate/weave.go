package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Compiling and linking take longer than killing most mutants. So all mutants of a sample are
// compiled at once. Each is a copy of its function under another name, and the function begins with
// a switch on the mutant of the process:
//
//	func (d *DFA) Size() int {
//		switch gomutant {
//		case 17:
//			return d.Size__17()
//		}
//		…
//
// Mutants of constants, of variables, and of functions that cannot be copied (init, main, a
// function that recovers) are compiled alone.

// extra is the file with the number of the process's mutant: 0 without the variable GOMUTANT. Go
// initializes it before the variables whose functions read it. In a program for measurements it
// also keeps the mutants reached by the tests.
const extra = `package %s

import "os"

var gomutantReached [%d]bool

// GomutantReached returns what was reached since it was called last.
func GomutantReached() (list []int) {
	for i, yes := range gomutantReached {
		if yes {
			list = append(list, i)
		}
	}
	clear(gomutantReached[:])
	return list
}

var gomutant = func() (n int) {
	for _, c := range os.Getenv("GOMUTANT") {
		n = 10*n + int(c-'0')
	}
	return n
}()
`

const extraFile = "gomutant_gomutant.go"

// reaching returns the files of the package, without mutants, with code that notes the mutants
// reached.
func (p *source) reaching(mutants []*mutant) map[string][]byte {
	edits := map[string][]edit{}
	for i, m := range mutants {
		if m.reach.IsValid() {
			at := p.offset(m.reach)
			edits[m.File] = append(edits[m.File], edit{at, at, fmt.Sprintf("gomutantReached[%d] = true; ", i)})
		}
	}
	return p.edited(edits, len(mutants))
}

// weave returns the files of the package with the mutants in them, numbered from 1.
func (p *source) weave(mutants []*mutant) map[string][]byte {
	type woven struct {
		decl  *ast.FuncDecl
		cases strings.Builder
		after strings.Builder
	}
	byDecl := map[ast.Decl]*woven{}
	edits := map[string][]edit{}
	for i, m := range mutants {
		if !m.woven() {
			continue
		}
		f := m.decl.(*ast.FuncDecl)
		named := name(f)
		w := byDecl[f]
		if w == nil {
			w = &woven{decl: f}
			byDecl[f] = w
		}
		copied := *f
		copied.Doc, copied.Name = nil, ast.NewIdent(copyName(f.Name.Name, i+1))
		call := call(f, copied.Name.Name)
		if f.Type.Results.NumFields() > 0 {
			call = "return " + call
		} else {
			call += "; return"
		}
		fmt.Fprintf(&w.cases, "case %d: %s\n", i+1, call)
		undo := m.change()
		fmt.Fprintf(&w.after, "\n\n%s%s", directives(f), p.text1(&copied))
		undo()
		named()
	}
	for d, w := range byDecl {
		f := d.(*ast.FuncDecl)
		named := name(f)
		signature := *f
		signature.Doc, signature.Body = nil, nil
		start := fmt.Sprintf("%s {\nswitch gomutant {\n%s}\n", p.text1(&signature), &w.cases)
		named()
		file := filepath.Base(p.fset.Position(f.Pos()).Filename)
		edits[file] = append(edits[file],
			edit{p.offset(f.Pos()), p.offset(f.Body.Lbrace) + 1, start},
			edit{p.offset(f.End()), p.offset(f.End()), w.after.String()})
	}
	return p.edited(edits, 0)
}

func (p *source) edited(edits map[string][]edit, mutants int) map[string][]byte {
	files := map[string][]byte{}
	for file, text := range p.text {
		files[file] = apply(text, edits[file])
	}
	files[extraFile] = fmt.Appendf(nil, extra, p.Name, mutants)
	return files
}

// alone returns the files of the package with one mutant.
func (p *source) alone(m *mutant) map[string][]byte {
	files := map[string][]byte{}
	for file, text := range p.text {
		files[file] = text
	}
	undo := m.change()
	changed := p.text1(m.decl)
	undo()
	files[m.File] = apply(p.text[m.File], []edit{{p.offset(m.decl.Pos()), p.offset(m.decl.End()), changed}})
	return files
}

// woven reports whether the mutant can be compiled together with others.
func (m *mutant) woven() bool {
	f, ok := m.decl.(*ast.FuncDecl)
	if !ok || f.Name.Name == "init" && f.Recv == nil || f.Name.Name == "main" {
		return false
	}
	recovers := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		recovers = recovers || ok && id.Name == "recover"
		return true
	})
	return !recovers
}

func copyName(name string, i int) string { return fmt.Sprintf("%s__%d", name, i) }

// copied returns the number in the name of a copy.
func copied(name string) (int, bool) {
	_, number, ok := strings.Cut(name, "__")
	i, err := strconv.Atoi(number)
	return i, ok && err == nil
}

// text1 prints a declaration without its comments.
func (p *source) text1(n ast.Node) string {
	var b bytes.Buffer
	if g, ok := n.(*ast.GenDecl); ok {
		bare := *g
		bare.Doc = nil
		n = &bare
	}
	if err := printer.Fprint(&b, p.fset, n); err != nil {
		panic(err)
	}
	return b.String()
}

func (p *source) offset(at token.Pos) int { return p.fset.Position(at).Offset }

// directives returns the compiler directives before a function.
func directives(f *ast.FuncDecl) (lines string) {
	if f.Doc != nil {
		for _, c := range f.Doc.List {
			if strings.HasPrefix(c.Text, "//go:") {
				lines += c.Text + "\n"
			}
		}
	}
	return lines
}

// name gives names to the receiver and the parameters without one.
func name(f *ast.FuncDecl) (undo func()) {
	var undos []func()
	n := 0
	fresh := func() *ast.Ident { n++; return ast.NewIdent(fmt.Sprintf("gomutant%d", n)) }
	fields := f.Type.Params.List
	if f.Recv != nil {
		fields = slices.Concat(f.Recv.List, fields)
	}
	for _, field := range fields {
		if len(field.Names) == 0 {
			undos = append(undos, set(&field.Names, []*ast.Ident{fresh()})())
		}
		for i := range field.Names {
			if field.Names[i].Name == "_" {
				undos = append(undos, set(&field.Names[i], fresh())())
			}
		}
	}
	return func() {
		for _, u := range slices.Backward(undos) {
			u()
		}
	}
}

// call returns the call of a copy with the parameters of the function.
func call(f *ast.FuncDecl, callee string) string {
	if f.Recv != nil {
		callee = f.Recv.List[0].Names[0].Name + "." + callee
	}
	var types, args []string
	if f.Type.TypeParams != nil {
		for _, field := range f.Type.TypeParams.List {
			for _, id := range field.Names {
				types = append(types, id.Name)
			}
		}
		callee += "[" + strings.Join(types, ", ") + "]"
	}
	for _, field := range f.Type.Params.List {
		for _, id := range field.Names {
			arg := id.Name
			if _, ok := field.Type.(*ast.Ellipsis); ok {
				arg += "..."
			}
			args = append(args, arg)
		}
	}
	return callee + "(" + strings.Join(args, ", ") + ")"
}

// An edit replaces the bytes from from up to to.
type edit struct {
	from, to int
	text     string
}

func apply(text []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var b bytes.Buffer
	at := 0
	for _, e := range edits {
		b.Write(text[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.Write(text[at:])
	return b.Bytes()
}
