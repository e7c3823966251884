package main

import (
	"bytes"
	"embed"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/irilex/iri/benchmarks/against/race"
)

// The names of the copies.
const (
	newCopy     = "new"     // of the working tree
	oldCopy     = "old"     // of the commit
	controlCopy = "control" // of the commit again: the ratio of its time to that of "old" shows the noise
)

var copies = []string{newCopy, oldCopy, controlCopy}

//go:embed race templates
var files embed.FS

var templates = template.Must(template.ParseFS(files, "templates/*.tmpl"))

// A rule has the names that a template of an op needs: Rule is a rule of package rfc3987, Valid and
// Parse are the functions of package iri for it, and Suffix tells the functions made from the
// template for this rule from those for the other one.
type rule struct{ Suffix, Rule, Valid, Parse string }

var rules = []rule{
	{"IRI", "IRI", "Valid", "Parse"},
	{"Reference", "IRIReference", "ValidReference", "ParseReference"},
}

// allOps are the names of the ops, the timed operations. Each has a template with this name.
var allOps = []string{"valid", "parse", "verdicts", "count", "prefix", "advance", "check", "parts"}

// A program is a folder with the module "against". The module has the copies, and for each copy a
// package of walks: functions that do an op on a corpus with this copy.
type program struct{ dir string }

// write fills the folder: the copies of the sources old and new, their walks for the ops, package
// race, and the main package.
func (p program) write(old, new []source, ops []string) error {
	all := []source{{"go.mod", "module against\n\ngo 1.26.0\n"}}
	for name, sources := range map[string][]source{newCopy: new, oldCopy: old, controlCopy: old} {
		sources, err := settable(slices.Clone(sources))
		if err != nil {
			return fmt.Errorf("the copy %s: %w", name, err)
		}
		all = append(all, renamed(sources, name)...)
		rooms := slices.ContainsFunc(sources, func(s source) bool { return path.Dir(s.name) == "tables/machine" })
		walks, err := walksOf(name, rooms, ops)
		if err != nil {
			return err
		}
		all = append(all, walks...)
	}
	main, err := execute("main.go.tmpl", copies)
	if err != nil {
		return err
	}
	all = append(all, source{"main.go", main})
	racing, err := racePackage()
	if err != nil {
		return err
	}
	for _, s := range append(all, racing...) {
		name := filepath.Join(p.dir, filepath.FromSlash(s.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(s.text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// walksOf returns the sources of the package of walks for a copy, with the given ops. rooms tells
// whether the copy has package tables/machine to unpack a table. An older copy has a method
// instead.
func walksOf(copy string, rooms bool, ops []string) (walks []source, err error) {
	data := struct {
		Package string
		Rooms   bool
		Ops     []string
	}{copy, rooms, ops}
	texts := map[string]string{}
	for _, name := range []string{"walks.go.tmpl", "level.go.tmpl", "purego.go.tmpl"} {
		if texts[name], err = execute(name, data); err != nil {
			return nil, err
		}
	}
	for _, op := range ops {
		for _, r := range rules {
			text, err := execute(op, r)
			if err != nil {
				return nil, err
			}
			texts["walks.go.tmpl"] += text
		}
	}
	for name, text := range texts {
		walks = append(walks, source{path.Join("walks", copy, strings.TrimSuffix(name, ".tmpl")), text})
	}
	return walks, nil
}

// execute returns the text of a template for data.
func execute(name string, data any) (string, error) {
	var text strings.Builder
	err := templates.ExecuteTemplate(&text, name, data)
	return text.String(), err
}

// racePackage returns the sources of package race (folder race), without its tests.
func racePackage() (sources []source, err error) {
	entries, err := files.ReadDir("race")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name := path.Join("race", entry.Name())
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source{name, string(text)})
	}
	return sources, nil
}

// run builds the program several times, with SIMD or without, and executes the plan with each
// build. Each build has another layout: another order of all functions in memory. For each result
// run returns the least time of all layouts. The same code takes up to 1.4 times as long in some
// layouts, and hardly ever in all of them.
func (p program) run(plan *race.Plan, simd bool, layouts int) (best []race.Result, err error) {
	for layout := range layouts {
		if err := p.build(simd, layout); err != nil {
			return nil, err
		}
		results, err := p.execute(plan)
		if err != nil {
			return nil, err
		}
		if best == nil {
			best = results
		}
		for i, r := range results {
			for name, ns := range r.Nanoseconds {
				best[i].Nanoseconds[name] = min(best[i].Nanoseconds[name], ns)
			}
		}
	}
	return best, nil
}

// executable is the name of the program in its folder.
const executable = "against.exe"

// build builds the program, with SIMD or with the tag purego. layout is a number for the order of
// the functions in memory: 0 is the usual order, and the linker makes other orders from other
// numbers. The error has the output of the Go tool.
func (p program) build(simd bool, layout int) error {
	args := []string{"build", "-mod=mod", "-o", executable}
	if layout > 0 { // 0 is the order of the linker
		args = append(args, fmt.Sprintf("-ldflags=-randlayout=%d", layout))
	}
	if !simd {
		args = append(args, "-tags=purego")
	}
	build := exec.Command("go", append(args, ".")...)
	build.Dir = p.dir
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// execute runs the built program. The program reads the plan from its standard input, and writes
// its results to its standard output.
func (p program) execute(plan *race.Plan) (results []race.Result, err error) {
	var in, out bytes.Buffer
	if err := gob.NewEncoder(&in).Encode(plan); err != nil {
		return nil, err
	}
	command := exec.Command(filepath.Join(p.dir, executable))
	command.Stdin, command.Stdout, command.Stderr = &in, &out, os.Stderr
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("the program with the copies: %w", err)
	}
	err = json.Unmarshal(out.Bytes(), &results)
	return results, err
}
