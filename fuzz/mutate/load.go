package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// A source is a package on the disk, with its syntax and types.
type source struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string // for this machine and without tags, as listed by go list

	fset    *token.FileSet
	text    map[string][]byte // by file name, without the folder
	files   map[string]*ast.File
	info    *types.Info
	imports types.Importer
}

// load reads and checks a package. Its imports come from the build cache, compiled.
func load(pattern string) (*source, error) {
	list := exec.Command("go", "list", "-export", "-deps",
		"-json=ImportPath,Name,Dir,GoFiles,Export,DepOnly", pattern, "os")
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := list.Start(); err != nil {
		return nil, err
	}
	p, export := (*source)(nil), map[string]string{}
	for d := json.NewDecoder(out); ; {
		var listed struct {
			source
			Export  string
			DepOnly bool
		}
		if err := d.Decode(&listed); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		export[listed.ImportPath] = listed.Export
		if !listed.DepOnly && listed.ImportPath != "os" { // os is listed because weave imports it
			if p != nil {
				return nil, fmt.Errorf("%s is more than one package", pattern)
			}
			p = &listed.source
		}
	}
	if err := list.Wait(); err != nil {
		return nil, fmt.Errorf("go list %s: %w", pattern, err)
	}
	p.fset, p.text = token.NewFileSet(), map[string][]byte{}
	p.imports = importer.ForCompiler(p.fset, "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(export[path]) })
	for _, name := range p.GoFiles {
		if p.text[name], err = os.ReadFile(filepath.Join(p.Dir, name)); err != nil {
			return nil, err
		}
	}
	var wrong []types.Error
	p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}}
	p.files, wrong = p.check(p.text, p.info)
	if len(wrong) > 0 {
		return nil, wrong[0]
	}
	return p, nil
}

// fingerprint returns a short hash of all Go files below a folder, tests included. Results of other
// files are invalid.
func fingerprint(folder string) (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(sum, "%s %d\n", filepath.ToSlash(path), len(text))
		sum.Write(text)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)[:6]), err
}

// check parses and type-checks the files of the package with the given texts, fills info unless it
// is nil, and returns the type errors. It panics if a text does not parse, because that is a bug of
// this program.
func (p *source) check(text map[string][]byte, info *types.Info) (map[string]*ast.File, []types.Error) {
	files := map[string]*ast.File{}
	for name, text := range text {
		f, err := parser.ParseFile(p.fset, filepath.Join(p.Dir, name), text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			panic(err)
		}
		files[name] = f
	}
	var wrong []types.Error
	c := types.Config{Importer: p.imports, Error: func(err error) { wrong = append(wrong, err.(types.Error)) }}
	sorted := slices.Sorted(maps.Keys(files))
	list := make([]*ast.File, len(sorted))
	for i, name := range sorted {
		list[i] = files[name]
	}
	c.Check(p.ImportPath, p.fset, list, info)
	return files, wrong
}

// enclosing returns the number of the mutant whose copy contains a position.
func enclosing(files map[string]*ast.File, at token.Pos) (int, bool) {
	for _, f := range files {
		for _, d := range f.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && d.Pos() <= at && at < d.End() {
				return copied(f.Name.Name)
			}
		}
	}
	return 0, false
}
