package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/irilex/iri/cmd/internal/scripttest"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"iri": main}) }

func TestScripts(t *testing.T) { scripttest.Run(t) }

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
