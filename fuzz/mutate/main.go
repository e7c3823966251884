// Command mutate breaks a package of this module in small ways, and looks whether its tests
// notice:
//
//	go run ./fuzz/mutate -package ./automaton -sample 300 -seed 1
//
// A mutant is one change in a Go file that this machine compiles, tests and generated files
// aside: another operator (relation, boundary, arithmetic, logic), a negated condition, an
// integer greater or less by one or 0, a removed statement or branch, a zero for a result.
// Those that do not compile are not counted. From all others a sample is drawn, the same
// for a seed everywhere, with the share of every file.
//
// All of a sample is compiled into one program (see weave.go). Of a mutant are run, with
// -short and the cheapest first, the tests of the package that come to its statement, the
// others of the package, and those of other packages of the module that come to it (-wide),
// until one fails. Which test comes to what, and at what cost, is measured once and kept in
// the folder of work, as is every result at once: a run that was stopped goes on, as long as no Go
// file of the module changes. What no
// test comes to is "not covered"; processor time of five times that of the tests plus 20 s
// is a hang, and so a kill.
//
// At the end testdata/PACKAGE.json has the figures, the killers and the survivors, and SURVIVORS.md
// the survivors of all packages. The reason why one lives is written into testdata by hand, as
// "Why", and kept. The next run begins with what is known: the test that killed a mutant is
// its first, and a survivor with a reason counts as one, and is not tried without -again. Exit status: 1
// when a survivor has no reason or less than 85 % were killed, 2 when it could not work.
//
// There are tools for this (gremlins, go-mutesting, ooze): they compile the tests anew for
// each mutant and run all of them, which takes days here, and draw no samples.
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

// wide are the packages whose tests run code of a package too. Those that only use a table
// or two are left out.
var wide = map[string]string{
	"./automaton": "./build,./fuzz",
	"./tables":    ".,./fuzz,./build",

	"./tables/internal/engine": "./tables", // what lies outside of tables may not name it
	"./tables/machine":         "./tables,./build,./fuzz",

	"./build/internal/tune": "./build,./build/emit",
	"./build":               "./fuzz",
}

func main() {
	var o options
	flag.StringVar(&o.pkg, "package", "./automaton", "the package to break")
	flag.IntVar(&o.sample, "sample", 300, "how many mutants")
	flag.Uint64Var(&o.seed, "seed", 1, "which sample")
	flag.StringVar(&o.wide, "wide", "", "other packages whose tests run what survives the package's own, with commas between (default: as listed in the tool; none: -)")
	flag.StringVar(&o.work, "work", "", "folder of what is kept between runs (default: in the user's cache)")
	flag.StringVar(&o.json, "json", "", "file of the results, one a line, appended (default: in the folder of work)")
	flag.DurationVar(&o.budget, "budget", 0, "processor time for the tests of one mutant; the dearest are not run when it is spent (0: no limit)")
	flag.StringVar(&o.skip, "skip", "", "regular expression of tests that are not run at all, those that cost much and kill little")
	flag.IntVar(&o.workers, "workers", 1, "how many mutants at once")
	flag.BoolVar(&o.again, "again", false, "try those again that have survived so far, since tests were added, those with a reason too")
	flag.BoolVar(&o.unknown, "unknown", false, "try only those of which nothing is known: what an earlier run killed counts as killed, as it does in the tests")
	flag.BoolVar(&o.list, "list", false, "only list the sample")
	flag.Parse()
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
	b := bench{source: p, work: o.work, skip: o.skip, slack: 20 * time.Second, killers: old.Killers, packages: []string{o.pkg}}
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
