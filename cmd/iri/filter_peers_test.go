package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFilterLikePyarrow compares the Parquet files that filter writes with the results of pyarrow's
// table.filter.
func TestFilterLikePyarrow(t *testing.T) {
	if err := exec.Command("python3", "-c", "import pyarrow").Run(); err != nil {
		t.Skip("run: python3 -m venv v && v/bin/pip install pyarrow==26.0.1 && PATH=$PWD/v/bin:$PATH")
	}
	folder := t.TempDir()
	compare := func(what string) {
		t.Helper()
		if out, err := exec.Command("python3", "testdata/parquet/compare.py", what, folder).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	compare("write")
	files, err := filepath.Glob(filepath.Join(folder, "*.parquet"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".parquet")
		got := runOn("", "filter", "--column", "url", "-o", name+".good", "--invalid", name+".bad", file)
		if got.status > 1 {
			t.Errorf("%s: %d, %s", file, got.status, got.stderr)
		}
	}
	compare("check")
}
