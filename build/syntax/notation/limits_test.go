package notation

import (
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// Each hostile document is read almost instantly and with the expected result. By default the test
// reads every second one.
func TestHostile(t *testing.T) {
	const many = 100_000
	nested := func(n int) string { return "a = " + strings.Repeat("(", n) + "b" + strings.Repeat(")", n) + "\nz = y" }
	documents := map[string]struct {
		text          string
		rules, unread int
		codes         string // "" for any number of codes
	}{
		"100 groups":       {nested(100), 2, 0, ""},
		"250 groups":       {nested(250), 2, 0, ""},
		"251 groups":       {nested(251), 1, 1, "1:255 nesting-limit"},
		"100,000 groups":   {nested(many), 1, 1, "1:255 nesting-limit"},
		"open brackets":    {"a = " + strings.Repeat("(", many), 0, 1, "1:255 nesting-limit"},
		"open options":     {"a = " + strings.Repeat("[", many), 0, 1, "1:255 nesting-limit"},
		"closing brackets": {"a = " + strings.Repeat(")", many), 0, 1, "1:5 stray-bracket"},
		"alternatives":     {"a = b" + strings.Repeat(" / b", many), 1, 0, ""},
		"elements":         {"a = b" + strings.Repeat(" b", many), 1, 0, ""},
		"literal":          {`a = "` + strings.Repeat("x", 1_000_000) + `"`, 1, 0, ""},
		"open literal":     {`a = "` + strings.Repeat("x", 1_000_000), 0, 1, "1:5 unterminated-string"},
		"long name":        {strings.Repeat("x", 1_000_000) + " = y", 1, 0, ""},
		"long number":      {"a = %x" + strings.Repeat("F", 1_000_000), 0, 1, "1:7 code-point-limit"},
		"long bound":       {"a = " + strings.Repeat("9", 1_000_000) + "b", 0, 1, "1:5 repetition-limit"},
		"long series":      {"a = %x41" + strings.Repeat(".41", 300_000), 1, 0, ""},
		"ranges":           {"a = %x0-10FFFF" + strings.Repeat(" / %x0-10FFFF", 999), 1, 0, ""},
		"large repeat":     {`a = 0*9999999999 "x"`, 0, 1, "1:7 repetition-limit, 1:17 blank-in-repeat"},
		"swapped repeat":   {`a = 5*3"a"`, 0, 1, "1:5 repeat-order"},
		"2^64": {"a = 18446744073709551616b %d18446744073709551616", 0, 1,
			"1:5 repetition-limit, 1:29 code-point-limit"},
		"NULs":             {strings.Repeat("\x00", many), 0, 0, "1:1 nul, 1:1 no-rules"},
		"NULs in a rule":   {"a = " + strings.Repeat("\x00", many), 0, 1, "1:5 nul"},
		"byte order marks": {strings.Repeat("\uFEFF", 3) + "a = b", 1, 0, "1:1 byte-order-mark warning, 1:2 foreign-blank"},
		"CRs":              {strings.Repeat("\r", many), 0, 0, "1:1 lone-cr, 1:1 no-rules"},
		"CR lines":         {strings.Repeat("a = b ; c\r", 9_000), 9_000, 0, "1:10 lone-cr"},
		"comments":         {strings.Repeat("; @a b\n", many), 0, 0, "1:1 no-rules"},
		"arrows":           {"a = b " + strings.Repeat("<-", many), 0, 0, ""},
		"angles":           {"a = " + strings.Repeat("<", many), 0, 1, "1:5 unterminated-prose"},
		"quotes":           {"a = " + strings.Repeat(`"`, many), 1, 0, ""},
		"single quotes":    {"a = " + strings.Repeat("' ", many), 0, 1, ""},
		"stray lines":      {"a = b\n" + strings.Repeat("c\n", 9_000), 1, 9_000, ""},
		"stray slashes":    {"a = b\n" + strings.Repeat("/\n", many), 0, 1, ""},
		"equals": {"a " + strings.Repeat("=", many), 0, 1, "1:3 foreign-definition, " +
			"1:5 foreign-definition, 1:5 stray-definition, 1:7 foreign-definition"},
		"bytes FF":          {"a = " + strings.Repeat("\xFF", many), 0, 1, "1:5 ill-formed-utf8"},
		"bytes FF apart":    {"a = " + strings.Repeat("\xFF ", many), 0, 1, ""},
		"FF in comments":    {"a = b ;" + strings.Repeat("\xFF ", many), 1, 0, ""},
		"blanks":            {"a =" + strings.Repeat(" ", 1_000_000) + "b", 1, 0, ""},
		"blank lines":       {"a =" + strings.Repeat("\n", 1_000_000) + " b", 1, 0, ""},
		"all indentations":  {indentations(1_000), 0, 0, ""},
		"nothing":           {"", 0, 0, "1:1 no-rules"},
		"source over limit": {strings.Repeat("a = b\n", 200_000), 0, 0, "1:1 source-limit"},
		"rules over limit":  {strings.Repeat("a = b\n", 10_001), 10_000, 0, "10001:1 rule-limit"},
	}
	for i, name := range slices.Sorted(maps.Keys(documents)) {
		if !testkit.OneIn(2, i) {
			continue
		}
		tt := documents[name]
		t.Run(name, func(t *testing.T) {
			g, l := Read(syntax.NewSource("test", tt.text), syntax.ABNF)
			if name == "all indentations" || name == "arrows" {
				return // these only need to terminate
			}
			if len(g.Rules) != tt.rules || len(g.Unread) != tt.unread {
				t.Errorf("%d rules, %d unread, want %d, %d", len(g.Rules), len(g.Unread), tt.rules, tt.unread)
			}
			if tt.codes != "" && codes(l) != tt.codes {
				t.Errorf("got %.200s, want %s", codes(l), tt.codes)
			}
		})
	}
}

// The same for the other notations, each with its own hostile documents. By default one in three
// also goes through detection and is read with repairs.
func TestHostileDialects(t *testing.T) {
	const many = 40_000
	rule := func(body string) string { return "rule a " + body + " end rule z y end" }
	for i, tt := range []struct {
		name          string
		dialect       syntax.Dialect
		text          string
		rules, unread int
		codes         string // "" for any number of codes
	}{
		{"250 groups", syntax.Treetop, rule(strings.Repeat("(", 250) + "b" + strings.Repeat(")", 250)), 2, 0, ""},
		{"251 groups", syntax.Treetop, rule(strings.Repeat("(", 251) + "b" + strings.Repeat(")", 251)), 1, 1,
			"1:258 nesting-limit"},
		{"open groups", syntax.Treetop, rule(strings.Repeat("(", many)), 1, 1, "1:258 nesting-limit"},
		{"closing groups", syntax.Treetop, rule(strings.Repeat(")", many)), 1, 1, ""},
		{"open blocks", syntax.Treetop, rule(strings.Repeat("{\n", many)), 1, 1, ""},
		{"open blocks, one line", syntax.Treetop, rule(strings.Repeat("{", many)), 0, 1, "1:8 unterminated-block"},
		{"blocks", syntax.Treetop, rule("b " + strings.Repeat("{}", many)), 2, 0, "1:10 host-code note"},
		{"angles", syntax.Treetop, rule(strings.Repeat("<", many)), 1, 1, ""},
		{"open classes", syntax.Treetop, rule(strings.Repeat("[\n", many)), 1, 1, ""},
		{"brackets in a class", syntax.Treetop, rule("[" + strings.Repeat("[:xdigit:]", many/2) + "]"), 2, 0,
			"1:8 class-duplicate warning"},
		{"half brackets in a class", syntax.Treetop, rule(strings.Repeat("[[:x:]", many)), 1, 1, ""},
		{"colons in a class", syntax.Treetop, rule("[[:" + strings.Repeat(":]", many) + "]"), 1, 1, ""},
		{"dashes in a class", syntax.Treetop, rule("[" + strings.Repeat("-", many) + "]"), 2, 0,
			"1:8 class-duplicate warning"},
		{"blanks in a class", syntax.Treetop, rule("[" + strings.Repeat(" b ", many) + "]"), 2, 0, ""},
		{"quotes in a class", syntax.Treetop, rule("[" + strings.Repeat("'", many) + "]"), 2, 0, ""},
		{"backslashes in a class", syntax.Treetop, rule("[" + strings.Repeat(`\\`, many) + "]"), 2, 0,
			"1:8 class-duplicate warning"},
		{"open lists", syntax.Treetop, rule(`"` + strings.Repeat(`\u{`, many) + `"`), 1, 1, ""},
		{"long list", syntax.Treetop, rule(`"\u{` + strings.Repeat("41 ", many) + `}"`), 2, 0, ""},
		{"long number", syntax.Treetop, rule("b " + strings.Repeat("9", many) + ".."), 1, 1, "1:10 repetition-limit"},
		{"ranges", syntax.Treetop, rule("b" + strings.Repeat(" 1..2", many)), 1, 1, ""},
		{"predicates", syntax.Treetop, rule(strings.Repeat("!", many) + "b"), 1, 1, ""},
		{"labels", syntax.Treetop, rule(strings.Repeat("b:", many) + "b"), 2, 0, "1:8 host-code note"},
		{"rules", syntax.Treetop, strings.Repeat("rule ", many), 0, 0, "1:1 no-rules"},
		{"ends", syntax.Treetop, "rule a b end " + strings.Repeat("end ", many), 1, 0, ""},
		{"openers", syntax.Treetop, strings.Repeat("grammar a ", many), 0, 0, "1:399991 missing-end"},
		{"requires", syntax.Treetop, strings.Repeat("require 'a' ", 80_000), 0, 0, ""},
		{"comments that swallow", syntax.Treetop, strings.Repeat("rule a b # end\n", 9_000), 0, 9_000, ""},
		{"comments, joined", syntax.Treetop, strings.Repeat("rule a b # c end ", 9_000), 0, 1, "1:10 comment-swallows"},
		{"rules over limit", syntax.Treetop, strings.Repeat("rule a b end\n", 10_001), 10_000, 0, "10001:1 rule-limit"},
		{"source over limit", syntax.Treetop, strings.Repeat("rule a b end\n", 100_000), 0, 0, "1:1 source-limit"},
		{"terminators", syntax.AParse, "a = b" + strings.Repeat(";", many), 1, 0, ""},
		{"blanks", syntax.AParse, "a =" + strings.Repeat("\u00A0", many) + "b;", 1, 0, "1:4 nbsp note"},
		{"open exact string", syntax.AParse, "a = '" + strings.Repeat("x", many), 0, 1,
			"1:5 unterminated-string, 1:40006 missing-terminator"},
		{"comments that swallow", syntax.AParse, strings.Repeat("a = b # b = c\n", 9_000), 0, 9_000, ""},
	} {
		if testkit.OneIn(6, i) {
			Detect(tt.text)
		}
		for _, repair := range []bool{false, true} {
			if repair && !testkit.OneIn(6, i) {
				continue
			}
			g, l := ReadWith(syntax.NewSource("test", tt.text), ReadOptions{Dialect: tt.dialect, Repair: repair})
			if repair {
				continue
			}
			if len(g.Rules) != tt.rules || len(g.Unread) != tt.unread || tt.codes != "" && codes(l) != tt.codes {
				t.Errorf("%s: %d rules, %d unread, want %d, %d: %.200s", tt.name, len(g.Rules), len(g.Unread), tt.rules,
					tt.unread, codes(l))
			}
		}
	}
}

// indentations returns n rules, each indented one column more than the previous one.
func indentations(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a = b\n")
	}
	return b.String()
}

// A document at a limit is accepted; over the limit, the error gives the limit and the actual
// value.
func TestLimits(t *testing.T) {
	base := syntax.DefaultLimits()
	for _, tt := range []struct {
		name     string
		set      func(*syntax.Limits)
		on, over string
		want     string
		dialect  syntax.Dialect
	}{
		{"source", func(l *syntax.Limits) { l.Source = 5 }, "a = b", "a = bb",
			"test:1:1: the document exceeds the limit of 5 bytes; split it into several documents", syntax.ABNF},
		{"nesting", func(l *syntax.Limits) { l.Nesting = 2 }, "a = ([b])", "a = ([(b)])",
			`test:1:7: "(" is nested 3 deep, over the limit of 2; make an inner part a separate rule`, syntax.ABNF},
		{"repetition", func(l *syntax.Limits) { l.Repetition = 7 }, "a = 7*7b", "a = *8b",
			`test:1:6: the repetition count 8 exceeds the limit of 7; "*" repeats any number of times`, syntax.ABNF},
		{"rules", func(l *syntax.Limits) { l.Rules = 1 }, "a = b", "a = b\na =/ c\nd = e",
			"test:2:1: the document exceeds the limit of 1 rules; split it before rule 2", syntax.ABNF},
		{"nesting", func(l *syntax.Limits) { l.Nesting = 2 }, "rule a ((b)) end", "rule a (((b))) end",
			`test:1:10: "(" is nested 3 deep, over the limit of 2; make an inner part a separate rule`, syntax.Treetop},
		{"repetition", func(l *syntax.Limits) { l.Repetition = 7 }, "rule a b 7..7 end", "rule a b ..8 end",
			`test:1:12: the repetition count 8 exceeds the limit of 7; "*" repeats any number of times`, syntax.Treetop},
		{"rules", func(l *syntax.Limits) { l.Rules = 1 }, "rule a b end", "rule a b end rule c d end",
			"test:1:14: the document exceeds the limit of 1 rules; split it before rule 2", syntax.Treetop},
		{"rules", func(l *syntax.Limits) { l.Rules = 1 }, "a = b;", "a = b;c = d;",
			"test:1:7: the document exceeds the limit of 1 rules; split it before rule 2", syntax.AParse},
	} {
		limits := base
		tt.set(&limits)
		if _, l := ReadWith(syntax.NewSource("test", tt.on), ReadOptions{Dialect: tt.dialect,
			Limits: limits}); l.Err() != nil {
			t.Errorf("%s: %v", tt.name, l)
		}
		if _, l := ReadWith(syntax.NewSource("test", tt.over),
			ReadOptions{Dialect: tt.dialect, Limits: limits}); l.Error() != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.name, l.Error(), tt.want)
		}
	}
}

// TestLinear checks that reading a document four times as long allocates about four times as many
// bytes, and at most six times as many; a quadratic algorithm would allocate sixteen times as many.
// Byte counts are the same on all machines; times are not.
func TestLinear(t *testing.T) {
	allocated := func(f func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, unit := range []string{"rule a ", "rule b c end ", "# end ", "; a = ", "{", "[[:", "'", "..", "::", "(",
		"a = b\n", "<-", "\" ", "' ", "1*", "%x41-", "| ", "\xFF ", "a\n", "[", "=/",
		"a ::= b\n", "[1] ", "b - ", "/*", "/**/", "[1] a ::= ", "#x", "*", "]"} {
		for _, d := range []syntax.Dialect{syntax.ABNF, syntax.W3C, syntax.Treetop, syntax.AParse} {
			begin := "a = b\n"
			if d == syntax.W3C {
				begin = "a ::= b\n"
			}
			cost := func(n int) uint64 {
				src := syntax.NewSource("test", begin+strings.Repeat(unit, n))
				return allocated(func() { ReadWith(src, ReadOptions{Dialect: d, Repair: true}) })
			}
			if small, large := cost(500), cost(2_000); large > 6*small+1<<16 {
				t.Errorf("%s, %q: %v bytes for 500, %v for 2,000", d, unit, small, large)
			}
		}
	}
}
