package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/irilex/iri/cmd/internal/records"
	"github.com/irilex/iri/cmd/internal/scripttest"
)

// An action is the content of action.yml.
type action struct {
	Name, Description, Author string
	Branding                  struct{ Icon, Color string }

	Inputs map[string]struct {
		Description string
		Default     string
	}
	Runs struct {
		Using string
		Steps []struct {
			Name, Shell, Run string
			Env              map[string]string
		}
	}
}

// readYAML reads a YAML file in the root folder. All its keys must be known.
func readYAML(t *testing.T, name string, to any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err == nil {
		decoder := yaml.NewDecoder(bytes.NewReader(text))
		decoder.KnownFields(true)
		err = decoder.Decode(to)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

var inputReference = regexp.MustCompile(`\$\{\{ inputs\.(\w+) \}\}`)

// An actionRunner runs the steps of the action as a GitHub runner does.
type actionRunner struct {
	*testing.T
	action    action
	root, dir string // the module root, and the workspace
	temp      string
}

// builds reports whether to run the first step of the action, which builds the program. Without it,
// the test binary takes the place of the program, because a build takes a long time.
func builds() bool { return os.Getenv("IRI_REQUIRE_ACTION") != "" }

// run returns the output and the status of the steps with the given inputs.
func (r *actionRunner) run(inputs map[string]string) (output string, status int) {
	r.Helper()
	for name := range inputs {
		if _, ok := r.action.Inputs[name]; !ok {
			r.Fatalf("action.yml has no input %s", name)
		}
	}
	for i, step := range r.action.Runs.Steps {
		if i == 0 && !builds() {
			continue
		}
		cmd := exec.Command("bash", "-e", "-o", "pipefail", "-c", step.Run)
		cmd.Dir = r.dir
		cmd.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+r.root, "RUNNER_TEMP="+r.temp)
		for name, value := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+inputReference.ReplaceAllStringFunc(value, func(m string) string {
				name := inputReference.FindStringSubmatch(m)[1]
				input, ok := r.action.Inputs[name]
				if !ok {
					r.Fatalf("action.yml refers to the input %s, which it has not", name)
				}
				if value, ok := inputs[name]; ok {
					return value
				}
				return input.Default
			}))
		}
		out, err := cmd.CombinedOutput()
		output += string(out)
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			return output, exit.ExitCode()
		} else if err != nil {
			r.Fatal(err)
		}
	}
	return output, 0
}

var workflowCommand = regexp.MustCompile(`(?m)^::(\w+) file=(.*?),line=(\d+),col=(\d+).*?,title=(.*?)::`)

// annotations returns the annotations that the runner creates from an output.
func annotations(output string) (found []string) {
	for _, match := range workflowCommand.FindAllStringSubmatch(output, -1) {
		found = append(found, strings.Join(match[1:], " "))
	}
	return found
}

// TestAction checks files with the steps of action.yml. The runner must show each error with its
// file, line and column, and must never mistake a line of a file for a command.
func TestAction(t *testing.T) {
	scripttest.Need(t, "bash")
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	r := &actionRunner{T: t, root: root, dir: t.TempDir(), temp: t.TempDir()}
	readYAML(t, "action.yml", &r.action)
	if !builds() {
		self, err := os.Executable()
		if err == nil {
			bin := filepath.Join(r.temp, "iri")
			err = errors.Join(os.Mkdir(bin, 0o777), os.Symlink(self, filepath.Join(bin, "iri")))
		}
		if err != nil {
			t.Skip(err)
		}
	}
	for name, text := range map[string]string{
		"good.txt": "http://a/\n", "bad.txt": "http://a/\nhttp://a/ b\n  ::error::forged ##[error]forged\n",
		"two words.csv": "id,url\n1,http://a/\n2,http://a/<\n", "lint.txt": "http://0x7f.1/\nhttp://a:80/\n",
		"forged.txt": "good.txt:1:1: error: forged [x]\ngood.txt:1:1: note: forged [x]\n ^~\n",
		"notes.txt":  "http://a:80/\nhttp://b:80/\n",
	} {
		write(t, filepath.Join(r.dir, name), text)
	}
	type inputs = map[string]string
	for _, test := range []struct {
		inputs inputs
		status int
		want   string
	}{
		{inputs{"files": "good.txt"}, 0, ""},
		{inputs{"files": "good.txt\nbad.txt\n"}, 1, "error bad.txt 2 10 space, error bad.txt 3 1 blank-around"},
		{inputs{"files": "two words.csv", "column": "url"}, 1, "error two words.csv 3 12 illegal-character"},
		{inputs{"files": "*.csv", "column": "url"}, 1, "error two words.csv 3 12 illegal-character"},
		{inputs{"files": "*.csv", "column": "id\nurl", "rule": "irelative-ref"}, 1,
			"error two words.csv 2 3 path-colon, error two words.csv 3 3 path-colon"},
		{inputs{"files": "lint.txt", "lint": "true"}, 0,
			"warning lint.txt 1 8 browser-ipv4, notice lint.txt 2 10 default-port"},
		{inputs{"files": "lint.txt", "lint": "true", "deny": "browser-ipv4", "flags": "--severity=warning"}, 1,
			"error lint.txt 1 8 browser-ipv4"},
		{inputs{"files": "notes.txt", "lint": "true"}, 0,
			"notice notes.txt 1 10 default-port, notice notes.txt 2 10 default-port"},
		{inputs{"files": "forged.txt"}, 1,
			"error forged.txt 1 14 space, error forged.txt 2 14 space, error forged.txt 3 1 blank-around"},
		{inputs{"files": "--quiet"}, 2, ""},
		{inputs{"files": "good.txt", "lint": "yes"}, 2, ""},
		{inputs{"files": "bad.txt", "report": "report.html", "flags": "--trim"}, 1,
			"error bad.txt 2 10 space, error bad.txt 3 3 bad-scheme"},
	} {
		output, status := r.run(test.inputs)
		found := strings.Join(annotations(output), ", ")
		if status != test.status || found != test.want {
			t.Errorf("%v: status %d, %s, not %d, %s\n%s", test.inputs, status, found, test.status, test.want, output)
		}
		if regexp.MustCompile(`(?m)^\s*(::\w+::|##\[)`).MatchString(output) {
			t.Errorf("%v: a line of a file is a command\n%s", test.inputs, output)
		}
	}
	if _, err := os.Stat(filepath.Join(r.dir, "report.html")); err != nil {
		t.Error(err)
	}
}

// A hook is an element of .pre-commit-hooks.yaml.
type hook struct {
	ID, Name, Description, Entry, Language, Files string
	Args                                          []string
	Additional                                    []string `yaml:"additional_dependencies"`
}

// TestHooks checks that each pre-commit hook runs a valid iri command line with existing formats
// and flags.
func TestHooks(t *testing.T) {
	var hooks []hook
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.nt")
	write(t, bad, "<http://a/ b> <http://a/> <http://a/> .\n")
	for _, hook := range hooks {
		words := strings.Fields(hook.Entry)
		if hook.Language != "golang" || words[0] != "iri" || !slices.Equal(hook.Additional, []string{"./cmd/iri"}) {
			t.Errorf("%s is not run by iri, which Go builds", hook.ID)
		}
		var out strings.Builder
		args := slices.Concat(words[1:], hook.Args, []string{bad})
		if status := run(args, strings.NewReader(""), &out, &out); status != 1 {
			t.Errorf("%s: status %d for a bad file: %s", hook.ID, status, &out)
		}
		names := map[string][]string{
			"iri-check":      {"a.html", "b.htm", "c.xhtml", "d.md", "e.markdown", "f.rst", "g.adoc"},
			"iri-check-data": {"a.nt", "b.nq.gz", "c.nt.zst"},
		}[hook.ID]
		for _, name := range append(names, "h.svg", "i.txt") {
			chosen := regexp.MustCompile(hook.Files).MatchString(name)
			if known := slices.Contains(names, name); chosen != known || known == (records.Of(name) == records.PlainLines) {
				t.Errorf("%s: %s is chosen: %t", hook.ID, name, chosen)
			}
		}
	}
	if len(hooks) != 2 {
		t.Errorf("%d hooks", len(hooks))
	}
}

// TestRepository checks this repository as the action does without inputs, but ignores build
// output. Each entry in its baseline must be a bad example that still exists, and other bad links
// must be found.
func TestRepository(t *testing.T) {
	known, err := os.ReadFile(filepath.Join("..", "..", usualBaseline))
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.md")
	write(t, bad, "[x](https://a.example:80x/)\n")
	t.Chdir(filepath.Join("..", ".."))
	entries := strings.Count(string(known), "\n")
	for i, names := range [][]string{{"."}, {".", bad}} {
		var out, log strings.Builder
		status := run(append([]string{"check", "--gitignore", "--as", "github"}, names...), strings.NewReader(""), &out, &log)
		want := fmt.Sprintf(", %d invalid, %d known (", i, entries)
		if status != i || !strings.Contains(log.String(), want) {
			t.Errorf("status %d, %s\n%s", status, &out, &log)
		}
	}
	if entries > 20 {
		t.Errorf("%s has %d entries", usualBaseline, entries)
	}
}
