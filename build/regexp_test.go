package build

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

func compileText(text string, rules ...string) *Grammar {
	opt := Options{Name: "test", Rules: rules}
	g, _ := Compile(context.Background(), syntax.NewSource("test", text), opt)
	return g
}

func TestRegexp(t *testing.T) {
	for _, tt := range []struct{ rule, want string }{
		{`"a"`, `[Aa]`},
		{`%s"aB-"`, `[a][B][\x{2D}]`},
		{`%xE9 / "x"`, `[Xx\x{E9}]`},
		{`%xE9.2D / "x"`, `[\x{E9}][\x{2D}]|[Xx]`},
		{`""`, `(?:)`},
		{`%x41.D800`, `[A][^\x{0}-\x{10FFFF}]`},
		{`%xD800-DFFF`, `[^\x{0}-\x{10FFFF}]`},
		{`%xA0-E000`, `[\x{A0}-\x{D7FF}\x{E000}]`},
		{`DIGIT / %x41-5A`, `[0-9A-Z]`},
		{`%x61 ( %x62 / %x63.64 )`, `[a](?:[b]|[c][d])`},
		{`[ %x61 %x62 ] %x63`, `(?:[a][b])?[c]`},
		{`*%x61 1*%x62 2*%x63`, `[a]*[b]+[c]{2}[c]*`},
		{`3%x61 *2%x62 1*2%x63 0%x64`, `[a]{3}[b]{0,2}[c][c]{0,1}(?:)`},
		{`*( *%x61 )`, `(?:[a]*)*`},
		{`2500%x61`, `[a]{1000}[a]{1000}[a]{500}`},
		{`*2( 900%x61 )`, `(?:[a]{500}[a]{400}){0,2}`},
		{`0<prose>`, `(?:)`},
	} {
		got, err := compileText("r = " + tt.rule + "\n").Regexp("R")
		if want := `\A(?:` + tt.want + `)\z`; err != nil || got != want {
			t.Errorf("%s: %s, want %s (%v)", tt.rule, got, want, err)
		}
		if _, err := regexp.Compile(got); err != nil {
			t.Error(err)
		}
	}
}

func TestRegexpErrors(t *testing.T) {
	for _, tt := range []struct {
		text, rule string
		rules      []string
		want       string
	}{
		{"a = b\n", "c", nil, `the grammar test has no rule "c"`},
		{"a = b\n", "a", nil, "rule a: regexp: cannot be compiled without b"},
		{`a = [ "x" a "y" ]`, "a", nil,
			"rule a: regexp: cannot write a regular expression for recursion: the rule is self-embedding"},
		{"a = b \"y\"\nb = [ \"x\" b ]\n", "a", nil,
			"rule a: regexp: cannot write a regular expression for recursion: the rule is depends"},
		{"a = b\nb = \"c\"\n", "a", []string{"b"},
			"rule a: regexp: the rule is not compiled, because only other rules were requested"},
		{"a = %x61-62 *( %x61-62 ) %x61 999999%x61-62\n", "a", nil,
			"rule a: regexp: cannot be compiled without its definition, which could not be read"},
		{"a = *%x61-62 %x61 20%x61-62\n", "a", nil,
			"rule a: regexp: 200001 subset states exceed the limit of 200000 (build.Limits.Automata.Subsets)"},
	} {
		_, err := compileText(tt.text, tt.rules...).Regexp(tt.rule)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s of %.20q: %v, want %s", tt.rule, tt.text, err, tt.want)
		}
	}
}

// Classes and differences of classes have an expression; other differences and bytes do not.
func TestRegexpExtended(t *testing.T) {
	for _, tt := range []struct{ text, want, err string }{
		{"r = 2<[^a]>", `[\x{0}-\x{60}b-\x{D7FF}\x{E000}-\x{10FFFF}]{2}`, ""},
		{"r = <[a-c]> / %s\"b\" / <minus>", `[ac]`, ""},
		{"r = %s\"x\" ( <[a-c]> / d / <minus> )\nd = <[c]>", `[x][a-b]`, ""},
		{"r = *<[a]> / \"\" / <minus>", "", "cannot write a regular expression for a difference"},
		{"; @octets r\nr = %x41 / %x80", "", "cannot write a regular expression for octets"},
		{"; @octets r\nr = %x41 *%x80.41", "", "cannot write a regular expression for octets"},
		{"; @octets r\nr = %x41-7F", `[A-\x{7F}]`, ""},
	} {
		g, _, list := compileExtended(tt.text, DefaultLimits())
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		got, err := g.Regexp("r")
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %v, want %s", tt.text, err, tt.err)
			}
			continue
		}
		if want := `\A(?:` + tt.want + `)\z`; got != want || err != nil {
			t.Errorf("%s: %s, want %s (%v)", tt.text, got, want, err)
		}
	}
}

// Writing stops once an expression exceeds the limit, for any number of empty parts.
func TestRegexpLimit(t *testing.T) {
	for _, element := range []string{`%x61`, `""`, `0"x"`, `%xD800-DFFF`} {
		text := "r0 = " + element + "\n"
		for i := range 24 {
			text += fmt.Sprintf("r%d = [ r%d ] / [ r%d ]\n", i+1, i, i)
		}
		_, err := compileText(text).Regexp("r24")
		if err == nil || !strings.HasPrefix(err.Error(), "rule r24: regexp: 10485") ||
			!strings.HasSuffix(err.Error(), " bytes in a regular expression exceed the limit of 1048576") {
			t.Errorf("%s: %v", element, err)
		}
	}
}

// For every rule of the bundled grammars, the table and the expression give the same verdicts. This
// holds for bytes that are not UTF-8 too, unless the rule matches U+FFFD, because Go's regexp reads
// such bytes as U+FFFD (the last range of ucschar below U+10000 ends at U+FFEF).
func TestRegexpAgrees(t *testing.T) {
	for _, name := range bundledNames {
		g := bundled(t, name)
		for _, r := range g.Rules {
			expr, err := g.Regexp(r.Name)
			if name == "profiles" && err != nil { // differences, and rules of other grammars
				continue
			}
			if !r.Core && r.Table != "" && r.Kind == Regular && r.names.Encoding != names.Octets {
				t.Run(name+"/"+r.Name, func(t *testing.T) {
					t.Parallel()
					if err != nil {
						t.Fatal(err)
					}
					agree(t, r, expr)
				})
			}
		}
	}
}

func agree(t *testing.T, r *Rule, expr string) {
	re := regexp.MustCompile(expr)
	replaces := reads(r.made().DFA, "\uFFFD")
	check := func(s string) {
		if replaces && !utf8.ValidString(s) {
			return
		}
		if want := re.MatchString(s); r.Table.Valid(s) != want {
			t.Fatalf("%q: the table says %t, the expression %t", s, !want, want)
		}
	}
	for _, s := range short() {
		check(s)
	}
	random := rand.New(rand.NewPCG(1, 2))
	sampler := automaton.NewSampler(r.made().DFA)
	for range testkit.Few(300) {
		member := sampler.Draw(random, random.IntN(30), nil)
		check(string(member))
		if !r.Table.Valid(string(member)) {
			t.Fatalf("%q was drawn and is no member", member)
		}
		check(edited(random, member))
	}
}

// reads reports whether s occurs in some member.
func reads(d *automaton.DFA, s string) bool {
	for q := range d.NumStates() {
		to := automaton.StateID(q)
		for i := range len(s) {
			to = d.Step(to, s[i])
		}
		if to != automaton.Dead {
			return true
		}
	}
	return false
}

// short returns all strings of up to three items, which are the code points that grammars
// distinguish and bytes that are not UTF-8.
var short = sync.OnceValue(func() []string {
	return testkit.Texts([]string{"a", "G", "1", ":", "/", "?", "[", "]", "@", "%", ".", "é", "\uE000", "\xC3", "\xA9",
		"\xED\xA0\x80"}, 3)
})

// edited returns s with a byte inserted, removed or replaced.
func edited(r *rand.Rand, s []byte) string {
	at := r.IntN(len(s) + 1)
	end := min(at+r.IntN(2), len(s))
	middle := ""
	if end == at || r.IntN(2) == 0 {
		middle = string([]byte{byte(r.IntN(256))})
	}
	return string(s[:at]) + middle + string(s[end:])
}
