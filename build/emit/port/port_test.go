package port_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/port"
	"github.com/irilex/iri/build/syntax"
)

func compile(t *testing.T, name, text string) *build.Grammar {
	t.Helper()
	opt := build.Options{Name: name, Semantics: build.Unordered, Places: true}
	g, err := build.Compile(t.Context(), syntax.NewSource(name+".abnf", text), opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Names that are keywords, fold to the same identifier, or collide with a derived name get a
// number.
func TestNames(t *testing.T) {
	g := compile(t, "3 names", "a-b = %x61\na_b = %x62\nif = %x64\nfor = %x65\na = %x66\n"+
		"Character = %x68\nUint8Array = %x69\nid = %x6A\na-valid = %x67\n")
	for language, want := range map[string][]string{
		"c":      {"_3_names_a_b_valid(", "_3_names_a_b_2_valid(", "_3_names_if_2_valid(", "_3_names_a_valid_2_valid("},
		"rust":   {"pub mod a_b {", "pub mod a_b_2 {", "pub mod if_2 {", "pub mod a {"},
		"js":     {"export const a_b =", "export const a_b_2 =", "export const if_2 =", "export const Uint8Array_2 ="},
		"java":   {"class a_b {", "class a_b_2 {", "class if_2 {", "class Character_2 {"},
		"python": {"class a_b:", "class a_b_2:", "class if_2:", "class for_2:", "class id_2:"},
	} {
		text, _, err := port.File(g, port.Options{Language: language, Class: "Names", Only: true,
			Sets:  []build.DeclaredSet{{Name: "all", Rules: []string{"a-b", "a_b", "if"}}},
			Rules: []string{"a-valid", "a", "a-b", "a_b", "if", "for", "Character", "Uint8Array", "id"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s: no %s", language, w)
			}
		}
	}
}

// A rule that a language cannot express is refused with an error that names the rule.
func TestRefused(t *testing.T) {
	g := compile(t, "refused", "; @octets bytes\nbytes = %x80-FF\nnested = \"(\" [ nested ] \")\"\ntext = %x61\n")
	for _, tt := range []struct{ language, rule, want string }{
		{"js", "bytes", "bytes: it matches bytes that are not UTF-8, which strings in this language cannot hold"},
		{"java", "bytes", "bytes: it matches bytes that are not UTF-8, which strings in this language cannot hold"},
		{"python", "bytes", "bytes: it matches bytes that are not UTF-8, which strings in this language cannot hold"},
		{"c", "bytes", ""},
		{"rust", "bytes", ""},
		{"c", "nested", "nested: the table counts calls, which only the Go package supports; use --depth or --superset"},
		{"c", "none", "no rule in the grammar refused has a table"},
		{"go", "text", `unknown language "go"; the languages are c, rust, js, java, python`},
	} {
		_, _, err := port.File(g, port.Options{Language: tt.language, Rules: []string{tt.rule}, Class: "Refused"})
		if got := ""; err != nil {
			if got = err.Error(); got != tt.want {
				t.Errorf("%s in %s: %s, want %s", tt.rule, tt.language, got, tt.want)
			}
		} else if tt.want != "" {
			t.Errorf("%s in %s: no error, want %s", tt.rule, tt.language, tt.want)
		}
	}
}

// File and command names cannot break out of the comments that contain them, and the text depends
// only on the grammar and the options.
func TestComments(t *testing.T) {
	const nasty = "a*/\"\"\"\\u000ab\nc\u202E"
	for _, language := range port.Languages() {
		g := compile(t, "nasty", "text = *( %x61-7A / %xE9 )\n")
		g.Source.Name = nasty
		opt := port.Options{Language: language, Class: "Nasty", Command: nasty}
		text, _, err := port.File(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		again, _, err := port.File(g, opt)
		if err != nil || string(again) != string(text) {
			t.Errorf("%s: another text: %v", language, err)
		}
		header, _, _ := strings.Cut(string(text), "SHA-256")
		for _, bad := range []string{"a*/", "\\u", "\"\"\"", "\nc", "\u202E"} {
			if strings.Contains(header, bad) {
				t.Errorf("%s: %q stands in %q", language, bad, header)
			}
		}
	}
}
