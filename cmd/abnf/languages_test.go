package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
)

const languagesPage = "LANGUAGES.md"

var (
	languageFile    = regexp.MustCompile("(?ms)^`([\\w.]+)`:\n\n```\\w+\n(.*?)^```\n")
	languageLines   = regexp.MustCompile("(?ms)^```text\n(.*?)^```\n") // the first block
	languageCommand = regexp.MustCompile("(?ms)^```sh\n(.*?)^```\n(?:\n```text\n.*?^```\n)?")
)

// languagePrograms lists the programs that the commands in a section need. IRI_REQUIRE_ENGINES
// makes them required.
var languagePrograms = []string{"gcc", "rustc", "node", "javac", "python3", "grep"}

// TestLanguages runs the commands in LANGUAGES.md on the files there, and checks that each prints
// the text that follows it. With IRI_UPDATE=1 the page is rewritten.
func TestLanguages(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("the page is for bash: ", err)
	}
	page, dir, bin := testkit.ReadFile(t, languagesPage), t.TempDir(), t.TempDir()
	self, err := os.Executable()
	if err == nil {
		err = errors.Join(os.Symlink(self, filepath.Join(bin, "abnf")),
			os.WriteFile(filepath.Join(dir, "lines.txt"), []byte(languageLines.FindStringSubmatch(page)[1]), 0o666))
	}
	for _, file := range languageFile.FindAllStringSubmatch(page, -1) {
		if lines := strings.Count(file[2], "\n"); lines > 30 {
			t.Errorf("%s has %d lines, more than 30", file[1], lines)
		}
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, file[1]), []byte(file[2]), 0o666))
	}
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, languagesPage, languageCommand.ReplaceAllStringFunc(page, func(block string) string {
		commands := languageCommand.FindStringSubmatch(block)[1]
		for _, program := range languagePrograms {
			if _, err := exec.LookPath(program); err != nil && strings.HasPrefix(commands, program+" ") {
				if os.Getenv("IRI_REQUIRE_ENGINES") != "" {
					t.Error(err)
				}
				return block
			}
		}
		cmd := exec.Command(bash, "-e", "-c", commands)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "LC_ALL=C.UTF-8")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", commands, err, out)
		}
		block = "```sh\n" + commands + "```\n"
		if !strings.HasPrefix(commands, "abnf gen") {
			block += "\n```text\n" + string(out) + "```\n"
		}
		return block
	}))
}
