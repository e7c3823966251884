package main

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/cmd/internal/scripttest"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"iri": main}) }

func TestScripts(t *testing.T) { scripttest.Run(t) }

func prepared() *cobra.Command {
	root := rootCommand()
	program.Prepare(root)
	return root
}

func TestScriptsCoverAll(t *testing.T) { scripttest.Cover(t, prepared()) }

func TestHelp(t *testing.T) { scripttest.Help(t, prepared()) }

func TestExamples(t *testing.T) { scripttest.Examples(t, prepared()) }

// What a shell makes of a variable that is not set is no value of a flag.
func TestEmptyValues(t *testing.T) {
	status := func(args []string) (int, string) {
		var stderr bytes.Buffer
		status := run(args, strings.NewReader(""), new(bytes.Buffer), &stderr)
		return status, stderr.String()
	}
	scripttest.EmptyValues(t, prepared(), status, nil)
}

// The help of a command has the keys of its objects.
func TestKeys(t *testing.T) {
	output := func(args []string) string {
		var out bytes.Buffer
		run(args, strings.NewReader("a:b\na b\n\xff\n"), &out, new(bytes.Buffer))
		return out.String()
	}
	scripttest.Keys(t, prepared(), output, map[string]string{
		"check": "", "classify": "", "explain": "", "parse": "", "rules": "-g rfc2396",
	})
}

// What never touches the network should not be able to.
func TestNoHTTP(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(strings.Fields(string(out)), "net/http") {
		t.Error("net/http is linked in")
	}
}
