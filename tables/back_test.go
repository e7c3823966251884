package tables_test

import (
	"encoding/binary"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/tables"
)

// A reversed is a language read backwards, by maps of numbers: the twin of what a table
// has. Set 0 is empty and set 1 that of the accepting states.
type reversed struct {
	from  [][][]int // from[c][q] are the states that class c leads to q
	sets  []map[int]bool
	ids   map[string]int
	steps map[[2]int]int
	count int // sets that a table knows of: the first 255 and those that they lead to
}

func newReversed(m *tables.Machine) *reversed {
	b := &reversed{ids: map[string]int{}, steps: map[[2]int]int{}}
	for c := range m.Count {
		b.from = append(b.from, make([][]int, m.States()))
		for q := range m.States() {
			to := m.Next[q*m.Count+c]
			b.from[c][to] = append(b.from[c][to], q)
		}
	}
	accepting := map[int]bool{}
	for q, accept := range m.Accept {
		if accept {
			accepting[q] = true
		}
	}
	b.id(map[int]bool{})
	b.id(accepting)
	for set := 0; set < min(len(b.sets), 255); set++ {
		for c := range m.Count {
			b.step(set, c)
		}
	}
	b.count = len(b.sets)
	return b
}

func (b *reversed) id(set map[int]bool) int {
	var key []byte
	for _, q := range slices.Sorted(maps.Keys(set)) {
		key = binary.LittleEndian.AppendUint16(key, uint16(q))
	}
	id, ok := b.ids[string(key)]
	if !ok {
		id = len(b.sets)
		b.ids[string(key)] = id
		b.sets = append(b.sets, set)
	}
	return id
}

// step returns the set from which class c leads to a set.
func (b *reversed) step(set, c int) int {
	to, ok := b.steps[[2]int{set, c}]
	if !ok {
		before := map[int]bool{}
		for q := range b.sets[set] {
			for _, p := range b.from[c][q] {
				before[p] = true
			}
		}
		to = b.id(before)
		b.steps[[2]int{set, c}] = to
	}
	return to
}

var reversedOnce struct {
	sync.Mutex
	of map[*language]*reversed
}

// reversed returns the twin, worked out once. It is not for two goroutines.
func (l *language) reversed() *reversed {
	reversedOnce.Lock()
	defer reversedOnce.Unlock()
	if reversedOnce.of == nil {
		reversedOnce.of = map[*language]*reversed{}
	}
	if reversedOnce.of[l] == nil {
		reversedOnce.of[l] = newReversed(l.m)
	}
	return reversedOnce.of[l]
}

// A header is what the header of a table says about where it is walked.
type header struct{ stride, mask, back, join, accept int }

func headerOf(r tables.Rule) header {
	at := func(at int) int { return int(binary.LittleEndian.Uint32([]byte(r[at:]))) }
	return header{stride: at(12) >> 16, mask: at(20), back: at(24), join: at(28), accept: at(32)}
}

// What a table has to be walked backwards is the subset construction, set by set.
func TestBackIsTheSubsetConstruction(t *testing.T) {
	const rows, escape = 88, 255
	forms := map[string]int{}
	for _, l := range allLanguages(t) {
		h, n, k := headerOf(l.rule), l.m.States(), l.m.Count
		if !l.m.Back {
			if want := (header{min(n, 256), h.mask, 0, rows + k*h.stride, rows + k*h.stride}); h != want {
				t.Fatalf("%s: %+v, not %+v", l.name, h, want)
			}
			continue
		}
		if raceDetector && len(l.rule) > 10_000 && !strings.HasPrefix(l.name, "explodes") {
			continue
		}
		b := l.reversed()
		stride := min(max(n, b.count), 256)
		width := (stride + 7) / 8
		join := rows + 2*k*stride
		if want := (header{stride, h.mask, k * stride, join, join + min(b.count, 256)*width}); h != want {
			t.Fatalf("%s: %+v, not %+v", l.name, h, want)
		}
		for c := range k {
			for set := range stride {
				want := 0
				switch {
				case set >= b.count:
				case set == escape:
					want = escape
				default:
					want = min(b.step(set, c), escape)
				}
				if got := int(l.rule[rows+h.back+c*stride+set]); got != want {
					t.Fatalf("%s: class %d leads set %d to %d, not %d", l.name, c, set, got, want)
				}
			}
		}
		for set := range min(b.count, 256) {
			for q := range 8 * width {
				want := q < escape && b.sets[set][q]
				if got := l.rule[join+set*width+q/8]>>(q%8)&1 != 0; got != want {
					t.Fatalf("%s: that state %d is in set %d is %v", l.name, q, set, got)
				}
			}
		}
		forms[sizes(n > escape, b.count > escape)]++
	}
	for _, far := range []bool{false, true} {
		for _, farBack := range []bool{false, true} {
			if form := sizes(far, farBack); forms[form] < 1 {
				t.Errorf("only %d are %s", forms[form], form)
			}
		}
	}
}

func sizes(far, farBack bool) string {
	size := map[bool]string{false: "narrow", true: "wide"}
	return size[far] + " and backwards " + size[farBack]
}

// A string is a member exactly when the state of its first part is in the set of the
// rest, wherever it is cut: what the walk from both ends rests on.
func TestMembersMayBeCutAnywhere(t *testing.T) {
	r := seeded(13)
	verdicts := map[bool]int{}
	for _, l := range allLanguages(t) {
		if !l.m.Back {
			continue
		}
		b := l.reversed()
		probes := l.probes(r, 41, 1)
		for range few(100) {
			probes = append(probes, string(longAddress(r)))
		}
		for _, s := range probes {
			states := []int{int(l.m.Start)}
			for i := range len(s) {
				states = append(states, l.to(states[i], s[i:i+1]))
			}
			want, set := l.accepts(s), 1
			for i := len(s); ; i-- {
				if b.sets[set][states[i]] != want {
					t.Fatalf("%s: %q, cut at %d, is %v", l.name, s, i, !want)
				}
				verdicts[want]++
				if i == 0 {
					break
				}
				set = b.step(set, int(l.m.Class[s[i-1]]))
			}
		}
	}
	if least := few(50_000); verdicts[true] < least || verdicts[false] < least {
		t.Errorf("the cuts are one-sided: %v", verdicts)
	}
}

// A meeting is how a walk from both ends goes, told by the twins.
type meeting struct {
	escapes     bool // the walk from the front, where it gets to
	wouldEscape bool // the walk from the front, did it go on
	escapesBack bool // the walk from the end
}

func (l *language) meeting(s string) (m meeting) {
	middle := len(s) - len(s)/4*2 // two bytes from each end while there are four
	for i, q := 0, int(l.m.Start); i < len(s); i++ {
		if q = l.to(q, s[i:i+1]); q >= 255 {
			m.escapes = m.escapes || i < middle
			m.wouldEscape = m.wouldEscape || i >= middle
		}
	}
	b, set := l.reversed(), 1
	for i := len(s); i > middle; i-- {
		set = b.step(set, int(l.m.Class[s[i-1]]))
		m.escapesBack = m.escapesBack || set >= 255
	}
	return m
}

// Walks from both ends that escape, on either way, on both and on the way not taken.
func TestEnginesAgreeAboutWalksThatMeetTooLate(t *testing.T) {
	r := seeded(14)
	all := map[meeting]int{}
	for _, l := range allLanguages(t) {
		if !l.m.Back || l.m.States() <= 255 && l.reversed().count <= 255 {
			continue
		}
		met := map[meeting]int{}
		verdicts := map[bool]int{}
		rounds := few(500)
		if l.name == "rfc3987 IRI" {
			rounds = 4000
		}
		for range rounds {
			var text []byte
			switch {
			case l.dfa != nil:
				text = l.draw(r, r.IntN(48))
			case r.IntN(4) == 0:
				text = l.draw(r, r.IntN(80))
			default:
				text = longAddress(r)
				switch r.IntN(3) {
				case 0: // the address in the second half
					text = slices.Concat([]byte("a://"), []byte(strings.Repeat("u", r.IntN(60))), []byte("@["), after(text, '['))
				case 1: // in the first
					text = slices.Concat(text, []byte("/"), []byte(strings.Repeat("p", r.IntN(80))))
				}
			}
			if r.IntN(3) == 0 {
				text = mutate(r, text)
			}
			s := string(text)
			want := l.accepts(s)
			if l.rule.Valid(s) != want {
				t.Fatalf("%s: Valid is wrong about %q, it is %v", l.name, s, want)
			}
			met[l.meeting(s)]++
			verdicts[want]++
		}
		if verdicts[true] < few(20) || verdicts[false] < few(20) {
			t.Errorf("%s: one-sided: %v", l.name, verdicts)
		}
		if l.name == "rfc3987 IRI" {
			var first, second, back int
			for m, n := range met {
				if m.escapes {
					first += n
				}
				if m.wouldEscape && !m.escapes {
					second += n
				}
				if m.escapesBack {
					back += n
				}
			}
			if least := 30; first < least || second < least || back < least {
				t.Errorf("IRI: only %v", met)
			}
		}
		for m, n := range met {
			all[m] += n
		}
	}
	for i := range 8 {
		if m := (meeting{i&1 != 0, i&2 != 0, i&4 != 0}); all[m] < few(50) {
			t.Errorf("%+v: only %d", m, all[m])
		}
	}
}

// after returns what comes behind the first b in text.
func after(text []byte, b byte) []byte { return text[slices.Index(text, b)+1:] }

// Walks meet after any number of turns with 0 to 3 bytes between them.
func TestEnginesAgreeAtEveryLength(t *testing.T) {
	r := seeded(15)
	for _, l := range allLanguages(t) {
		if l.empty() {
			continue
		}
		var live []byte // those that some member has
		for b, c := range l.m.Class {
			for q := range l.m.States() {
				if l.m.Next[q*l.m.Count+int(c)] != 0 {
					live = append(live, byte(b))
					break
				}
			}
		}
		references, rounds := strings.HasSuffix(l.name, "-reference"), few(8)
		if references {
			rounds = 150
		}
		for n := range 41 {
			verdicts := map[bool]int{}
			for i := range rounds {
				text := randomBytes(r, n)
				for i := range text {
					if len(live) > 0 && r.IntN(50) > 0 {
						text[i] = live[r.IntN(len(live))]
					}
				}
				switch i % 4 {
				case 0:
					copy(text, l.draw(r, r.IntN(n+1)))
				case 1, 2: // some letters, which most rules have, and what comes of them
					for i := range text {
						text[i] = 'a'
					}
					copy(text, l.draw(r, r.IntN(n/(i%4)+1)))
				}
				s := string(text)
				want := l.accepts(s)
				verdicts[want]++
				if l.rule.Valid(s) != want {
					t.Fatalf("%s: Valid is wrong about %q, it is %v", l.name, s, want)
				}
			}
			if n > 0 && references && len(verdicts) != 2 {
				t.Errorf("%s: %d bytes are one-sided: %v", l.name, n, verdicts)
			}
		}
	}
}

// All strings of two letters, long enough for walks to escape.
func TestEnginesAgreeOnAllStringsOfTwoLetters(t *testing.T) {
	longest := 13
	if raceDetector {
		longest = 11
	}
	for _, l := range randomLanguages() {
		if !strings.HasPrefix(l.name, "explodes") {
			continue
		}
		text := make([]byte, longest)
		for n := range longest + 1 {
			for bits := range 1 << n {
				for i := range n {
					text[i] = "ab"[bits>>i&1]
				}
				s := string(text[:n])
				if l.rule.Valid(s) != l.accepts(s) {
					t.Fatalf("%s: Valid is wrong about %q", l.name, s)
				}
			}
		}
	}
}

// A byte that no member has is seen wherever it is, with whatever remains to be read.
func TestABadByteIsFoundAnywhere(t *testing.T) {
	const member = "http://user@example.org:8080/a/%C3%A9/b;c=d/e?query=1#fragme"
	if len(member) != 60 {
		t.Fatalf("%d bytes", len(member))
	}
	for _, l := range allLanguages(t) {
		if !l.accepts(member) || l.dfa != nil {
			continue
		}
		if !l.rule.Valid(member) {
			t.Errorf("%s: not a member", l.name)
		}
		for n := 1; n <= len(member); n++ {
			s := []byte(member[:n])
			for at := range s {
				for _, bad := range []byte("\x00\n \"<>^`{|}\\\x7f\x80\xc0\xff") {
					s[at] = bad
					if l.rule.Valid(string(s)) {
						t.Fatalf("%s: Valid accepts %q", l.name, s)
					}
					s[at] = member[at]
					if longer := member[:at] + string([]byte{bad}) + member[at:n]; l.rule.Valid(longer) {
						t.Fatalf("%s: Valid accepts %q", l.name, longer)
					}
				}
			}
		}
		for at := range member {
			for b := range 256 {
				s := []byte(member)
				s[at] = byte(b)
				if l.rule.Valid(string(s)) != l.accepts(string(s)) {
					t.Fatalf("%s: Valid is wrong about %q", l.name, s)
				}
			}
		}
	}
}

// A table whose checksum fits, with a bit changed in what it is walked backwards with, or none of that.
func TestVerifyRefusesAnotherBack(t *testing.T) {
	r := seeded(16)
	for _, l := range allLanguages(t) {
		if !l.m.Back || r.IntN(12) > 0 && l.name != "rfc3987 IRI" {
			continue
		}
		h := headerOf(l.rule)
		forge := func(at int, change byte) {
			b := []byte(l.rule)
			b[at] ^= change
			if err := sealed(b).Verify(); text(err) != "the table is not what its machine encodes to" {
				t.Fatalf("%s: byte %d may be %#x: %v", l.name, at, b[at], err)
			}
		}
		for range few(8) {
			forge(88+h.back+r.IntN(h.join-88-h.back), 1<<r.IntN(8))
			forge(h.join+r.IntN(h.accept-h.join), 1<<r.IntN(8))
		}
		b := []byte(l.rule)
		binary.LittleEndian.PutUint32(b[24:], 0)
		if sealed(b).Verify() == nil {
			t.Errorf("%s: back may be there and not be said to", l.name)
		}
	}
}

// Whether a table can be walked backwards changes the table, and nothing that it says.
func TestBackIsNoPartOfTheLanguage(t *testing.T) {
	for _, l := range allLanguages(t) {
		if l.m.Back != (headerOf(l.rule).back > 0) {
			t.Errorf("%s: Back is %v, and %+v", l.name, l.m.Back, headerOf(l.rule))
		}
		if raceDetector && len(l.rule) > 10_000 {
			continue
		}
		other := turned(l)
		if other == nil {
			continue
		}
		if other.rule == l.rule || other.rule.Hash() != l.rule.Hash() || other.m.Back == l.m.Back {
			t.Errorf("%s: not the same language in another table", l.name)
		}
		var a, b strings.Builder
		if l.m.Dump(&a) != nil || other.m.Dump(&b) != nil || a.String() != b.String() {
			t.Errorf("%s: another dump", l.name)
		}
	}
}

// turned returns the same language with Back turned on or off, nil when it cannot be.
func turned(l *language) *language {
	m := *l.m
	m.Back = !m.Back
	if m.Back && (m.Start == 0 || len(m.Next) > tables.MaxBack) {
		return nil
	}
	rule, err := m.Encode()
	if err != nil {
		panic(err)
	}
	name := l.name + ", forwards"
	if m.Back {
		name = l.name + ", both ways"
	}
	return &language{name: name, rule: rule, m: &m, dfa: l.dfa, draw: l.draw}
}

// few is n where the main branch is guarded (CI=true), a quarter of it elsewhere, and less under the race detector.
func few(n int) int {
	switch {
	case raceDetector:
		return max(1, n/8)
	case os.Getenv("CI") == "true":
		return n
	}
	return max(1, n/4)
}
