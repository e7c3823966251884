package tables_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// rulesWithCuts returns the rules whose members are split at their delimiters.
func rulesWithCuts(t testing.TB) (rules []*language) {
	for _, l := range bundledLanguages(t) {
		if l.m.Regions != nil && l.m.Regions.Cuts {
			rules = append(rules, l)
		}
	}
	if len(rules) < 3 {
		t.Fatalf("only %d rules have cuts", len(rules))
	}
	return rules
}

// The test tries every string of delimiters and a few other bytes, up to a length that allows
// delimiters before, between and after other bytes.
func TestCutsAreThoseOfTheStates(t *testing.T) {
	testkit.SkipSlow(t)
	const alphabet, most = "a:/?#é", 6
	cut := 0
	for _, l := range rulesWithCuts(t) {
		try := func(s string) {
			want, ok := l.rule.SplitOnTables(s)
			tables.OnEveryCPU(func(cpu string) {
				if got, gotOK := l.rule.Split(s); got != want || gotOK != ok {
					t.Fatalf("%s, %s: %q is cut into %v, %v, not %v, %v", cpu, l.name, s, got, gotOK, want, ok)
				}
			})
			if ok {
				cut++
			}
		}
		var s []rune
		var each func()
		each = func() {
			short := string(s)
			for _, context := range [][2]string{{"", ""}, {"", strings.Repeat("b", 17)}, {"", strings.Repeat("b/", 20)},
				{"http://", strings.Repeat("c", 12)}, {"http://example.com", ""},
				{"http://www.long.example.com", "dddddddddddddd"}, {"https://e", "/" + strings.Repeat("d", 60)},
				{"verylongscheme", "aaaaaaaaaaa"}, {"mailto:john.doe@", "é"}, {"", strings.Repeat("é", 30)}} {
				try(context[0] + short + context[1])
			}
			if len(s) == most || len(s) == most-1 && testkit.Few(8) < 8 {
				return
			}
			for _, c := range alphabet {
				s = append(s, c)
				each()
				s = s[:len(s)-1]
			}
		}
		each()
	}
	if cut < 1000 {
		t.Errorf("only %d members", cut)
	}
}

// The test puts a delimiter at every offset of strings of every length, after authorities of every
// length, so that blocks cover every byte.
func TestCutsReadEveryByte(t *testing.T) {
	testkit.SkipSlow(t)
	const longest = 150
	for _, l := range rulesWithCuts(t) {
		for length := range longest + 2 {
			if length >= longest { // only some of those that another loop covers
				length = 270 + 7*(length-longest)
			}
			for _, begin := range []string{"http://é/", "http:é", "http://e/", "http://" + strings.Repeat("a", length),
				"http://" + strings.Repeat("é", length)} {
				s := []byte(begin + strings.Repeat("a", length))
				for at := len(begin); at <= len(s); at++ {
					if !testkit.OneIn(11, length+at) {
						continue
					}
					for _, mark := range "?#/" {
						if at < len(s) {
							s[at] = byte(mark)
						}
						want, ok := l.rule.SplitOnTables(string(s))
						tables.OnEveryCPU(func(cpu string) {
							if got, gotOK := l.rule.Split(string(s)); got != want || gotOK != ok {
								t.Fatalf("%s, %s: %q is cut into %v, %v, not %v, %v", cpu, l.name, s, got, gotOK, want, ok)
							}
						})
						if at < len(s) {
							s[at] = 'a'
						}
					}
				}
			}
		}
	}
}

// If states and delimiters disagree about a byte, the proof fails, and the table's members are not
// split at delimiters.
func TestCutsAreProved(t *testing.T) {
	for _, rule := range []string{"IRI", "IRI-reference"} {
		l := shippedLanguage(t, "rfc3987", rule)
		m := machineOf(t, l.rule)
		if err := m.VerifyRegions(); err != nil || !m.Regions.Cuts {
			t.Fatalf("%s: %v, %v", rule, m.Regions.Cuts, err)
		}
		for _, prefix := range []string{"a:#b", "a:?", "a://[::1", "a:b%41", "a:é"} { // some are not in any region
			slot := &m.SlotOf[l.after(prefix)]
			right := *slot
			for *slot = range uint8(len(m.Slots)) {
				if *slot != right && m.Slots[*slot].First == m.Slots[*slot].Second && m.VerifyRegions() == nil {
					t.Errorf("%s: the last byte of %q may be of %v", rule, prefix, m.Slots[*slot])
				}
			}
			*slot = right
		}
		m.Regions.Components = false
		if err := m.VerifyRegions(); err == nil || !strings.Contains(err.Error(), "regions with Cuts need Components") {
			t.Errorf("%s: %v", rule, err)
		}
		m.Regions.Components = true
		m.Regions.Class['?'] ^= machine.EndPath
		if err := m.VerifyRegions(); err == nil {
			t.Errorf("%s: a path does not end in front of a query", rule)
		}
	}
}
