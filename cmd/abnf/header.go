package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/grammar"
)

// The header of a generated file contains the command that generates it, as if run in the folder of
// that file. The header therefore depends neither on the working directory nor on the spelling of
// FILE and GRAMMAR, and contains no absolute path. If -o names a link, the file is the link target.

// command returns the command for the header. It omits --check, which does not affect the file.
func (c *gen) command(name string) string {
	how := c.notation.MapFiles(c.fromOutput)
	words := slices.Concat([]string{"abnf", "gen"}, how.Words())
	if c.language != "go" {
		words = append(words, "--lang", c.language)
	}
	if c.only != "" {
		words = append(words, "--only", c.only)
	}
	if c.pkg != "" {
		words = append(words, "-p", c.pkg)
	}
	words = append(words, "-o", filepath.Base(files.Target(c.file)))
	if c.prefix != "" {
		words = append(words, "--prefix", c.prefix)
	}
	if c.small {
		words = append(words, "--small")
	}
	for _, rule := range c.rules {
		words = append(words, "-r", rule)
	}
	for _, set := range c.sets {
		words = append(words, "--set", set)
	}
	for _, rule := range c.choices {
		words = append(words, "--alternatives", rule)
	}
	return strings.Join(append(words, c.fromOutput(name)), " ")
}

// fromOutput returns the path of a GRAMMAR relative to the folder of the output file, with slashes
// on every system. If the two share only the root folder, it returns the base name.
func (c *gen) fromOutput(name string) string {
	if _, bundled := build.FindBundled(name); bundled || name == grammar.Stdin {
		return name
	}
	short := filepath.Base(name)
	from, to := folder(files.Target(c.file)), folder(name)
	if rel, err := filepath.Rel(from, to); err == nil && !meetAtRoot(from, to) {
		short = filepath.ToSlash(filepath.Join(rel, short))
	}
	if _, bundled := build.FindBundled(short); bundled || short == grammar.Stdin {
		return "./" + short
	}
	return short
}

// folder returns the absolute path of a file's folder. Links are resolved in the part that exists.
func folder(file string) string {
	dir, _ := filepath.Split(file) // not cleaned: after a link, ".." is its parent
	if real, err := filepath.EvalSymlinks(cmp.Or(dir, ".")); err == nil {
		file = filepath.Join(real, filepath.Base(file))
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return filepath.Dir(file)
	}
	missing := ""
	for at := filepath.Dir(abs); ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, missing)
		}
		if at == filepath.Dir(at) {
			return filepath.Dir(abs)
		}
		missing = filepath.Join(filepath.Base(at), missing)
	}
}

// meetAtRoot reports whether two absolute paths share only the root folder.
func meetAtRoot(a, b string) bool {
	first := func(dir string) string {
		dir = strings.TrimPrefix(dir, filepath.VolumeName(dir)+string(os.PathSeparator))
		name, _, _ := strings.Cut(dir, string(os.PathSeparator))
		return name
	}
	return first(a) != first(b)
}
