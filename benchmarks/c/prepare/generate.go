package main

import (
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

// rule is the rule of the grammar rfc3987 from which peers are generated.
const rule = "IRI"

// generate writes those source files of a peer that are not in the repository, into the folder of
// the benchmarks. need tells the peer. For a peer without such files it writes
// no file.
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
	for _, file := range []struct {
		path string
		grammar.Template
		peer    string
		options string
	}{
		{"c/re2c_gen.c", grammar.Re2cC, "re2c", "-b"},
		{"c/re2cg_gen.c", grammar.Re2cC, "re2cg", "-b -g"},
		{"re2go/valid_gen.go", grammar.Re2cGo, "", "-b --lang go"},
	} {
		source, err := expand(g, file.Template, grammar.Options{Peer: file.peer, Version: version})
		if err != nil {
			return err
		}
		text, err := run(source, "re2c", append(strings.Fields(file.options), "-8", "-i", "--no-generation-date", "-")...)
		if err != nil {
			return err
		}
		if strings.HasSuffix(file.path, ".go") {
			formatted, err := format.Source([]byte(hoist(text)))
			if err != nil {
				return err
			}
			text = string(formatted)
		}
		if err := write(folder, file.path, text); err != nil {
			return err
		}
	}
	return nil
}

// bitmap matches the declaration of a bit vector in the Go code that re2c generates.
var bitmap = regexp.MustCompile(`yybm := \[\]byte(\{[^}]*\})`)

// hoist changes the Go code that re2c generates. re2c declares bit vectors as slices inside of
// functions, and hoist makes arrays of the package from them. Then Valid takes a sixth less time,
// and ValidSentinel the same time.
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
	source, err := expand(g, grammar.RagelC, grammar.Options{Peer: "ragel", Version: version})
	if err != nil {
		return err
	}
	// Ragel reads and writes only files.
	work, err := os.MkdirTemp("", "prepare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := write(work, "iri.rl", source); err != nil {
		return err
	}
	result := filepath.Join(work, "iri.c")
	if _, err := run("", "ragel", "-C", "-G2", "-L", "-o", result, filepath.Join(work, "iri.rl")); err != nil {
		return err
	}
	text, err := os.ReadFile(result)
	if err != nil {
		return err
	}
	return write(folder, "c/ragel_gen.c", string(text))
}

// expand returns the source text that a generator reads: the template t with the rule.
func expand(g *build.Grammar, t grammar.Template, opt grammar.Options) (string, error) {
	var b strings.Builder
	err := t.Write(&b, g, rule, opt)
	return b.String(), err
}

func write(folder, path, text string) error {
	return os.WriteFile(filepath.Join(folder, filepath.FromSlash(path)), []byte(text), 0o666)
}

var number = regexp.MustCompile(`\b\d[\w.+~-]*`)

func toolVersion(tool string) (string, error) {
	out, err := run("", tool, "--version")
	if version := number.FindString(out); err == nil && version != "" {
		return version, nil
	}
	return "", fmt.Errorf("%s --version does not say its version: %v", tool, err)
}

// generateRE2Version writes a C header with the version of RE2. It asks dpkg-query or pkg-config
// for the version, because the library has no function for it.
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
	return write(folder, "c/re2_version_gen.h", text)
}
