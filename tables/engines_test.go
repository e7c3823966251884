package tables_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// engines returns all functions that validate strings of a language.
func (l *language) engines() map[string]func(string) bool {
	engines := map[string]func(string) bool{
		"Valid":      l.rule.Valid,
		"ValidBytes": func(s string) bool { return l.rule.ValidBytes([]byte(s)) },
		"Check":      func(s string) bool { return l.rule.Check(s) == nil },
		"naive":      newNaive(l.m).valid,
	}
	if len(l.m.Next) <= 1<<16 {
		engines["Reference"] = l.m.Reference().Valid
	}
	if l.dfa != nil {
		engines["DFA"] = l.dfa.Accepts
	}
	return engines
}

// probes returns members, members with one or two edits, and random bytes, of each length. Shorter
// test runs use every third length, starting with one of the first three.
func (l *language) probes(r *rand.Rand, lengths, each int) []string {
	var all []string
	n, step := 0, 1
	switch {
	case testkit.Slow:
		step = 3
	case testkit.Few(4) < 4:
		n, step = r.IntN(3), 3
	}
	for ; n < lengths; n += step {
		for range each {
			all = append(all, string(randomBytes(r, n)))
			if l.empty() {
				continue
			}
			member := l.draw(r, n)
			once := mutate(r, member)
			all = append(all, string(member), string(once), string(mutate(r, once)))
		}
	}
	return all
}

func TestEnginesAgree(t *testing.T) {
	r := seeded(2)
	verdicts := map[bool]int{}
	for _, l := range allLanguages(t) {
		engines := l.engines()
		for _, s := range l.probes(r, 41, 3) {
			want := l.accepts(s)
			verdicts[want]++
			for name, valid := range engines {
				if valid(s) != want {
					t.Fatalf("%s: %s is wrong about %q, it is %v", l.name, name, s, want)
				}
			}
		}
	}
	if least := testkit.Few(10_000); verdicts[true] < least || verdicts[false] < least {
		t.Errorf("the probes are one-sided: %v", verdicts)
	}
}

// Every short string of critical bytes is tried, so that small cases are not left to chance.
func TestEnginesAgreeOnAllShortStrings(t *testing.T) {
	for _, l := range allLanguages(t) {
		var alphabet []byte // the first and the last byte of each class
		last := map[uint8]int{}
		for b, c := range l.m.Class {
			if _, ok := last[c]; !ok {
				alphabet = append(alphabet, byte(b))
			}
			last[c] = b
		}
		for _, b := range last {
			alphabet = append(alphabet, byte(b))
		}
		all := []string{""}
		for _, a := range alphabet {
			all = append(all, string([]byte{a}))
			for _, b := range alphabet {
				all = append(all, string([]byte{a, b}))
			}
		}
		for _, s := range all {
			if l.rule.Valid(s) != l.accepts(s) {
				t.Fatalf("%s: Valid is wrong about %q", l.name, s)
			}
		}
	}
}

// A walk into far states continues in the wide table from any offset in a block, for any string
// address and every kind of ending.
func TestEnginesAgreeAboutWalksThatEscape(t *testing.T) {
	escapes, ends := map[int]bool{}, map[string]bool{} // across all rules with addresses
	for _, l := range allLanguages(t) {
		if l.m.States() <= 255 {
			continue
		}
		valid, r := l.rule.Valid, seeded(uint64(len(l.name)))
		rounds, draw := testkit.Few(300), func() []byte { return l.draw(r, r.IntN(48)) }
		addresses := l.accepts("a://[::]") || l.accepts("//[::]")
		if addresses {
			rounds, draw = testkit.Few(4000), func() []byte { return longAddress(r) }
		}
		for range rounds {
			text := draw()
			if r.IntN(3) > 0 {
				text = mutate(r, text)
			}
			padded := append(randomBytes(r, r.IntN(8)), text...)
			s := string(padded)[len(padded)-len(text):]
			left := -1
			for i, q := 0, int(l.m.Start); i < len(s); i++ {
				if q = l.to(q, s[i:i+1]); q >= 255 {
					left = i
					break
				}
			}
			if left >= 0 && addresses {
				escapes[left%8] = true
				switch q := l.after(s); {
				case q == 0:
					ends["dead"] = true
				case q < 255 && l.m.Accept[q]:
					ends["back, accepting"] = true
				case q < 255:
					ends["back"] = true
				default:
					ends["far"] = true
				}
			}
			if valid(s) != l.accepts(s) {
				t.Fatalf("%s: Valid is wrong about %q, which leaves at %d", l.name, s, left)
			}
		}
	}
	if !testkit.Slow && (len(escapes) != 8 || len(ends) != 4) {
		t.Errorf("escapes only at %v, to %v", escapes, ends)
	}
}

// longAddress returns an IRI or a reference that contains an IPv6 address with many groups.
func longAddress(r *rand.Rand) []byte {
	s := []string{"", "a:", "http:"}[r.IntN(3)] + "//"
	if r.IntN(2) == 0 {
		s += strings.Repeat("u", r.IntN(20)) + "@"
	}
	s += "["
	gap := r.IntN(10)
	for i := range 1 + r.IntN(8) {
		switch {
		case i == gap:
			s += "::"
		case i > 0:
			s += ":"
		}
		s += "fedcba98"[r.IntN(5):][:1+r.IntN(3)]
	}
	s += []string{"", ":1.2.3.4", "::"}[r.IntN(3)]
	s += []string{"]", "", "]:80/", "]/path/" + strings.Repeat("é", r.IntN(9)), "]?q#f"}[r.IntN(5)]
	return []byte(s)
}

func TestValidBytesTakesNil(t *testing.T) {
	for _, l := range allLanguages(t) {
		if want := l.accepts(""); l.rule.ValidBytes(nil) != want || l.rule.ValidBytes([]byte{}) != want {
			t.Errorf("%s: the empty string is %v", l.name, want)
		}
	}
}

// Prefix returns the longest prefix that Valid accepts.
func TestPrefixIsTheLongestValidPrefix(t *testing.T) {
	r := seeded(4)
	found := map[string]int{}
	for _, l := range allLanguages(t) {
		for _, s := range l.probes(r, 33, 2) {
			if r.IntN(2) == 0 {
				s += string(randomBytes(r, r.IntN(5)))
			}
			want := -1
			for i := range len(s) + 1 {
				if l.rule.Valid(s[:i]) {
					want = i
				}
			}
			if got := l.rule.Prefix(s); got != want {
				t.Fatalf("%s: Prefix(%q) = %d, not %d", l.name, s, got, want)
			}
			switch want {
			case -1:
				found["none"]++
			case 0:
				found["empty"]++
			case len(s):
				found["all"]++
			default:
				found["some"]++
			}
		}
	}
	for _, kind := range []string{"none", "empty", "all", "some"} {
		if found[kind] < testkit.Few(500) {
			t.Errorf("%s: only %d", kind, found[kind])
		}
	}
}

func TestNothingIsAllocatedForMembers(t *testing.T) {
	for _, tt := range []struct{ grammar, rule, member string }{
		{"rfc3987", "IRI", "http://user@example.org:80/a/b/c/%C3%A9/é?query#fragment"},
		// reaches far states and is longer than a chunk
		{"rfc3987", "IRI", "http://[1:2:3:4:5:6:7:8]/" + strings.Repeat("segment/", 200)},
		{"rfc3987", "iauthority", "user@[::1]:80"},
		{"rfc3986", "authority", "example.org"},
	} {
		rule, b := bundledRule(t, tt.grammar, tt.rule), []byte(tt.member)
		for name, f := range map[string]func() bool{
			"Valid":      func() bool { return rule.Valid(tt.member) },
			"ValidBytes": func() bool { return rule.ValidBytes(b) },
			"Prefix":     func() bool { return rule.Prefix(tt.member) == len(tt.member) },
			"Split":      func() bool { _, ok := rule.Split(tt.member); return ok },
			"Check":      func() bool { return rule.Check(tt.member) == nil },
		} {
			if !f() {
				t.Errorf("%s of %s refuses %s", name, tt.rule, tt.member)
			}
			if n := testing.AllocsPerRun(100, func() { f() }); n != 0 {
				t.Errorf("%s of %s allocates %v times", name, tt.rule, n)
			}
		}
	}
}

// A rule is safe for concurrent use because no call writes to it. Run this test with -race.
func TestRulesAreForManyGoroutines(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	done := make(chan bool)
	for range 8 {
		go func() {
			ok := true
			for range 100 {
				x, split := rule.Split("http://[1:2:3:4:5:6:7:8]/")
				ok = ok && split && x == tables.Extents{5, 19, 1} && rule.Check("http://[") != nil && rule.Prefix("a:b c") == 3
			}
			done <- ok
		}()
	}
	for range 8 {
		if !<-done {
			t.Error("a goroutine saw something else")
		}
	}
}

// The strings have every length, and are built from bytes of members and from random bytes.
func TestEnginesAgreeAtEveryLength(t *testing.T) {
	r := seeded(15)
	for _, l := range allLanguages(t) {
		if l.empty() {
			continue
		}
		var live []byte // bytes that occur in some member
		for b, c := range l.m.Class {
			for q := range l.m.States() {
				if l.m.Next[q*l.m.Count+int(c)] != 0 {
					live = append(live, byte(b))
					break
				}
			}
		}
		references, rounds := strings.HasSuffix(l.name, "-reference"), testkit.Few(8)
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
				case 1, 2: // some letters that are common in rules, and the bytes after them
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

// The test tries all strings of two letters, up to a length that reaches far states.
func TestEnginesAgreeOnAllStringsOfTwoLetters(t *testing.T) {
	longest := 13
	if testkit.Slow {
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

// A byte that never occurs in a member is detected at every offset, with any number of bytes after
// it.
func TestABadByteIsFoundAnywhere(t *testing.T) {
	const member = "http://user@example.org:8080/a/%C3%A9/b;c=d/e?query=1#fragme"
	if len(member) != 60 {
		t.Fatalf("%d bytes", len(member))
	}
	for _, l := range allLanguages(t) {
		// members of these rules contain every byte
		if !l.accepts(member) || l.dfa != nil || l.m.Grammar == "rfc9110" || l.m.Grammar == "profiles" {
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
