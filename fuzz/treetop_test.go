package fuzz

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	regular "regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A gemGrammar is a document in Treetop's notation, in the form that testdata/treetop.rb reads.
type gemGrammar struct {
	Text  string    `json:"text"`
	Rules []gemRule `json:"rules"`

	name     string // for messages
	plain    string // the text without its predicates, "" if there are none
	required bool   // the gem must not reject the document
}

// A gemRule is a rule with a table, and strings for the gem and the tables.
type gemRule struct {
	Name    string   `json:"name"`
	Strings []string `json:"strings"`

	table   tables.Rule // for unordered choices; "" if there is none
	ordered tables.Rule // for ordered choices
}

// A gemAnswer is the gem's answer to a grammar, with a digit for each string of each rule.
type gemAnswer struct {
	Error    string
	Verdicts []string
}

// In CI the test generates this many random grammars, and fails if it compares fewer rules or
// strings than the minimums. Elsewhere, testkit.Few reduces all of these numbers.
const (
	gemGrammars    = 28  // random grammars
	gemPredicates  = 14  // random grammars with predicates
	rulesOfGem     = 8   // in each random grammar
	stringsOfGem   = 100 // for each rule
	minGemRules    = 200
	minGemExact    = 60
	minGemYes      = 4000 // strings that the gem accepts
	minGemPEG      = 300
	minGemAhead    = 40 // rules with predicates, or with references to such rules
	howToGetTheGem = "the comparison with the gem Treetop needs Ruby and the gem: apt-get install ruby ruby-treetop"
)

// TestTreetopGem compares the tables of documents in Treetop's notation with the parsers that the
// real Treetop generates, in a single Ruby process. A table for the ordered interpretation, like an
// exact table, must give the same verdicts. A superset must accept each string that the parser
// accepts. Without Ruby the test is skipped, unless IRI_REQUIRE_TREETOP is set.
func TestTreetopGem(t *testing.T) {
	testkit.SkipSlow(t)
	if err := exec.Command("ruby", "-e", "require 'treetop'; require 'json'").Run(); err != nil {
		if os.Getenv("IRI_REQUIRE_TREETOP") != "" {
			t.Fatal("IRI_REQUIRE_TREETOP is set; " + howToGetTheGem)
		}
		t.Skip(howToGetTheGem)
	}
	random := rand.New(rand.NewPCG(29, 5))
	grammars := gemDocuments(t)
	for i := range testkit.Few(gemGrammars) {
		w := treetopWriter{Rand: random, nullable: map[string]bool{}}
		grammars = append(grammars,
			gemGrammar{Text: w.grammar(fmt.Sprintf("Random%d", i)), name: fmt.Sprint("random ", i), required: true})
	}
	for i := range max(3, testkit.Few(gemPredicates)) {
		w := treetopWriter{Rand: random, nullable: map[string]bool{}, predicates: true}
		text := w.grammar(fmt.Sprintf("Ahead%d", i))
		g := gemGrammar{Text: marks.Replace(text), plain: predicates.ReplaceAllString(text, ""),
			name: fmt.Sprint("ahead ", i), required: true}
		grammars = append(grammars, g)
	}
	for i := range grammars {
		grammars[i].compile(t, random)
	}
	counts := gemCounts{}
	for i, answer := range askGem(t, grammars) {
		counts.compare(t, grammars[i], answer)
	}
	t.Logf("%+v", counts)
	least := testkit.Few
	if counts.Exact+counts.Superset < least(minGemRules) || counts.Strings < least(minGemRules)*stringsOfGem ||
		counts.Exact < least(minGemExact) || counts.Accepted < least(minGemYes) || counts.Ordered < least(minGemPEG) ||
		counts.Ahead < least(minGemAhead) {
		t.Error("too little was compared")
	}
}

// gemDocuments returns this module's documents in Treetop's notation.
func gemDocuments(t *testing.T) (grammars []gemGrammar) {
	var files []string
	for _, pattern := range []string{"grammars/*.treetop", "testdata/letter/*.treetop", "testdata/*.treetop",
		"syntax/notation/testdata/*.treetop"} {
		found, err := filepath.Glob(filepath.Join("../build", pattern))
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		grammars = append(grammars, gemGrammar{Text: testkit.ReadFile(t, file), name: filepath.Base(file)})
	}
	return grammars
}

// compile fills g.Rules with the rules that have tables, each with its strings.
func (g *gemGrammar) compile(t *testing.T, random *rand.Rand) {
	limits := build.DefaultLimits()
	limits.Automata.Subsets, limits.Automata.Steps = 2000, 20_000_000
	compile := func(text string, semantics build.Semantics) *build.Grammar {
		compiled, _ := build.Compile(context.Background(), syntax.NewSource(g.name, text),
			build.Options{Name: "gem", Dialect: syntax.Treetop, Semantics: semantics, Limits: limits})
		for _, d := range compiled.Diagnostics.Items {
			if g.required && d.Severity == syntax.Error &&
				(d.Code != "predicate" || semantics == build.PEG) {
				t.Fatalf("%s\n%s", text, compiled.Diagnostics.Format(d))
			}
		}
		return compiled
	}
	unordered, ordered := compile(g.Text, build.Unordered), compile(g.Text, build.PEG)
	plain := unordered // the interpretation that members are drawn from
	if g.plain != "" {
		plain = compile(g.plain, build.Unordered)
	}
	for _, r := range ordered.Rules {
		if r.Table == "" || r.Core || endless[r.Name] {
			continue
		}
		expr, err := plain.Regexp(t.Context(), r.Name, build.RE2)
		if err != nil {
			t.Logf("%s, %s: %v", g.name, r.Name, err)
			continue
		}
		re, err := regular.Parse(expr, regular.Perl)
		if err != nil {
			t.Fatal(err)
		}
		table := unordered.Rule(r.Name).Table
		g.Rules = append(g.Rules, gemRule{r.Name, gemStrings(speaker{re}, random), table, r.Table})
	}
}

// predicates matches the predicates written by a treetopWriter, each with its element between
// marks.
var (
	predicates = regexp.MustCompile(`<<.*?>>`)
	marks      = strings.NewReplacer("<<", "", ">>", "")
)

// endless lists the rules whose parsers never terminate.
var endless = map[string]bool{"empty": true, "goes_on": true}

// gemStrings returns members, edited members, beginnings of members, and random strings.
func gemStrings(s speaker, random *rand.Rand) (all []string) {
	for len(all) < stringsOfGem {
		member := []rune(string(s.speak(random, s.expr, nil)))
		at := random.IntN(len(member) + 1)
		switch random.IntN(6) {
		case 0, 1, 2:
		case 3:
			end := min(at+random.IntN(2), len(member))
			member = slices.Concat(member[:at], []rune(gemLetter(random)), member[end:])
		case 4:
			member = member[:at]
		case 5:
			member = nil
			for range random.IntN(6) {
				member = append(member, []rune(gemLetter(random))...)
			}
		}
		all = append(all, string(member))
	}
	return all
}

func gemLetter(random *rand.Rand) string {
	letters := []string{"a", "b", "c", "A", "k", "K", "\u212A", "1", " ", "\n", "-", "]", "'", `"`, `\`, "é", "É", "日",
		"😀", "\u0130", "ſ", ".", "\x00", ""}
	return letters[random.IntN(len(letters))]
}

// askGem returns the gem's answers, one for each grammar.
func askGem(t *testing.T, grammars []gemGrammar) (answers []gemAnswer) {
	input, err := json.Marshal(grammars)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ruby", "-W0", "-EUTF-8", "testdata/treetop.rb")
	cmd.Stdin = bytes.NewReader(input)
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	if err := json.Unmarshal(output, &answers); err != nil || len(answers) != len(grammars) {
		t.Fatalf("%v: %d answers to %d grammars", err, len(answers), len(grammars))
	}
	return answers
}

// gemCounts counts the compared grammars, rules and strings.
type gemCounts struct {
	Grammars, Refused int // by the gem
	Exact, Superset   int // numbers of rules
	Strings, Accepted int // by the gem
	More              int // strings accepted by supersets but not by the gem
	Ordered, Ahead    int // rules with a table for ordered choices, and those of them without another table
}

// compare compares the verdicts of one grammar.
func (c *gemCounts) compare(t *testing.T, g gemGrammar, answer gemAnswer) {
	if answer.Error != "" {
		c.Refused++
		if t.Logf("%s: the gem reports %.200s", g.name, answer.Error); g.required {
			t.Errorf("the gem refuses\n%s", g.Text)
		}
		return
	}
	c.Grammars++
	for i, r := range g.Rules {
		c.Ordered++
		exactness, _ := r.table.Exactness()
		switch {
		case r.table == "":
			c.Ahead++
		case exactness == tables.Exact:
			c.Exact++
		default:
			c.Superset++
		}
		for j, s := range r.Strings {
			gem, table := answer.Verdicts[i][j] == '1', r.table != "" && r.table.Valid(s)
			c.Strings++
			if gem != r.ordered.Valid(s) {
				t.Errorf("%s, %s: %q: valid is %t by the gem, by the table by order %t\n%s", g.name, r.Name, s, gem, !gem, g.Text)
				return
			}
			switch {
			case r.table == "":
				if gem {
					c.Accepted++
				}
			case gem && !table, !gem && table && exactness == tables.Exact:
				t.Errorf("%s, %s (%s): %q: valid is %t by the gem, by the table %t\n%s",
					g.name, r.Name, exactness, s, gem, table, g.Text)
				return
			case gem:
				c.Accepted++
			case table:
				c.More++
			}
		}
	}
}

// A treetopWriter writes random grammars. Rules refer only to later rules. An expression that may
// be empty is never repeated without a bound, because the gem's parser would not terminate.
type treetopWriter struct {
	*rand.Rand
	rule     int             // index of the rule being written
	nullable map[string]bool // the rules that may be empty

	predicates bool // whether to write predicates
}

func (w *treetopWriter) pick(items ...string) string { return items[w.IntN(len(items))] }

func (w *treetopWriter) grammar(name string) string {
	text := "end\n"
	for w.rule = rulesOfGem - 1; w.rule >= 0; w.rule-- {
		rule := fmt.Sprint("r", w.rule)
		x, nullable := w.even()
		if w.IntN(3) > 0 {
			x, nullable = w.choice(w.IntN(2))
		}
		w.nullable[rule] = nullable
		text = fmt.Sprintf("  rule %s%s\n    %s\n  end\n%s", rule, w.pick("", " do", " # a 'comment'"), x, text)
	}
	return w.pick("", "require 'set' # it's\n") + "grammar " + name + w.pick("", " do") + "\n" + text
}

// even returns an expression whose members all have the same length, apart from a repetition at its
// end, so the order of its alternatives does not matter.
func (w *treetopWriter) even() (text string, nullable bool) {
	one := func() string {
		return w.pick(`'a'`, `'k'i`, `'B'i`, `"\n"`, `[a-c]`, `[^ab]`, `.`, `[\w]`, `[é-ü]`, `( 'a' / [bc] )`, `'é'`)
	}
	sequence := func(n int) string {
		items := make([]string, n)
		for i := range items {
			items[i] = one() + w.pick("", "", " 1..1")
		}
		return strings.Join(items, " ")
	}
	n := 1 + w.IntN(3)
	text = sequence(n)
	for range w.IntN(3) {
		text += " / " + sequence(n)
	}
	if w.IntN(2) == 0 {
		return text, false
	}
	return "(" + text + ") " + one() + w.pick("*", "+", "?", " 2..3", " ..2"), false
}

// choice returns an expression and reports whether it may match the empty string.
func (w *treetopWriter) choice(depth int) (text string, nullable bool) {
	text, nullable = w.sequence(depth)
	for range []int{0, 0, 1, 1, 2}[w.IntN(5)] {
		x, may := w.sequence(depth)
		text += w.pick(" / ", "/", "\n    / ") + x
		nullable = nullable || may
	}
	return text, nullable
}

func (w *treetopWriter) sequence(depth int) (text string, nullable bool) {
	text, nullable = w.primary(depth)
	if w.predicates && w.IntN(3) == 0 {
		text = w.predicate() + text
	}
	for n := w.IntN(3); n > 0; n-- {
		x, may := w.primary(depth)
		if w.predicates && w.IntN(3) == 0 {
			x = w.predicate() + x
		}
		text += " " + w.pick("", "", "", "l"+fmt.Sprint(n)+":") + x
		if nullable = nullable && may; n == 1 && w.IntN(6) == 0 {
			text += w.pick(" { def x; { 1 => '2' }; end }", " <Treetop::Runtime::SyntaxNode>",
				" <Treetop::Runtime::SyntaxNode> { def y\n end }")
		}
	}
	return text, nullable
}

func (w *treetopWriter) primary(depth int) (text string, nullable bool) {
	text, nullable = w.atomic(depth)
	switch n := w.IntN(12); {
	case n < 5:
		return text, nullable
	case n == 5 && text != "''": // the gem's cache treats '' as one character when a rule is visited again
		return text + "?", true
	case n == 6:
		return "~" + text, nullable
	case n == 7:
		return text + w.pick(" ..2", "..2", " 0..1", " 0..3"), true
	case n == 8:
		return text + " " + w.pick("2..2", "1..2", "1..1", "2..4"), nullable
	case nullable || n == 5:
		return text, true
	}
	suffix := w.pick("*", "+", "*", " 1..", " ..", " 2..")
	return text + suffix, suffix == "*" || suffix == " .."
}

// predicate returns a predicate. The gem fails on "!" before a single element in parentheses.
func (w *treetopWriter) predicate() string {
	item := w.pick(`'a'`, `'ab'`, `[a-c]`, `.`, `'k'i`, `('a' / 'bc')`, `([ab]* 'c')`, `([^a] .)`, `('b' .+ / 'a'..2 'b')`)
	if w.rule+1 < rulesOfGem && w.IntN(3) == 0 {
		item = fmt.Sprint("r", w.rule+1)
	}
	return "<<" + w.pick("!", "!", "&") + item + " >>"
}

func (w *treetopWriter) atomic(depth int) (text string, nullable bool) {
	switch n := w.IntN(10); {
	case n == 0 && depth > 0:
		x, may := w.choice(depth - 1)
		return "(" + w.pick("", " ") + x + " )", may
	case n < 3 && w.rule+1 < rulesOfGem:
		rule := fmt.Sprint("r", min(w.rule+1+w.IntN(3), rulesOfGem-1))
		return rule, w.nullable[rule]
	case n == 4:
		return "''", true
	case n < 8:
		return w.pick(`'a'`, `"b"`, `'ab'`, `'Ab'i`, `'k'i`, `"Ok"i`, `'c'`, `'aa'`, `"\n"`, `"\u00e9"`, `"\u{1F600}"`,
			`'\\'`, `'\''`, `"it's"`,
			`'a\n'`, `"#a"`, `"\x41"`, `"\101"`, `"\s"`, `'é'`, `"日"`, `'-'`, `"\q"`, `'ſ'`), false
	}
	return w.pick(`[a-c]`, `[^ab]`, `[ab]`, `.`, `[\d]`, `[^\n]`, `[a\-k]`, `[\]a]`, `[é-ü]`, `[\w]`, `[[:xdigit:]]`,
			`[-a]`, `[a-]`, `[\u0041-\u{43}]`,
			`[\S]`, `[^\W]`, `["']`, `[\s]`, `[\h]`, `[k]`, `[K]`, `[\x41]`, `[\101b]`, `[.]`, `[#a]`, `[\q]`, `[^\u{1F600}]`),
		false
}

// TestTreetopWriter checks the random grammars without the gem: they are read without errors, and
// their tables include exact ones and supersets.
func TestTreetopWriter(t *testing.T) {
	random := rand.New(rand.NewPCG(29, 5))
	sorts := map[tables.Exactness]int{}
	for i := range max(4, testkit.Few(gemGrammars)) {
		w := treetopWriter{Rand: random, nullable: map[string]bool{}}
		g := gemGrammar{Text: w.grammar("G"), name: fmt.Sprint(i), required: true}
		g.compile(t, random)
		for _, r := range g.Rules {
			exactness, _ := r.table.Exactness()
			sorts[exactness]++
			if members := slices.DeleteFunc(slices.Clone(r.Strings),
				func(s string) bool { return !r.table.Valid(s) }); len(members) < stringsOfGem/4 {
				t.Errorf("%s of\n%s: only %d members", r.Name, g.Text, len(members))
			}
		}
	}
	least := testkit.Few
	if sorts[tables.Exact] < least(minGemExact) || sorts[tables.Superset] < least(minGemExact) ||
		sorts[tables.Exact]+sorts[tables.Superset] < least(minGemRules) {
		t.Error(sorts)
	}
}
