package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// bar is the percentage of a sample that must be killed.
const bar = 85

// home is the folder of this command, from the root of the module, where it is run.
const home = "fuzz/mutate"

// Figures are what is kept of a sample in testdata.
type figures struct {
	Package  string
	Possible int // mutants of the package that compile
	Sample   int
	Seed     uint64
	Killed   int
	Hung     int // of the killed, those that ran out of time or memory
	Alive    []survivor
}

type survivor struct {
	result
	Why string // by hand
}

func figuresFile(pkg string) string {
	return filepath.Join(home, "testdata", strings.ReplaceAll(strings.TrimPrefix(pkg, "./"), "/", "-")+".json")
}

// report prints the figures of a sample. If it is the one that testdata has, or the first one, it writes them
// there, keeping the reasons, and SURVIVORS.md.
func report(pkg string, possible int, seed uint64, drawn []*mutant, done map[string]result) (status int, err error) {
	var old figures
	file := figuresFile(pkg)
	if err := readJSON(file, &old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	why := map[string]string{}
	for _, s := range old.Alive {
		why[s.String()] = s.Why
	}
	f := figures{Package: pkg, Possible: possible, Sample: len(drawn), Seed: seed}
	for _, m := range drawn {
		r := done[m.String()]
		r.Line = m.Line
		if r.Result == "killed" {
			f.Killed++
			if strings.HasPrefix(r.By, "out of") {
				f.Hung++
			}
			continue
		}
		f.Alive = append(f.Alive, survivor{r, why[m.String()]})
	}
	fmt.Print(f.summary())
	if old.Package != "" && (old.Sample != f.Sample || old.Seed != seed) {
		fmt.Printf("%s has a sample of %d with seed %d, and stays as it is\n", file, old.Sample, old.Seed)
		return 0, nil
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(f); err != nil {
		return 0, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return 0, err
	}
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		return 0, err
	}
	page, err := survivors(filepath.Join(home, "testdata"))
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(filepath.Join(home, "SURVIVORS.md"), page, 0o666); err != nil {
		return 0, err
	}
	if len(f.complaints()) > 0 {
		fmt.Println(strings.Join(f.complaints(), "\n"))
		return 1, nil
	}
	return 0, nil
}

func (f figures) summary() string {
	return fmt.Sprintf("%s: %d of %d mutants killed, %.1f %% (%d by a hang), a sample of %d with seed %d\n",
		f.Package, f.Killed, f.Sample, 100*float64(f.Killed)/float64(f.Sample), f.Hung, f.Possible, f.Seed)
}

// complaints says what is below the bar or not explained.
func (f figures) complaints() (found []string) {
	if 100*f.Killed < bar*f.Sample {
		found = append(found, fmt.Sprintf("%s: %d of %d mutants killed; %d %% must be", f.Package, f.Killed, f.Sample, bar))
	}
	for _, s := range f.Alive {
		if s.Why == "" {
			found = append(found, fmt.Sprintf("%s:%d: %s: %s, and no reason is given", filepath.Join(f.Package, s.File), s.Line, &s.mutant, s.Result))
		}
	}
	return found
}

func readJSON(name string, to any) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// survivors returns SURVIVORS.md of the figures in a folder.
func survivors(folder string) ([]byte, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	var all []figures
	for _, name := range names {
		var f figures
		if err := readJSON(name, &f); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b figures) int { return cmp.Compare(a.Package, b.Package) })
	var b bytes.Buffer
	b.WriteString(`# Mutants of the Go code

Written by ` + "`go run ./fuzz/mutate -package PACKAGE`" + `, which says what a mutant is. A sample has the
share of every file; a mutant that is equivalent to the program counts as a survivor.

| package | mutants | sample | seed | killed | of them by a hang | survived |
| --- | --- | --- | --- | --- | --- | --- |
`)
	for _, f := range all {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d (%.1f %%) | %d | %d |\n", f.Package, f.Possible, f.Sample, f.Seed,
			f.Killed, 100*float64(f.Killed)/float64(f.Sample), f.Hung, len(f.Alive))
	}
	for _, f := range all {
		fmt.Fprintf(&b, "\n## %s\n\n| place | mutant | why it lives |\n| --- | --- | --- |\n", f.Package)
		for _, s := range f.Alive {
			change := "`` " + s.Old + " `` → `` " + s.New + " ``"
			if s.New == "" {
				change = "`` " + s.Old + " `` removed"
			}
			why := s.Why
			if s.Result == "not covered" {
				why = "not covered: " + why
			}
			fmt.Fprintf(&b, "| %s:%d | %s | %s |\n", s.File, s.Line, strings.ReplaceAll(change, "|", `\|`), strings.ReplaceAll(why, "|", `\|`))
		}
	}
	return b.Bytes(), nil
}
