package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
)

const tasksPage = "../../TASKS.md"

var (
	tasksBlock   = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```\n")
	tasksCommand = regexp.MustCompile("(?ms)^```sh\n(.*?)^```\n(?:\n```text\n.*?^```\n)?")
)

// tasksPrograms are optional programs in TASKS.md. IRI_REQUIRE_TASKS makes them required.
var tasksPrograms = []string{"jq", "parallel"}

// TestTasks checks that each block of commands in TASKS.md prints the text after it. The blocks run
// in order in one copy of testdata/tasks. A line may have status 0 or 1, and any other status if it
// runs several processes. With IRI_UPDATE=1 the page is rewritten.
func TestTasks(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("the page is for bash and the tools of GNU: ", err)
	}
	page := testkit.ReadFile(t, tasksPage)
	dir, bin := t.TempDir(), t.TempDir()
	self, err := os.Executable()
	if err == nil {
		err = errors.Join(
			os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "tasks"))), os.Symlink(self, filepath.Join(bin, "iri")))
	}
	if err != nil {
		t.Skip(err)
	}
	shell := func(line string) string {
		cmd := exec.Command(bash, "-o", "pipefail", "-c", line)
		cmd.Dir = dir
		path := bin + string(filepath.ListSeparator) + os.Getenv("PATH")
		cmd.Env = append(os.Environ(), "PATH="+path, "LC_ALL=C.UTF-8", "PARALLEL_HOME="+bin)
		out, err := cmd.CombinedOutput()
		exit, ok := errors.AsType[*exec.ExitError](err)
		several := strings.HasPrefix(line, "parallel ") || strings.Contains(line, "| xargs ")
		if err != nil && !(ok && (exit.ExitCode() == 1 || several)) {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		return string(out)
	}
	blocks := 0
	golden.Compare(t, tasksPage, tasksCommand.ReplaceAllStringFunc(page, func(block string) string {
		blocks++
		commands := tasksCommand.FindStringSubmatch(block)[1]
		if slices.ContainsFunc(tasksPrograms, func(p string) bool { return lacks(t, p, commands) }) {
			return block
		}
		output := ""
		for line := range strings.Lines(commands) {
			output += shell(line)
		}
		if block = "```sh\n" + commands + "```\n"; output != "" {
			block += "\n```text\n" + output + "```\n"
		}
		return block
	}))
	if blocks < 10 {
		t.Errorf("only %d blocks of commands", blocks)
	}
}

// lacks reports whether commands use a program that is not installed.
func lacks(t *testing.T, program, commands string) bool {
	if !regexp.MustCompile(`(?m)(^|\| )` + program + " ").MatchString(commands) {
		return false
	}
	_, err := exec.LookPath(program)
	if err != nil && os.Getenv("IRI_REQUIRE_TASKS") != "" {
		t.Errorf("TASKS.md needs %v", err)
	}
	return err != nil
}

// TestTasksYAML checks that the workflow in TASKS.md uses existing inputs of the action, and that
// the pre-commit configuration contains all hooks.
func TestTasksYAML(t *testing.T) {
	page, err := os.ReadFile(tasksPage)
	if err != nil {
		t.Fatal(err)
	}
	var a action
	readYAML(t, "action.yml", &a)
	var hooks []hook
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	var used struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]string
			}
		}
		Repos []struct{ Hooks []struct{ ID string } }
	}
	for _, block := range tasksBlock.FindAllStringSubmatch(string(page), -1) {
		if block[1] == "yaml" {
			if err := yaml.Unmarshal([]byte(block[2]), &used); err != nil {
				t.Errorf("%v in\n%s", err, block[2])
			}
		}
	}
	with := 0
	for _, step := range used.Jobs["links"].Steps {
		for name := range step.With {
			if with++; a.Inputs[name].Description == "" {
				t.Errorf("the action has no input %s", name)
			}
		}
	}
	if len(used.Repos) != 1 || with < 3 || !slices.EqualFunc(used.Repos[0].Hooks, hooks,
		func(used struct{ ID string }, h hook) bool { return used.ID == h.ID }) {
		t.Errorf("the hooks are %v, those of the page are %v; %d inputs", hooks, used.Repos, with)
	}
}
