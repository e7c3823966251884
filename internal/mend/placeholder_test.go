package mend_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/mend"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/rfc3987"
)

func TestPlaceholder(t *testing.T) {
	for _, c := range []struct{ s, want string }{ // want is "" if there is no placeholder
		{"http://h/{id}/x", "{id}"},
		{"http://h/{+path}{?q,r*}", "{+path}"},
		{"http://h/{id:[0-9]+}", "{id:[0-9]+}"},
		{"http://h/{{ site.url }}/a", "{{ site.url }}"},
		{`http://h/{{ "a" | url }}/{id}`, `{{ "a" | url }}`},
		{"http://h/{{{raw}}}/a", "{{{raw}}}"},
		{"http://h/{% url 'x' %}/a", "{% url 'x' %}"},
		{"http://h/{{ x[", "{{ x["}, // interrupted by a quote
		{"http://h/${x}/a", "${x}"},
		{"http://h/${{ github.ref }}", "${{ github.ref }}"},
		{"http://h/${x[", "${x["},
		{"http://h/%{x}", "%{x}"},
		{"http://h/#{x}", "{x}"},
		{"http://h/a b/{id}", "{id}"},
		{"http://{host}:80/", "{host}"},
		{"http://h/<id>/x", "<id>"},
		{"http://h/<int:id>", "<int:id>"},
		{"http://h/<your name>", "<your name>"},
		{"http://h/<%= x %>/a", "<%= x %>"},
		{"http://h/<?= $x ?>", "<?= $x ?>"},
		{"http://h/<?= $x[", "<?= $x["},
		{"http://h/%s", "%s"},
		{"http://h/%s/x", "%s"},
		{"http://h/?a=%s&b=%d", "%s"},
		{"http://h/?a=1&b=%d#c", "%d"},
		{"http://h/#%s", "%s"},
		{"urn:x:%s", "%s"},
		{"http://h/%1$s/%2$s", "%1$s"},
		{"http://h/%(id)s/x", "%(id)s"},
		{"http://h/%.2f,%.2f", "%.2f"},
		{"http://h/%s b", "%s"},

		{"http://h/a/b?c=d#e", ""},
		{"http://h/50%s", ""},
		{"http://h/%sale", ""},
		{"http://h/%20s/%5d/%4g", ""}, // percent-encodings, and half of one
		{"http://h/%zz/%", ""},
		{"http://h/%(id", ""},
		{`http://h/?q={"id":1}`, ""}, // data
		{"http://h/?q={ 'id':1}", ""},
		{"http://h/?q={}&r={ }", ""},
		{"http://h/{a", ""},
		{"http://h/a}", ""},
		{"http://h/a<b", ""},
		{"http://h/<>", ""},
		{"http://h/</b>", ""},
		{"<urn:x>", ""}, // around
		{"", ""},
	} {
		from, to, ok := mend.Placeholder(c.s)
		if c.s[from:to] != c.want || ok != (c.want != "") {
			t.Errorf("Find(%q) = %q, %v, not %q", c.s, c.s[from:to], ok, c.want)
		}
		if ok && rfc3987.IRIReference.Valid(c.s) {
			t.Errorf("%q is valid, with a placeholder", c.s)
		}
	}
}

// TestPlaceholderIsLinear searches texts with many opening marks. Searching the rest of the text at
// each mark would take an hour.
func TestPlaceholderIsLinear(t *testing.T) {
	for _, piece := range []string{"{", `{"`, "{ ", "<", "< {", "%(a", "%1", "/%", "$", "{\"<\"", "%("} {
		s := strings.Repeat(piece, testkit.Few(500_000))
		if from, to, ok := mend.Placeholder("a" + s); ok && from > 1 {
			t.Errorf("%q: %d to %d", piece, from, to)
		}
	}
}
