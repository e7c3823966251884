package certificate_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/fuzz/internal/certificate"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
)

// mutants is the number of changed tables of each kind and rule.
const mutants = 10

// TestChangedTables changes a cell, an accept bit or the start of a table. In a minimal table each
// of these changes the language, so all changed tables must be rejected. The reported string must
// be a shortest difference; the test finds its length by walking the old and new tables side by
// side.
func TestChangedTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, c := range []struct {
		bundle, rule string
	}{{"rfc3987", "dec-octet"}, {"rfc3987", "ucschar"}, {"rfc3987", "IP-literal"}, {"rfc3987", "IRI-reference"},
		{"rfc3986", "URI"}, {"rfc2396", "hostname"}, {"xri30", "LWSP"}, {"ntriples", "STRING_LITERAL_QUOTE"}} {
		b := bundleOf(t, c.bundle)
		l := b.lower(t)
		term, err := l.Rule(l.Grammar.Rule(c.rule))
		if err != nil {
			t.Fatal(err)
		}
		table, _ := b.Lookup(c.rule)
		right, err := machine.Of(table)
		if err != nil {
			t.Fatal(err)
		}
		for range larger(mutants, 2000) {
			for _, change := range []func(*machine.Machine){
				func(m *machine.Machine) { i := rng.IntN(len(m.Next)); m.Next[i] = another(rng, m, m.Next[i]) },
				func(m *machine.Machine) { i := rng.IntN(m.States()); m.Accept[i] = !m.Accept[i] },
				func(m *machine.Machine) { m.Start = another(rng, m, m.Start) },
			} {
				wrong := *right
				wrong.Next, wrong.Accept = slices.Clone(right.Next), slices.Clone(right.Accept)
				change(&wrong)
				checkRefused(t, c.rule, l.Terms, term, right, &wrong)
			}
		}
	}
}

// another returns a state that is not q.
func another(rng *rand.Rand, m *machine.Machine, q uint16) uint16 {
	p := uint16(rng.IntN(m.States() - 1))
	if p >= q {
		p++
	}
	return p
}

func checkRefused(t *testing.T, rule string, terms *certificate.Terms, term certificate.Term, right,
	wrong *machine.Machine) {
	t.Helper()
	_, err := terms.Certify(term, decoded{wrong})
	var d *certificate.Difference
	switch {
	case !errors.As(err, &d):
		t.Errorf("%s: a changed table: %v", rule, err)
	case accepts(right, d.Witness) == d.Table || accepts(wrong, d.Witness) != d.Table:
		t.Errorf("%s: %v", rule, err)
	case len(d.Witness) != shortest(right, wrong):
		t.Errorf("%s: %v: but one of %d bytes does", rule, err, shortest(right, wrong))
	}
}

func accepts(m *machine.Machine, s string) bool {
	q := uint32(m.Start)
	for i := range len(s) {
		q = decoded{m}.Next(q, s[i])
	}
	return m.Accept[q]
}

// shortest returns the length of the shortest strings accepted by only one of the machines, or -1
// if there are none. Round n contains the pairs of states reached by strings of n bytes.
func shortest(a, b *machine.Machine) int {
	type pair [2]uint32
	round := map[pair]bool{{uint32(a.Start), uint32(b.Start)}: true}
	seen := map[pair]bool{}
	for n := 0; len(round) > 0; n++ {
		next := map[pair]bool{}
		for p := range round {
			if a.Accept[p[0]] != b.Accept[p[1]] {
				return n
			}
			seen[p] = true
			for c := range 256 {
				next[pair{decoded{a}.Next(p[0], byte(c)), decoded{b}.Next(p[1], byte(c))}] = true
			}
		}
		for p := range seen {
			delete(next, p)
		}
		round = next
	}
	return -1
}

// TestChangedGrammars changes a character or two of a document. It expects a string that either the
// shipped table or the changed document accepts, but not both.
func TestChangedGrammars(t *testing.T) {
	for _, c := range []struct {
		bundle   string
		old, new string
		rule     string
		witness  string
		table    bool // the table accepts the witness
	}{
		// The transcription of spruceid/siwe#215: dec-octet may be empty.
		{"rfc3986", "dec-octet     = DIGIT ", "dec-octet     = *3DIGIT ", "IPv4address", "...", false},
		{"rfc3986", "dec-octet     = DIGIT ", "dec-octet     = *3DIGIT ", "IP-literal", "[::...]", false},
		{"rfc3986", "h16           = 1*4HEXDIG", "h16           = *4HEXDIG", "IPv6address", ":::", false},
		{"rfc3986", "port          = *DIGIT", "port          = 1*DIGIT", "URI", "A://:", true},
		{"rfc3986", `[ *1( h16 ":" ) h16 ] "::" 3`, `[ *1( h16 ":" ) h16 ] "::" 4`, "IPv6address", "::0:0:0:0:0", true},
		{"rfc3986", `"25" %x30-35 `, `"25" %x30-34 `, "dec-octet", "255", true},
		{"rfc3986", `"v" 1*HEXDIG "."`, `%s"v" 1*HEXDIG "."`, "IPvFuture", "V0.!", true},
		{"rfc3986", `"25" %x30-35 `, `"25" %x30-34 `, "URI-reference", "//[::0.0.0.255]", true},
		{"rfc3986", "/ IPv4address / reg-name", "/ reg-name", "URI-reference", "", false}, // equal: IPv4addresses are names
		{"rfc3987", "%xE1000-EFFFD", "%xE0000-EFFFD", "ucschar", "\U000E0000", false},
		{"rfc3987", "%xF900-FDCF", "%xF900-FDCE", "IRI", "A:\uFDCF", true},
		{"rfc3987", `/ "@" )`, `/ "@" / ":" )`, "irelative-ref", ":", false},
		{"rfc2396", "*( domainlabel", "1*( domainlabel", "host", "A", true},
		{"xri30", "(CR LF) / LF", "(CR LF)", "CRLF", "\n", true},
		{"ntriples", "'@' [a-zA-Z]+", "'@' [a-zA-Z]*", "LANGTAG", "@", false},
		{"nquads", "(graphLabel WS?)? '.'", "(graphLabel WS?) '.'", "statement", `<><>"".`, true},
		{"treetop-as-written", "[0-9A-F]", "[0-9A-Fa-f]", "h16", "000a", false},
	} {
		b := bundleOf(t, c.bundle)
		text := b.text(t)
		if !strings.Contains(text, c.old) {
			t.Errorf("%s has no %q", b.Document, c.old)
			continue
		}
		g, err := certificate.Read(strings.ReplaceAll(text, c.old, c.new), b.notation())
		if err != nil {
			t.Errorf("%s with %q: %v", b.Document, c.new, err)
			continue
		}
		l := certificate.NewLowering(g, maxTerms)
		term, err := l.Rule(g.Rule(c.rule))
		if err != nil {
			t.Fatal(err)
		}
		table, _ := b.Lookup(c.rule)
		_, err = l.Terms.Certify(term, shipped{table})
		var d *certificate.Difference
		switch {
		case c.witness == "" && err == nil:
		case !errors.As(err, &d) || d.Witness != c.witness || d.Table != c.table:
			t.Errorf("%s, %s with %q: %v, want %+q", b.Document, c.rule, c.new, err, c.witness)
		case table.Valid(d.Witness) != d.Table:
			t.Errorf("%s, %s with %q: %v, and Valid returns %v", b.Document, c.rule, c.new, err, table.Valid(d.Witness))
		}
	}
}

// TestTwins adds a second copy of a state to a table. The language does not change, so the table is
// certified, but not as minimal.
func TestTwins(t *testing.T) {
	b := bundleOf(t, "rfc3987")
	l := b.lower(t)
	found := 0
	for _, name := range []string{"dec-octet", "ihier-part", "ipath-empty"} {
		term, err := l.Rule(l.Grammar.Rule(name))
		if err != nil {
			t.Fatal(err)
		}
		table, _ := b.Lookup(name)
		right, err := machine.Of(table)
		if err != nil {
			t.Fatal(err)
		}
		for q := 0; q < right.States(); q += 1 + q/testkit.Few(8) {
			m := *right
			m.Next = append(slices.Clone(m.Next), m.Next[q*m.Count:(q+1)*m.Count]...)
			m.Accept = append(slices.Clone(m.Accept), m.Accept[q])
			if !bend(&m, q) {
				continue // q cannot be reached in two ways
			}
			found++
			c, err := l.Terms.Certify(term, decoded{&m})
			if err != nil {
				t.Fatalf("%s with state %d twice: %v", name, q, err)
			}
			label := func(q uint32) string { return fmt.Sprint(m.Accept[q]) }
			if err := certificate.Minimal(decoded{&m}, c.States(), label); err == nil {
				t.Errorf("%s with state %d twice passes for minimal", name, q)
			}
		}
	}
	if found < testkit.Few(20) {
		t.Errorf("only %d tables with a state twice", found)
	}
}

// bend redirects one cell from q to its copy, the last state, while keeping both reachable. If q is
// the start, it moves the start to the copy. It reports whether this was possible.
func bend(m *machine.Machine, q int) bool {
	twin := uint16(m.States() - 1)
	var ways []int
	for i, to := range m.Next[:int(twin)*m.Count] {
		if int(to) == q {
			ways = append(ways, i)
		}
	}
	if int(m.Start) == q && len(ways) > 0 {
		m.Start = twin
		return true
	}
	// The redirected cell must not be the only one leading to q from another state.
	first := -1
	for _, i := range ways {
		switch from := i / m.Count; {
		case from == q:
		case first < 0:
			first = i
		default:
			m.Next[i] = twin
			return true
		}
	}
	return false
}
