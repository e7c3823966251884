package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/irilex/iri/build"
)

// moduleRoot walks up from dir to the go.mod of this module. It skips nested modules such as the
// benchmarks.
func moduleRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && modulePath(string(text)) == build.Module {
			return relative(at), nil
		}
		if filepath.Dir(at) == at {
			return "", fmt.Errorf("%s is not in the module %s; for your own tables, name a GRAMMAR", dir, build.Module)
		}
	}
}

// modulePath returns the module path in a go.mod, or "". It understands only the forms that this
// module uses.
func modulePath(gomod string) string {
	for line := range strings.Lines(gomod) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "module" {
			return strings.Trim(f[1], "\"`")
		}
	}
	return ""
}

// relative returns path relative to the working directory if possible, for messages.
func relative(path string) string {
	if dir, err := os.Getwd(); err == nil {
		if short, err := filepath.Rel(dir, path); err == nil {
			return short
		}
	}
	return path
}
