package main

import (
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit"
	"github.com/irilex/iri/build/emit/port"
	"github.com/irilex/iri/cmd/internal/files"
	"github.com/irilex/iri/cmd/internal/program"
)

// genLanguages returns the values of --lang.
func genLanguages() []string { return append([]string{"go"}, port.Languages()...) }

// checkLanguage returns a usage error if the flags do not fit the language. It also splits the
// lists of rules, which -r takes for languages other than Go.
func (c *gen) checkLanguage(cmd *cobra.Command) error {
	switch {
	case !slices.Contains(genLanguages(), c.language):
		return program.Usagef(cmd, "unknown language %q; the languages are %s",
			c.language, strings.Join(genLanguages(), ", "))
	case c.file == "":
		return program.Usagef(cmd, "an output file is required: -o FILE")
	case c.only != "" && c.only != "valid":
		return program.Usagef(cmd, "the only value of --only is valid, not %q", c.only)
	case c.language != "go":
		return c.checkPort(cmd)
	case c.only != "":
		return program.Usagef(cmd, "--only requires --lang with a language other than go")
	case !token.IsIdentifier(c.pkg) || c.pkg == "_":
		return program.Usagef(cmd, "%q is not a Go package name; set one with -p", c.pkg)
	case c.prefix != "" && !(token.IsIdentifier(c.prefix) && token.IsExported(c.prefix)):
		return program.Usagef(cmd, "%q cannot start the name of an exported Go function", c.prefix)
	}
	return nil
}

func (c *gen) checkPort(cmd *cobra.Command) error {
	for flag, set := range map[string]bool{
		"--prefix": c.prefix != "", "--alternatives": len(c.choices) > 0,
		"--package": c.pkg != "" && c.language != "java",
	} {
		if set {
			return program.Usagef(cmd, "%s and --lang %s cannot be combined", flag, c.language)
		}
	}
	if c.language == "java" && !port.IsName(c.language, c.stem()) {
		return program.Usagef(cmd, "a Java class is named after its file, and %q is not a class name", c.stem())
	}
	c.rules = strings.FieldsFunc(strings.Join(c.rules, ","), func(r rune) bool { return r == ',' })
	return nil
}

// stem returns the name of the output file without folder and extension.
func (c *gen) stem() string {
	if files.IsStdout(c.file) {
		return "Grammar"
	}
	base := filepath.Base(c.file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// text returns the generated file.
func (c *gen) text(cmd *cobra.Command, g *build.Grammar, name, command string,
	sets []build.DeclaredSet) ([]byte, error) {
	if c.language != "go" {
		opt := port.Options{Language: c.language, Rules: c.rules, Sets: sets, Only: c.only != "", Command: command}
		if c.language == "java" {
			opt.Class, opt.Package = c.stem(), c.pkg
		}
		text, omitted, err := port.File(g, opt)
		for _, e := range omitted {
			program.Tell(cmd, "%s is omitted: %v", e.Name, e.Err)
		}
		if err != nil {
			return nil, refuse(cmd, "%w", err)
		}
		return text, nil
	}
	return emit.Package(g, emit.Options{
		Package: c.pkg, Doc: "the grammar " + name, Command: command, Prefix: c.prefix,
		Rules: c.rules, Sets: sets, Alternatives: c.choices,
	})
}
