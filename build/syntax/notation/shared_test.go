package notation

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/shared"
)

// readFile reads a document in the dialect found by [Detect].
func readFile(t *testing.T, file string) (*syntax.Grammar, *syntax.List) {
	t.Helper()
	text := textOf(t, file)
	d, _ := Detect(text)
	return Read(syntax.NewSource(filepath.Base(file), text), d)
}

// The five seed documents, byte for byte. Two of them have lost their line endings, so a strict
// reading loses all text after the first comment.
func TestSeeds(t *testing.T) {
	for _, tt := range []struct {
		pattern     string
		dialect     syntax.Dialect
		why         string
		rules       int // read strictly
		last        string
		codes       string
		repaired    int // rules
		names       int
		repairs     int
		first, then string // repairs
	}{
		{"seeds/000*.txt", syntax.ABNF, `103 "/" and 0 "|" outside strings and comments`, 42, "IRI-reference",
			"1:4 prose-skipped warning", 42, 42, 0, "", ""},
		{"seeds/001*.txt", syntax.Treetop, `"rule … end" 43 times`, 10, "ireg_name", "1:731 comment-swallows", 43, 42, 12,
			"1:731", "1:778"},
		{"seeds/002*.txt", syntax.RFC822, `152 "|" and 0 "/" outside strings and comments`, 40, "digit", "", 40,
			40, 0, "", ""},
		{"seeds/003*.txt", syntax.ABNF, `14 "/" and 0 "|" outside strings and comments`, 10, "ireg-name",
			"1:635 comment-swallows", 39, 39, 12, "1:635", "1:682"},
		{"seeds/004*.txt", syntax.AParse, `";" ends 79 of 79 definitions`, 79, "WSP", "5:4 nbsp note", 79, 79, 0, "", ""},
	} {
		t.Run(tt.pattern, func(t *testing.T) {
			g, l := readFile(t, shared.Glob(t, tt.pattern)[0])
			if _, why := Detect(g.Source.Text); g.Dialect != tt.dialect || why != tt.why {
				t.Errorf("%s: %s", g.Dialect, why)
			}
			if got := codes(l); got != tt.codes || len(g.Rules) != tt.rules || g.Rules[tt.rules-1].Name != tt.last {
				t.Errorf("%d rules, %s", len(g.Rules), got)
			}
			g, l = ReadWith(g.Source, ReadOptions{Dialect: g.Dialect, Repair: true})
			names := map[string]bool{}
			for _, r := range g.Rules {
				names[r.Name] = true
			}
			var repairs []string
			for _, d := range l.Items {
				if d.Code == "repaired" && d.Severity == syntax.Warning {
					at := l.Source.Position(d.Pos)
					repairs = append(repairs, fmt.Sprintf("%d:%d", at.Line, at.Column))
				}
			}
			if len(g.Rules) != tt.repaired || len(names) != tt.names || l.Errors() > 0 || len(g.Unread) > 0 ||
				len(repairs) != tt.repairs {
				t.Errorf("repaired: %d rules, %d names, %d repairs: %v", len(g.Rules), len(names), len(repairs), l.Err())
			}
			if tt.repairs > 0 && (repairs[0] != tt.first || repairs[1] != tt.then) {
				t.Errorf("repairs at %s", repairs)
			}
		})
	}
}

// 000 and 003 are two transcriptions of one grammar; the repaired rules of 003 equal those of 000.
func TestRepairedSeed(t *testing.T) {
	whole, _ := readFile(t, shared.Glob(t, "seeds/000*.txt")[0])
	joined, _ := readFile(t, shared.Glob(t, "seeds/003*.txt")[0])
	joined, _ = ReadWith(joined.Source, ReadOptions{Repair: true})
	want := map[string]string{}
	for _, r := range whole.Rules {
		want[r.Name] = dump(t, &syntax.Grammar{Rules: []*syntax.Rule{r}})
	}
	for _, r := range joined.Rules {
		got := dump(t, &syntax.Grammar{Rules: []*syntax.Rule{r}})
		if r.Name != "ipath-empty" && got != want[r.Name] {
			t.Errorf("got  %s\nwant %s", got, want[r.Name])
		}
		delete(want, r.Name)
	}
	for _, core := range []string{"ALPHA", "DIGIT", "HEXDIG"} { // 003 refers to RFC 5234 for these
		delete(want, core)
	}
	if len(want) > 0 {
		t.Errorf("%d rules are lost: %v", len(want), want)
	}
}

// The reading of 001 described in seeds.md.
func TestTreetopSeed(t *testing.T) {
	g, _ := readFile(t, shared.Glob(t, "seeds/001*.txt")[0])
	g, l := ReadWith(g.Source, ReadOptions{Dialect: syntax.Treetop, Repair: true})
	for name, want := range map[string]string{
		"iquery":    `rep{0,-1 group{cat{ref{ipchar} ref{iprivate} str{"/"} str{"?"}}}}`,
		"ifragment": `rep{0,-1 group{cat{ref{ipchar} str{"/"} str{"?"}}}}`,
		"h16":       "rep{4,4 ref{HEXDIG}}",
		"iprivate":  "first{class{E000-F8FF} class{F000-F000 30-FFFF 44-44} class{1000-1000 30-30 30-10FF 46-46 44-44}}",
		"dec_octet": `first{ref{DIGIT} cat{class{27-27 30-30 78-78 33-33 30-30 27-27 30-30 78-78 33-33 39-39 27-27} ` +
			`ref{DIGIT}} ` +
			`cat{str{"1"} rep{2,2 ref{DIGIT}}} ` +
			`cat{str{"2"} class{27-27 30-30 78-78 33-33 30-30 27-27 30-30 78-78 33-33 34-34 27-27} ref{DIGIT}} ` +
			`cat{str{"25"} class{27-27 30-30 78-78 33-33 30-30 27-27 30-30 78-78 33-33 35-35 27-27}}}`,
		"HEXDIG":      "class{30-39 41-46}",
		"ipath_empty": `str{""}`,
		"ipath": "first{ref{ipath_abempty} ref{ipath_absolute} ref{ipath_noscheme} ref{ipath_rootless} " +
			"ref{ipath_empty}}",
	} {
		i := slices.IndexFunc(g.Rules, func(r *syntax.Rule) bool { return r.Name == name })
		if i < 0 {
			t.Errorf("there is no rule %s", name)
		} else if got := dump(t, &syntax.Grammar{Rules: g.Rules[i : i+1]}); got != name+" = "+want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	found := map[string]int{}
	for _, d := range l.Items {
		found[d.Code]++
	}
	if found["suspicious-class"] != 10 || found["class-duplicate"] != 29 || found["short-escape"] != 1 {
		t.Errorf("%v", found)
	}
}

// The documents with errors contain blocks of program text between lines of "!!!". The text before
// the first such block is correct.
func TestSharedGrammars(t *testing.T) {
	const clean = -1
	firstError := map[string]int{
		"ex_abnf-RFC3261.abnf": 34,
		"ex_abnf-RFC4566.abnf": 15,
		"ex_abnf-RFC5322.abnf": 45,
	}
	rules := map[string]int{
		"node-abnf-jid.abnf": 26, // 20 rules are indented by six columns, 6 are not
		"aas-rfc2396.abnf":   40, "declaresub-rfc9110.abnf": 142, "node-abnf-email.abnf": 144,
		"ex_abnf-bad_line_endings.abnf": 7, "ex_abnf-RFC3966.abnf": 44, "node-abnf-json.abnf": 30,
	}
	for _, file := range shared.Glob(t, "grammars/*.abnf") {
		name := filepath.Base(file)
		g, l := readFile(t, file)
		want, found := firstError[name]
		if !found {
			want = clean
		}
		got := clean
		for _, d := range slices.Backward(l.Items) {
			if d.Severity != syntax.Note {
				got = l.Source.Position(d.Pos).Line
			}
		}
		if got != want || g.Dialect != syntax.ABNF {
			t.Errorf("%s: %s, first diagnostic in line %d, want %d: %v", name, g.Dialect, got, want, l)
		}
		if n, found := rules[name]; found && len(g.Rules) != n {
			t.Errorf("%s: %d rules, want %d", name, len(g.Rules), n)
		}
	}
}
