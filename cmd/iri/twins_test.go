package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/cmd/internal/scripttest"
	"github.com/irilex/iri/cmd/internal/terminal"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// This file contains slow implementations of the output of parse and classify, which handle one
// component or rule at a time, with package fmt and the encoder for all strings.

// A named is a component with its name.
type named struct {
	name, value string
	present     bool
	depth       int
}

// partsBySlowWay splits a string that matches one of the rules for references.
func partsBySlowWay(rule tables.Rule, text string) (list []named, ok bool) {
	r, err := iri.ParseReference(text)
	if err != nil || !rule.Valid(text) {
		return nil, false
	}
	kind := func(name string) string {
		if _, ok := rfc3987.Lookup(name); ok && rule.Grammar() == "rfc3986" {
			if _, same := rfc3986.Lookup(name); !same {
				name = name[1:]
			}
		}
		return name
	}
	return []named{
		{"scheme", r.Scheme(), r.HasScheme(), 0},
		{"authority", r.Authority(), r.HasAuthority(), 0},
		{"userinfo", r.Userinfo(), r.HasUserinfo(), 1},
		{"host", r.Host(), r.HasAuthority(), 1},
		{"host_kind", kind(r.HostKind().String()), r.HasAuthority(), 1},
		{"port", r.Port(), r.HasPort(), 1},
		{"path", r.Path(), true, 0},
		{"path_kind", kind(r.PathKind().String()), true, 1},
		{"query", r.Query(), r.HasQuery(), 0},
		{"fragment", r.Fragment(), r.HasFragment(), 0},
	}, true
}

// encodedBySlowWay returns the record of parse --json for a line of the file "-", or "" for an
// invalid line.
func encodedBySlowWay(rule tables.Rule, text string, number int) string {
	list, ok := partsBySlowWay(rule, text)
	if !ok {
		return ""
	}
	b := fmt.Appendf(nil, `{"file":"-","line":%d,"valid":true,"input":%s,"components":{`, number,
		terminal.AppendJSON(nil, text))
	for i, p := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(terminal.AppendJSON(b, p.name), ':')
		if p.present {
			b = terminal.AppendJSON(b, p.value)
		} else {
			b = append(b, "null"...)
		}
	}
	return string(append(b, "}}"...))
}

// printedBySlowWay returns the output of parse for a valid line.
func printedBySlowWay(list []named, text string) string {
	var b strings.Builder
	fmt.Fprintln(&b, terminal.Visible(text))
	for _, p := range list {
		value := terminal.Visible(p.value)
		if value == "" {
			value = `""`
		}
		if p.present {
			fmt.Fprintf(&b, "  %s%-*s %s\n", strings.Repeat("  ", p.depth), 11-2*p.depth, p.name, value)
		}
	}
	return b.String()
}

// tabulatedBySlowWay returns the row of parse --fields host,path,path_kind.
func tabulatedBySlowWay(list []named) string {
	var b strings.Builder
	for _, p := range list {
		switch p.name {
		case "host":
			b.WriteString(p.value)
		case "path", "path_kind":
			b.WriteString("\t" + p.value)
		}
	}
	return b.String()
}

// classifiedBySlowWay returns the output of classify for a line.
func classifiedBySlowWay(rules []tables.Rule, text string) string {
	var names []string
	for _, i := range matchEach(rules, []byte(text)) {
		names = append(names, rules[i].Name())
	}
	line := terminal.Visible(text)
	gap := 32 - terminal.Width(line, 1000)
	if gap < 2 {
		line += "\n"
		gap = 32
	}
	line += strings.Repeat(" ", gap)
	if names == nil {
		line += "-"
	}
	return line + strings.Join(names, " ") + "\n"
}

// twinLines returns lines of corpora, invalid lines, and random ones.
func twinLines() []string {
	lines := append(corpus.Lines("references", testkit.Few(3000)), corpus.Lines("urls", testkit.Few(3000))...)
	lines = append(lines, corpus.Lines("iris", testkit.Few(3000))...)
	lines = append(lines, corpus.Lines("nonascii", testkit.Few(1000))...)
	lines = append(lines, corpus.Lines("invalid", testkit.Few(3000))...) // with NULs, after the first 64 KiB
	r := rand.New(rand.NewPCG(30, 4))
	parts := []string{
		"a", "b:", "//", "/", "?", "#", "u@", ":80", ":", "[::1]", "[v1.x]", "1.2.3.4", "é", "東", "\u202e",
		"e\u0301", "\u0301", "\ue000", "\u00ad", "%41", "\xff", "\"", "\\", " ", "\t", "<", "&", "🚀", "http://例え.テスト",
	}
	for range testkit.Few(10_000) {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString(parts[r.IntN(1+r.IntN(len(parts)))])
		}
		lines = append(lines, b.String())
	}
	for i, line := range lines { // lines must not contain line endings
		lines[i] = strings.TrimSuffix(strings.ReplaceAll(line, "\n", "a"), "\r")
	}
	return lines
}

func outputOf(t *testing.T, input string, args ...string) []string {
	defer scripttest.Forget()
	var out, errors bytes.Buffer
	if status := run(args, strings.NewReader(input), &out, &errors); status > 1 {
		t.Fatalf("%q: %s", args, errors.String())
	}
	return strings.SplitAfter(out.String(), "\n")
}

// TestParseIsLikeSlowWay compares the output of parse with that of the slow implementation, byte by
// byte.
func TestParseIsLikeSlowWay(t *testing.T) {
	testkit.SkipSlow(t)
	lines := twinLines()
	input := strings.Join(lines, "\n") + "\n"
	for _, rule := range []tables.Rule{
		rfc3987.IRI, rfc3987.IRIReference, rfc3987.AbsoluteIRI, rfc3987.IrelativeRef,
		rfc3986.URI, rfc3986.URIReference, rfc3986.AbsoluteURI, rfc3986.RelativeRef,
	} {
		flags := []string{"-g", rule.Grammar(), "-r", rule.Name()}
		encoded := outputOf(t, input, append(flags, "parse", "--json")...)
		table := outputOf(t, input, append(flags, "parse", "--fields", "host,path,path_kind")...)
		var valid, printed strings.Builder
		for i, text := range lines {
			want := encodedBySlowWay(rule, text, i+1)
			got := strings.TrimSuffix(encoded[i], "\n")
			if want != "" && got != want || want == "" && !strings.Contains(got, `,"valid":false,"input":`) {
				t.Fatalf("%s of %q:\n%s\nnot\n%s", rule, text, got, want)
			}
			list, ok := partsBySlowWay(rule, text)
			wantRow := "\t\t"
			if ok {
				wantRow = tabulatedBySlowWay(list)
				valid.WriteString(text + "\n")
				printed.WriteString(printedBySlowWay(list, text))
			}
			if got := strings.TrimSuffix(table[i], "\n"); got != wantRow {
				t.Fatalf("%s of %q: %q, not %q", rule, text, got, wantRow)
			}
		}
		if len(encoded) != len(lines)+1 || len(table) != len(lines)+1 {
			t.Errorf("%s: %d and %d lines of output", rule, len(encoded), len(table))
		}
		if got := strings.Join(outputOf(t, valid.String(), append(flags, "parse")...), ""); got != printed.String() {
			t.Errorf("%s: text for people differs", rule)
		}
		if n := strings.Count(valid.String(), "\n"); n < testkit.Few(500) {
			t.Errorf("%s: only %d lines are valid", rule, n)
		}
	}
}

// TestClassifyIsLikeSlowWay compares the output of classify with that of the slow implementation,
// byte by byte.
func TestClassifyIsLikeSlowWay(t *testing.T) {
	lines := twinLines()
	g, _ := findShipped("rfc3987")
	rules := g.Rules()
	var want strings.Builder
	for _, text := range lines {
		want.WriteString(classifiedBySlowWay(rules, text))
	}
	got := strings.Join(outputOf(t, strings.Join(lines, "\n")+"\n", "classify"), "")
	if got != want.String() {
		t.Error("they differ")
	}
}

// TestKindNames checks that the kinds of IRIs and URIs have the names of rules of their grammars.
func TestKindNames(t *testing.T) {
	for _, tt := range []struct {
		rule   tables.Rule
		lookup func(string) (tables.Rule, bool)
		host   string
	}{{rfc3987.IRI, rfc3987.Lookup, "ireg-name"}, {rfc3986.URI, rfc3986.Lookup, "reg-name"}} {
		hosts, paths := kindNames(tt.rule)
		for _, name := range append(hosts[iri.IPv6Host:], paths[:]...) {
			if r, ok := tt.lookup(name); !ok || r.Name() != name {
				t.Errorf("%s: %q is no rule", tt.rule, name)
			}
		}
		if hosts[iri.RegNameHost] != tt.host {
			t.Errorf("%s: %q", tt.rule, hosts)
		}
	}
}
