package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/testkit"
)

// TestOutputIsBounded checks that check prints at most two megabytes, as text or as JSON, for a
// mebibyte of arbitrary content. Outside CI the content is 1/32 of a mebibyte.
func TestOutputIsBounded(t *testing.T) {
	t.Chdir(t.TempDir())
	many, most := strings.Repeat, testkit.Fewer(1<<20)
	rules := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format+"\n", i)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"stars":                many("*", most),
		"quotes":               many(`"`, most),
		"stars in a rule":      "a = " + many("*", most-4),
		"quotes in a rule":     "a = " + many(`"`, most-4),
		"quotes in W3C":        "a ::= " + many(`"`, most-6),
		"quotes in Treetop":    "grammar A rule a " + many(`"`, most-17),
		"mistakes":             many("a=*\n", most/4),
		"joined":               many("\"a\"", 1) + "a = " + many(`"x"`, testkit.Fewer(300_000)),
		"undefined":            "a = " + rules(testkit.Fewer(80_000), " u%d"),
		"undefined and long":   "a = " + rules(1_000, " "+many("u", 1_000)+"%d"),
		"unused":               rules(testkit.Fewer(9_999), many("u", 80)+`%d = "x"`),
		"unused and long":      rules(1_000, many("u", 1_000)+`%d = "x"`),
		"one unused name":      many("u", most-10) + ` = "x"`,
		"over budget and long": rules(testkit.Fewer(900), many("u", 1_000)+`%d = *("a"/"b") "a" 30("a"/"b")`),
		"prose of bytes":       "a = <" + many("\xFF", most-10) + ">",
		"right to left":        "a = " + many("\u05D0 ", testkit.Fewer(300_000)),
		"bidi controls":        "a = " + many("\u202E ", testkit.Fewer(250_000)),
	} {
		if len(text) > 1<<20 {
			t.Fatalf("%s: %d bytes: it is not read", name, len(text))
		}
		testkit.WriteFile(t, "g", text)
		for i, args := range [][]string{{"check", "g"}, {"check", "--json", "g"}, {"check", "--repair", "g"}} {
			if !testkit.Sparse(3, i+len(name)) {
				continue
			}
			t.Run(name+" "+strings.Join(args, " "), func(t *testing.T) {
				defer scripttest.Forget()
				var out, stderr bytes.Buffer
				run(args, strings.NewReader(""), &out, &stderr)
				if n := out.Len() + stderr.Len(); n > 2_000_000 || n == 0 {
					t.Errorf("%d bytes", n)
				}
			})
		}
	}
}

// TestFileNames checks that no file name can send control characters to the terminal.
func TestFileNames(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "\x1b]0;a\nabnf: b\u202e\u009b\x7f"
	if err := os.WriteFile(name, []byte("a = b\nc = \"c\"\n"), 0o666); err != nil {
		t.Skip(err)
	}
	const rfc = "Internet-Draft\n\n   a = \"x\" / b\n   c = \x1b]0;a / \"y\"\n   d=e\n"
	testkit.WriteFile(t, name+"rfc", rfc)
	for _, args := range [][]string{
		{"check", name}, {"check", "--json", name}, {"compile", name}, {"compile", name + "x"},
		{"gen", "-p", "a", "-o", "x.go", name}, {"gen", "-p", name, "-o", "x.go", "rfc2396"},
		{"gen", "--small", "--check", "-p", "a", "-o", name + "x", "rfc2396"},
		{"gen", "--small", "--check", "-p", "a", "-o", name, "rfc2396"},
		{"gen", "--small", "-p", "a", "-o", name + "x", "rfc2396"},
		{"gen", "--small", "-p", "a", "-o", name + "/x", "rfc2396"},
		{"extract", name}, {"extract", "-o", name + "v", name}, {"extract", "--map", name + "w", "rfc.txt"},
		{"extract", name + "rfc"}, {"check", name + "rfc"}, {"print", name},
		{"print", "--as", "abnf", "--dialect", "w3c", name},
		{"gen", "--small", "--json", "-p", "a", "-o", name + "z", "rfc2396"},
		{"man", name}, {"help", name}, {"completion", name},
		{"match", "-g", name, "-r", "a"}, {"match", "-g", name + "y", "-r", "a"}, {name},
	} {
		var out, stderr bytes.Buffer
		run(args, strings.NewReader(""), &out, &stderr)
		for line := range strings.Lines(out.String() + stderr.String()) {
			line = strings.TrimSuffix(line, "\n")
			if terminal.Visible(line) != line || strings.HasPrefix(line, "abnf: b") {
				t.Errorf("%q: %q", args, line)
			}
		}
	}
}
