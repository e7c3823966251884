package fuzz

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A foreignEngine is a program that runs regular expressions. It reads a file written by
// writeCases.
type foreignEngine struct {
	program string // which must be installed
	command []string
	as      []build.Engine
}

var foreignEngines = []foreignEngine{
	{"python3", []string{"python3", "testdata/regexp/engine.py"}, []build.Engine{build.Python, build.JSONSchema}},
	{"node", []string{"node", "testdata/regexp/engine.mjs"}, []build.Engine{build.ECMAScript, build.JSONSchema}},
	{"java", []string{"java", "-Xshare:auto", "testdata/regexp/Engine.java"}, []build.Engine{build.Java}},
	{"ajv", []string{"node", "testdata/regexp/ajv.mjs"}, []build.Engine{build.JSONSchema}},
	{"jsonschema", []string{"python3", "testdata/regexp/jsonschema.py"}, []build.Engine{build.JSONSchema}},
}

// Engines in other languages return the expected verdicts on the UTF-8 strings of the complete
// suites of IRI and all rules of RFC 3986, and do not throw on long strings. .ci/full sets
// IRI_REQUIRE_ENGINES, so that no engine is skipped there.
func TestExpressions(t *testing.T) {
	for _, e := range foreignEngines {
		for _, as := range e.as {
			t.Run(e.program+"/"+string(as), func(t *testing.T) {
				t.Parallel()
				e.require(t)
				file := filepath.Join(t.TempDir(), "cases")
				wrote := writeCases(t, file, as)
				out, err := exec.Command(e.command[0], append(e.command[1:], file)...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%.2000s", err, out)
				}
				reportTimes(t, string(out))
				if want := fmt.Sprintf("tests\t%d\t0\n", wrote); !strings.HasSuffix(string(out), want) {
					t.Errorf("want %q:\n%.2000s", want, out)
				}
			})
		}
	}
}

// require skips the test if the engine is not installed.
func (e foreignEngine) require(t *testing.T) {
	missing := ""
	switch _, err := exec.LookPath(e.command[0]); {
	case err != nil:
		missing = e.command[0] + " is not installed"
	case e.program == "ajv" && os.Getenv("IRI_AJV") == "":
		missing = "IRI_AJV is not set; npm install --prefix DIR ajv@8.20.0 makes DIR/node_modules/ajv"
	case e.program == "jsonschema" && exec.Command("python3", "-c", "import jsonschema").Run() != nil:
		missing = "jsonschema is not installed; pip install jsonschema==4.25.1"
	}
	if missing == "" {
		return
	}
	if os.Getenv("IRI_REQUIRE_ENGINES") != "" {
		t.Fatal(missing)
	}
	t.Skip(missing)
}

// reportTimes logs the largest ratio between the times for two strings, one ten times as long as
// the other.
func reportTimes(t *testing.T, out string) {
	times := map[string][]float64{}
	for line := range strings.Lines(out) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); f[0] == "time" {
			seconds, err := strconv.ParseFloat(f[4], 64)
			if err != nil {
				t.Fatal(err)
			}
			times[f[1]+" "+f[2]] = append(times[f[1]+" "+f[2]], seconds)
		}
	}
	worst, where := 0.0, ""
	for name, seconds := range times {
		if ratio := seconds[1] / seconds[0]; ratio > worst && seconds[1] > 1e-4 {
			worst, where = ratio, name
		}
	}
	t.Logf("100,000 repetitions take at most %.1f times as long as 10,000 (%s: %.6f seconds)", worst, where, times[where])
}

// asked returns the rules whose suites the engines run.
func asked() (rules []tables.Rule) {
	for _, g := range bundled.Grammars() {
		for _, name := range g.Names() {
			rule, _ := g.Lookup(name)
			if g.Name == "rfc3986" || g.Name == "rfc3987" && (name == "IRI" || name == "IPv6address") {
				rules = append(rules, rule)
			}
		}
	}
	return rules
}

// writeCases writes the expressions and the strings to match them against, and returns the number
// of strings.
func writeCases(t *testing.T, file string, as build.Engine) (tests int) {
	var b bytes.Buffer
	for i, rule := range asked() {
		expr, err := compiled(t, rule.Grammar()).Regexp(t.Context(), rule.Name(), as)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "E\t%s\t%x\n", rule.Name(), expr)
		premise := automaton.MistakenBytes
		if !testkit.Long() && rule.States() > 100 {
			premise = automaton.AlikeBytes
		}
		if !testkit.Long() && rule.States() > 100 && !slices.Contains(compared, rule) && !oneIn(4, i) {
			continue
		}
		n := 0
		for s, valid := range suiteOf(t, rule.Grammar(), rule.Name(), premise).Tests() {
			if n++; !testkit.Long() && rule.States() > 100 && n%8 > 0 {
				continue
			}
			if utf8.ValidString(s) {
				fmt.Fprintf(&b, "S\t%d\t%x\n", digit(valid), s)
				tests++
			}
		}
		if rule.Name() == "IRI" || rule.Name() == "URI" {
			tests += writeLong(&b, rule)
		}
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return tests
}

func digit(valid bool) int {
	if valid {
		return 1
	}
	return 0
}

// writeLong writes strings of up to a million repetitions, in seven shapes on which engines that
// backtrack or recurse are slow or fail.
func writeLong(b *bytes.Buffer, rule tables.Rule) (tests int) {
	for i, shape := range [][3]string{
		{"http://", "a", ""}, {"http://h/", "/a", ""}, {"a:", "a", "^"}, {"a://", "%41", ""},
		{"a:?", "\u00e9", ""}, {"http://", "a:", "@"}, {"http://[", "1:", "]"},
	} {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			if n == 1_000_000 && !testkit.Long() {
				break
			}
			valid := rule.Valid(shape[0] + strings.Repeat(shape[1], n) + shape[2])
			fmt.Fprintf(b, "L\t%d\t%x\t%x\t%x\t%d\t%d\n", digit(valid), shape[0], shape[1], shape[2], n, i+1)
			tests++
		}
	}
	return tests
}

// grep returns the same verdicts, for strings without newlines or NULs.
func TestGrep(t *testing.T) {
	for option, as := range map[string]build.Engine{"-P": build.PCRE, "-E": build.ERE} {
		t.Run(option, func(t *testing.T) {
			grep := func(expr, lines string) (string, error) {
				cmd := exec.Command("grep", "-n", option, "-e", expr)
				cmd.Env, cmd.Stdin = append(os.Environ(), "LC_ALL=C.UTF-8"), strings.NewReader(lines)
				out, err := cmd.Output()
				return string(out), err
			}
			if out, err := grep("^é$", "é\n"); err != nil || out != "1:é\n" {
				t.Skipf("grep %s does not work here: %v", option, err)
			}
			for i, rule := range asked() {
				expr, err := compiled(t, rule.Grammar()).Regexp(t.Context(), rule.Name(), as)
				if as == build.ERE && rule.Grammar() == "rfc3987" && rule.Name() == "IRI" {
					if err == nil {
						t.Errorf("there is an ERE: %s", expr)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if rule.States() > 100 && !slices.Contains(compared, rule) && !oneIn(4, i) {
					continue
				}
				checkGrep(t, rule, func(lines string) (string, error) { return grep(expr, lines) })
			}
		})
	}
}

func checkGrep(t *testing.T, rule tables.Rule, grep func(lines string) (string, error)) {
	var lines, want strings.Builder
	n := 0
	for s, valid := range suiteOf(t, rule.Grammar(), rule.Name(), automaton.AlikeBytes).Tests() {
		if !utf8.ValidString(s) || strings.ContainsAny(s, "\n\x00") {
			continue
		}
		n++
		fmt.Fprintf(&lines, "%s\n", s)
		if valid {
			fmt.Fprintf(&want, "%d:%s\n", n, s)
		}
	}
	got, err := grep(lines.String())
	if err != nil && want.Len() > 0 {
		t.Fatal(err)
	}
	if got != want.String() {
		t.Errorf("%s: grep's verdicts differ: %s", rule.Name(), difference(got, want.String()))
	}
}

// difference returns the first line in which two outputs differ.
func difference(got, want string) string {
	a, b := bufio.NewScanner(strings.NewReader(got)), bufio.NewScanner(strings.NewReader(want))
	for a.Scan() && b.Scan() {
		if a.Text() != b.Text() {
			return hex.EncodeToString(a.Bytes()) + " and " + hex.EncodeToString(b.Bytes())
		}
	}
	return "one has more lines"
}
