package iri_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// A module that imports package iri alone has few modules in its graph, although the programs need
// more: 21 before the formats of data came, and at most 10 more.
func TestModuleGraphIsSmall(t *testing.T) {
	testkit.NeedProcesses(t)
	const most = 21 + 10
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	gomod := fmt.Sprintf("module example.org/empty\n\ngo 1.26.0\n\nrequire %s v0.0.0\n\nreplace %[1]s => %q\n", module,
		here)
	const source = "package main\n\nimport _ \"" + module + "\"\n\nfunc main() {}\n"
	for name, text := range map[string]string{"go.mod": gomod, "main.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "list", "-mod=mod", "-m", "all")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("the graph of modules needs files of other modules: ", err)
	}
	modules := strings.Split(strings.TrimSpace(string(out)), "\n")
	t.Logf("%d modules", len(modules))
	if n := len(modules); n > most || n < 10 {
		t.Errorf("%d modules, at most %d: %q", n, most, modules)
	}
}
