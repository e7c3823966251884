package grammar

import (
	"embed"
	"io"
	"strings"
	"text/template"

	"github.com/irilex/iri/build"
)

//go:embed templates
var files embed.FS

var templates = template.Must(template.ParseFS(files, "templates/*"))

// A Template is a source file for a generator. Its code accepts a line by finding a NUL
// behind a member of the rule, and that NUL at the line's end: this is the sentinel form,
// in which nothing is compared with the end of the input on the way.
type Template struct {
	file        string
	definitions func(*build.Grammar, string) (string, error)
}

// The templates.
var (
	Re2cC  = Template{"re2c.c.re", Re2c}   // for: re2c -8 -b
	Re2cGo = Template{"re2c.go.re", Re2c}  // for: re2c --lang go -8 -b
	RagelC = Template{"ragel.c.rl", Ragel} // for: ragel -C -G2
)

// Write writes the source of a rule. version is what the generator says of itself; the
// generated code has it as a constant.
func (t Template) Write(w io.Writer, g *build.Grammar, rule, version string) error {
	text, err := t.definitions(g, rule)
	if err != nil {
		return err
	}
	name := (&writer{}).name(g.Rule(rule))
	return templates.ExecuteTemplate(w, t.file, map[string]string{
		"Definitions": strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n\t"),
		"Rule":        name, "Version": version,
	})
}
