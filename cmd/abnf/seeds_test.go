package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/shared"
)

// seedDefects lists the defects in the five seed documents, read literally: the position, the code,
// and part of the message if the code is ambiguous. testdata/seeds.golden contains the number of
// findings per code.
var seedDefects = []struct {
	seed   string
	flags  string
	status int
	places []string // line:column code, and part of the message
}{
	{"000", "", 0, []string{
		"1:4 prose-skipped lines 1 to 2",                               // first two lines of prose, with "(" and "["
		"1:67 line-end 115 lines",                                      // LF, not CR LF
		"116:26 final-line-end",                                        // missing after the last rule
		"9:1 unused-rule reserved, ipath, absolute-IRI, IRI-reference", // the four entry points
	}},
	{"001", "", 1, []string{
		"1:731 comment-swallows 32 definitions", // read literally, the first comment ends the file
		"1:26 undefined-rule scheme",            // so 14 rules are missing
		"1:615 undefined-rule IPv4address",
	}},
	{"001", "--repair", 0, []string{
		"1:731 repaired # begins with '/' or is empty", // twelve comments
		"1:1929 repaired #/ [\\uD0000-\\uDFFFD]",       // one of these contains plane 13
		"1:1972 duplicate-alternative",                 // and the plane after it twice
		"1:2932 repaired # 250-255",
		"1:1632 short-escape 38 escapes", // \u000A0 is \u000A and 0
		"1:1631 class-duplicate",         // so classes have duplicate characters
		"1:1952 surrogates",              // and \uE100 to \uEFFF is not the intended range: 0-\uEFFF
		"1:2346 suspicious-class 'h'",    // [ h16 ] is one character
		"1:2383 suspicious-class '.'",    // [ ( h16 ":" ) 1..1 h16 ], six times
		"1:2609 suspicious-class '.'",
		"1:2814 suspicious-class 'x'", // ['0x30'-'0x39'], and the two that follow
		"1:2877 suspicious-class 'x'",
		"1:2916 suspicious-class 'x'",
		"1:2951 overridden-rule pct_encoded is defined identically on line 1, column 1364",
		"1:22 ordered-choice the tables of 27 rules",
		"1:190 unused-rule IRI_reference, absolute_IRI, ipath, reserved",
	}},
	{"002", "", 0, []string{
		"1:1 unused-rule URI-reference, path",
		"39:1 same-language authority",
	}},
	{"003", "", 1, []string{
		"1:635 comment-swallows 28 definitions",
		"1:7 undefined-rule scheme", // 14 names
		"1:443 undefined-rule port",
		"1:62 shared-line 10 definitions", // boundaries by look-ahead only
		"1:2722 final-line-end",
	}},
	{"003", "--repair", 0, []string{
		`1:635 repaired ; begins with "/" or is empty`, // eleven comments
		`1:682 repaired ; begins with "/" but not "//"`,
		"1:2465 repaired ; 250-255",
		`1:1037 repaired the repeat "0" without an element`,
		"1:62 shared-line 38 definitions",
		"1:153 unused-rule IRI-reference",
	}},
	{"004", "", 0, []string{
		"5:4 nbsp 1907 no-break spaces (U+00A0)",
		"5:1 recursion 21 rules are mutually recursive (self-embedding), with a table that counts the calls to xref: xri, " +
			"xri-scheme, ",
		"29:25 repeated-empty xref-value already matches the empty string",
		"97:1 same-language reserved matches the same strings as xri-reserved",
		`111:1 core-differs CRLF`,
		`118:1 core-differs LWSP`,
		"119:19 octets U+0080", // the trap
		"32:1 unused-rule xri-path, xri-reserved",
	}},
	{"004", "--octets=OCTET", 0, nil},
}

func TestSeedDefects(t *testing.T) {
	shared.Path(t)
	var all strings.Builder
	for _, tt := range seedDefects {
		t.Run(tt.seed+tt.flags, func(t *testing.T) {
			args := append([]string{"check", "--json", "--severity", "note"}, strings.Fields(tt.flags)...)
			args = append(args, shared.Glob(t, "seeds/"+tt.seed+"_*")[0])
			var out, errors bytes.Buffer
			if status := run(args, strings.NewReader(""), &out, &errors); status != tt.status {
				t.Errorf("status %d, want %d", status, tt.status)
			}
			counts := map[string]int{}
			var findings []string
			for line := range strings.Lines(out.String()) {
				var f finding
				if err := json.Unmarshal([]byte(line), &f); err != nil {
					t.Fatal(err)
				}
				if f.Code == "" { // the summary
					continue
				}
				counts[f.Code]++
				findings = append(findings, fmt.Sprintf("%d:%d %s\n%s", f.Line, f.Column, f.Code, f.Message))
			}
			for _, want := range tt.places {
				if !found(findings, want) {
					t.Errorf("nobody finds %s in\n%s", want, strings.Join(findings, "\n"))
				}
			}
			fmt.Fprintf(&all, "%s\n", strings.TrimSpace(tt.seed+" "+tt.flags))
			for _, code := range slices.Sorted(maps.Keys(counts)) {
				fmt.Fprintf(&all, "  %-24s %2d\n", code, counts[code])
			}
		})
	}
	golden.Compare(t, "testdata/seeds.golden", all.String())
}

// found reports whether some finding matches the position, the code and the part of a message in
// want.
func found(findings []string, want string) bool {
	words := strings.SplitN(want, " ", 3)
	for _, f := range findings {
		head, message, _ := strings.Cut(f, "\n")
		if head == words[0]+" "+words[1] && (len(words) < 3 || strings.Contains(message, words[2])) {
			return true
		}
	}
	return false
}
