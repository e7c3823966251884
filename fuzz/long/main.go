// Command long runs every check too long for each change, one after the other, and writes a report
// of the figures:
//
//	go run ./fuzz/long                      # all, which takes most of a day
//	go run ./fuzz/long -only 'suite|certif' # those with such a name
//	go run ./fuzz/long -list                # what there is, and how long it takes
//
// With -fuzz it runs every fuzz target of the module instead of the checks, and adds the time to
// fuzz/TIME.tsv:
//
//	go run ./fuzz/long -fuzz 60s            # a minute each
//	go run ./fuzz/long -fuzz 10m -only 'Compile|Table'
//	go run ./fuzz/long -fuzz 60s -tags rure # with Rust's regex crate among the engines
//
// It runs in the root of the module. The figures printed by a check go to fuzz/REPORT.md, in a
// section of its own, with the command, the time and the revision. Sections of other checks stay as
// they are. On a terminal a bar shows the progress. The exit status is 1 if a check or a target
// failed, and 2 if one cannot be run, for example because a tool is missing: the section then gives
// the command to install it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

func main() {
	var f fuzzer
	only := flag.String("only", "", "run the checks, or the targets, with a name that this `regexp` finds something in")
	list := flag.Bool("list", false, "list the checks, or the targets, and do nothing")
	file := flag.String("report", filepath.Join("fuzz", "REPORT.md"), "the `file` to write what was covered to")
	flag.DurationVar(&f.time, "fuzz", 0, "run every fuzz target for so `long`, a second at least, in place of the checks")
	flag.IntVar(&f.parallel, "parallel", 1, "with -fuzz, how many `processes` to run a target in")
	flag.StringVar(&f.tags, "tags", "", "with -fuzz, build `tags` for go test")
	flag.StringVar(&f.file, "record", filepath.Join("fuzz", "TIME.tsv"),
		"with -fuzz, the `file` that keeps the time so far, if it has a name")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	match, err := regexp.Compile(*only)
	failed := 0
	switch {
	case flag.NArg() > 0:
		err = fmt.Errorf("there are no arguments, only flags: %q", flag.Args())
	case err != nil:
		err = fmt.Errorf("-only: %w", err)
	case f.time == 0:
		failed, err = run(ctx, checks, match, *file, *list)
	case f.time < time.Second:
		err = fmt.Errorf("-fuzz %s is too short, a second is the least", f.time)
	default:
		f.match = match
		failed, err = f.run(ctx, *list)
	}
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "long:", err)
		os.Exit(2)
	case failed > 0:
		fmt.Fprintf(os.Stderr, "long: failed: %d\n", failed)
		os.Exit(1)
	}
}

// run runs the checks with matching names, and returns the number of failed ones. After a check
// that cannot be run it goes on with the others.
func run(ctx context.Context, checks []check, match *regexp.Regexp, file string, list bool) (failed int, err error) {
	var some []check
	var all time.Duration
	for _, c := range checks {
		if match.MatchString(c.name) {
			some, all = append(some, c), all+c.takes
		}
	}
	if len(some) == 0 {
		return 0, fmt.Errorf("-only %q: there is no such check", match)
	}
	if list {
		for _, c := range some {
			fmt.Printf("%-14s about %-8s %s\n%14s %s\n", c.name, short(c.takes), c.promise, "", c.command)
		}
		return 0, nil
	}
	r, err := readReport(file)
	if err != nil {
		return 0, err
	}
	revision, err := revision(ctx)
	if err != nil {
		return 0, err
	}
	bar := newBar(os.Stderr, all)
	var problems []error
	for _, c := range some {
		bar.begin(c)
		result := c.run(ctx)
		bar.end(c, result)
		if ctx.Err() != nil {
			return failed, errors.New("interrupted")
		}
		result.revision = revision
		r.set(c, result)
		if err := r.write(file, checks); err != nil {
			return failed, err
		}
		switch {
		case result.missing != "":
			problems = append(problems, fmt.Errorf("%s: %s", c.name, result.missing))
		case result.err != nil:
			failed++
		}
	}
	return failed, errors.Join(problems...)
}

// written are the files written by checks. A run of several checks changes them on its way, without
// a change of the code under test.
var written = []string{"fuzz/REPORT.md", "fuzz/TIME.tsv", "fuzz/mutate/SURVIVORS.md", "fuzz/mutate/testdata/*.json"}

// revision returns the commit, with a mark if files other than records differ from it.
func revision(ctx context.Context) (string, error) {
	head, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "", fmt.Errorf("git rev-parse: %w", err)
	}
	status := []string{"status", "--porcelain", "--untracked-files=no", "--", ":/"}
	for _, file := range written {
		status = append(status, ":/!"+file)
	}
	changed, err := exec.CommandContext(ctx, "git", status...).Output()
	if err != nil {
		return "", fmt.Errorf("git status: %w", err)
	}
	name := strings.TrimSpace(string(head))
	if len(changed) > 0 {
		name += "-dirty"
	}
	return name, nil
}

// short formats a duration without trailing zero units.
func short(d time.Duration) string {
	s := d.Round(time.Second).String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
