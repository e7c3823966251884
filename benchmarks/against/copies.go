package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// modulePath is the path of the module, in imports between its packages.
const modulePath = "github.com/irilex/iri"

// A source is a file of a copy: its path and its text. The path is relative to the root of the
// repository, until renamed puts the file into the folder of a copy.
type source struct{ name, text string }

// committed returns the wanted sources of a commit, from the output of git archive.
func committed(root, commit string) (sources []source, err error) {
	archive, err := git(root, "archive", "--format=tar", commit)
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		header, err := r.Next()
		if err == io.EOF {
			return sources, nil
		}
		if err != nil {
			return nil, err
		}
		if header.Typeflag != tar.TypeReg || !wanted(header.Name) {
			continue
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source{header.Name, string(text)})
	}
}

// checkedOut returns the wanted sources of the working tree: tracked files in their present state,
// and new files that git does not ignore.
func checkedOut(root string) (sources []source, err error) {
	names, err := git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(names), "\x00") {
		if !wanted(name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) { // tracked, but removed from the tree
			continue
		}
		if err != nil {
			return nil, err
		}
		sources = append(sources, source{name, string(text)})
	}
	return sources, nil
}

// wanted reports whether a copy needs a file: a source of package iri, which is in the root folder,
// or of a package under tables or internal. A copy does not need tests.
func wanted(name string) bool {
	folder, _, inFolder := strings.Cut(name, "/")
	if inFolder && folder != "tables" && folder != "internal" || strings.HasSuffix(name, "_test.go") {
		return false
	}
	switch path.Ext(name) {
	case ".go", ".s", ".h":
		return true
	}
	return false
}

// git runs git in the folder root, and returns its standard output. The error has the text that git
// wrote to its standard error.
func git(root string, args ...string) ([]byte, error) {
	command := exec.Command("git", append([]string{"-C", root}, args...)...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		err = fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, err
}

// renamed returns the sources with paths in the folder of a copy, such as "new". The copies are
// packages of one module, "against", so renamed also changes the imports: "against/new" replaces
// the path of the module iri.
func renamed(sources []source, copy string) []source {
	renamed := make([]source, len(sources))
	for i, s := range sources {
		if strings.HasSuffix(s.name, ".go") {
			s.text = strings.ReplaceAll(s.text, `"`+modulePath, `"against/`+copy)
		}
		renamed[i] = source{path.Join(copy, s.name), s.text}
	}
	return renamed
}

// A levelForm tells where the sources of a commit keep the level of the processor: the folder of
// the package, an expression that matches the line of the variable, and the name of the variable.
// Its values are 1 for AVX2 and 2 for AVX-512 in every commit.
type levelForm struct {
	folder   string
	line     *regexp.Regexp
	variable string
}

// levelForms has the form of commits up to 8f152c1, and then that of later commits.
var levelForms = []levelForm{
	{"tables", regexp.MustCompile(`(?m)^var cpu(\s+\w+)? = .*$`), "cpu"},
	{"tables/internal/hier", regexp.MustCompile(`(?m)^var CPU(\s+\w+)? = .*$`), "CPU"},
}

// setter returns Go code, the function SetLevel, for the end of the file with the variable.
func (f levelForm) setter() string {
	return fmt.Sprintf(`
var processor = %[1]s

// SetLevel makes the kernels use a level of instructions, and reports whether the processor has it.
func SetLevel(level string) bool {
	switch {
	case level == "avx512" && processor >= 2:
		%[1]s = 2
	case level == "avx2" && processor >= 1:
		%[1]s = 1
	default:
		return false
	}
	return true
}
`, f.variable)
}

// forward is a file for package tables, if another package has the variable. Its SetLevel calls the
// SetLevel of that package.
const forward = `//go:build amd64 && gc && !purego

package tables

import "` + modulePath + `/tables/internal/hier"

// SetLevel is that of package hier.
func SetLevel(level string) bool { return hier.SetLevel(level) }
`

// settable adds a function SetLevel to package tables in the sources of a copy, because the level
// of the processor is in a variable that is not exported. It returns an error unless exactly one
// file has such a variable, in one of levelForms.
func settable(sources []source) ([]source, error) {
	found, form := -1, levelForm{}
	for i, s := range sources {
		for _, f := range levelForms {
			if path.Dir(s.name) != f.folder || !f.line.MatchString(s.text) {
				continue
			}
			if found >= 0 {
				return nil, fmt.Errorf("%s and %s both have the level of the processor", sources[found].name, s.name)
			}
			found, form = i, f
		}
	}
	if found < 0 {
		return nil, errors.New("no file of package tables has the level of the processor: the level cannot be set")
	}
	sources[found].text += form.setter()
	if form.folder != "tables" {
		sources = append(sources, source{"tables/level.go", forward})
	}
	return sources, nil
}
