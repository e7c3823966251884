package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
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
	Package string // as the command line names it
	Dir     string // where it runs
	Name    string
	Cost    time.Duration // processor time
	Blocks  []block       // of the mutated package, those that it runs
}

// A block is a stretch of statements in a file.
type block struct {
	File                 string
	Line, Col, End, Last int // the end is exclusive
}

func (b block) has(at token.Position) bool {
	return filepath.Base(at.Filename) == b.File &&
		(at.Line > b.Line || at.Line == b.Line && at.Column >= b.Col) &&
		(at.Line < b.End || at.Line == b.End && at.Column < b.Last)
}

// A bench is where the tests of a package are measured and run.
type bench struct {
	*source
	skip   string // tests that are not run
	work   string // folder of what is kept between runs
	blocks map[block]bool
	tests  []test // those of the package itself first, then the cheapest first

	mu  sync.Mutex
	bad map[string]bool // tests that fail without a mutant: binary and name
}

// measure runs each test of the packages once and by itself, for its cost and for what it
// covers. What is in the folder of work is not measured again.
func (b *bench) measure(packages []string) error {
	b.blocks, b.bad = map[block]bool{}, map[string]bool{}
	var skipped *regexp.Regexp
	if b.skip != "" {
		var err error
		if skipped, err = regexp.Compile(b.skip); err != nil {
			return err
		}
	}
	for place, pkg := range packages {
		file := filepath.Join(b.work, strings.NewReplacer("/", "-", ".", "").Replace("tests"+pkg)+".json")
		known := map[string]test{}
		var stored struct {
			All   []block
			Tests []test
		}
		if text, err := os.ReadFile(file); err == nil {
			if err := json.Unmarshal(text, &stored); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		for _, t := range stored.Tests {
			known[t.Name] = t
		}
		binary := filepath.Join(b.work, "cover.test")
		if err := goTest("-c", "-cover", "-coverpkg="+b.ImportPath, "-o", binary, pkg); err != nil {
			return err
		}
		dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).Output()
		if err != nil {
			return err
		}
		list := exec.Command(binary, "-test.list", "^(Test|Fuzz|Example)")
		list.Dir = strings.TrimSpace(string(dir))
		names, err := list.Output()
		if err != nil {
			return fmt.Errorf("the list of tests of %s: %w", pkg, err)
		}
		stored.Tests = nil
		for i, name := range strings.Fields(string(names)) {
			t, ok := known[name]
			if !ok && skipped != nil && skipped.MatchString(name) {
				continue
			}
			if !ok {
				fmt.Fprintf(os.Stderr, "\r\x1b[Kmeasuring %s: %d %s", pkg, i+1, name)
				profile := filepath.Join(b.work, "cover.out")
				run := exec.Command(binary, "-test.short", "-test.run", "^"+name+"$", "-test.coverprofile", profile)
				run.Dir = list.Dir
				if out, err := run.CombinedOutput(); err != nil {
					return fmt.Errorf("%s of %s fails without a mutant: %w\n%s", name, pkg, err, out)
				}
				all, hit, err := readProfile(profile)
				if err != nil {
					return err
				}
				t = test{pkg, list.Dir, name, run.ProcessState.UserTime() + run.ProcessState.SystemTime(), hit}
				stored.All = all
			}
			stored.Tests = append(stored.Tests, t)
			text, err := json.Marshal(stored)
			if err != nil {
				return err
			}
			if !ok {
				if err := os.WriteFile(file, text, 0o666); err != nil {
					return err
				}
			}
		}
		fmt.Fprintf(os.Stderr, "\r\x1b[K")
		for _, block := range stored.All {
			b.blocks[block] = true
		}
		if skipped != nil {
			stored.Tests = slices.DeleteFunc(stored.Tests, func(t test) bool { return skipped.MatchString(t.Name) })
		}
		slices.SortStableFunc(stored.Tests, func(s, t test) int { return cmp.Compare(s.Cost, t.Cost) })
		if place == 0 {
			b.tests = stored.Tests
			continue
		}
		b.tests = append(b.tests, stored.Tests...)
	}
	return nil
}

// readProfile returns the blocks of a coverage profile, and those that were run.
func readProfile(name string) (all, hit []block, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	counts := map[block]int{}
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		var b block
		var statements, count int
		colon := strings.LastIndex(s.Text(), ":")
		if _, err := fmt.Sscanf(s.Text()[colon+1:], "%d.%d,%d.%d %d %d", &b.Line, &b.Col, &b.End, &b.Last, &statements, &count); err == nil {
			b.File = filepath.Base(s.Text()[:colon])
			counts[b] += count
		}
	}
	for b, count := range counts {
		all = append(all, b)
		if count > 0 {
			hit = append(hit, b)
		}
	}
	return all, hit, nil
}

// covering returns the tests that run the place of a mutant, and none when no test does.
// A mutant outside of all blocks (a constant, a variable) may matter to every test.
func (b *bench) covering(m *mutant) []test {
	for _, pos := range m.places {
		at := b.fset.Position(pos)
		var innermost block
		for block := range b.blocks {
			if block.has(at) && (block.Line > innermost.Line || block.Line == innermost.Line && block.Col > innermost.Col) {
				innermost = block
			}
		}
		if innermost.Line > 0 {
			return slices.DeleteFunc(slices.Clone(b.tests), func(t test) bool { return !slices.Contains(t.Blocks, innermost) })
		}
	}
	return b.tests
}

// compile builds the tests of a package with changed files of the mutated package.
func (b *bench) compile(binary, pkg string, files map[string][]byte) error {
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

// A verdict is what became of a mutant.
type verdict struct {
	Result string        // killed, survived, or not covered
	By     string        // the test, or how else: out of time, out of memory, a crash
	Cost   time.Duration // processor time of the tests
	Left   time.Duration // of the tests that were not run, since the budget was spent
}

// batches cuts a list of tests of one package where their cost has grown fourfold: the
// cheap ones run together, and may spare the others.
func batches(tests []test) (cut [][]test) {
	limit, cost := 250*time.Millisecond, time.Duration(0)
	for i, t := range tests {
		if i > 0 && (cost+t.Cost > limit || t.Package != tests[i-1].Package) || i == 0 {
			if i > 0 && t.Package != tests[i-1].Package {
				limit, cost = 250*time.Millisecond, 0
			} else if i > 0 {
				limit *= 4
			}
			cut = append(cut, nil)
		}
		cost += t.Cost
		cut[len(cut)-1] = append(cut[len(cut)-1], t)
	}
	return cut
}

// try runs the tests that cover a mutant until one fails. binary returns the tests of a
// package, compiled with the mutant in them; number is that of the mutant there.
func (b *bench) try(m *mutant, number int, budget time.Duration, binary func(pkg string) (string, error)) (v verdict, err error) {
	tests := b.covering(m)
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
		bin, err := binary(batch[0].Package)
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
			if number > 0 && !b.innocent(bin, batch, cost) {
				continue // one of the tests fails without a mutant, and is out
			}
			v.Result, v.By = "killed", by
			return v, nil
		}
	}
	return v, nil
}

var failed = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// run runs tests as a mutant, and returns which failed, or what else happened; an empty
// string when all passed. The processor time is limited to five times the cost and 2 s, the
// memory to 6 GiB; the time on the clock is generous, since others use the machine too.
func (b *bench) run(binary string, number int, tests []test, cost time.Duration) (by string, took time.Duration) {
	names := make([]string, len(tests))
	for i, t := range tests {
		names[i] = t.Name
	}
	seconds := int((2*time.Second + 5*cost).Seconds())
	c := exec.Command("sh", "-c", `ulimit -t $0 -v 6291456; exec "$@"`, fmt.Sprint(seconds),
		binary, "-test.short", "-test.failfast", fmt.Sprintf("-test.timeout=%ds", 60+10*seconds), "-test.run", "^("+strings.Join(names, "|")+")$")
	if number == 0 {
		c.Args = slices.DeleteFunc(c.Args, func(s string) bool { return s == "-test.failfast" })
	}
	c.Dir = tests[0].Dir
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
	return "not run: " + err.Error(), took
}

func (b *bench) isBad(binary, name string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bad[binary+" "+name]
}

// innocent tells whether tests pass in a binary as long as it is no mutant. It runs them
// once, and notes those that fail.
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
		for _, t := range fresh { // nobody was named: none of them is trusted
			b.bad[binary+" "+t.Name] = true
		}
	}
	fmt.Fprintf(os.Stderr, "\r\x1b[Kleft out, since they fail without a mutant: %s\n", by)
	return false
}
