package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// TestModuleRoot checks that the module is found from a module nested in it.
func TestModuleRoot(t *testing.T) {
	t.Chdir(t.TempDir())
	deep := filepath.Join("module", "deep")
	for dir, text := range map[string]string{
		"module": "module \"github.com/irilex/iri\" // a copy\n", deep: "module github.com/irilex/iri/deep\n",
	} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		testkit.WriteFile(t, filepath.Join(dir, "go.mod"), text)
	}
	if root, err := moduleRoot("."); err == nil {
		t.Errorf("outside of the module there is %s", root)
	}
	for dir, want := range map[string]string{"module": ".", deep: ".."} {
		t.Run(dir, func(t *testing.T) {
			t.Chdir(dir)
			if root, err := moduleRoot("."); root != want || err != nil {
				t.Errorf("%s, %v, not %s", root, err, want)
			}
		})
	}
}
