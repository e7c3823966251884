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

// modulePath is the path that packages of the repository import each other by.
const modulePath = "github.com/irilex/iri"

// A source is the text of a file, by its path in the repository.
type source struct{ name, text string }

// committed returns the sources of a commit.
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

// checkedOut returns the sources of the working tree: tracked files as they are now, and new
// files that git does not ignore.
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
		if errors.Is(err, fs.ErrNotExist) { // removed, and tracked still
			continue
		}
		if err != nil {
			return nil, err
		}
		sources = append(sources, source{name, string(text)})
	}
	return sources, nil
}

// wanted reports whether a file belongs to package iri or the packages of tables, tests excluded.
func wanted(name string) bool {
	if strings.Contains(name, "/") && !strings.HasPrefix(name, "tables/") || strings.HasSuffix(name, "_test.go") {
		return false
	}
	switch path.Ext(name) {
	case ".go", ".s", ".h":
		return true
	}
	return false
}

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

// renamed returns the sources as packages of the module "against", in the folder of a copy.
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

var levelVariable = regexp.MustCompile(`(?m)^var cpu(\s+\w+)? = .*$`)

// levelSetter goes to the end of the file with the level of the processor.
const levelSetter = `
var processor = cpu

// SetLevel makes the kernels use a level of instructions, and reports whether the processor has it.
func SetLevel(level string) bool {
	switch {
	case level == "avx512" && processor >= avx512CPU:
		cpu = avx512CPU
	case level == "avx2" && processor >= avx2CPU:
		cpu = avx2CPU
	default:
		return false
	}
	return true
}
`

// settable appends a function that sets the level to the file of package tables with the variable.
func settable(sources []source) error {
	found := -1
	for i, s := range sources {
		if path.Dir(s.name) != "tables" || !levelVariable.MatchString(s.text) {
			continue
		}
		if found >= 0 {
			return fmt.Errorf("%s and %s both have a line that matches %q", sources[found].name, s.name, levelVariable)
		}
		found = i
	}
	if found < 0 {
		return fmt.Errorf("no file of package tables has a line that matches %q: the level cannot be set", levelVariable)
	}
	patched := &sources[found]
	for _, name := range []string{"avx2CPU", "avx512CPU"} {
		if !regexp.MustCompile(`\b` + name + `\b`).MatchString(patched.text) {
			return fmt.Errorf("%s does not have the constant %s: the level cannot be set", patched.name, name)
		}
	}
	patched.text += levelSetter
	return nil
}
