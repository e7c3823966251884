package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// A test is a test function, a fuzz target with its seeds, or an example.
type test struct {
	Name    string
	Cost    time.Duration // processor time, with shared values already made by earlier tests
	Failed  bool
	Reached []string // the mutants it reaches

	pkg int // its index in packages
	dir string
}

// A bench measures and runs the tests of the packages.
type bench struct {
	*source
	skip     string            // tests left out
	work     string            // folder of the results kept between runs
	slack    time.Duration     // processor time of a mutant in addition to five times the cost of the tests
	killers  map[string]string // by mutant: the test that killed it last time
	packages []string
	tests    []test

	mu  sync.Mutex
	bad map[string]bool // tests failing without a mutant: binary and name
}

// before is the name of the code run before the first test: the variables of packages.
const before = "before all tests"

// testMain runs the given tests one by one, and writes a line about each.
const testMain = `package %s_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"syscall"
	"testing"

	gomutant %q
)

func TestMain(m *testing.M) {
	flag.Parse()
	if os.Getenv("GOMUTANT_TESTS") == "" {
		os.Exit(m.Run())
	}
	cost := func() int64 {
		var u syscall.Rusage
		syscall.Getrusage(syscall.RUSAGE_SELF, &u)
		return u.Utime.Nano() + u.Stime.Nano()
	}
	defer os.Exit(0)
	out := json.NewEncoder(os.NewFile(3, "results"))
	out.Encode(map[string]any{"Name": %q, "Numbers": gomutant.GomutantReached()})
	for _, name := range strings.Fields(os.Getenv("GOMUTANT_TESTS")) {
		flag.Set("test.run", "^"+name+"$")
		begin := cost()
		failed := m.Run() != 0
		out.Encode(map[string]any{"Name": name, "Cost": cost() - begin, "Failed": failed,
			"Numbers": gomutant.GomutantReached()})
	}
}
`

// measure runs the tests of the packages, each by itself in one process, for its cost and for the
// mutants it reaches. Measurements kept in the work folder are not repeated.
func (b *bench) measure(drawn []*mutant) error {
	b.bad, b.tests = map[string]bool{}, nil
	skip, err := regexp.Compile(cmp.Or(b.skip, "^$"))
	if err != nil {
		return err
	}
	for i, pkg := range b.packages {
		tests, err := b.measurePackage(pkg, drawn, skip)
		if err != nil {
			return fmt.Errorf("the tests of %s: %w", pkg, err)
		}
		for _, t := range tests {
			t.pkg = i
			b.tests = append(b.tests, t)
		}
	}
	return nil
}

// measured is the measurement of a package, as kept.
type measured struct {
	Mutants []string
	Tests   []test
}

func (b *bench) measurePackage(pkg string, drawn []*mutant, skip *regexp.Regexp) ([]test, error) {
	names := make([]string, len(drawn))
	for i, m := range drawn {
		names[i] = m.String()
	}
	file := b.file("measured", pkg, ".json")
	var kept measured
	if err := readJSON(file, &kept); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if !slices.Equal(kept.Mutants, names) {
		kept = measured{Mutants: names}
	}
	listed, err := exec.Command("go", "list", "-f", "{{.Dir}} {{.Name}}", pkg).Output()
	if err != nil {
		return nil, err
	}
	at := strings.Fields(string(listed))
	files := b.reaching(drawn)
	binary := b.file("reaching", pkg, ".test")
	if err := b.compile(binary, pkg, files, filepath.Join(at[0], "gomutant_gomutant_test.go"),
		fmt.Sprintf(testMain, at[1], b.ImportPath, before)); err != nil {
		return nil, err
	}
	list := exec.Command(binary, "-test.list", "^(Test|Fuzz|Example)")
	list.Dir = at[0]
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	wanted := slices.DeleteFunc(strings.Fields(string(out)), skip.MatchString)
	todo := slices.DeleteFunc(slices.Clone(wanted), func(name string) bool {
		return slices.ContainsFunc(kept.Tests, func(t test) bool { return t.Name == name })
	})
	if err := b.runEach(binary, at[0], todo, names, func(t test) error {
		kept.Tests = slices.DeleteFunc(kept.Tests, func(old test) bool { return old.Name == t.Name && t.Name == before })
		kept.Tests = append(kept.Tests, t)
		fmt.Fprintf(os.Stderr, "measured %s: %s, %v, reaches %d\n", pkg, t.Name,
			t.Cost.Round(time.Millisecond), len(t.Reached))
		text, err := json.Marshal(kept)
		if err == nil {
			err = os.WriteFile(file, text, 0o666)
		}
		return err
	}); err != nil {
		return nil, err
	}
	for i, t := range kept.Tests {
		kept.Tests[i].dir = at[0]
		if t.Failed {
			fmt.Fprintf(os.Stderr, "left out: %s of %s, which fails without a mutant\n", t.Name, pkg)
		}
	}
	return slices.DeleteFunc(kept.Tests, func(t test) bool {
		return t.Failed || t.Name != before && !slices.Contains(wanted, t.Name)
	}), nil
}

// runEach runs tests in one process, and calls tell with each measurement.
func (b *bench) runEach(binary, dir string, names, mutants []string, tell func(test) error) error {
	if len(names) == 0 {
		return nil
	}
	c := exec.Command(binary, "-test.short")
	c.Dir, c.Env = dir, append(os.Environ(), "GOMUTANT_TESTS="+strings.Join(names, " "))
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	c.ExtraFiles = []*os.File{w}
	err = c.Start()
	w.Close()
	if err != nil {
		return err
	}
	var failure error
	for d := json.NewDecoder(r); failure == nil; {
		var line struct {
			test
			Numbers []int
		}
		if failure = d.Decode(&line); failure == nil {
			for _, i := range line.Numbers {
				line.Reached = append(line.Reached, mutants[i])
			}
			failure = tell(line.test)
		}
	}
	if failure != io.EOF {
		c.Process.Kill()
		return errors.Join(failure, c.Wait())
	}
	return c.Wait()
}

func (b *bench) file(kind, pkg, ext string) string {
	return filepath.Join(b.work, kind+strings.NewReplacer("/", "-", ".", "").Replace("-"+pkg)+ext)
}

// order returns the tests for a mutant in the order to run them, or nil if no test reaches it. The
// test that killed it last time comes first. Then come, package by package, the tests that reach
// it, the cheapest first. In its own package all other tests follow: they may use values made once
// for all tests, by the first test in need of them.
func (b *bench) order(m *mutant) (tests []test) {
	reaches := func(t test) bool { return !m.reach.IsValid() || slices.Contains(t.Reached, m.String()) }
	if !slices.ContainsFunc(b.tests, reaches) {
		return nil
	}
	for _, t := range b.tests {
		if t.Name != before && (t.pkg == 0 || reaches(t)) {
			tests = append(tests, t)
		}
	}
	slices.SortStableFunc(tests, func(s, t test) int {
		if x, y := reaches(s), reaches(t); s.pkg == t.pkg && x != y {
			return map[bool]int{true: -1, false: 1}[x]
		}
		return cmp.Or(cmp.Compare(s.pkg, t.pkg), cmp.Compare(s.Cost, t.Cost))
	})
	last := strings.Fields(b.killers[m.String()])
	if i := slices.IndexFunc(tests, func(t test) bool { return slices.Contains(last, t.Name) }); i > 0 {
		tests = slices.Concat(tests[i:i+1], tests[:i], tests[i+1:])
	}
	return tests
}

// compile builds the tests of a package with changed files of the mutated package, and with more
// files added to the tests.
func (b *bench) compile(binary, pkg string, files map[string][]byte, more ...string) error {
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	dir, err := os.MkdirTemp(b.work, "overlay")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, text := range files {
		if bytes.Equal(text, b.text[name]) {
			continue
		}
		overlay.Replace[filepath.Join(b.Dir, name)] = filepath.Join(dir, name)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	if len(more) > 0 {
		overlay.Replace[more[0]] = filepath.Join(dir, "more_test.go")
		if err := os.WriteFile(filepath.Join(dir, "more_test.go"), []byte(more[1]), 0o666); err != nil {
			return err
		}
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), text, 0o666); err != nil {
		return err
	}
	return goTest("-c", "-vet=off", "-ldflags=-s -w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", binary, pkg)
}

func goTest(args ...string) error {
	c := exec.Command("go", append([]string{"test"}, args...)...)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go test %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// A verdict is the outcome of a mutant.
type verdict struct {
	Result string        // killed, survived, or not covered
	By     string        // the test, or another cause: out of time, out of memory, a crash
	Cost   time.Duration // processor time of the tests
	Left   time.Duration // of the tests not run because the budget was spent
}

// batches splits a list of tests by package, and by limits of cost growing fourfold from 250 ms to
// 4 s. Cheap tests run together, and often make the others unnecessary.
func batches(tests []test) (cut [][]test) {
	limit, cost := 250*time.Millisecond, time.Duration(0)
	for i, t := range tests {
		if i > 0 && (cost+t.Cost > limit || t.pkg != tests[i-1].pkg) || i == 0 {
			if i > 0 && t.pkg != tests[i-1].pkg {
				limit, cost = 250*time.Millisecond, 0
			} else if i > 0 {
				limit = min(4*limit, 4*time.Second)
			}
			cut = append(cut, nil)
		}
		cost += t.Cost
		cut[len(cut)-1] = append(cut[len(cut)-1], t)
	}
	return cut
}

// try runs tests on a mutant until one fails. binary returns a package's tests compiled with the
// mutant, and number is the mutant's number in them.
func (b *bench) try(m *mutant, number int, budget time.Duration,
	binary func(pkg string) (string, error)) (v verdict, err error) {
	tests := b.order(m)
	if len(tests) == 0 {
		return verdict{Result: "not covered"}, nil
	}
	v.Result = "survived"
	for _, batch := range batches(tests) {
		cost := time.Duration(0)
		for _, t := range batch {
			cost += t.Cost
		}
		if budget > 0 && v.Cost > 0 && v.Cost+cost > budget {
			v.Left += cost
			continue
		}
		bin, err := binary(b.packages[batch[0].pkg])
		if err != nil {
			return v, err
		}
		for {
			batch = slices.DeleteFunc(batch, func(t test) bool { return b.isBad(bin, t.Name) })
			if len(batch) == 0 {
				break
			}
			by, took := b.run(bin, number, batch, cost)
			v.Cost += took
			if by == "" {
				break
			}
			if strings.HasPrefix(by, notRun) {
				return v, errors.New(by)
			}
			if number > 0 && !b.innocent(bin, batch, cost) {
				continue // one of the tests fails without a mutant, and is left out
			}
			v.Result, v.By = "killed", by
			return v, nil
		}
	}
	return v, nil
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// run runs tests on a mutant. It returns the failed test, or another cause of death, or "" if all
// passed. Processor time is limited to five times the cost plus the slack, and memory to 6 GiB. The
// limit of clock time is generous, because other processes use the machine too.
func (b *bench) run(binary string, number int, tests []test, cost time.Duration) (by string, took time.Duration) {
	names := make([]string, len(tests))
	for i, t := range tests {
		names[i] = t.Name
	}
	seconds := int((b.slack + 5*cost).Seconds())
	c := exec.Command("sh", "-c", `ulimit -t "$0" && ulimit -v 6291456 && exec "$@"`, fmt.Sprint(seconds),
		binary, "-test.short", "-test.failfast", fmt.Sprintf("-test.timeout=%ds", 60+10*seconds), "-test.run", "^("+
			strings.Join(names, "|")+")$")
	if number == 0 {
		c.Args = slices.DeleteFunc(c.Args, func(s string) bool { return s == "-test.failfast" })
	}
	c.Dir = tests[0].dir
	c.Env = append(os.Environ(), fmt.Sprintf("GOMUTANT=%d", number), "GOMAXPROCS=1")
	out, err := c.CombinedOutput()
	took = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	var exit *exec.ExitError
	switch found := failed.FindAllStringSubmatch(string(out), -1); {
	case err == nil:
		return "", took
	case len(found) > 0:
		for _, f := range found {
			by += " " + f[1]
		}
		return by[1:], took
	case took > time.Duration(seconds-1)*time.Second:
		return "out of time", took
	case bytes.Contains(out, []byte("out of memory")) || bytes.Contains(out, []byte("cannot allocate")):
		return "out of memory", took
	case bytes.Contains(out, []byte("test timed out")):
		return "out of time", took
	case errors.As(err, &exit):
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return "a crash: " + first, took
	}
	return notRun + err.Error(), took
}

// notRun begins the cause in place of a test if the tests could not be started.
const notRun = "not run: "

func (b *bench) isBad(binary, name string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bad[binary+" "+name]
}

// innocent reports whether tests pass in a binary without a mutant. It runs them once, and notes
// the failing ones in b.bad.
func (b *bench) innocent(binary string, tests []test, cost time.Duration) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	innocent := true
	var fresh []test
	for _, t := range tests {
		if bad, known := b.bad[binary+" "+t.Name]; !known {
			fresh = append(fresh, t)
		} else if bad {
			innocent = false
		}
	}
	if len(fresh) == 0 {
		return innocent
	}
	by, _ := b.run(binary, 0, fresh, cost)
	for _, t := range fresh {
		b.bad[binary+" "+t.Name] = slices.Contains(strings.Fields(by), t.Name)
	}
	if by == "" {
		return innocent
	}
	if !slices.ContainsFunc(fresh, func(t test) bool { return b.bad[binary+" "+t.Name] }) {
		for _, t := range fresh { // no test was named: all are bad
			b.bad[binary+" "+t.Name] = true
		}
	}
	fmt.Fprintf(os.Stderr, "\r\x1b[Kleft out, since they fail without a mutant: %s\n", by)
	return false
}
