package build

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/internal/twins"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A mended document is one of the shared grammars after two repairs: text that a tool left in it is
// removed, and missing rules are added.
type mended struct {
	file      string
	mend      func(text string) string
	imports   []Import
	twin      func(text string) string // the repaired text for the recognizer, which supports neither imports nor prose
	recursive int                      // how many rules of the original document are recursive or depend on one
	mended    int                      // the same for the mended document
	alphabet  string
	few       []string // the rules to sample, if not all recursive ones are tested
	length    int      // all strings of up to this length are tried
	steps     int64    // step limit of this document, if it needs more than the others
}

var (
	foreignCode = regexp.MustCompile(`!!![^!]*!!!`) // of ex_abnf, an Elixir library
	prose       = regexp.MustCompile(`<[^">]+>`)
)

// token is the definition of token in RFC 9110, which is equivalent to that in RFC 2616.
const token = "1*(%x21 / %x23-27 / %x2A-2B / %x2D-2E / %x30-39 / %x41-5A / %x5E-7A / %x7C / %x7E)"

func withoutCode(text string) string { return foreignCode.ReplaceAllString(text, "") }

// mendedDocuments returns the documents whose rules were recursive because of a parenthesized
// comment, and RFC 6265, in which ldh-str refers to itself at its end.
func mendedDocuments(t *testing.T) []mended {
	ipAddresses := shared.Read(t, "grammars", "aas-rfc3986.abnf")
	dates := shared.Read(t, "grammars", "declaresub-rfc2616.abnf")
	same := func(text string) string { return text }
	return []mended{{
		file: "ex_abnf-RFC5322.abnf",
		mend: func(text string) string {
			return withoutCode(text) + "\r\n" + `quoted-pair = ("\" (VCHAR / WSP)) / obs-qp` + "\r\n"
		},
		twin: same, recursive: 83, mended: 99, alphabet: `()\a <`, length: 4,
		few: []string{"comment", "CFWS", "phrase", "angle-addr"},
	}, {
		file: "declaresub-rfc9110.abnf", mend: same,
		twin: func(text string) string { // the four rules refer to no other prose
			text = strings.Replace(text, "<port, see [URI], Section 3.2.3>", "*DIGIT", 1)
			return prose.ReplaceAllString(text, `"x"`)
		},
		recursive: 4, mended: 4, alphabet: `()\a /`, length: 5,
	}, {
		file: "ex_abnf-RFC3261.abnf",
		mend: func(text string) string { return withoutCode(text) + "\r\nrquest-uri = Request-URI\r\n" },
		twin: same, recursive: 8, mended: 9, alphabet: `()\a /`, length: 4,
		few: []string{"comment", "Retry-After", "server-val"}, steps: 500_000_000,
	}, {
		file: "declaresub-rfc6265.abnf", mend: same,
		imports: []Import{
			{Source: syntax.NewSource("rfc3986", ipAddresses), Options: Options{Name: "rfc3986", Dialect: syntax.ABNF}},
			{
				Name: "rfc1123-date", Source: syntax.NewSource("rfc2616", dates),
				Options: Options{Name: "rfc2616", Dialect: syntax.ABNF},
			},
		},
		twin: func(text string) string {
			text = strings.Replace(text, "<rfc1123-date, defined in [RFC2616], Section 3.3.1>", "rfc1123-date", 1)
			text = strings.Replace(text, "<token, defined in [RFC2616], Section 2.2>", token, 1)
			text = prose.ReplaceAllString(text, `"x"`) // for rules defined twice: only the first definition counts
			return text + "\r\n" + ipAddresses + "\r\n" + dates
		},
		recursive: 8, mended: 8, alphabet: "a-.1:", length: 6,
	}}
}

// TestMendedDocuments checks the tables of every rule that was recursive only because of a comment,
// and of the rules of RFC 6265. The tables agree with a recognizer on short strings, and on members
// and strings close to them. Only a few rules of the two large documents are tested, unless the
// -long flag is set.
func TestMendedDocuments(t *testing.T) {
	testkit.SkipSlow(t)
	for _, m := range mendedDocuments(t) {
		t.Run(strings.TrimSuffix(m.file, filepath.Ext(m.file)), func(t *testing.T) { m.check(t) })
	}
}

func (m *mended) check(t *testing.T) {
	text := shared.Read(t, "grammars", m.file)
	before := recursiveRules(analysed(text))
	if len(before) != m.recursive {
		t.Errorf("%d rules are recursive in the document: %v", len(before), before)
	}
	text = m.mend(text)
	limits := DefaultLimits()
	if testkit.Long() && m.steps > limits.Automata.Steps {
		limits.Automata.Steps, limits.Automata.Transitions = m.steps, 2*limits.Automata.Transitions
	}
	opt := Options{Name: "mended", Imports: m.imports, Limits: limits}
	if !testkit.Long() {
		opt.Rules = m.few
	}
	g, _ := compileSource(t.Context(), syntax.NewSource(m.file, text), opt)
	after := recursiveRules(g.automata.Graph)
	if len(after) != m.mended {
		t.Errorf("%d rules are recursive in the mended document: %v", len(after), after)
	}
	if len(opt.Rules) > 0 {
		before, after = opt.Rules, opt.Rules
	}
	for _, name := range slices.Concat(before, after) {
		r := g.Rule(name)
		if r.Table == "" {
			t.Fatalf("%s has no table: %s", name, r.Reason())
		}
		exactness, _ := r.Table.Exactness()
		if err := machine.Verify(r.Table); err != nil || exactness != tables.Exact {
			t.Errorf("%s: %s, %v", name, exactness, err)
		}
	}
	w, random := twinOfDocument(t, g, analysed(m.twin(text)), after), rand.New(rand.NewPCG(33, 3))
	alphabet := strings.Split(m.alphabet, "")
	w.all(alphabet, "", m.length)
	w.aroundMembers(random, alphabet)
	w.some(random, []rune(m.alphabet+"\r\n:;,.\"@[]b2"), testkit.Few(1600)/len(w.rules))
	w.filled(3)
}

// analysed returns the rules of a grammar without compiling it.
func analysed(text string) *recursion.Graph {
	document, list := notation.Read(syntax.NewSource("twin.abnf", text), syntax.ABNF)
	opt := Options{Name: "twin", Limits: DefaultLimits(), links: newLinks()}
	return recursion.Analyse(names.Resolve(document, list, newForeign(context.Background(), opt).names()))
}

// recursiveRules returns the names of the rules in a document that are recursive or depend on a
// recursive rule.
func recursiveRules(g *recursion.Graph) (names []string) {
	for _, r := range g.Names.Rules {
		if r.Own() && g.Kind(r) != Regular {
			names = append(names, r.Name)
		}
	}
	return names
}

// twinOfDocument returns some rules of g with their twins, which come from another document that
// needs no imports.
func twinOfDocument(t *testing.T, g *Grammar, twin *recursion.Graph, rules []string) *twinned {
	w := &twinned{T: t, g: g}
	index := map[*names.Rule]int{}
	var exprs []syntax.Expr
	for _, r := range slices.Backward(twin.Order(rules)) {
		index[r] = len(exprs)
		exprs = append(exprs, r.Expr)
	}
	w.d = twins.NewDescent(exprs, func(name string) int { return index[twin.Names.Referent(name)] })
	for _, name := range rules {
		w.add(name, g.Rule(name).Table, index[twin.Names.Rule(name)])
	}
	return w
}

// aroundMembers compares the verdicts on all strings of up to two letters inserted somewhere in a
// member of each rule.
func (w *twinned) aroundMembers(random *rand.Rand, alphabet []string) {
	for _, r := range w.rules {
		s, ok := w.member(random, r)
		if !ok {
			w.Fatalf("%s has no short members", r.name)
		}
		letters := []rune(s)
		at := random.IntN(len(letters) + 1)
		before, after := string(letters[:at]), string(letters[at:])
		for _, between := range testkit.Texts(alphabet, 2) {
			s := before + between + after
			w.d.Set(s)
			w.compare(s, r)
		}
	}
}
