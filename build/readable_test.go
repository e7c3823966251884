package build

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/shared"
)

// A chart holds all derivations of one text: the slow twin of readable members. It reads
// definitions only, as the recognizer does, but also returns the branches that some derivation of
// the text uses. It takes bytes, so that octets need no care.
//
// Idea. The ends of an expression at an offset are the offsets at which a match from there may end.
// The ends of rules grow in rounds, until a round adds none.
type chart struct {
	text  string
	rules map[ruleAt]ends
	done  map[ruleAt]bool // visited in this round
	grown bool

	marked map[string]bool // spans visited by mark
	met    map[part]bool
}

type (
	ends   []bool
	ruleAt struct {
		*Rule
		at int
	}
	// A part is an alternative (item 0, 1 …) of an alternation, or an option or an optional repetition
	// (item 0).
	part struct {
		syntax.Expr
		item int
	}
)

// newChart derives text from r. ok is false if that is impossible.
func newChart(r *Rule, text string) (c *chart, ok bool) {
	c = &chart{text: text, rules: map[ruleAt]ends{}, marked: map[string]bool{}, met: map[part]bool{}}
	for c.grown = true; c.grown; {
		c.grown, c.done = false, map[ruleAt]bool{}
		ok = c.rule(r, 0)[len(text)]
	}
	if ok {
		c.markRule(r, 0, len(text))
	}
	return c, ok
}

func home(r *Rule) *Rule {
	for r.origin != nil {
		r = r.origin
	}
	return r
}

func (c *chart) rule(r *Rule, at int) ends {
	r = home(r)
	key := ruleAt{r, at}
	if c.rules[key] == nil {
		c.rules[key] = make(ends, len(c.text)+1)
	}
	if !c.done[key] {
		c.done[key] = true
		for to, ok := range c.ends(r.in, r.Expr(), at) {
			if ok && !c.rules[key][to] {
				c.rules[key][to], c.grown = true, true
			}
		}
	}
	return c.rules[key]
}

// ends returns the ends of e, an expression of the grammar g.
func (c *chart) ends(g *Grammar, e syntax.Expr, at int) ends {
	found := make(ends, len(c.text)+1)
	add := func(more ends) {
		for to, ok := range more {
			found[to] = found[to] || ok
		}
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		add(c.rule(g.Rule(e.Name), at))
	case *syntax.Group:
		add(c.ends(g, e.Item, at))
	case *syntax.Option:
		found[at] = true
		add(c.ends(g, e.Item, at))
	case *syntax.Alternation:
		for _, item := range e.Items {
			add(c.ends(g, item, at))
		}
	case *syntax.Concatenation:
		add(c.sequence(g, e.Items, at))
	case *syntax.Repetition:
		add(c.repetition(g, e, 0, at))
	case *syntax.Difference:
		except := c.ends(g, e.Except, at)
		for to, ok := range c.ends(g, e.Item, at) {
			found[to] = ok && !except[to]
		}
	case *syntax.Predicate:
		found[at] = true
	case *syntax.ProseVal:
	default:
		for to := at; to <= min(len(c.text), at+300); to++ {
			found[to] = leaf(g, e, c.text[at:to])
		}
	}
	return found
}

// leaf reports whether a leaf of the tree matches s.
func leaf(g *Grammar, e syntax.Expr, s string) bool {
	octets := g.automata.Names.Octets[e]
	char, size := utf8.DecodeRuneInString(s)
	one := size == len(s) && size > 0 && (char != utf8.RuneError || size > 1)
	switch e := e.(type) {
	case *syntax.CharVal:
		return s == e.Text || e.Fold && len(s) == len(e.Text) && strings.EqualFold(s, e.Text)
	case *syntax.NumVal:
		if octets {
			return slices.EqualFunc([]byte(s), e.Values, func(b byte, v rune) bool { return rune(b) == v })
		}
		return s == string(e.Values)
	case *syntax.NumRange, *syntax.Class:
		if octets {
			return len(s) == 1 && slices.ContainsFunc(classes.ByteRanges(e), func(x Span) bool {
				return x.Lo <= rune(s[0]) && rune(s[0]) <= x.Hi
			})
		}
		if r, ok := e.(*syntax.NumRange); ok {
			return one && r.Lo <= char && char <= r.Hi
		}
		in := slices.ContainsFunc(e.(*syntax.Class).Ranges, func(r syntax.ClassRange) bool {
			return r.Lo <= char && char <= r.Hi
		})
		return one && in != e.(*syntax.Class).Negated
	}
	panic(fmt.Sprintf("no ends of %T", e))
}

func (c *chart) sequence(g *Grammar, items []syntax.Expr, at int) ends {
	if len(items) == 0 {
		found := make(ends, len(c.text)+1)
		found[at] = true
		return found
	}
	return c.after(c.ends(g, items[0], at), func(at int) ends { return c.sequence(g, items[1:], at) })
}

// repetition returns the ends of e after count items, of which the last one ends at the offset.
func (c *chart) repetition(g *Grammar, e *syntax.Repetition, count, at int) ends {
	found := make(ends, len(c.text)+1)
	if count != e.Max {
		next := c.ends(g, e.Item, at)
		if count >= e.Min {
			next[at] = false
		}
		found = c.after(next, func(at int) ends { return c.repetition(g, e, count+1, at) })
	}
	found[at] = found[at] || count >= e.Min
	return found
}

func (c *chart) after(from ends, rest func(at int) ends) ends {
	found := make(ends, len(c.text)+1)
	for at, ok := range from {
		if ok {
			for to, ok := range rest(at) {
				found[to] = found[to] || ok
			}
		}
	}
	return found
}

// first reports whether mark sees this span for the first time.
func (c *chart) first(key ...any) bool {
	k := fmt.Sprintf("%p %v", key[0], key[1:])
	was := c.marked[k]
	c.marked[k] = true
	return !was
}

func (c *chart) markRule(r *Rule, from, to int) {
	if r = home(r); c.first(r, from, to) {
		c.mark(r.in, r.Expr(), from, to)
	}
}

// mark adds the branches that derive the text from one offset to another.
func (c *chart) mark(g *Grammar, e syntax.Expr, from, to int) {
	if !c.first(e, from, to) {
		return
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		c.markRule(g.Rule(e.Name), from, to)
	case *syntax.Group:
		c.mark(g, e.Item, from, to)
	case *syntax.Difference:
		c.mark(g, e.Item, from, to)
	case *syntax.Option:
		if c.ends(g, e.Item, from)[to] {
			c.met[part{e, 0}] = true
			c.mark(g, e.Item, from, to)
		}
	case *syntax.Alternation:
		for i, item := range e.Items {
			if c.ends(g, item, from)[to] {
				c.met[part{e, i}] = true
				c.mark(g, item, from, to)
			}
		}
	case *syntax.Concatenation:
		c.markSequence(g, e, e.Items, from, to)
	case *syntax.Repetition:
		c.markRepetition(g, e, 0, from, to)
	}
}

func (c *chart) markSequence(g *Grammar, e syntax.Expr, items []syntax.Expr, from, to int) {
	if len(items) == 0 || !c.first(e, "sequence", len(items), from, to) {
		return
	}
	for at, ok := range c.ends(g, items[0], from) {
		if ok && c.sequence(g, items[1:], at)[to] {
			c.mark(g, items[0], from, at)
			c.markSequence(g, e, items[1:], at, to)
		}
	}
}

func (c *chart) markRepetition(g *Grammar, e *syntax.Repetition, count, from, to int) {
	if !c.first(e, "repetition", count, from, to) || count == e.Max {
		return
	}
	for at, ok := range c.ends(g, e.Item, from) {
		if ok && (at > from || count < max(e.Min, 1)) && c.repetition(g, e, count+1, at)[to] {
			if e.Min == 0 {
				c.met[part{e, 0}] = true
			}
			c.mark(g, e.Item, from, at)
			c.markRepetition(g, e, count+1, at, to)
		}
	}
}

// partsOf returns the parts of r and of the rules that it reaches.
func partsOf(r *Rule) (all []part) {
	visited := map[*Rule]bool{}
	var rule func(r *Rule)
	var expr func(g *Grammar, e syntax.Expr)
	rule = func(r *Rule) {
		if r = home(r); !visited[r] {
			visited[r] = true
			expr(r.in, r.Expr())
		}
	}
	expr = func(g *Grammar, e syntax.Expr) {
		switch e := e.(type) {
		case *syntax.RuleName:
			rule(g.Rule(e.Name))
		case *syntax.Alternation:
			for i := range e.Items {
				all = append(all, part{e, i})
			}
		case *syntax.Option:
			all = append(all, part{e, 0})
		case *syntax.Repetition:
			if e.Max == 0 {
				return
			}
			if e.Min == 0 {
				all = append(all, part{e, 0})
			}
		case *syntax.Difference:
			expr(g, e.Item)
			return
		}
		for _, item := range syntax.Items(e) {
			expr(g, item)
		}
	}
	rule(r)
	return all
}

// checkReadable draws as many readable members of a rule as it reaches branches. Each must be a
// member, and each branch must be used.
func checkReadable(t *testing.T, g *Grammar, rule string) {
	t.Helper()
	r, err := g.Find(rule)
	if err != nil {
		t.Fatal(err)
	}
	x, err := g.Readable(t.Context(), rule, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	all := partsOf(r)
	met := map[part]bool{}
	for range len(all) {
		s, err := x.Sample()
		if err != nil {
			t.Fatal(err)
		}
		if r.Table != "" && !r.Table.Valid(s) {
			t.Errorf("the table rejects %q", s)
		}
		c, ok := newChart(r, s)
		if !ok {
			t.Errorf("%q is not a member", s)
		}
		for p := range c.met {
			met[p] = true
		}
	}
	for _, p := range all {
		if !met[p] {
			t.Errorf("none of %d members uses the item %d of %s", len(all), p.item, g.automata.Names.Label(p.Expr))
		}
	}
	if len(met) < 10 {
		t.Errorf("%d branches are met", len(met))
	}
}

// As many members as there are branches use each of them, and all are members.
func TestReadable(t *testing.T) {
	for _, tt := range []struct {
		grammar, rule string
	}{
		{"rfc3987", "IRI"},
		{"rfc3986", "URI"},
		{"rfc9110", "media-type"},
		{"rfc8259", "string"},
		{"ntriples", "line"},
		{"nquads12", "line"},
		{"xri30", "XRI"},
		{"formats", "date-time"},
		{"rfc2396", "URI-reference"},
	} {
		t.Run(tt.grammar+"/"+tt.rule, func(t *testing.T) {
			b, _ := FindBundled(tt.grammar)
			g, err := Compile(t.Context(), b.Source(), Options{Name: b.Name, Dialect: b.Dialect, Rules: []string{tt.rule}})
			if err != nil {
				t.Fatal(err)
			}
			checkReadable(t, g, tt.rule)
		})
	}
}

// proseReplaced writes definitions that replace descriptions in words in the documents.
var proseReplaced = strings.NewReplacer(
	// RFC 3501, as abnf_parsec has it
	`<any CHAR except atom-specials>`, "%x21 / %x23-24 / %x26-27 / %x2B-5B / %x5E-7A / %x7C-7E",
	`<any TEXT-CHAR except quoted-specials>`, "%x01-09 / %x0B-0C / %x0E-21 / %x23-5B / %x5D-7F",
	`<any TEXT-CHAR except "]">`, "(%x01-09 / %x0B-0C / %x0E-5C / %x5E-7F)",
	`<any ASTRING-CHAR except "+">`, "(%x21 / %x23-24 / %x26-27 / %x2C-5B / %x5D-7A / %x7C-7E)",
	`<any CHAR except CR and LF>`, "%x01-09 / %x0B-0C / %x0E-7F",
)

// The same for documents of others. The rule Query of SPARQL has no table.
func TestReadableDocuments(t *testing.T) {
	for _, tt := range []struct {
		folder, file, rule string
	}{
		{"documents", "sparql11.bnf", "Query"},
		{"documents", "w3c-turtle.bnf", "turtleDoc"},
		{"documents", "toml.abnf", "toml"},
		{"documents", "messageformat2.abnf", "message"},
		{"documents", "abnf_parsec-imap.abnf", "response"},
		{"grammars", "node-abnf-jsonpath.abnf", "jsonpath-query"},
		{"grammars", "ex_abnf-RFC5322.abnf", "address"},
		{"grammars", "node-abnf-email.abnf", "address"},
		{"grammars", "aas-bcp47.abnf", "Language-Tag"},
		{"grammars", "node-abnf-jid.abnf", "jid"},
		{"grammars", "node-abnf-json.abnf", "JSON-text"},
		{"grammars", "iriuri-rfc8141.abnf", "namestring"},
		{"grammars", "aas-rfc2396.abnf", "URI-reference"},
		{"grammars", "ex_abnf-RFC3966.abnf", "telephone-uri"},
		{"grammars", "declaresub-rfc5234.abnf", "rulelist"},
	} {
		t.Run(tt.file, func(t *testing.T) {
			text := withoutCode(proseReplaced.Replace(shared.Read(t, tt.folder, tt.file)))
			switch tt.file {
			case "ex_abnf-RFC5322.abnf":
				text += "\r\n" + `quoted-pair = ("\" (VCHAR / WSP)) / obs-qp` + "\r\n"
			}
			src := syntax.NewSource(tt.file, text)
			dialect, _ := notation.Detect(text)
			g, err := Compile(t.Context(), src, Options{Name: "g", Dialect: dialect, Rules: []string{tt.rule}})
			if err != nil {
				t.Fatal(err)
			}
			checkReadable(t, g, tt.rule)
		})
	}
}

// readableOf returns readable members of the first rule of a document.
func readableOf(t *testing.T, text string, opt Options, n int) (members []string, err error) {
	t.Helper()
	opt.Name = "g"
	if opt.Dialect == 0 {
		opt.Dialect, _ = notation.Detect(text)
	}
	g, _ := Compile(t.Context(), syntax.NewSource("g", text), opt)
	x, err := g.Readable(t.Context(), g.Rules[0].Name, rand.New(rand.NewPCG(1, 0)))
	for err == nil && len(members) < n {
		var s string
		if s, err = x.Sample(); err == nil {
			members = append(members, s)
		}
	}
	return members, err
}

// Members of rules of all kinds, each with a pattern that all of them match.
func TestReadableKinds(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		opt              Options
	}{
		{name: "fixed", text: `a = "Get"`, want: `^Get$`},
		{name: "words", text: `a = 1*ALPHA "-" 1*3DIGIT`, want: `^[A-Za-z]{1,8}-[0-9]{1,3}$`},
		{name: "counts", text: `a = 20"ab" 3*4%x58`, want: `^(ab){20}X{3,4}$`},
		{name: "long", text: `a = 40DIGIT`, want: `^[0-9]{40}$`},
		{name: "no repetition", text: `a = "x" 0"y" 0<b>` + "\r\nb = %x79", want: `^x$`},
		{name: "left recursion", text: `e = e "+" t / t` + "\r\n" + `t = "(" e ")" / "[" e "]" / 1*DIGIT`,
			want: `^[0-9\[\]()+]+$`},
		{name: "two brackets", text: `a = "(" a ")" / "[" a "]" / "x"`, want: `^[\[(]*x[\])]*$`},
		{name: "one script", text: `a = 1*%x80-FFFF`, want: `^(\p{Latin}+|\p{Greek}+|\p{Cyrillic}+|\p{Han}+)$`},
		{name: "unassigned", text: `a = 1*(ALPHA / %x40000-4FFFF / %x0-1F)`,
			want: `^[A-Za-z]*[\x00-\x{4FFFF}]?[a-z]*$`},
		{name: "without prose", text: `a = "x" / <y>`, want: `^x$`},
		{name: "without undefined", text: `a = "x" / "y" b`, want: `^x$`},
		{name: "octets", text: `a = 1*%x41-FF %xE9`, want: `^[A-Za-z]+\x{FFFD}$`, opt: Options{Octets: []string{"a"}}},
		{name: "difference", text: "a ::= [a-z]+ - ('cat' | [a-m] [a-z]*)\n", want: `^[n-z][a-z]*$`},
		{name: "recursive difference", text: "a ::= '(' a ')' | '[' a ']' | b\nb ::= [a-z]+ - ('a' [a-z]*)\n",
			want: `^[\[(]*[b-z][a-z]*[\])]*$`},
		{name: "class", text: "a ::= [^a-y#x0-#x20]+\n", want: `^[^a-y\x00-\x20]+$`},
		{name: "PEG", text: "grammar G\n  rule a\n    'a' / !'b' [a-c] / 'ab'\n  end\nend\n", want: `^[ac]$`,
			opt: Options{Semantics: PEG}},
		{name: "import", text: `a = 1*2IPv4address`, want: `^[0-9.]+$`,
			opt: Options{Imports: []Import{bundledImport("rfc3986")}}},
		{name: "surrogates", text: `a = "x" / %xD800-DFFF`, want: `^x$`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			members, err := readableOf(t, tt.text, tt.opt, 20)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range members {
				if !regexp.MustCompile(tt.want).MatchString(s) {
					t.Errorf("%q does not match %s", s, tt.want)
				}
			}
			again, _ := readableOf(t, tt.text, tt.opt, 20)
			if !slices.Equal(members, again) {
				t.Error("other members with the same seed")
			}
		})
	}
}

func bundledImport(name string) Import {
	b, _ := FindBundled(name)
	return b.Import()
}

// Rules without members, and without members of a bearable length.
func TestReadableNone(t *testing.T) {
	var doubled strings.Builder
	for i := range 60 {
		fmt.Fprintf(&doubled, "a%d = a%d a%d\r\n", i, i+1, i+1)
	}
	for _, tt := range []struct{ name, text string }{
		{"endless", `a = "x" a`},
		{"surrogates", `a = %xD800`},
		{"nothing left", "a ::= 'x' - 'x'\n"},
		{"undefined", `a = b`},
		{"empty texts, doubled", doubled.String() + `a60 = ""`},
		{"texts, doubled", doubled.String() + `a60 = "x"`},
	} {
		if members, err := readableOf(t, tt.text, Options{}, 1); !errors.Is(err, ErrNoReadable) {
			t.Errorf("%s: %q, %v", tt.name, members, err)
		}
	}
	text := "grammar G\n  rule a\n    '(' a ')' / 'x'\n  end\nend\n"
	if members, err := readableOf(t, text, Options{Semantics: PEG}, 1); err == nil {
		t.Errorf("PEG without a table: %q", members)
	}
}

// Large documents take time that is linear in their size, apart from the number of rounds.
func TestReadableIsBounded(t *testing.T) {
	var chain, tree strings.Builder
	const n = 5000
	for i := range n {
		fmt.Fprintf(&chain, "a%d = \"x\" / \"(\" a%d \")\" / \"[\" a%d \"]\"\r\n", i, (i+1)%n, (i+7)%n)
		fmt.Fprintf(&tree, "a%d = a%d / a%d / \"y\"\r\n", i, min(2*i+1, n), min(2*i+2, n))
	}
	for _, text := range []string{chain.String(), tree.String() + fmt.Sprintf("a%d = ALPHA", n), "a = " +
		strings.Repeat("[", 200) + `"x"` + strings.Repeat("]", 200)} {
		members, err := readableOf(t, text, Options{}, 20)
		if err != nil {
			t.Error(err)
		}
		for _, s := range members {
			if len(s) > 1000 {
				t.Errorf("a member has %d bytes", len(s))
			}
		}
	}
}
