package syntax_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

func TestPositions(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a = b ; c\n\n", "a = ref@4{b} @0-5\n"},
		{" aa =/ b c\n  / %x41-42 \"d\" ; e\n",
			"aa =/ alt@7{cat@7{ref@7{b} ref@9{c}} cat@15{range@15{41-42} istr@23{\"d\"}}} @1-26\n"},
		{"a = 1*2( [ <b> ] ) %s\"c\" %d9",
			"a = cat@4{rep@4{1,2 group@7{opt@9{prose@11{\"b\"}}}} str@19{\"c\"} num@25{9}} @0-28\n"},
		{"é\na = b", "a = ref@7{b} @3-8\n"},
	} {
		g, _ := notation.Read(syntax.NewSource("test", tt.text), syntax.ABNF)
		var b strings.Builder
		syntax.DumpPositions(&b, g)
		if b.String() != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, b.String(), tt.want)
		}
	}
}
