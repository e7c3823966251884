package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A fuzzer runs the fuzz targets of the module, one after the other. If a target fails, the input
// is in testdata/fuzz of its package, and every go test tries it from then on: commit it with the
// repair.
type fuzzer struct {
	time     time.Duration // for each target
	match    *regexp.Regexp
	parallel int
	tags     string
	file     string
}

// A target is a fuzz function of the package in a folder of the module.
type target struct{ folder, name string }

// A binary is a package's tests, built for fuzzing.
type binary struct {
	folder string // of the package
	file   string
	cache  string // Go's folder for inputs that reached new code
}

// run runs the targets and returns the number of failed ones.
func (f *fuzzer) run(ctx context.Context, list bool) (found int, err error) {
	temp, err := os.MkdirTemp("", "fuzz-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temp)
	binaries, err := f.build(ctx, temp)
	if err != nil {
		return 0, err
	}
	targets, err := f.targets(ctx, binaries)
	if err != nil {
		return 0, err
	}
	if list {
		for _, t := range targets {
			fmt.Println(t.folder, t.name)
		}
		return 0, nil
	}
	so, err := readRecords(f.file)
	if err != nil {
		return 0, err
	}
	revision, total, unserved := revisionOfTargets(ctx), int64(0), 0
	for i, t := range targets {
		left := time.Duration(len(targets)-i) * f.time
		fmt.Fprintf(os.Stderr, "%2d of %d: %s in %s, %s left\n", i+1, len(targets), t.name, t.folder, left.Round(time.Second))
		r, out, err := f.fuzz(ctx, t, binaries[t.folder])
		if err != nil {
			return found, err
		}
		total += r.executions
		switch {
		case r.open > 0:
			found++
			fmt.Printf("%s in %s has found something:\n%s\n", t.name, t.folder, out)
		case !f.given(r):
			unserved++
			fmt.Printf("%s in %s has had %d seconds: its seeds take too long here\n", t.name, t.folder, r.seconds)
		}
		r.revision = revision
		so.add(r)
		if err := so.write(f.file); err != nil {
			return found, err
		}
	}
	fmt.Printf("%d fuzz targets, %s each, %d executions: %d found something\n", len(targets), f.time, total, found)
	if unserved > 0 && found == 0 {
		err = fmt.Errorf("%d targets have not had their time", unserved)
	}
	return found, err
}

// function matches fuzz functions in the text of a test.
var function = regexp.MustCompile(`(?m)^func Fuzz`)

// build builds the tests of the module's packages with fuzz functions, and returns them by folder.
// They run without go test. It would build them again for every function, and leave them running
// after an interrupt.
func (f *fuzzer) build(ctx context.Context, temp string) (map[string]binary, error) {
	packages, err := f.packages(ctx)
	if err != nil {
		return nil, err
	}
	cache, err := f.command(ctx, "env", "GOCACHE")
	if err != nil {
		return nil, err
	}
	binaries := map[string]binary{}
	for folder, name := range packages {
		file := filepath.Join(temp, fmt.Sprintf("%d.test.exe", len(binaries)))
		if _, err := f.command(ctx, "test", "-c", "-o", file, "-tags", f.tags, "-fuzz", ".", "./"+folder); err != nil {
			return nil, err
		}
		binaries[folder] = binary{folder, file, filepath.Join(strings.TrimSpace(cache), "fuzz", filepath.FromSlash(name))}
	}
	return binaries, nil
}

// packages returns the names of the packages with fuzz functions, by folder.
func (f *fuzzer) packages(ctx context.Context) (map[string]string, error) {
	out, err := f.command(ctx, "list", "-tags", f.tags, "-f",
		`{{$p := .}}{{range .TestGoFiles}}{{$p.ImportPath}}{{"\t"}}{{$p.Dir}}/{{.}}{{"\n"}}{{end}}`+
			`{{range .XTestGoFiles}}{{$p.ImportPath}}{{"\t"}}{{$p.Dir}}/{{.}}{{"\n"}}{{end}}`, "./...", "./cmd/...")
	if err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	packages := map[string]string{}
	for line := range strings.Lines(out) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if !function.Match(text) {
			continue
		}
		folder, err := filepath.Rel(here, filepath.Dir(file))
		if err != nil {
			return nil, err
		}
		packages[filepath.ToSlash(folder)] = name
	}
	return packages, nil
}

// targets returns the selected targets, grouped by package.
func (f *fuzzer) targets(ctx context.Context, binaries map[string]binary) ([]target, error) {
	var targets []target
	for folder, b := range binaries {
		cmd := exec.CommandContext(ctx, b.file, "-test.list", "^Fuzz")
		cmd.Dir = filepath.FromSlash(folder)
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("the targets in %s: %w", folder, err)
		}
		for line := range strings.Lines(string(out)) {
			if name := strings.TrimSpace(line); strings.HasPrefix(name, "Fuzz") && f.match.MatchString(name) {
				targets = append(targets, target{folder, name})
			}
		}
	}
	if len(targets) == 0 {
		return nil, errors.New("there is no such fuzz target")
	}
	slices.SortFunc(targets,
		func(a, b target) int { return cmp.Or(cmp.Compare(a.folder, b.folder), cmp.Compare(a.name, b.name)) })
	return targets, nil
}

// command runs go, and returns its output.
func (f *fuzzer) command(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s%s", strings.Join(args, " "), err, errs.Bytes(), out)
	}
	return string(out), nil
}

// minimize limits the time to shrink an input that reaches new code. Go's default of a minute can
// be the whole time of a slow target.
const minimize = time.Second

// rounds limits the attempts to give a target its time.
const rounds = 4

// fuzz runs one target. Go's fuzz time includes the seeds, all of them tried before anything new,
// so there may be another round with more time. If the target failed, the record's open is 1 and
// out is the output to read. The error is for a target that cannot be run.
func (f *fuzzer) fuzz(ctx context.Context, t target, b binary) (r record, out string, err error) {
	limit := f.time
	sum := record{target: t}
	for range rounds {
		if r, out, err = f.round(ctx, t, b, limit); err != nil {
			return sum, out, err
		}
		sum.seconds += r.seconds
		sum.executions += r.executions
		sum.date, sum.open = r.date, r.open
		missing := f.time - time.Duration(sum.seconds)*time.Second
		if sum.open > 0 || f.given(sum) {
			break
		}
		seeds := limit - time.Duration(r.seconds)*time.Second
		if r.executions == 0 {
			seeds *= 2 // at least: the seeds were not finished
		}
		limit = seeds + missing + 2*time.Second // go test reports whole seconds
	}
	return sum, out, nil
}

// given reports whether a target has had its time.
func (f *fuzzer) given(r record) bool { return time.Duration(r.seconds)*time.Second >= f.time }

// round runs one target once.
func (f *fuzzer) round(ctx context.Context, t target, b binary, limit time.Duration) (r record, out string, err error) {
	cmd := exec.CommandContext(ctx, b.file, "-test.run", "^$", "-test.fuzz", "^"+t.name+"$", "-test.fuzzcachedir", b.cache,
		"-test.fuzztime", limit.String(), "-test.fuzzminimizetime", minimize.String(), "-test.parallel",
		strconv.Itoa(f.parallel))
	cmd.Dir = filepath.FromSlash(t.folder)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	var all bytes.Buffer
	both := io.MultiWriter(&all, &progress{w: os.Stderr})
	cmd.Stdout, cmd.Stderr = both, both
	runErr := cmd.Run()
	out = all.String()
	r = record{target: t, date: time.Now().UTC().Format(time.DateOnly)}
	r.seconds, r.executions = effort(out)
	switch {
	case ctx.Err() != nil:
		return r, out, errors.New("interrupted")
	case runErr == nil, outOfTime(out):
		return r, out, nil
	case strings.Contains(out, "--- FAIL: "+t.name) || strings.Contains(out, "Failing input written to"):
		r.open = 1
		return r, out, nil
	}
	return r, out, fmt.Errorf("%s in %s cannot be run: %w\n%s", t.name, t.folder, runErr, out)
}

var (
	seedsDone = regexp.MustCompile(`elapsed: (\w+), gathering baseline coverage: (\d+)/\d+ completed, now fuzzing`)
	execsDone = regexp.MustCompile(`elapsed: (\w+), execs: (\d+) \(`)
)

// effort returns the seconds and the number of executions in the output of go test -fuzz, without
// those of the seeds.
func effort(out string) (seconds, executions int64) {
	seeds, all := seedsDone.FindStringSubmatch(out), execsDone.FindAllStringSubmatch(out, -1)
	if seeds == nil || all == nil {
		return 0, 0
	}
	number := func(m []string) (time.Duration, int64) {
		d, _ := time.ParseDuration(m[1])
		n, _ := strconv.ParseInt(m[2], 10, 64)
		return d, n
	}
	from, first := number(seeds)
	to, last := number(all[len(all)-1])
	return int64((to - from).Seconds()), max(last-first, 0)
}

var spurious = regexp.MustCompile(`--- FAIL: \w+ \([0-9.]+s\)\n    context deadline exceeded\nFAIL\n`)

// outOfTime reports whether go test failed only because the time was over. Up to Go 1.26 this may
// happen if a worker is busy at that moment: golang.org/issue/75804.
func outOfTime(out string) bool {
	return spurious.MatchString(out) && strings.Count(out, "--- FAIL") == 1 && !strings.Contains(out, "Failing input")
}

// progress shows the progress lines of go test -fuzz: one over the other on a terminal, and nowhere
// else.
type progress struct {
	w *os.File
}

func (p *progress) Write(b []byte) (int, error) {
	if info, err := p.w.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		for line := range strings.Lines(string(b)) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "fuzz: elapsed") {
				fmt.Fprintf(p.w, "\x1b[2K\r   %s\r", line)
			}
		}
	}
	return len(b), nil
}

// revisionOfTargets returns the revision of the module, with "+" when Go files in it are changed.
func revisionOfTargets(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	revision := strings.TrimSpace(string(out))
	changed, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "--untracked-files=no", "--", "*.go").Output()
	if err != nil || len(changed) > 0 {
		revision += "+"
	}
	return revision
}
