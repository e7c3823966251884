// Command mutate makes small changes to a package of this module, and reports the changes not
// noticed by its tests:
//
//	go run ./fuzz/mutate -package ./automaton -sample 300 -seed 1
//
// A mutant is one change in a Go file compiled on this machine, tests and generated files excepted:
// another operator (relation, boundary, arithmetic, logic), a negated condition, an integer greater
// or less by one or 0, a removed statement or branch, a zero for a result. Mutants must compile. A
// sample is drawn from them, with the share of every file. A seed gives the same sample everywhere.
//
// All mutants of a sample are compiled into one program (see weave.go). A mutant is tried on the
// package's tests that reach its statement, then on the package's other tests, then on tests of
// other packages of the module that reach it (-wide), until one fails. The tests run with -short,
// the cheapest first, and with CI=true if there is shared test data. The mutants reached by each
// test and its cost are measured once and kept in the work folder. Every result is kept there at
// once, so a stopped run can go on, as long as no Go file of the module changes. A mutant reached
// by no test is "not covered". A mutant over five times the processor time of the tests plus 20 s
// hangs, and counts as killed.
//
// At the end testdata/PACKAGE.json has the figures, the killers and the survivors. SURVIVORS.md has
// the survivors of all packages. The reason for a survivor is written into testdata by hand, as
// "Why", and kept. The next run starts with these results: it first runs the test that killed a
// mutant, and it counts a survivor with a reason without trying it, unless -again is given. Exit
// status: 1 if a survivor has no reason or less than 85 % were killed, 2 if the command could not
// work.
//
// Rejected: existing tools (gremlins, go-mutesting, ooze). They compile the tests anew for each
// mutant and run all of them, which takes days here, and draw no samples.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// wide are the packages whose tests also run code of a package. Packages that use only a table or
// two are left out.
var wide = map[string]string{
	"./automaton": "./build,./fuzz",
	"./tables":    "./tables/internal/counter,.,./fuzz,./build",

	"./tables/internal/engine": "./tables", // packages outside of tables may not import it
	"./tables/machine":         "./tables/internal/counter,./tables,./build,./fuzz",

	"./build/internal/names":     "./build", // packages outside of build may not import it
	"./build/internal/recursion": "./build",
	"./build/internal/classes":   "./build",
	"./build/internal/automata":  "./build",
	"./build/internal/labels":    "./build",
	"./build/internal/lint":      "./build",
	"./build/internal/derive":    "./build",
	"./build/internal/regex":     "./build",
	"./build/internal/tune":      "./build,./build/emit",
	"./build":                    "./fuzz",
}

func main() {
	var o options
	flag.StringVar(&o.pkg, "package", "./automaton", "the package to break")
	flag.IntVar(&o.sample, "sample", 300, "how many mutants")
	flag.Uint64Var(&o.seed, "seed", 1, "which sample")
	flag.StringVar(&o.wide, "wide", "",
		"other packages whose tests run what survives the package's own, with commas between (default: as listed in the "+
			"tool; none: -)")
	flag.StringVar(&o.work, "work", "", "folder of what is kept between runs (default: in the user's cache)")
	flag.StringVar(&o.json, "json", "", "file of the results, one a line, appended (default: in the folder of work)")
	flag.DurationVar(&o.budget, "budget", 0,
		"processor time for the tests of one mutant; the dearest are not run when it is spent (0: no limit)")
	flag.StringVar(&o.skip, "skip", "",
		"regular expression of tests that are not run at all, those that cost much and kill little")
	flag.IntVar(&o.workers, "workers", 1, "how many mutants at once")
	flag.BoolVar(&o.again, "again", false,
		"try those again that have survived so far, since tests were added, those with a reason too")
	flag.BoolVar(&o.unknown, "unknown", false,
		"try only those of which nothing is known: what an earlier run killed counts as killed, as it does in the tests")
	flag.BoolVar(&o.list, "list", false, "only list the sample")
	flag.Parse()
	if os.Getenv("IRI_SHARED") != "" { // without the shared test data tests fail with CI=true
		os.Setenv("CI", "true") // the tests do all of what they sample elsewhere, measured and tried alike
	}
	status, err := 0, error(nil)
	switch {
	case flag.NArg() > 0:
		err = fmt.Errorf("there are no arguments, only flags: %q", flag.Args())
	case o.sample < 1:
		err = fmt.Errorf("-sample %d is no sample", o.sample)
	default:
		status, err = run(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		status = 2
	}
	os.Exit(status)
}

type options struct {
	pkg, wide, work, json, skip string
	sample, workers             int
	seed                        uint64
	budget                      time.Duration
	again, list, unknown        bool
}

// A result is a line of the file of results.
type result struct {
	mutant
	verdict
}

func run(o options) (status int, err error) {
	p, err := load(o.pkg)
	if err != nil {
		return 0, err
	}
	all := p.compiling(p.mutants())
	drawn := p.sample(all, o.sample, o.seed)
	if o.list {
		for _, m := range drawn {
			fmt.Printf("%s:%d: %s\n", m.File, m.Line, m)
		}
		return 0, nil
	}
	if o.work == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return 0, err
		}
		finger, err := fingerprint(".")
		if err != nil {
			return 0, err
		}
		o.work = filepath.Join(cache, "iri-mutate", strings.ReplaceAll(p.ImportPath, "/", "-")+"-"+finger)
	}
	if err := os.MkdirAll(o.work, 0o777); err != nil {
		return 0, err
	}
	if o.json == "" {
		o.json = filepath.Join(o.work, fmt.Sprintf("results-%d.jsonl", o.seed))
	}
	done, err := readResults(o.json)
	if err != nil {
		return 0, err
	}
	old, err := readFigures(figuresFile(o.pkg))
	if err != nil {
		return 0, err
	}
	old.explained(done)
	if o.unknown {
		old.killed(drawn, done)
	}
	if o.wide == "" {
		o.wide = wide[o.pkg]
	}
	b := bench{source: p, work: o.work, skip: o.skip, slack: 20 * time.Second, killers: old.Killers,
		packages: []string{o.pkg}}
	if o.wide != "" && o.wide != "-" {
		b.packages = append(b.packages, strings.Split(o.wide, ",")...)
	}
	if len(remaining(o, drawn, done)) > 0 {
		if err := b.measure(drawn); err != nil {
			return 0, err
		}
		if err := b.tryAll(o, drawn, done); err != nil {
			return 0, err
		}
	}
	return report(o.pkg, len(all), o.seed, drawn, done, old)
}

// readResults returns the last result of each mutant.
func readResults(name string) (map[string]result, error) {
	done := map[string]result{}
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return done, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	for d := json.NewDecoder(f); ; {
		var r result
		if err := d.Decode(&r); err == io.EOF {
			return done, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		done[r.String()] = r
	}
}
