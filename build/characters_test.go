package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/golden"
	"github.com/irilex/iri/tables"
)

// What shift rows know of each rule that ships: read the difference before it is written again.
func TestShiftRows(t *testing.T) {
	skipUnderRace(t)
	var b strings.Builder
	b.WriteString(`# What shift rows know

Written by TestShiftRows. Of each rule with a table: the places of states, without those of the dead state
and the escape, and how many live states between two characters they stand for, of how many; the
places inside characters, of how many there are from the same state; the places of rows that count the
bytes of components; the bytes of the whole table. A rule of which all members are short has no shift rows.

Characters over U+007F are alike where shift rows may take any of them for one step. Else they are
counted, where from some state two of them lead elsewhere than one, or they differ, where from some
state not all may be read that others read, or lead to several states; behind that, how many states are exceptions.
`)
	for _, name := range bundledNames {
		g := bundled(t, name)
		fmt.Fprintf(&b, "\n## %s\n\n| rule | places | states | inside | counting | characters | bytes |\n|---|--:|--:|--:|--:|---|--:|\n", name)
		for _, r := range compiled(g) {
			s, err := r.ShiftRows()
			if err != nil {
				t.Fatal(err)
			}
			characters := s.Characters.String()
			if s.Exceptions > 0 {
				characters += fmt.Sprintf(" (%d)", s.Exceptions)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %d |\n", r.Name,
				number(s.Places), of(s.States, s.Live), of(s.Tails, s.Middle), number(s.Counting), characters, len(r.Table))
		}
	}
	golden.Compare(t, "testdata/shift-rows.md", b.String())
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func of(n, all int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d", n, all)
}

// The condition for taking a character for one step, for rules of which it is known.
func TestCharacters(t *testing.T) {
	skipUnderRace(t)
	g := bundled(t, "rfc3987")
	for name, want := range map[string]Characters{
		"IRI": AlikeCharacters, "IRI-reference": AlikeCharacters, "absolute-IRI": AlikeCharacters, "irelative-ref": AlikeCharacters,
		"ihost": AlikeCharacters, "ipath": AlikeCharacters, "iquery": AlikeCharacters,
		"ucschar": CountedCharacters, "ipchar": CountedCharacters, "scheme": NoCharacters,
	} {
		s, err := rule(t, g, name).ShiftRows()
		if err != nil {
			t.Fatal(err)
		}
		if s.Characters != want || (want > AlikeCharacters) != (s.Exceptions > 0) {
			t.Errorf("%s: %v with %d exceptions, not %v", name, s.Characters, s.Exceptions, want)
		}
		if m := machine(t, rule(t, g, name)); m.Hot != nil && want == AlikeCharacters {
			checkAlike(t, name, m)
		}
	}
	g, _ = compileABNF("differ = *(%xE9 \"a\" / %xE8 \"b\" / \"c\")\ncounted = *(%xE9 %xE9)\nalike = *%xE8-E9\n")
	for name, want := range map[string]Characters{"differ": DifferCharacters, "counted": CountedCharacters, "alike": AlikeCharacters} {
		if s, err := rule(t, g, name).ShiftRows(); err != nil || s.Characters != want {
			t.Errorf("%s: %v, not %v (%v)", name, s.Characters, want, err)
		}
	}
}

// checkAlike reads the characters that tails know from every state, one by one, byte by byte.
func checkAlike(t *testing.T, name string, m *tables.Machine) {
	t.Helper()
	home := m.Hot.Tails[0].State
	step := func(q uint16, s string) uint16 {
		for i := range len(s) {
			q = m.Next[int(q)*m.Count+int(m.Class[s[i]])]
		}
		return q
	}
	known := map[uint16]bool{}
	for _, p := range m.Hot.Tails {
		known[p.State] = true
	}
	var characters []string
	for c := rune(0x80); c <= 0x10FFFF; c += 1 + c/64 {
		if s := string(c); step(home, s) != 0 && known[step(home, s[:1])] && known[step(home, s[:len(s)-1])] {
			characters = append(characters, s)
		}
	}
	if len(characters) < 100 {
		t.Errorf("%s: tails know %d characters", name, len(characters))
	}
	for _, q := range readers(m) {
		to := step(q, characters[0])
		for i, c := range characters {
			if got := step(q, c); got != to || to == 0 || step(got, characters[len(characters)-1-i]) != to {
				t.Fatalf("%s: %q leads from state %d to %d, not %d, or two of them elsewhere", name, c, q, got, to)
			}
		}
	}
}
