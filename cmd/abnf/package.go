package main

import (
	"fmt"
	"go/ast"
	gobuild "go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// fitsPackage returns an error if another file of the package declares a name declared by a
// generated file. It skips files excluded by Go on this machine, and files that do not parse.
func fitsPackage(file string, data []byte) error {
	fset := token.NewFileSet()
	ours, err := parser.ParseFile(fset, file, data, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	names, functions := map[string]bool{"tables": true}, map[string]bool{} // the generated file imports package tables
	for _, id := range declared(ours) {
		names[id.Name] = true
	}
	for _, d := range ours.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			functions[f.Name.Name] = true
		}
	}
	dir := filepath.Dir(file)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // writing the file reports the error
	}
	var taken []string
	helps := true // whether another prefix would help
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if match, err := gobuild.Default.MatchFile(dir, entry.Name()); err != nil || !match || sameFile(path, file) {
			continue
		}
		other, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if other == nil || err != nil || other.Name.Name != ours.Name.Name {
			continue
		}
		for _, id := range declared(other) {
			if names[id.Name] {
				taken = append(taken, fmt.Sprintf("%s (%s)", id.Name, fset.Position(id.Pos())))
				helps = helps && functions[id.Name]
			}
		}
	}
	advice := "write to another folder"
	if helps {
		advice += ", or use another --prefix"
	}
	const shown = 3
	switch more := len(taken) - shown; {
	case len(taken) == 0:
		return nil
	case more > 0:
		taken = append(taken[:shown], fmt.Sprintf("%d more", more))
	}
	return fmt.Errorf("package %s already declares %s; %s", ours.Name.Name, strings.Join(taken, ", "), advice)
}

// declared returns the names a file adds to its package, without methods and "_", and the names
// given to its imports.
func declared(f *ast.File) (names []*ast.Ident) {
	add := func(id *ast.Ident) {
		if id.Name != "_" {
			names = append(names, id)
		}
	}
	for _, i := range f.Imports {
		if i.Name != nil && i.Name.Name != "." {
			add(i.Name)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" {
				add(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						add(id)
					}
				}
			}
		}
	}
	return names
}
