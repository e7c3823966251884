package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/policy"
)

// TestSchemes checks --schemes against package policy, which compares the schemes of parsed
// references, for lines and for every format of text.
func TestSchemes(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(8, 1))
	list := []string{"https", "http", "Urn", "x+y-z.1", "a", "ab"}
	starts := []string{"http", "https", "HTTPS", "httpss", "htt", "urn", "urm", "x+y-z.1", "x+y-z.11", "a", "ab", "abc",
		"B", "1", "", "é", "a b", "https%3A", "/a", "//h", ".", "http:http", "http:urm"}
	rests := []string{":", "://h/", ":a:b", "/a:b", "?", ":é", ": ", ":[", ":%", ":?x:y#z:"}
	forms := []struct{ args, head, record string }{
		{"lines", "", "%s\n"},
		{"--column u rows.csv", "u,v\n", "\"%s\",x\n"},
		{"--field u objects.jsonl", "", "{\"u\":\"%s\"}\n"},
	}
	refused := 0
	for range testkit.Fewer(40) {
		allowed := list[:1+r.IntN(len(list))]
		rules := policy.MustNew(policy.Config{Schemes: allowed})
		rule, valid := "IRI", iri.Valid
		if r.IntN(2) == 0 {
			rule, valid = "IRI-reference", iri.ValidReference
		}
		var want strings.Builder
		var values []string
		for range 1 + r.IntN(30) {
			v := starts[r.IntN(len(starts))] + rests[r.IntN(len(rests))]
			ref, _ := iri.ParseReference(v)
			switch {
			case !valid(v):
				want.WriteString("0\n")
			case ref.HasScheme() && rules.CheckReference(ref) != nil:
				want.WriteString("0\n")
				refused++
			default:
				want.WriteString("1\n")
			}
			values = append(values, v)
		}
		for _, form := range forms {
			text := form.head
			for _, v := range values {
				text += fmt.Sprintf(form.record, v)
			}
			args := append(strings.Fields("check --verdicts --schemes "+strings.Join(allowed, ",")+" -r "+rule),
				strings.Fields(form.args)...)
			write(t, args[len(args)-1], text)
			if got := runOn("", args...); got.stdout != want.String() {
				t.Fatalf("%q of %q:\n%s%s, not\n%s", args, text, got.stdout, got.stderr, &want)
			}
		}
	}
	if refused == 0 {
		t.Error("no scheme was refused")
	}
}

// TestSchemesLong checks that a line read in pieces has the same diagnostic as a line read at once.
func TestSchemesLong(t *testing.T) {
	for _, size := range []int{300, 20_000} {
		var text strings.Builder
		for _, start := range []string{
			"ftp:", "FTP://h/", "https:", "HTTPS://h/", "ftp", "h ttps:", "f\\x74p:", "f%74p:", ":", "1:",
		} {
			for _, end := range []string{"", " ", "["} {
				text.WriteString(start + strings.Repeat("a", size) + end + "\n")
			}
		}
		text.WriteString(strings.Repeat("s", size) + ":\n")
		for _, flags := range []string{"", " --escaped", " -r IRI-reference", " --json"} {
			samePieces(t, 64, text.String(), strings.Fields("--schemes https,"+strings.Repeat("s", 200)+flags)...)
		}
	}
}
