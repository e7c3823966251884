package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/internal/testkit"
)

// TestReadme checks that the first command of README.md prints invalid lines, each with a caret at
// its error.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`(?m)^go run ./cmd/iri (.*)$`).FindSubmatch(text)
	if command == nil {
		t.Fatal("README.md has no such command")
	}
	var out, stderr bytes.Buffer
	status := run(strings.Fields(string(command[1])), nil, &out, &stderr)
	carets := regexp.MustCompile(`(?m)^ +\^$`).FindAllString(out.String(), -1)
	if status != program.Invalid || len(carets) != 2 || stderr.String() != "10 valid, 2 invalid\n" {
		t.Errorf("status %d\n%s%s", status, &out, &stderr)
	}
}

// TestCommandsAreNamed checks that the package comment names every command in the form of its help.
func TestCommandsAreNamed(t *testing.T) {
	source := testkit.ReadFile(t, "main.go")
	for _, c := range rootCommand().Commands() {
		if !c.Runnable() {
			continue
		}
		if !strings.Contains(source, "//\tiri "+c.Use+"\n") {
			t.Errorf("the comment of main.go has no line for iri %s", c.Use)
		}
	}
}
