package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/irilex/iri/benchmarks/c/needs"
	"github.com/irilex/iri/benchmarks/grammar"
	"github.com/irilex/iri/build"
)

// rule is what the peers match.
const rule = "IRI"

// generate writes the files that a peer needs and that are not committed.
func generate(folder string, g *build.Grammar, need needs.Need) error {
	switch need.Tag {
	case "re2c":
		return generateRe2c(folder, g)
	case "ragel":
		return generateRagel(folder, g)
	case "re2":
		return generateRE2Version(folder)
	}
	return nil
}

func generateRe2c(folder string, g *build.Grammar) error {
	version, err := toolVersion("re2c")
	if err != nil {
		return err
	}
	text, err := translate(g, grammar.Re2cC, version, "re2c", "-8", "-b", "-i", "--no-generation-date", "-")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "c", "re2c_gen.c"), []byte(text), 0o666); err != nil {
		return err
	}
	text, err = translate(g, grammar.Re2cGo, version, "re2c", "--lang", "go", "-8", "-b", "-i", "--no-generation-date", "-")
	if err != nil {
		return err
	}
	formatted, err := format.Source([]byte(hoist(text)))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "re2go", "valid_gen.go"), formatted, 0o666)
}

// bitmap is the bit vectors of a function that re2c writes for Go.
var bitmap = regexp.MustCompile(`yybm := \[\]byte(\{[^}]*\})`)

// hoist makes package-level arrays of bit vectors. re2c declares them inside of the function
// as a slice, which each call copies to the stack before it looks at the first byte.
func hoist(text string) string {
	var arrays strings.Builder
	n := 0
	text = bitmap.ReplaceAllStringFunc(text, func(found string) string {
		n++
		fmt.Fprintf(&arrays, "\nvar bitmap%d = [...]byte%s\n", n, bitmap.FindStringSubmatch(found)[1])
		return fmt.Sprintf("yybm := &bitmap%d", n)
	})
	return text + arrays.String()
}

func generateRagel(folder string, g *build.Grammar) error {
	version, err := toolVersion("ragel")
	if err != nil {
		return err
	}
	// Ragel reads its input twice, so it needs a file, and writes one.
	source, result := filepath.Join(folder, "c", "ragel_gen.rl"), filepath.Join(folder, "c", "ragel_gen.c")
	var b bytes.Buffer
	if err := grammar.RagelC.Write(&b, g, rule, version); err != nil {
		return err
	}
	if err := os.WriteFile(source, b.Bytes(), 0o666); err != nil {
		return err
	}
	_, err = run("", "ragel", "-C", "-G2", "-L", "-o", result, source)
	return err
}

// translate returns what a generator makes of our grammar.
func translate(g *build.Grammar, t grammar.Template, version, tool string, args ...string) (string, error) {
	var b bytes.Buffer
	if err := t.Write(&b, g, rule, version); err != nil {
		return "", err
	}
	return run(b.String(), tool, args...)
}

var number = regexp.MustCompile(`\b\d[\w.+~-]*`)

func toolVersion(tool string) (string, error) {
	out, err := run("", tool, "--version")
	if version := number.FindString(out); err == nil && version != "" {
		return version, nil
	}
	return "", fmt.Errorf("%s --version does not say its version: %v", tool, err)
}

// generateRE2Version writes what version of RE2 this is, which the library does not tell:
// pkg-config does, or the system's packages.
func generateRE2Version(folder string) error {
	text, err := run("", "dpkg-query", "-W", "-f", "${source:Upstream-Version}", "libre2-dev")
	if err != nil {
		text, err = run("", "pkg-config", "--modversion", "re2")
	}
	version := number.FindString(text)
	if err != nil || version == "" {
		return fmt.Errorf("neither dpkg-query nor pkg-config says what version it is: %v", err)
	}
	text = fmt.Sprintf("#define RE2_VERSION %q\n", version)
	return os.WriteFile(filepath.Join(folder, "c", "re2_version_gen.h"), []byte(text), 0o666)
}
