package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/irilex/iri/build"
)

func main() {
	files, err := build.Generate(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for _, f := range files {
		os.MkdirAll(filepath.Dir(f.Path), 0o777)
		os.WriteFile(f.Path, f.Data, 0o666)
	}
}
