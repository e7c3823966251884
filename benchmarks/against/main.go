// Command against compares the speed of this checkout with that of an older commit, in one process.
//
//	go run -C benchmarks ./against -base COMMIT
//
// The command builds a program with three copies of the library: the working tree ("new"), the
// commit ("old"), and the commit again ("control"). README.md describes the table.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/against/race"
	"github.com/irilex/iri/benchmarks/lines"
)

// purego is the level of a build without SIMD.
const purego = "purego"

// allLevels are the levels of instructions, in the order of the tables.
var allLevels = []string{"avx512", "avx2", purego}

type options struct {
	base               string
	levels, ops, kinds list
	corpora            list
	rounds, layouts    int
	lines              int
	turn               time.Duration
	json               string
	keep               bool
}

// A list is a flag with several values, separated by commas. The flag may be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, strings.Split(s, ",")...); return nil }

func parseFlags(args []string) (o options, err error) {
	f := flag.NewFlagSet("against", flag.ContinueOnError)
	f.StringVar(&o.base, "base", "", "the `commit` to compare with")
	f.Var(&o.levels, "level", "levels of instructions, of "+strings.Join(allLevels, ",")+
		"; without it all that the machine has")
	f.Var(&o.ops, "ops", "the ops to time, of "+strings.Join(allOps, ",")+"; without it all")
	f.Var(&o.kinds, "kinds", "generated corpora, of "+strings.Join(lines.Kinds(), ",")+
		"; without it all, or none if there is a -corpus")
	f.Var(&o.corpora, "corpus", "a `file` of IRIs, a line each, which may be given several times")
	f.IntVar(&o.rounds, "rounds", 8, "rounds of every layout, in each of which every copy has a turn")
	f.IntVar(&o.layouts, "layouts", 3, "orders of the functions in memory, each of which is a build")
	f.IntVar(&o.lines, "lines", 20_000, "lines of a generated corpus; of \"data\" a fortieth")
	f.DurationVar(&o.turn, "turn", 2*time.Millisecond, "a turn repeats a walk through a corpus for about this long")
	f.StringVar(&o.json, "json", "", "also write the times to a `file`, as JSON")
	f.BoolVar(&o.keep, "keep", false, "keep the program with the copies, and print where it is")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag", f.Arg(0))
	}
	if o.base == "" {
		return o, errors.New("-base COMMIT is missing")
	}
	if o.rounds < 1 || o.layouts < 1 || o.lines < 1 {
		return o, errors.New("-rounds, -layouts and -lines must be at least 1")
	}
	if err := errors.Join(known("level", o.levels, allLevels), known("ops", o.ops, allOps)); err != nil {
		return o, err
	}
	if len(o.ops) == 0 {
		o.ops = allOps
	}
	if len(o.kinds) == 0 && len(o.corpora) == 0 {
		o.kinds = lines.Kinds()
	}
	return o, nil
}

// known returns an error if one of the values given to a flag is not in all.
func known(flag string, values, all []string) error {
	for _, v := range values {
		if !slices.Contains(all, v) {
			return fmt.Errorf("-%s %s: there are %s", flag, v, strings.Join(all, ", "))
		}
	}
	return nil
}

// ofCaller returns the path of a file named by the user, relative to the folder of the user's
// shell. This folder is in PWD, because "go run -C" runs programs in another folder and does not
// change PWD.
func ofCaller(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(os.Getenv("PWD"), file)
}

func main() {
	o, err := parseFlags(os.Args[1:])
	if err == nil {
		err = compare(o)
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "against:", err)
		os.Exit(1)
	}
}

// compare writes the program with the three copies, runs it at the levels of o, and writes the
// tables.
func compare(o options) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	corpora, err := o.load()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "against-*")
	if err != nil {
		return err
	}
	if o.keep {
		fmt.Println("the program:", dir)
	} else {
		defer os.RemoveAll(dir)
	}
	p := program{dir}
	if err := p.copy(root, o); err != nil {
		return err
	}
	if err := describe(root, o); err != nil {
		return err
	}
	plan := race.Plan{Ops: o.ops, Corpora: corpora, Rounds: o.rounds, Turn: o.turn}
	results, err := p.atLevels(plan, o.levels, o.layouts)
	if err != nil {
		return err
	}
	return o.write(results)
}

// findRoot returns the folder of the module iri on this machine.
func findRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", modulePath).Output()
	if err != nil {
		return "", fmt.Errorf("go list -m %s, which finds the checkout: %w", modulePath, err)
	}
	return string(bytes.TrimSpace(out)), nil
}

// load returns the corpora of the options: it reads the files of -corpus, and generates those of
// -kinds.
func (o *options) load() (corpora []race.Corpus, err error) {
	add := func(name string, reference bool, all []string) {
		text := []byte(strings.Join(all, "\n") + "\n")
		corpora = append(corpora, race.Corpus{Name: name, Reference: reference, Lines: all, Text: text})
	}
	for _, file := range o.corpora {
		all, err := lines.Read(ofCaller(file))
		if err != nil {
			return nil, err
		}
		add(filepath.Base(file), false, all)
	}
	for _, kind := range o.kinds {
		all, err := lines.Generate(kind, o.lines)
		if err != nil {
			return nil, err
		}
		add(kind, kind == lines.References, all)
	}
	return corpora, nil
}

// copy writes the program into its folder, with copies of the commit o.base and of the working
// tree.
func (p program) copy(root string, o options) error {
	old, err := committed(root, o.base)
	if err != nil {
		return err
	}
	new, err := checkedOut(root)
	if err != nil {
		return err
	}
	return p.write(old, new, o.ops)
}

// describe prints the revisions of the compared sources, the version of Go, the platform, and the
// numbers of rounds and layouts.
func describe(root string, o options) error {
	old, err := git(root, "describe", "--always", "--abbrev=7", o.base)
	if err != nil {
		return err
	}
	new, err := git(root, "describe", "--always", "--abbrev=7", "--dirty")
	if err != nil {
		return err
	}
	fmt.Printf("new %s, old %s; %s, %s/%s; the least of %d rounds in %d layouts\n\n", bytes.TrimSpace(new),
		bytes.TrimSpace(old),
		runtime.Version(), runtime.GOOS, runtime.GOARCH, o.rounds, o.layouts)
	return nil
}

// atLevels builds and runs the program at the given levels. Without levels it takes all levels of
// the machine. It returns an error if the machine lacks one of the given levels.
func (p program) atLevels(plan race.Plan, levels []string, layouts int) (results []race.Result, err error) {
	asked := levels
	if len(asked) == 0 {
		asked = allLevels
	}
	plain := func(level string) bool { return level == purego }
	plan.Levels = slices.DeleteFunc(slices.Clone(asked), plain)
	if len(plan.Levels) > 0 && runtime.GOARCH == "amd64" {
		if results, err = p.run(&plan, true, layouts); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(asked, plain) {
		plan.Levels = []string{purego}
		more, err := p.run(&plan, false, layouts)
		if err != nil {
			return nil, err
		}
		results = append(results, more...)
	}
	for _, level := range levels {
		if !slices.ContainsFunc(results, func(r race.Result) bool { return r.Level == level }) {
			return nil, fmt.Errorf("this machine does not have the level %s", level)
		}
	}
	return results, nil
}

// write writes the results as tables, in the order of allLevels and allOps. With -json it also
// writes them to a file.
func (o *options) write(results []race.Result) error {
	slices.SortStableFunc(results, func(a, b race.Result) int {
		return cmp.Or(
			cmp.Compare(slices.Index(allLevels, a.Level), slices.Index(allLevels, b.Level)),
			cmp.Compare(slices.Index(allOps, a.Op), slices.Index(allOps, b.Op)))
	})
	if err := writeTables(os.Stdout, results); err != nil || o.json == "" {
		return err
	}
	text, err := json.MarshalIndent(results, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(ofCaller(o.json), append(text, '\n'), 0o666)
}
