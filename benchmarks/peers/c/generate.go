package c

import (
	"embed"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/irilex/iri/benchmarks/measure"
)

// The templates are sources for code generators. The generated code accepts a line if it reads an
// IRI followed by the NUL at the end of the line. The NUL is a sentinel: the code has no other
// check for the end of the input.
//
//go:embed templates
var files embed.FS

var templates = template.Must(template.ParseFS(files, "templates/*"))

// source executes the named template with the rule IRI in the generator's notation and the prefix
// of C function names.
func source(name, prefix, version string, class func(lo, hi rune) string) (string, error) {
	expression, err := measure.IsIRI.Expression()
	if err != nil {
		return "", err
	}
	rule, err := translate(expression, class)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = templates.ExecuteTemplate(&b, name, map[string]string{"Peer": prefix, "Version": version, "IRI": rule})
	return b.String(), err
}

// generatePorted writes the C code that "abnf gen" generates: once unchanged, and once without its
// region kernels.
func generatePorted(folder string) error {
	for _, name := range []string{"ported", "plain"} {
		text, err := measure.Ported("c", name)
		if err != nil {
			return err
		}
		source := fmt.Sprintf("//go:build ported && cgo\n\n#define plain_NO_SIMD\n%s\n"+`#include "ported.h"

static int valid(const unsigned char *line, const unsigned char *end)
{
	return %[2]s_IRI_valid(line, (size_t)(end - line));
}

BATCH(%[2]s)
ONE(%[2]s)
`, text, name)
		if err := os.WriteFile(filepath.Join(folder, name+"_gen.c"), []byte(source), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func generateRe2c(folder string) error {
	version, err := toolVersion("re2c")
	if err != nil {
		return err
	}
	for _, file := range []struct{ name, template, prefix, options string }{
		{"re2c_gen.c", "re2c.c.re", "re2c", "-b"},
		{"re2cg_gen.c", "re2c.c.re", "re2cg", "-b -g"},
		{"re2go_gen.go", "re2c.go.re", "", "-b --lang go"},
	} {
		text, err := source(file.template, file.prefix, version, re2cClass)
		if err != nil {
			return err
		}
		text, err = run(text, "re2c", append(strings.Fields(file.options), "-8", "-i", "--no-generation-date", "-")...)
		if err != nil {
			return err
		}
		if strings.HasSuffix(file.name, ".go") {
			formatted, err := format.Source([]byte(hoist(text)))
			if err != nil {
				return err
			}
			text = string(formatted)
		}
		if err := os.WriteFile(filepath.Join(folder, file.name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// bitmap matches the declaration of a bit vector in the Go code that re2c generates.
var bitmap = regexp.MustCompile(`yybm := \[\]byte(\{[^}]*\})`)

// hoist changes the Go code that re2c generates. re2c declares bit vectors as slices inside
// functions, and hoist turns them into package-level arrays. This reduces the time of re2goValid by
// a sixth and does not affect re2goValidSentinel.
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

func generateRagel(folder string) error {
	version, err := toolVersion("ragel")
	if err != nil {
		return err
	}
	text, err := source("ragel.c.rl", "ragel", version, ragelClass)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "prepare") // Ragel reads and writes only files
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	from := filepath.Join(work, "iri.rl")
	if err := os.WriteFile(from, []byte(text), 0o666); err != nil {
		return err
	}
	_, err = run("", "ragel", "-C", "-G2", "-L", "-o", filepath.Join(folder, "ragel_gen.c"), from)
	return err
}

var number = regexp.MustCompile(`\b\d[\w.+~-]*`)

func toolVersion(tool string) (string, error) {
	out, err := run("", tool, "--version")
	if version := number.FindString(out); err == nil && version != "" {
		return version, nil
	}
	return "", fmt.Errorf("%s --version prints no version: %v", tool, err)
}

// generateRE2Version writes a C header that contains the version of RE2. It gets the version from
// dpkg-query or pkg-config, because the library has no function that returns it.
func generateRE2Version(folder string) error {
	text, err := run("", "dpkg-query", "-W", "-f", "${source:Upstream-Version}", "libre2-dev")
	if err != nil {
		text, err = run("", "pkg-config", "--modversion", "re2")
	}
	version := number.FindString(text)
	if err != nil || version == "" {
		return fmt.Errorf("neither dpkg-query nor pkg-config prints a version: %v", err)
	}
	text = fmt.Sprintf("#define RE2_VERSION %q\n", version)
	return os.WriteFile(filepath.Join(folder, "re2_version_gen.h"), []byte(text), 0o666)
}
