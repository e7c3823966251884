package notation

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// <"> is a double quote (RFC 822, section 3.3; RFC 2396, section 2.4.3), by itself and inside
// prose.
func TestDoubleQuote(t *testing.T) {
	delims := `alt{str{"<"} str{">"} str{"#"} str{"%"} num{22}}`
	runReadTests(t, syntax.RFC822, []readTest{
		{`delims = "<" | ">" | "#" | "%" | <">`, "delims = " + delims, ""}, // RFC 2396, 2.4.3
		{`quoted-string = <"> *(qtext|quoted-pair) <">`, // RFC 822, 3.3
			`quoted-string = cat{num{22} rep{0,-1 group{alt{ref{qtext} ref{quoted-pair}}}} num{22}}`, ""},
		{`a = 2<">|<">b<">`, `a = alt{rep{2,2 num{22}} cat{num{22} ref{b} num{22}}}`, ""},
		{`qdtext = <any TEXT except <">>`, `qdtext = prose{"any TEXT except <\">"}`, ""}, // RFC 2616, 2.2
	})
	runReadTests(t, syntax.ABNF, []readTest{
		{`a = <"> "b" <">`, `a = cat{num{22} istr{"b"} num{22}}`, "1:5 prose-bound note, 1:13 prose-bound note"},
		{`a = 1*<">`, `a = rep{1,-1 num{22}}`, "1:7 prose-bound note"},
		{`a = <any TEXT except <">> b`, `a = cat{prose{"any TEXT except <\">"} ref{b}}`, ""},
		{`a = <any but <"> and <">, too> / <c>`, `a = alt{prose{"any but <\"> and <\">, too"} prose{"c"}}`, ""},
		{`a = <<">>`, `a = prose{"<\">"}`, ""},
		// Without its own ">" the prose ends at the first one, as in RFC 5234.
		{`a = <any <"> / <c>`, `a = alt{prose{"any <\""} prose{"c"}}`, ""},
		{`a = <b < "> / <c>`, `a = alt{prose{"b < \""} prose{"c"}}`, ""},
		{`a = <any <">` + "\n  / <c>", `a = alt{prose{"any <\""} prose{"c"}}`, ""},
		{`a = < "> / <""> / <'>`, `a = alt{prose{" \""} prose{"\"\""} prose{"'"}}`, ""},
		{`<"> = "x"`, "unread \"", "1:1 bracketed-name"},
	})
	runReadTests(t, syntax.AParse, []readTest{{`a = <"> b;`, `a = cat{num{22} ref{b}}`, "1:5 prose-bound note"}})
}

// A double quote is printed so that it reads back as one.
func TestPrintDoubleQuote(t *testing.T) {
	for _, tt := range []struct {
		d, as      syntax.Dialect
		text, want string
	}{
		{syntax.RFC822, syntax.RFC822, "a = <\"> | <no <\">>\n", "a = <\"> | <no <\">>\n"},
		{syntax.RFC822, syntax.ABNF, "a = <\"> | <no <\">>\n", "a = %x22 / <no <\">>\n"},
		{syntax.ABNF, syntax.ABNF, "a = <\"> \"b\"\n", "a = %x22 \"b\"\n"},
		{syntax.AParse, syntax.AParse, "a = <\"> b ;\n", "a = %x22 b ;\n"},
	} {
		g, _ := Read(syntax.NewSource("test", tt.text), tt.d)
		var b strings.Builder
		if _, err := PrintAs(&b, g, tt.as); err != nil || b.String() != tt.want {
			t.Errorf("%s as %s: %q printed as %q, %v; want %q", tt.d, tt.as, tt.text, b.String(), err, tt.want)
		}
		if text, _, err := Format(g.Source, ReadOptions{Dialect: tt.d}); err != nil || text != tt.text {
			t.Errorf("%s: layout of %q: %q, %v", tt.d, tt.text, text, err)
		}
	}
	for _, text := range []string{`"`, `no <"`, `no ">`, `no <"> <"`} {
		g := &syntax.Grammar{Dialect: syntax.ABNF, Rules: []*syntax.Rule{{Name: "a", Expr: &syntax.ProseVal{Text: text}}}}
		if err := Print(&strings.Builder{}, g); err == nil {
			t.Errorf("the prose %q is printed, and would be read as something else", text)
		}
	}
}
