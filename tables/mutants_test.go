package tables_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/machine"
)

// A mutation replaces one byte of a table and corrects the checksum.
type mutation struct {
	at int
	to byte
}

func (x mutation) of(r tables.Rule) tables.Rule {
	b := []byte(r)
	b[x.at] = x.to
	if sum := len(b) - 4; x.at >= 4 && x.at < 8 || x.at >= sum { // sealing repairs these
		return tables.Rule(b)
	}
	return sealed(b)
}

// manyValued lists the sections that store a state, a place or a class in one or two bytes; each of
// these bytes is replaced with all its other values. In the remaining sections each bit of every
// byte is flipped in turn, and each label is replaced with all other slots.
var manyValued = []string{"rows", "wide", "front: masks", "front: states", "rest: masks", "rest: states", "classes"}

// mutations returns the mutations of a section: all of them, or a seeded sample.
func mutations(s tables.Section, r tables.Rule, sample int) (all []mutation) {
	each := 8 + machine.MaxSlots
	if slices.Contains(manyValued, s.Name) {
		each = 255
	}
	all = make([]mutation, 0, each*(s.To-s.From))
	for at := s.From; at < s.To; at++ {
		if slices.Contains(manyValued, s.Name) {
			for x := 1; x < 256; x++ {
				all = append(all, mutation{at, r[at] ^ byte(x)})
			}
			continue
		}
		for bit := range 8 {
			all = append(all, mutation{at, r[at] ^ 1<<bit})
		}
		for slot := range machine.MaxSlots {
			if to := byte(format.SlotUnit * slot); s.Name == "labels" && bits.OnesCount8(to^r[at]) > 1 {
				all = append(all, mutation{at, to})
			}
		}
	}
	if sample == 0 {
		return all
	}
	random := seeded(300)
	for i := range min(sample, len(all)) { // the first ones of a shuffle
		j := i + random.IntN(len(all)-i)
		all[i], all[j] = all[j], all[i]
	}
	return all[:min(sample, len(all))]
}

// The possible fates of a mutant.
const (
	undecoded  = "not decoded"                     // Machine returns an error
	unpacked   = "not what its machine encodes to" // so Verify rejects it
	unverified = "refused by Verify"
	killed     = "killed"
	equivalent = "proved equivalent"
	survived   = "survived"
)

// An inquest determines the fates of a rule's mutants.
type inquest struct {
	*language
	sections []tables.Section
	shares   [][]mutation // the mutants of each section
	answers  []answer
	strings  []string
}

// An answer is a result that a rule returns for a string, or about itself.
type answer struct {
	name string
	ask  func(r tables.Rule, s string) string
	was  []string // the original's results
}

func newInquest(l *language, sections []tables.Section) *inquest {
	q := &inquest{language: l, sections: sections, strings: l.throughEveryState(), answers: []answer{
		{name: "components", ask: func(r tables.Rule, s string) string {
			x, ok := r.Split(s)
			y, both := r.SplitOnTables(s)
			if x == y && ok == both && !ok {
				return ""
			}
			return fmt.Sprint(x, ok, y, both)
		}},
		{name: "errors", ask: func(r tables.Rule, s string) string {
			if err := r.Check(s); err != nil {
				return err.Error() + strings.Join(err.(*tables.SyntaxError).Expected(), " ")
			}
			return ""
		}},
	}}
	for i := range q.answers {
		for _, s := range q.strings {
			q.answers[i].was = append(q.answers[i].was, q.answers[i].ask(l.rule, s))
		}
	}
	return q
}

// throughEveryState returns, for each live state and each class, the shortest path to the state
// followed by a byte of the class, both as is and completed to a member.
func (l *language) throughEveryState() (all []string) {
	g := newTable(l, 1)
	access := make([][]byte, l.m.States())
	access[l.m.Start] = []byte{}
	for q := range access { // states are numbered breadth first
		for c := range l.m.Count {
			to := l.m.Next[q*l.m.Count+c]
			s := append(slices.Clone(access[q]), g.members[c][q%len(g.members[c])])
			if to != 0 && access[to] == nil {
				access[to] = s
			}
			if q == 0 {
				continue
			}
			all = append(all, g.member(s, int(to)), string(s))
		}
	}
	return append(append(all, l.throughEveryComponent(g)...), "")
}

// throughEveryComponent returns a member for each state combined with each possible set of sole
// components of the states so far.
func (l *language) throughEveryComponent(g *table) (all []string) {
	type step struct {
		s string
		d dealing
	}
	todo, seen := []step{{d: dealing{state: l.m.Start}}}, map[dealing]bool{}
	for len(todo) > 0 && len(l.m.Components) > 0 {
		from := todo[0]
		todo = todo[1:]
		for c := range l.m.Count {
			to := l.m.Next[int(from.d.state)*l.m.Count+c]
			d := dealing{state: to, alone: from.d.alone | sole(l.m.Slots[l.m.SlotOf[to]])}
			if to == 0 || seen[d] {
				continue
			}
			seen[d] = true
			s := from.s + string(g.members[c][:1])
			todo = append(todo, step{s, d})
			all = append(all, g.member([]byte(s), int(to)))
		}
	}
	return all
}

// member extends s, which leads to state q, by the shortest path to a member. If q is dead, it
// returns s itself.
func (g *table) member(s []byte, q int) string {
	for n := range g.on {
		if g.on[n][q] != nil {
			return string((&grower{table: g}).goOn(slices.Clone(s), q, n))
		}
	}
	return string(s)
}

// sole returns the bit of a slot's only component, or 0 if the slot has two.
func sole(s machine.Slot) uint8 {
	if s.First == s.Second {
		return 1 << s.First
	}
	return 0
}

// fate returns a mutant's fate and its cause.
func (q *inquest) fate(x mutation) (fate, by string) {
	mutant := x.of(q.rule)
	m, err := machine.Of(mutant)
	switch {
	case err != nil:
		return undecoded, ""
	case sameMachine(m, q.m), m.Hash() != mutant.Hash():
		return unpacked, ""
	}
	if again, err := m.Encode(); err != nil || again != mutant {
		return unpacked, ""
	}
	if err := machine.Verify(mutant); err != nil {
		return unverified, err.Error()
	}
	if by := q.killer(mutant); by != "" {
		return killed, by
	}
	if by := equivalence(q.m, m); by != "" {
		return equivalent, by
	}
	return survived, ""
}

// equivalence returns the reason why two machines accepted by Verify give the same answers, or ""
// if none is known. Tables may differ in two ways without changing the answers.
func equivalence(m, n *machine.Machine) string {
	rest := *n
	rest.Regions, rest.SlotOf = m.Regions, m.SlotOf
	switch {
	case !sameMachine(&rest, m):
	case !slices.Equal(n.SlotOf, m.SlotOf):
		if sameDeal(m, n) {
			return "a slot of two components, of which the states before and behind it always name the one"
		}
	case n.Regions.Class == m.Regions.Class &&
		!(n.Regions.Opaque && !m.Regions.Opaque || n.Regions.Components && !m.Regions.Components || n.Regions.Strict &&
			!m.Regions.Strict || n.Regions.Relative && !m.Regions.Relative):
		return "kernels that know less, which Verify proves, and leave more to the tables"
	}
	return ""
}

// A dealing is the state of a walk in which two labellings assign a member's bytes to components.
type dealing struct {
	state        uint16
	alone, other uint8  // by component: whether some state had only this component, in either labelling
	pairs        uint64 // pairs of slots of some byte, one slot from each labelling
}

// sameDeal reports whether the slots of two otherwise equal machines assign every member's bytes
// identically: it walks all dealings.
func sameDeal(m, n *machine.Machine) bool {
	owner := func(s machine.Slot, alone uint8) int {
		if alone>>s.First&1 != 0 {
			return s.First
		}
		return s.Second
	}
	start := dealing{state: m.Start}
	seen, todo := map[dealing]bool{start: true}, []dealing{start}
	for len(todo) > 0 {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for pair := range machine.MaxSlots * machine.MaxSlots {
			if m.Accept[d.state] && d.pairs>>pair&1 != 0 &&
				owner(m.Slots[pair/machine.MaxSlots], d.alone) != owner(n.Slots[pair%machine.MaxSlots], d.other) {
				return false
			}
		}
		for _, to := range m.Next[int(d.state)*m.Count : (int(d.state)+1)*m.Count] {
			a, b := m.SlotOf[to], n.SlotOf[to]
			next := dealing{to, d.alone | sole(m.Slots[a]), d.other | sole(n.Slots[b]),
				d.pairs | 1<<(int(a)*machine.MaxSlots+int(b))}
			if to != 0 && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return true
}

// sameMachine is a fast [reflect.DeepEqual].
func sameMachine(m, n *machine.Machine) bool {
	if m.Class != n.Class || !slices.Equal(m.Next, n.Next) || !slices.Equal(m.Accept, n.Accept) ||
		!slices.Equal(m.SlotOf, n.SlotOf) {
		return false
	}
	a, b := *m, *n
	a.Next, a.Accept, a.SlotOf, b.Next, b.Accept, b.SlotOf = nil, nil, nil, nil, nil, nil
	return reflect.DeepEqual(a, b)
}

// killer returns the first answer in which a mutant accepted by Verify differs from the original.
func (q *inquest) killer(mutant tables.Rule) string {
	e, depth := mutant.Exactness()
	f, was := q.rule.Exactness()
	switch {
	case mutant.Name() != q.rule.Name() || mutant.Grammar() != q.rule.Grammar() || e != f || depth != was ||
		!reflect.DeepEqual(mutant.Components(), q.rule.Components()):
		return "what it says of itself"
	case mutant.Hash() != q.rule.Hash():
		return "hash"
	}
	for _, a := range q.answers {
		for i, s := range q.strings {
			if a.ask(mutant, s) != a.was[i] {
				return a.name
			}
		}
	}
	return ""
}

// Every byte of the tables of URI, URI-reference, IRI and IRI-reference matters: a table that
// differs in one byte is rejected by Verify, or gives different answers than the original. Only
// answers other than verdicts can differ: components, words and names. The language and all its
// packed forms are derived from one machine, whose hash Verify compares.
func TestNoMutantOfAPackedTableSurvives(t *testing.T) {
	sample := max(5, testkit.Few(20))
	if testing.Short() {
		sample = 5
	}
	if testkit.Long() {
		sample = 0
	}
	k, n := partOf(t)
	var all []*inquest
	total := 0
	for _, name := range [][2]string{{"rfc3986", "URI"}, {"rfc3986", "URI-reference"}, {"rfc3987", "IRI"},
		{"rfc3987", "IRI-reference"}} {
		l := shippedLanguage(t, name[0], name[1])
		all = append(all, newInquest(l, l.rule.Sections()))
	}
	for _, q := range all {
		at := 0
		for _, s := range q.sections {
			if s.From != at || s.To < at {
				t.Errorf("%s: %s is from %d to %d, and not from %d on", q.name, s.Name, s.From, s.To, at)
			}
			at = s.To
			q.shares = append(q.shares, q.share(s, sample, k, n))
			total += len(q.shares[len(q.shares)-1])
		}
		if at != len(q.rule) {
			t.Errorf("%s: the sections have %d bytes of %d", q.name, at, len(q.rule))
		}
	}
	tally := newTally(t, "mutants", int64(total))
	fates := map[string]int{}
	for _, q := range all {
		for i, s := range q.sections {
			for fate, n := range q.section(t, s, q.shares[i], tally) {
				fates[fate] += n
			}
		}
	}
	t.Logf("part %s: %d mutants, %v", *part, total, fates)
	if least := sample / 2; min(fates[killed], fates[unverified], fates[unpacked]/10, fates[undecoded]) < least {
		t.Errorf("hardly any mutant is %v", fates)
	}
}

// share returns the mutants of a section in part k of n.
func (q *inquest) share(s tables.Section, sample, k, n int) (some []mutation) {
	all := mutations(s, q.rule, sample)
	for i := k - 1; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

// section tries a section's mutants and counts their fates.
func (q *inquest) section(t *testing.T, s tables.Section, all []mutation, tally *tally) map[string]int {
	var mutex sync.Mutex
	fates, killers, survivors := map[string]int{}, map[string]int{}, []string(nil)
	t.Run(q.name+" "+s.Name, func(t *testing.T) {
		for from := 0; from < len(all); from += 4096 {
			t.Run(fmt.Sprint(from), func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(uint64(from), 301))
				verified := 50 // one in this many
				if testkit.Long() {
					verified = 500
				}
				for _, x := range all[from:min(from+4096, len(all))] {
					fate, by := q.fate(x)
					if fate == unpacked && r.IntN(verified) == 0 && machine.Verify(x.of(q.rule)) == nil { // as fate concludes
						t.Errorf("%s: %s: Verify accepts byte %d as %#02x", q.name, s.Name, x.at, x.to)
					}
					mutex.Lock()
					fates[fate]++
					switch fate {
					case killed, equivalent:
						killers[by]++
					case survived:
						survivors = append(survivors,
							fmt.Sprintf("byte %d of the section is %#02x, not %#02x", x.at-s.From, x.to, q.rule[x.at]))
					}
					mutex.Unlock()
					tally.done.Add(1)
				}
			})
		}
	})
	t.Logf("%-21s %-22s %5d bytes, %7d mutants: %v, by %v", q.name, s.Name, s.To-s.From, len(all), fates, killers)
	if len(survivors) > 0 {
		slices.Sort(survivors)
		t.Errorf("%s: %s: %d mutants survive:\n%s", q.name, s.Name, len(survivors),
			strings.Join(survivors[:min(len(survivors), 20)], "\n"))
	}
	return fates
}
