package port

import (
	"bytes"
	"slices"
	"testing"
	"text/template"

	"github.com/irilex/iri/build"
)

// TestTemplates compares the output of each template with that of package text/template.
func TestTemplates(t *testing.T) {
	funcs := template.FuncMap{
		"ints": ints, "longs": longs, "chars": chars, "longChars": longChars,
		"max": func(list []int) int { return slices.Max(list) }, "add": func(a, b int) int { return a + b },
	}
	for _, name := range []string{"rfc3986", "rfc8259", "ntriples", "uts39"} {
		b, ok := build.FindBundled(name)
		if !ok {
			t.Fatalf("no grammar %s", name)
		}
		opt := build.Options{Name: b.Name, Dialect: b.Dialect, Places: name == "rfc3986"}
		g, err := build.Compile(t.Context(), b.Source(), opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range languages {
			for _, opt := range []Options{{Command: "test"}, {Only: true, Class: "Names", Package: "a.b"}} {
				f, _, err := newFile(g, l, opt)
				if err != nil {
					t.Fatal(err)
				}
				var want bytes.Buffer
				slow := template.Must(template.New("").Funcs(funcs).ParseFS(templates, l.name+".tmpl"))
				if err := slow.ExecuteTemplate(&want, l.name+".tmpl", f); err != nil {
					t.Fatal(err)
				}
				source, err := templates.ReadFile(l.name + ".tmpl")
				if err != nil {
					t.Fatal(err)
				}
				got, err := execute(l.name+".tmpl", string(source), f)
				if err != nil {
					t.Fatal(err)
				}
				if want.Len() < 1000 || !bytes.Equal(got, want.Bytes()) {
					t.Errorf("%s in %s: %d bytes differ from the %d bytes of text/template", name, l.name, len(got), want.Len())
				}
			}
		}
	}
}
