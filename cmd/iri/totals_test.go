package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestTotals checks that all counts in a total use the same unit, and that a bad value gets one
// diagnostic. In each format, a text consists of a record with two values that cannot be fixed, a
// record with one that can and one that cannot, a record with two that can be fixed, and a valid
// record.
func TestTotals(t *testing.T) {
	t.Chdir(t.TempDir())
	values := [][2]string{{"http://a b/", "http://c d/"}, {"http://a/|", "http://a b/"}, {"http://a/|", "http://a/^"},
		{"http://a/b", "http://a/c"}}
	const records = "4 %s: 1 valid, 1 fixed, 2 not fixed|4 %[1]s: 0 changed, 1 unchanged, 3 without a result|" +
		"4 %[1]s: 1 valid, 3 invalid|3 records refused"
	const links = "8 links: 2 valid, 3 fixed, 3 not fixed|8 links: 0 changed, 2 unchanged, 6 without a result|" +
		"8 links: 2 valid, 6 invalid|IRIs found: "
	statements := fmt.Sprintf(records, "statements")
	rows := strings.ReplaceAll(fmt.Sprintf(records, "rows"), "3 records refused", "IRIs found: ")
	for _, test := range []struct{ name, head, record, flags, want string }{
		{"lines", "", "%s\n%s\n", "", strings.ReplaceAll(links, "8 links: ", "")},
		{"a.nt", "", "<%s> <a:p> <%s> .\n", "", statements},
		{"a.nq", "", "<a:s> <%s> \"x\" <%s> .\n", "", statements},
		{"v.nt", "VERSION \"1.2\"\n", "<a:s> <a:p> <<( <a:s> <%s> <%s> )>> .\n", "", statements},
		{"a.csv", "u,v\n", "%s,\"%s\"\n", "--column u --column v", rows},
		{"a.tsv", "", "%s\tx\t%s\n", "--no-header --column 1 --column 3", rows},
		{"a.jsonl", "", "{\"u\":[\"%s\",\"%s\"]}\n", "--field u[]", strings.ReplaceAll(rows, "rows", "records")},
		{"a.rst", "", "<%s> and <%s>\n", "", links},
		{"a.md", "", "[x](%s) and <%s>\n\n", "", links},
		{"a.html", "", "<a href='%s'>x</a> <img src=\"%s\">\n", "", links},
	} {
		text := test.head
		for _, v := range values {
			text += fmt.Sprintf(test.record, v[0], v[1])
		}
		write(t, test.name, text)
		bad := 6 // values
		fixed := bad
		if !strings.HasPrefix(test.want, "2 valid") && !strings.HasPrefix(test.want, "8 links") {
			fixed-- // the record with a value that cannot be fixed remains
		}
		for i, command := range []string{"fix", "normalize", "check", "find"} {
			got := runOn("", append(strings.Fields(command+" "+test.flags), test.name)...)
			want := strings.Split(test.want, "|")[i]
			if !strings.Contains(got.stderr, want) || got.status > 1 {
				t.Errorf("%s %s: %d, %s\nnot %s", command, test.name, got.status, got.stderr, want)
			}
			lines := strings.Count(got.stderr, test.name+":")
			if command == "fix" && lines != fixed || command == "normalize" && lines != bad {
				t.Errorf("%s %s: %d diagnostics: %s", command, test.name, lines, got.stderr)
			}
		}
	}
	for args, want := range map[string]string{
		"fix a.nt lines":                         "12 records: 3 valid, 4 fixed, 5 not fixed",
		"fix a.nt a.rst":                         "12 records and links: 3 valid, 4 fixed, 5 not fixed",
		"check lines a.rst a.html":               "24 records and links: 6 valid, 18 invalid",
		"filter lines a.rst":                     "12 records: 3 valid, 9 invalid",
		"fix --json a.nt a.rst":                  "12 records and links: 3 valid, 4 fixed, 5 not fixed",
		"fix --only a.rst":                       "8 links: 2 valid, 3 fixed, 3 not fixed",
		"fix --json a.csv --column u --column v": "4 rows: 1 valid, 1 fixed, 2 not fixed",
	} {
		if got := runOn("", strings.Fields(args)...); !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %s\nnot %s", args, got.stderr, want)
		}
	}
	if got := runOn("", "fix", "--json", "a.nt"); strings.Contains(got.stdout, `"output":"http://a/%7C","changes":[]`) {
		t.Errorf("a change is missing: %s", got.stdout)
	}
}
