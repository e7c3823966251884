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
	Re2cC  = Template{"re2c.c.re", Re2c}   // for: re2c -8 -b, and -g as well
	Re2cGo = Template{"re2c.go.re", Re2c}  // for: re2c --lang go -8 -b
	RagelC = Template{"ragel.c.rl", Ragel} // for: ragel -C -G2
)

// Options are what a template has to be told, besides the rule.
type Options struct {
	Peer    string // what the names of C functions begin with
	Version string // of the generator, as it says itself: the generated code has it as well
}

// Write writes the source of a rule.
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
