package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// bar is the least percentage of killed mutants in a sample.
const bar = 85

// home is the folder of this command, relative to the root of the module.
const home = "fuzz/mutate"

// Figures are the results of a sample kept in testdata.
type figures struct {
	Package  string
	Possible int // mutants of the package that compile
	Sample   int
	Seed     uint64
	Killers  map[string]string // by killed mutant: the test that killed it, or another cause
	Alive    []survivor
}

type survivor struct {
	result
	Why string // written by hand
}

// readFigures returns the figures of a package, or zero figures without a file.
func readFigures(file string) (f figures, err error) {
	if err := readJSON(file, &f); err != nil && !errors.Is(err, os.ErrNotExist) {
		return f, err
	}
	return f, nil
}

// explained adds the survivors with a reason to the results, unless they are there already.
func (f *figures) explained(done map[string]result) {
	for _, s := range f.Alive {
		if _, ok := done[s.String()]; !ok && s.Why != "" {
			done[s.String()] = s.result
		}
	}
}

// killed adds the killed mutants of a sample to the results, unless they are there already.
func (f *figures) killed(drawn []*mutant, done map[string]result) {
	for _, m := range drawn {
		by, killed := f.Killers[m.String()]
		if _, ok := done[m.String()]; killed && !ok {
			done[m.String()] = result{*m, verdict{Result: "killed", By: by}}
		}
	}
}

// hung returns the number of mutants killed because they ran out of time or memory.
func (f *figures) hung() (n int) {
	for _, by := range f.Killers {
		if strings.HasPrefix(by, "out of") {
			n++
		}
	}
	return n
}

// figuresFile returns the file of a package's figures. Package iri, ".", has iri.json.
func figuresFile(pkg string) string {
	name := strings.ReplaceAll(path.Clean(pkg), "/", "-")
	if name == "." {
		name = "iri"
	}
	return filepath.Join(home, "testdata", name+".json")
}

// report prints the figures of a sample. If the sample is the one in testdata, or the first, it
// also writes them there, with the reasons kept, and SURVIVORS.md.
func report(pkg string, possible int, seed uint64, drawn []*mutant, done map[string]result,
	old figures) (status int, err error) {
	why := map[string]string{}
	for _, s := range old.Alive {
		why[s.String()] = s.Why
	}
	f := figures{Package: pkg, Possible: possible, Sample: len(drawn), Seed: seed, Killers: map[string]string{}}
	for _, m := range drawn {
		r := done[m.String()]
		r.Line = m.Line
		if r.Result == "killed" {
			f.Killers[m.String()] = r.By
			continue
		}
		f.Alive = append(f.Alive, survivor{r, why[m.String()]})
	}
	fmt.Print(f.summary())
	file := figuresFile(pkg)
	if old.Package != "" && (old.Sample != f.Sample || old.Seed != seed) {
		fmt.Printf("%s has a sample of %d with seed %d, and stays as it is\n", file, old.Sample, old.Seed)
		return f.judge(drawn), nil
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
	return f.judge(drawn), nil
}

// judge prints the complaints about a sample, and returns 1 if there are any, else 0.
func (f *figures) judge(drawn []*mutant) (status int) {
	found := f.complaints(f.known(drawn), len(drawn))
	if len(found) == 0 {
		return 0
	}
	fmt.Println(strings.Join(found, "\n"))
	return 1
}

func (f *figures) summary() string {
	return fmt.Sprintf("%s: %d of %d mutants killed, %.1f %% (%d by a hang), a sample of %d with seed %d\n",
		f.Package, len(f.Killers), f.Sample, 100*float64(len(f.Killers))/float64(f.Sample), f.hung(), f.Possible, f.Seed)
}

// known returns how many mutants of a sample are known to be killed.
func (f *figures) known(sample []*mutant) (killed int) {
	for _, m := range sample {
		if _, ok := f.Killers[m.String()]; ok {
			killed++
		}
	}
	return killed
}

// complaints says what is below the bar or not explained, of a sample of which so many are known to
// be killed: a mutant of which nothing is known counts as one that lives.
func (f *figures) complaints(killed, sample int) (found []string) {
	if 100*killed < bar*sample {
		found = append(found,
			fmt.Sprintf("%s: %d of %d mutants are known to be killed; %d %% must be", f.Package, killed, sample, bar))
	}
	for _, s := range f.Alive {
		if s.Why == "" {
			found = append(found,
				fmt.Sprintf("%s:%d: %s: %s, and no reason is given", filepath.Join(f.Package, s.File), s.Line, &s.mutant, s.Result))
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

// survivors returns the text of SURVIVORS.md from the figures in a folder.
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
	for i := range all {
		f := &all[i]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d (%.1f %%) | %d | %d |\n", f.Package, f.Possible, f.Sample, f.Seed,
			len(f.Killers), 100*float64(len(f.Killers))/float64(f.Sample), f.hung(), len(f.Alive))
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
			fmt.Fprintf(&b, "| %s %s | %s | %s |\n", s.File, s.Func, strings.ReplaceAll(change, "|", `\|`),
				strings.ReplaceAll(why, "|", `\|`))
		}
	}
	return b.Bytes(), nil
}
