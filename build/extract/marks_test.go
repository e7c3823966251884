package extract

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// TestTextAroundGrammars checks that code in a line of Markdown, and characters that XML does not
// allow, do not hide the grammar after them.
func TestTextAroundGrammars(t *testing.T) {
	prose := strings.Repeat("some words ", 20)
	for _, test := range []struct{ name, text string }{
		{"code in the text", "```foo``` is code.\n\n```abnf\na = \"x\"\n```\n"},
		{"code that says abnf", "```abnf``` is code.\nx = \"y\"\n\n```abnf\na = \"x\"\n```\n"},
		{"tildes with a backtick", "~~~ abnf `x`\na = \"x\"\n~~~\n"},
		{"Latin-1", `<?xml version="1.0" encoding="ISO-8859-1"?><rfc><t>` + prose + "J\xF6rg " + prose + "\xE9</t>" +
			`<sourcecode type="abnf">` + "\na = \"x\"\n</sourcecode></rfc>"},
		{"a form feed in a figure", `<?xml version="1.0"?><rfc><t>` + prose + "\f\uFFFE</t>" +
			`<sourcecode type="abnf"><![CDATA[` + "\na = \"x\"\n\f]]></sourcecode></rfc>"},
	} {
		g := Extract(syntax.NewSource("test", test.text))
		if g == nil {
			t.Errorf("%s: nothing is extracted", test.name)
			continue
		}
		if got := strings.TrimSpace(g.Source.Text); got != `a = "x"` {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}
