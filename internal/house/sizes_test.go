package house

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxFunctionLines is the maximum number of lines in a function in these packages.
const maxFunctionLines = 60

// The packages remain small enough to read: the test limits their lines of code, including
// templates and assembly but not comments and blank lines, and the lines of each function. Tests
// and generated files do not count.
func TestTheEngineRoomIsSmall(t *testing.T) {
	for _, room := range []struct {
		root    string
		most    int      // lines of code
		without []string // folders
	}{
		{"tables", 6040, nil},
		{"internal/explain", 2300, nil},
		{"rdf", 1930, nil},
		{"build", 9600, []string{"build/syntax", "build/extract", "build/internal/earley", "build/internal/regex",
			"build/internal/readable", "build/emit/port", "build/emit/railroad", "build/emit/internal", "build/emit/graph",
			"build/emit/walk"}},
		{"build/internal/earley", 720, nil},
		{"build/internal/readable", 840, nil},
		{"build/internal/regex", 1100, nil},
		{"build/emit/port", 640, nil},
		{"build/emit/railroad", 1130, nil},
		{"build/emit/internal/svg", 210, nil},
		{"build/emit/internal/svgtest", 210, nil},
		{"build/emit/graph", 1440, nil},
		{"build/emit/walk", 480, nil},
		{"build/extract", 1780, nil},
	} {
		total := 0
		err := filepath.WalkDir(room.root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && slices.Contains(room.without, filepath.ToSlash(path)):
				return filepath.SkipDir
			case d.IsDir(), strings.HasSuffix(path, "_test.go"), strings.HasSuffix(path, "_gen.go"):
				return nil
			}
			n, err := linesOfCode(t, path)
			total += n
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d lines of code", room.root, total)
		if total > room.most {
			t.Errorf("%s has %d lines of code, more than %d: take some out, or raise the number here; the commit has the reason",
				room.root, total, room.most)
		}
	}
}

// linesOfCode returns how many lines of a file contain code, and reports long functions.
func linesOfCode(t *testing.T, path string) (n int, err error) {
	switch filepath.Ext(path) {
	case ".go", ".s", ".h":
	default:
		return 0, nil
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	if filepath.Ext(path) != ".go" {
		for line := range strings.Lines(string(source)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				n++
			}
		}
		return n, nil
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return 0, err
	}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if lines := files.Position(d.End()).Line - files.Position(d.Pos()).Line + 1; ok && lines > maxFunctionLines {
			t.Errorf("%s: the function %s has %d lines, more than %d", path, f.Name.Name, lines, maxFunctionLines)
		}
	}
	return len(linesWithTokens(path, source)), nil
}

// linesWithTokens returns the numbers of the lines that contain a Go token.
func linesWithTokens(path string, source []byte) map[int]bool {
	file := token.NewFileSet().AddFile(path, -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return lines
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		for i := range strings.Count(text, "\n") + 1 {
			lines[file.Line(pos)+i] = true
		}
	}
}
