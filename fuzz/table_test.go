package fuzz

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// FuzzValid compares every way to get a verdict, for every rule, with the machine in the table,
// walked byte by byte.
func FuzzValid(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range rules {
			checkVerdict(t, r, s)
		}
	})
}

func checkVerdict(t *testing.T, r ruleUnderTest, s string) {
	want := r.machine.Accept[walk(r.machine, s)]
	if got := r.Valid(s); got != want {
		t.Errorf("%s.Valid(%q) = %t", r.Name(), s, got)
	}
	if got := r.ValidBytes([]byte(s)); got != want {
		t.Errorf("%s.ValidBytes(%q) = %t", r.Name(), s, got)
	}
	if got := r.Prefix(s); (got == len(s)) != want {
		t.Errorf("%s.Prefix(%q) = %d of %d", r.Name(), s, got, len(s))
	}
	if _, ok := r.Split(s); ok != (want && len(r.machine.Components) > 0) {
		t.Errorf("%s.Split(%q) = %t", r.Name(), s, ok)
	}
	if err := r.Check(s); (err == nil) != want {
		t.Errorf("%s.Check(%q) = %v", r.Name(), s, err)
	} else if err != nil {
		checkError(t, r, s, err)
	}
}

// checkError checks the parts of an error: s up to the offset can be extended to a member, but not
// if the text found there follows.
func checkError(t *testing.T, r ruleUnderTest, s string, err error) {
	var e *tables.SyntaxError
	if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(s) {
		t.Fatalf("%s.Check(%q): %+v", r.Name(), s, err)
	}
	if r.machine.Start == 0 {
		return // no expectations: the rule has no members
	}
	before := walk(r.machine, s[:e.Offset])
	for _, x := range []struct {
		what string
		ok   bool
	}{
		{"grammar and rule", e.Rule() == r.Rule},
		{"column", e.Column == utf8.RuneCountInString(s[:e.Offset])+1},
		{"what is before", before != 0},
		{"at the end", e.AtEnd == r.Valid(s[:e.Offset])},
		{"incomplete", e.Incomplete == (walk(r.machine, s) != 0)},
		{"expected", len(e.Expected()) > 0 || e.AtEnd},
		{"component", e.Component() == "" || slices.ContainsFunc(r.machine.Components, func(p tables.ComponentLayout) bool {
			return strings.Contains(" "+e.Component()+" ", " "+p.Name+" ")
		})},
		{"text", utf8.ValidString(err.Error()) && !strings.ContainsFunc(err.Error(), unicode.IsControl)},
	} {
		if !x.ok {
			t.Errorf("%s.Check(%q): %s: %+v", r.Name(), s, x.what, *e)
		}
	}
	if c, size := utf8.DecodeRuneInString(s[e.Offset:]); !e.Incomplete && (c != utf8.RuneError || size > 1) &&
		walk(r.machine, s[:e.Offset+size]) != 0 {
		t.Errorf("%s.Check(%q): %q is not wrong at %d", r.Name(), s, c, e.Offset)
	}
}

// FuzzPrefix checks that Prefix returns the longest prefix that matches the rule.
func FuzzPrefix(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		s = s[:min(len(s), 100)]
		for _, r := range rules {
			want := -1
			for n := range len(s) + 1 {
				if r.Valid(s[:n]) {
					want = n
				}
			}
			if got := r.Prefix(s); got != want {
				t.Errorf("%s.Prefix(%q) = %d, want %d", r.Name(), s, got, want)
			}
		}
	})
}

// pieces returns the texts of a member's components without their delimiters, nil for missing
// components. It checks the delimiters, and that the components make up the entire string.
func pieces(t *testing.T, r tables.Rule, s string) map[string]*string {
	delimiters := map[string][2]string{
		"scheme": {"", ":"}, "authority": {"//", ""}, "path": {"", ""}, "query": {"?", ""}, "fragment": {"#", ""},
		"userinfo": {"", "@"}, "host": {"", ""}, "port": {":", ""},
	}
	extents, _ := r.Split(s)
	texts, rest := map[string]*string{}, s
	for i, p := range r.Components() {
		text, around := rest[:extents[i]], delimiters[p.Name]
		rest = rest[extents[i]:]
		if text == "" && around != [2]string{} {
			continue
		}
		if p.Prefix != len(around[0]) || p.Suffix != len(around[1]) {
			t.Fatalf("%s of %s has delimiters of %d and %d bytes", p.Name, r.Name(), p.Prefix, p.Suffix)
		}
		text, before := strings.CutPrefix(text, around[0])
		text, behind := strings.CutSuffix(text, around[1])
		if !before || !behind {
			t.Fatalf("%s.Split(%q) = %v: %s is %q", r.Name(), s, extents, p.Name, text)
		}
		texts[p.Name] = &text
	}
	if rest != "" {
		t.Fatalf("%s.Split(%q) = %v: %q is left over", r.Name(), s, extents, rest)
	}
	return texts
}

// membersOf maps a component to the rules for its text.
var membersOf = map[string][]tables.Rule{
	"scheme":    {rfc3987.Scheme},
	"authority": {rfc3987.Iauthority},
	"path": {rfc3987.IpathAbempty, rfc3987.IpathAbsolute, rfc3987.IpathNoscheme,
		rfc3987.IpathRootless, rfc3987.IpathEmpty},
	"query":    {rfc3987.Iquery},
	"fragment": {rfc3987.Ifragment},
	"userinfo": {rfc3987.Iuserinfo},
	"host":     {rfc3987.Ihost},
	"port":     {rfc3987.Port},
}

// appendixB is the expression of RFC 3986, appendix B, which splits any reference. The flag s is
// set because "." must also match newlines: appendix B does not restrict characters.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)

// ofAppendixB maps each component to its groups, without and with its delimiters.
var ofAppendixB = map[string][2]int{
	"scheme": {2, 1}, "authority": {4, 3}, "path": {5, 5}, "query": {7, 6}, "fragment": {9, 8},
}

// inAuthority splits a valid authority.
var inAuthority = regexp.MustCompile(`^(([^@]*)@)?(\[[^\]]*\]|[^:]*)(:(.*))?$`)

var ofAuthority = map[string][2]int{"userinfo": {2, 1}, "host": {3, 3}, "port": {5, 4}}

// FuzzSplit checks the extents of components against a regular expression for the delimiters, and
// that each component is a member of its own rule.
func FuzzSplit(f *testing.F) {
	addSeeds(f)
	for _, s := range inputs() {
		if i := strings.Index(s, "//"); i >= 0 {
			f.Add(s[i+2:])
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range []tables.Rule{rfc3987.IRI, rfc3987.IRIReference, rfc3987.AbsoluteIRI, rfc3987.IrelativeRef} {
			checkSplit(t, r, s, appendixB, ofAppendixB)
		}
		for _, r := range []tables.Rule{rfc3987.Iauthority, rfc3986.Authority} {
			checkSplit(t, r, s, inAuthority, ofAuthority)
		}
	})
}

func checkSplit(t *testing.T, r tables.Rule, s string, second *regexp.Regexp, groups map[string][2]int) {
	if !r.Valid(s) {
		return
	}
	texts := pieces(t, r, s)
	at := second.FindStringSubmatchIndex(s)
	for name, group := range groups {
		text := texts[name]
		switch has := at[2*group[1]] >= 0; {
		case (text != nil) != has &&
			slices.ContainsFunc(r.Components(), func(p tables.ComponentLayout) bool { return p.Name == name }):
			t.Errorf("%s.Split(%q) has a %s: %t", r.Name(), s, name, text != nil)
		case text == nil:
		case *text != s[at[2*group[0]]:at[2*group[0]+1]]:
			t.Errorf("%s.Split(%q): %s is %q, want %q", r.Name(), s, name, *text, s[at[2*group[0]]:at[2*group[0]+1]])
		case !slices.ContainsFunc(membersOf[name], func(r tables.Rule) bool { return r.Valid(*text) }):
			t.Errorf("%s.Split(%q): %q is not a valid %s", r.Name(), s, *text, name)
		}
	}
}

// FuzzTable checks that no table, whatever its bytes, makes a walk read out of bounds, and that a
// table that passes Verify behaves as a table in every respect.
func FuzzTable(f *testing.F) {
	for _, r := range []tables.Rule{
		rfc3987.Port, rfc3986.Scheme, rfc3986.IPv6address, rfc3986.Authority, rfc3987.Ucschar, rfc3987.IRI, "", "iri\x01",
	} {
		f.Add([]byte(r), "http://[1:2:3:4:5:6:7:255.255.255.255]/")
	}
	f.Fuzz(func(t *testing.T, table []byte, s string) {
		checkTable(t, tables.Rule(table), s)
		checkTable(t, seal(table), s)
	})
}

// FuzzTableEdit is FuzzTable for shipped tables with a few bytes changed, which walks follow
// further than random bytes. Verify must reject a table after any change that leaves the checksum
// wrong.
func FuzzTableEdit(f *testing.F) {
	for i := range 40 {
		f.Add(uint16(i*7), []byte{byte(i), byte(i * 5), byte(1 << (i % 8)), 0, byte(i * 11), 0x80}, "http://[::1]/")
	}
	f.Fuzz(func(t *testing.T, rule uint16, edits []byte, s string) {
		table := []byte(rules[int(rule)%len(rules)].Rule)
		before := string(table)
		for ; len(edits) >= 3; edits = edits[3:] { // an offset, and the bits to flip
			at := (int(edits[0])<<8 | int(edits[1])) % len(table)
			table[at] ^= edits[2]
		}
		r := tables.Rule(table)
		if err := machine.Verify(r); (err == nil) != (string(table) == before) {
			t.Fatalf("the table of %s, changed without its checksum: %v", rules[int(rule)%len(rules)].Name(), err)
		}
		checkTable(t, r, s)
		checkTable(t, seal(table), s)
	})
}

// seal returns a table with its last four bytes replaced by the checksum of the rest. Without the
// right checksum, Verify would reject the table immediately.
func seal(table []byte) tables.Rule {
	n := max(len(table)-4, 0)
	return tables.Rule(binary.LittleEndian.AppendUint32(slices.Clone(table[:n]), crc32.ChecksumIEEE(table[:n])))
}

func checkTable(t *testing.T, r tables.Rule, s string) {
	texts := append(inputs(), s)
	for _, s := range texts {
		r.Valid(s)
		r.ValidBytes([]byte(s))
		r.ValidReader(strings.NewReader(s))
		q := r.Advance(r.AdvanceString(r.Start(), s), []byte(s))
		_, _ = r.Accepting(q), q.Dead()
	}
	if machine.Verify(r) != nil {
		return
	}
	m := underTest(r)
	if m.machine.Hash() != r.Hash() {
		t.Errorf("hash %x of another language", r.Hash())
	}
	for _, s := range texts {
		want := m.machine.Accept[walk(m.machine, s)]
		if r.Valid(s) != want || (r.Prefix(s) == len(s)) != want || (r.Check(s) == nil) != want {
			t.Errorf("%q: Valid, Prefix and Check are %t, %d, %v", s, r.Valid(s), r.Prefix(s), r.Check(s))
		}
		if x, ok := r.Split(s); ok && sum(x) != len(s) {
			t.Errorf("%q: extents %v", s, x)
		}
	}
}

func sum(x tables.Extents) int {
	n := 0
	for _, extent := range x {
		n += extent
	}
	return n
}
