package notation

import (
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// A rule is read completely or not at all.
func TestNeverHalfARule(t *testing.T) {
	runReadTests(t, syntax.ABNF, []readTest{
		// A line of prose containing the beginning of a rule.
		{"  a = \"x\"\nb = \"y\"\n", "b = istr{\"y\"}\nunread a", "1:3 prose-skipped warning, 1:3 skipped-definition"},
		{"    a =/ \"x\"\n  b = \"y\"\n  c = b\n", "b = istr{\"y\"}\nc = ref{b}\nunread a",
			"1:5 prose-skipped warning, 1:5 skipped-definition"},
		{"where n = 3 is meant\na = \"x\"\n", "a = istr{\"x\"}", "1:1 prose-skipped warning"},
		// A name in angle brackets.
		{"<a> = \"x\" <b>\nb = \"y\"\n", "b = istr{\"y\"}\nunread a", "1:1 bracketed-name"},
		{"b = \"y\"\n<a> = b\nc = b", "b = istr{\"y\"}\nc = ref{b}\nunread a", "2:1 bracketed-name"},
		{"  <a> = \"x\"\nb = \"y\"\n", "b = istr{\"y\"}\nunread a", "1:3 prose-skipped warning, 1:3 skipped-definition"},
		// A page footer between the lines of a rule.
		{"a = \"x\"\n\nFielding, et al.   [Page 12]\n\n  / \"y\"\nb = \"z\"\n", "b = istr{\"z\"}\nunread a\nunread Fielding",
			"1:8 interrupted-rule, 3:1 missing-equals, 3:9 bad-character, 3:16 bad-character"},
		{"a = \"x\" /\n\nFielding, et al.   [Page 12]\n\n  \"y\"\nb = \"z\"\n", "b = istr{\"z\"}\nunread a",
			"3:1 unindented-line warning, 3:9 bad-character, 3:16 bad-character, 3:26 repeat-without-element"},
		{"a = \"x\"\nb = \"y\" )\nFielding\n  / \"z\"\n", "a = istr{\"x\"}\nunread b\nunread Fielding",
			"2:9 stray-bracket, 3:1 missing-equals"},
		{"a = \"x\"\nb \"y\"\nc = \"z\"\n", "a = istr{\"x\"}\nc = istr{\"z\"}\nunread b", "2:1 missing-equals"},
		// Errors before a rule, however many, do not hide the rule's errors.
		{"a, b. c: d\nv <- \"x\"\n", "unread v", "1:1 prose-skipped warning, 2:3 foreign-definition"},
		{"a, b. c: d\nv\n  = \"x\" $\n", "unread v", "1:1 prose-skipped warning, 3:9 bad-character"},
		{"a, b. c: d\nv ; comment\n  <- \"x\"\n", "unread v", "1:1 prose-skipped warning, 3:3 foreign-definition"},
		{"a = $ $ $\n\u00E9\n  = \"x\"\n", "unread a\nunread \u00E9",
			"1:5 bad-character, 1:7 bad-character, 1:9 bad-character, 2:1 bad-character"},
		// A rule with an error at its end.
		{"a = \"x\" ]\nb = \"y\"\n", "b = istr{\"y\"}\nunread a", "1:9 stray-bracket"},
		{"a = b ; c b = d\n", "unread a", "1:7 comment-swallows"},
	})
	runReadTests(t, syntax.AParse, []readTest{
		{"a = \"x\"\nb = \"y\";\n", "b = istr{\"y\"}\nunread a", "1:8 missing-terminator"},
		{"a = \"x\"; ]\nb = \"y\";\n", "a = istr{\"x\"}\nb = istr{\"y\"}", "1:10 stray-text, 1:11 missing-terminator"},
	})
	runReadTests(t, syntax.W3C, []readTest{
		{"a ::= 'x' /* | 'y'\n", "unread a", "1:11 unterminated-comment"},
		{"<a> ::= 'x'\nb ::= 'y'\n", "b = str{\"y\"}\nunread a", "1:1 prose-skipped warning, 1:1 skipped-definition"},
		{"b ::= 'x' <a> ::= 'y'\n", "unread b", "1:11 bad-character, 1:13 bad-character, 1:15 stray-definition"},
	})
}
