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
		{`%s"aB-"`, `aB-`},
		{`%xE9 / "x"`, `[Xx\xE9]`},
		{`%xE9.2D / "x"`, `(?:\xE9-|[Xx])`},
		{`""`, ``},
		{`%x0-1F`, `[\x00-\x1F]`},
		{`%x41.D800`, `[^\s\S]`},
		{`%xD800-DFFF`, `[^\s\S]`},
		{`%x41 / %xD800-DFFF`, `A`},
		{`%xA0-E000`, `[\xA0-\x{D7FF}\x{E000}]`},
		{`DIGIT / %x41-5A`, `[0-9A-Z]`},
		{`"." / "\" / "[" / "]" / "^" / "-"`, `[\-.\[-\^]`},
		{`%s".\[]^-{}()+*?|$"`, `\.\\\[\]\^-\{\}\(\)\+\*\?\|\$`},
		{`%x61 ( %x62 / %x63.64 )`, `a(?:b|cd)`},
		{`[ %x61 %x62 ] %x63`, `(?:ab)?c`},
		{`*%x61 1*%x62 2*%x63`, `a*b+c{2,}`},
		{`3%s"ab" *2%x63 1*2%x64 0%x65`, `(?:ab){3}c{0,2}d{1,2}`},
		{`0<prose>`, ``},

		// repetitions of repetitions
		{`*( *%x61 )`, `a*`},
		{`*( 1*%x61 )`, `a*`},
		{`2*3( 1*%x61 )`, `a{2,}`},
		{`2*3( *%x61 )`, `a*`},
		{`*3[ %x61 ]`, `a{0,3}`},
		{`2*3[ %x61 ]`, `a{0,3}`},
		{`2*( 2%x61 )`, `(?:a{2}){2,}`},
		{`*( *%x61 / %x62 )`, `(?:a+|b)*`},
		{`*( *%s"ab" *%x63 / %x64 )`, `(?:(?:ab)+|c+|d)*`},
		{`*( [%x61] *%x62 )`, `(?:a|b+)*`},
		{`*( *2( [%x61] *%x62 ) )`, `(?:a|b+)*`},
		{`[ 1*%x61 ]`, `a*`},
		{`2500%x61`, `a{1000}a{1000}a{500}`},
		{`*2( 900%x61 )`, `(?:a{500}a{400}){0,2}`},
		{`1500*%x61`, `a{1000}a{500}a*`},

		// adjacent repetitions
		{`DIGIT *3DIGIT`, `[0-9]{1,4}`},
		{`3DIGIT *DIGIT 2*3DIGIT`, `[0-9]{5,}`},
		{`%x61 %x61`, `aa`},
		{`%s"abcabcabcabc"`, `(?:abc){4}`},
		{`%s"xyz:" *3%s"xyz:"`, `(?:xyz:){1,4}`},
		{`*3%s"xyz:" %s"xyz:"`, `(?:xyz:){1,4}`},

		// heads and tails
		{`%s"http" / %s"https"`, `https?`},
		{`%s"https" / %s"http"`, `https?`},
		{`%s"february" / %s"february"`, `february`},
		{`%s"monday" / %s"sunday" / %s"friday"`, `(?:mon|sun|fri)day`},
		{`%s"ab1" / %s"ab2" / %s"cd3"`, `(?:ab[12]|cd3)`},
		{`%s"longest1x" / %s"longest2x"`, `longest[12]x`},
		{`DIGIT / %x31-39 DIGIT / %s"1" 2DIGIT / %s"2" %x30-34 DIGIT / %s"25" %x30-35`,
			`(?:(?:[1-9]|1[0-9]|2[0-4])?[0-9]|25[0-5])`},

		// alternatives that others contain
		{`%s"abc" / 1*ALPHA`, `[A-Za-z]+`},
		{`*DIGIT / 3DIGIT / ""`, `[0-9]*`},
		{`4( %s"ab" / 1*ALPHA / "-" )`, `(?:[A-Za-z]+|-){4}`},
	} {
		got, err := compileText("r = "+tt.rule+"\n").Regexp(t.Context(), "R", RE2)
		if want := `\A` + tt.want + `\z`; err != nil || got != want {
			t.Errorf("%s: %s, want %s (%v)", tt.rule, got, want, err)
		}
		if _, err := regexp.Compile(got); err != nil {
			t.Error(err)
		}
	}
}

// Each engine has its own anchors, escapes, brackets and limits.
func TestRegexpEngines(t *testing.T) {
	const none = "POSIX extended regular expressions"
	for _, tt := range []struct {
		rule string
		want [7]string // in the order of Engines; for ERE also the beginning of the error
	}{
		{`%s"a/b."`, [7]string{
			`\Aa/b\.\z`, `\Aa/b\.\z`, `\Aa/b\.\Z`, `^a\/b\.$`, `\Aa/b\.\z`, `^a/b\.$`, `^a/b\.(?![\s\S])`}},
		{`%xE9`, [7]string{
			`\A\xE9\z`, `(*UTF)\A\xE9\z`, `\A\xE9\Z`, `^\xE9$`, `\A\xE9\z`,
			none + " cannot express U+00E9", `^\xE9(?![\s\S])`}},
		{`%x20AC`, [7]string{`\A\x{20AC}\z`, `(*UTF)\A\x{20AC}\z`, `\A\u20AC\Z`, `^\u20AC$`, `\A\x{20AC}\z`,
			none + " cannot express U+20AC", `^\u20AC(?![\s\S])`}},
		{`%x1F600`, [7]string{
			`\A\x{1F600}\z`, `(*UTF)\A\x{1F600}\z`, `\A\U0001F600\Z`, `^\u{1F600}$`, `\A\x{1F600}\z`,
			none + " cannot express U+1F600", "^\U0001F600" + `(?![\s\S])`}},
		{`%x9`, [7]string{
			`\A\x09\z`, `\A\x09\z`, `\A\x09\Z`, `^\x09$`, `\A\x09\z`, none + " cannot express U+0009",
			`^\x09(?![\s\S])`}},
		{`%xD800`, [7]string{`\A[^\s\S]\z`, `\A[^\s\S]\z`, `\A[^\s\S]\Z`, `^[^\s\S]$`, `\A[^\s\S]\z`,
			"the rule matches no string, which " + none, `^[^\s\S](?![\s\S])`}},
		{`%s"a" / %s"bc"`, [7]string{
			`\A(?:a|bc)\z`, `\A(?:a|bc)\z`, `\A(?:a|bc)\Z`, `^(?:a|bc)$`, `\A(?:a|bc)\z`, `^(a|bc)$`,
			`^(?:a|bc)(?![\s\S])`}},
		{`*( %s"a" / %s"bc" )`, [7]string{
			`\A(?:a|bc)*\z`, `\A(?:a|bc)*\z`, `\A(?:a|bc)*\Z`, `^(?:a|bc)*$`, `\A(?:a|bc)*+\z`,
			`^(a|bc)*$`, `^(?:a|bc)*(?![\s\S])`}},
		{`*%x61 %x61`, [7]string{`\Aa+\z`, `\Aa+\z`, `\Aa+\Z`, `^a+$`, `\Aa++\z`, `^a+$`, `^a+(?![\s\S])`}},
		{`*%x61-62 %x61`, [7]string{
			`\A[ab]*a\z`, `\A[ab]*a\z`, `\A[ab]*a\Z`, `^[ab]*a$`, `\A[ab]*a\z`, `^[ab]*a$`,
			`^[ab]*a(?![\s\S])`}},
		{`"]" / "^" / "-" / "&" / "1"`, [7]string{
			`\A[&\-1\]\^]\z`, `\A[&\-1\]\^]\z`, `\A[&\-1\]\^]\Z`, `^[&\-1\]\^]$`, `\A[\&\-1\]\^]\z`,
			`^[]&1^-]$`, `^[&\-1\]\^](?![\s\S])`}},
		{`"^" / "-"`, [7]string{
			`\A[\-\^]\z`, `\A[\-\^]\z`, `\A[\-\^]\Z`, `^[\-\^]$`, `\A[\-\^]\z`, `^[-^]$`,
			`^[\-\^](?![\s\S])`}},
		{`%x5B-7E`, [7]string{
			`\A[\[-~]\z`, `\A[\[-~]\z`, `\A[\[-~]\Z`, `^[\[-~]$`, `\A[\[-~]\z`, `^[][\_-~^]$`,
			`^[\[-~](?![\s\S])`}},
		{`300%x61`, [7]string{
			`\Aa{300}\z`, `\Aa{300}\z`, `\Aa{300}\Z`, `^a{300}$`, `\Aa{300}\z`, `^a{255}a{45}$`,
			`^a{300}(?![\s\S])`}},
	} {
		g := compileText("r = " + tt.rule + "\n")
		for i, engine := range Engines() {
			got, err := g.Regexp(t.Context(), "r", engine)
			if want := tt.want[i]; strings.Contains(want, none) {
				if err == nil || got != "" || !strings.HasPrefix(err.Error(), "rule r: regexp: "+want) {
					t.Errorf("%s for %s: %q, %v, want %s", tt.rule, engine, got, err, want)
				}
			} else if got != want || err != nil {
				t.Errorf("%s for %s: %s, want %s (%v)", tt.rule, engine, got, want, err)
			}
		}
	}
	if _, err := compileText("r = %x61\n").Regexp(t.Context(), "r", "perl"); err == nil {
		t.Error("there is an expression for an unknown engine")
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
			"rule a: regexp: cannot write a regular expression: " +
				"the rule is recursive or refers to a recursive rule (self-embedding)"},
		{"a = b \"y\"\nb = [ \"x\" b ]\n", "a", nil,
			"rule a: regexp: cannot write a regular expression: " +
				"the rule is recursive or refers to a recursive rule (depends)"},
		{"a = b\nb = \"c\"\n", "a", []string{"b"},
			"rule a: regexp: the rule is not compiled, because only other rules were requested"},
		{"a = %x61-62 *( %x61-62 ) %x61 999999%x61-62\n", "a", nil,
			"rule a: regexp: cannot be compiled without its definition, which could not be read"},
		{"a = *%x61-62 %x61 20%x61-62\n", "a", nil,
			"rule a: regexp: 200001 subset states exceed the limit of 200000 (build.Limits.Automata.Subsets)"},
	} {
		_, err := compileText(tt.text, tt.rules...).Regexp(t.Context(), tt.rule, RE2)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s of %.20q: %v, want %s", tt.rule, tt.text, err, tt.want)
		}
	}
}

// Classes and differences of classes have an expression; other differences and bytes do not.
func TestRegexpExtended(t *testing.T) {
	for _, tt := range []struct{ text, want, err string }{
		{"r = 2<[^a]>", `[\x00-` + "`" + `b-\x{D7FF}\x{E000}-\x{10FFFF}]{2}`, ""},
		{"r = <[a-c]> / %s\"b\" / <minus>", `[ac]`, ""},
		{"r = %s\"x\" ( <[a-c]> / d / <minus> )\nd = <[c]>", `x[ab]`, ""},
		{"r = *<[a]> / \"\" / <minus>", "", "cannot write a regular expression for a difference"},
		{"; @octets r\nr = %x41 / %x80", "", "cannot write a regular expression for octets"},
		{"; @octets r\nr = %x41 *%x80.41", "", "cannot write a regular expression for octets"},
		{"; @octets r\nr = %x41-7F", `[A-\x7F]`, ""},
	} {
		g, _, list := compileExtended(tt.text, DefaultLimits())
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		got, err := g.Regexp(t.Context(), "r", RE2)
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %v, want %s", tt.text, err, tt.err)
			}
			continue
		}
		if want := `\A` + tt.want + `\z`; got != want || err != nil {
			t.Errorf("%s: %s, want %s (%v)", tt.text, got, want, err)
		}
	}
}

// Writing stops once an expression exceeds the limit: each rule is twice as long as the previous
// one, for the same language.
func TestRegexpLimit(t *testing.T) {
	text := "r0 = %x61\n"
	for i := range 24 {
		text += fmt.Sprintf("r%d = *( r%d %%x62 ) r%d\n", i+1, i, i)
	}
	_, err := compileText(text).Regexp(t.Context(), "r24", RE2)
	if err == nil || err.Error() != "rule r24: regexp: 1048577 bytes in a regular expression exceed the limit of 1048576" {
		t.Error(err)
	}
}

// For every rule of the bundled grammars, the table and the expression give the same verdicts. This
// holds for bytes that are not UTF-8 too, unless the rule matches U+FFFD, because Go's regexp reads
// such bytes as U+FFFD (the last range of ucschar below U+10000 ends at U+FFEF).
func TestRegexpAgrees(t *testing.T) {
	for _, name := range bundledNames {
		g := bundled(t, name)
		for _, r := range g.Rules {
			expr, err := g.Regexp(t.Context(), r.Name, RE2)
			if err != nil && (name == "profiles" || strings.Contains(err.Error(), "for a difference")) {
				continue // a profile, or a rule that refers to another grammar
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
