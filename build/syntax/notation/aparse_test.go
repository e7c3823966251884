package notation

import (
	"testing"

	"github.com/irilex/iri/build/syntax"
)

func TestAParse(t *testing.T) {
	runReadTests(t, syntax.AParse, []readTest{
		{"a = b;", "a = ref{b}", ""},
		{"a=b;c=d;", "a = ref{b}\nc = ref{d}", ""},
		{"a = b\n/ c\n;", "a = alt{ref{b} ref{c}}", ""},
		{"a\u00A0=\u00A0b c\u00A0; # d\u00A0e", "a = cat{ref{b} ref{c}}", "1:2 nbsp note"},
		{"# f = g;\na = \"#\" \";\" ; # h = i;\n", `a = cat{istr{"#"} istr{";"}}`, ""},
		{`a_b = "" 'Cd"' "'";`, `a_b = cat{istr{""} str{"Cd\""} istr{"'"}}`, ""},
		{"a = 1*2b *c 3[d] (e) %x41.42 %d9 %b1-1;",
			"a = cat{rep{1,2 ref{b}} rep{0,-1 ref{c}} rep{3,3 opt{ref{d}}} group{ref{e}} num{41 42} num{9} range{1-1}}", ""},
		{`a = %s"b" / %i"c"; a =/ d;`, "a = alt{str{\"b\"} istr{\"c\"}}\na =/ ref{d}", ""},
		{"# @octets\na = b;", "@octets\na = ref{b}", ""},

		{"a = b", "unread a", "1:6 missing-terminator"},
		{"a = b\nc = d;", "c = ref{d}\nunread a", "1:6 missing-terminator"},
		{"a = b; ;", "a = ref{b}", "1:8 stray-text"},
		{"a = b;\nc d;\ne = f;", "a = ref{b}\ne = ref{f}\nunread c", "2:1 missing-equals"},
		{"a = ;", "unread a", "1:3 empty-rule"},
		{"a = 'b;\nc = d;", "c = ref{d}\nunread a", "1:5 unterminated-string, 1:8 missing-terminator"},
		{"a = 'é';", "unread a", "1:6 string-character"},
		{"a = b | c;", "unread a", "1:7 bad-character"},
		{"a =\u2003b;", "unread a", "1:4 foreign-blank"},

		{"$include \"core.abnf\";\na = b;", "a = ref{b}", "1:1 directive-not-read"},
		{"prose\n$include \"core.abnf\";\n# c\na = b;", "a = ref{b}", "1:1 prose-skipped warning, 2:1 directive-not-read"},
		{"a = b;\n$include 'x'; $rule c;\nd = e;", "a = ref{b}\nd = ref{e}",
			"2:1 directive-not-read, 2:15 directive-not-read"},
		{"a = b;\n$rule c \"d.E\"\nf = g;", "a = ref{b}\nf = ref{g}", "2:1 directive-not-read, 2:14 missing-terminator"},
		{"a = b\n$include \"x\";\nc = d;", "c = ref{d}\nunread a", "1:6 missing-terminator, 2:1 directive-not-read"},
		{"a = b $x c;", "unread a", "1:7 bad-character"},
		{"$include \"core.abnf\";", "", "1:1 no-rules, 1:1 directive-not-read"},
		{"a = b $ c;", "unread a", "1:7 bad-character"},
	})
}
