package house

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// userModules returns the build list of a user's module, as "path version", and the contents of its
// go.mod before and after the go command runs. The user's module imports package iri and requires
// the given modules.
func userModules(t *testing.T, requires ...string) (modules []string, before, after string) {
	t.Helper()
	testkit.NeedProcesses(t)
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	before = fmt.Sprintf("module example.org/user\n\ngo 1.24.0\n\nrequire (\n\t%s v0.0.0\n", module)
	for _, require := range requires {
		before += "\t" + require + "\n"
	}
	before += fmt.Sprintf(")\n\nreplace %s => %q\n", module, here)
	dir := t.TempDir()
	const source = "package main\n\nimport _ \"" + module + "\"\n\nfunc main() {}\n"
	for name, text := range map[string]string{"go.mod": before, "main.go": source} {
		testkit.WriteFile(t, filepath.Join(dir, name), text)
	}
	cmd := exec.Command("go", "list", "-mod=mod", "-m", "all")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("the go.mod files of other modules are needed, from a proxy or the cache: ", err)
	}
	text := testkit.ReadFile(t, filepath.Join(dir, "go.mod"))
	return strings.Split(strings.TrimSpace(string(out)), "\n"), before, text
}

// A module that imports only package iri gets few other modules in its build list: those that iri's
// tests need, and their dependencies.
func TestModuleGraphIsSmall(t *testing.T) {
	modules, _, _ := userModules(t)
	t.Logf("%d modules", len(modules))
	if n := len(modules); n > 8 || n < 5 {
		t.Errorf("%d modules, not 5 to 8: %q", n, modules)
	}
}

// Requiring iri raises neither the versions of a user's dependencies nor the user's Go version.
func TestUsersKeepTheirVersions(t *testing.T) {
	requires := []string{
		"github.com/klauspost/compress v1.17.9",
		"github.com/santhosh-tekuri/jsonschema/v6 v6.0.1",
		"github.com/stretchr/testify v1.10.0",
		"golang.org/x/text v0.30.0",
	}
	modules, before, after := userModules(t, requires...)
	list := "\n" + strings.Join(modules, "\n") + "\n"
	for _, require := range requires {
		if !strings.Contains(list, "\n"+require+"\n") {
			t.Errorf("the build list does not keep %s: %q", require, modules)
		}
	}
	if after != before {
		t.Errorf("go.mod becomes\n%s", after)
	}
}
