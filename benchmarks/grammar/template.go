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

// A Template is a source file for a generator, in which the definitions of a rule are still
// missing. The generated code accepts a line if it reads a member of the rule, and then a NUL at
// the end of the line. The NUL is a sentinel: the code has no other test for the end of the input.
type Template struct {
	file        string
	definitions func(*build.Grammar, string) (string, error)
}

// The templates.
var (
	Re2cC  = Template{"re2c.c.re", Re2c}   // for C by re2c -8 -b, also with -g
	Re2cGo = Template{"re2c.go.re", Re2c}  // for Go by re2c --lang go -8 -b
	RagelC = Template{"ragel.c.rl", Ragel} // for C by ragel -C -G2
)

// Options are the parameters of a template besides the rule.
type Options struct {
	Peer    string // the prefix of the names of C functions
	Version string // the version that the generator prints; a function of the generated code returns it
}

// Write writes the source file: the template with the definitions of a rule.
func (t Template) Write(w io.Writer, g *build.Grammar, rule string, opt Options) error {
	text, err := t.definitions(g, rule)
	if err != nil {
		return err
	}
	return templates.ExecuteTemplate(w, t.file, struct {
		Options
		Rule, Definitions string
	}{opt, (&writer{}).name(g.Rule(rule)), strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n\t")})
}
