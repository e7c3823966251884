// Package site holds the files of the playground and builds its compiler.
package site

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed page
var embedded embed.FS

// Page returns the files of the page that are written by hand. The first one is index.html.
func Page() fs.FS {
	page, err := fs.Sub(embedded, "page")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return page
}

// Compiler is the name of the compiler, a WebAssembly module.
const Compiler = "abnf.wasm"

// program is the package of the compiler.
const program = "github.com/irilex/iri/cmd/playground/wasm"

// Write writes the site to a folder, which it creates if it does not exist: the page, the compiler
// and wasm_exec.js of the Go distribution. It runs the go command, in this module.
func Write(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	files, err := fs.Glob(Page(), "*")
	if err != nil {
		return err
	}
	for _, name := range files {
		data, err := fs.ReadFile(Page(), name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return err
		}
	}
	root, err := run(ctx, nil, "env", "GOROOT")
	if err != nil {
		return err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "wasm_exec.js"), glue, 0o666); err != nil {
		return err
	}
	to, err := filepath.Abs(filepath.Join(dir, Compiler))
	if err != nil {
		return err
	}
	env := append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	_, err = run(ctx, env, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", to, program)
	return err
}

// run runs the go command and returns its output.
func run(ctx context.Context, env []string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "go", args...)
	var message strings.Builder
	c.Env, c.Stderr = env, &message
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, message.String())
	}
	return string(out), nil
}
