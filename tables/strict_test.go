package tables_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3987"
)

// Without the table, kernels reject a string at the first malformed percent-encoding or UTF-8
// sequence, and at a second fragment delimiter. So the proof must fail for a machine with a member
// that contains one of these: IRI with an extra transition.
func TestRegionsAreProvedStrict(t *testing.T) {
	m := machineOf(t, bundledRule(t, "rfc3987", "IRI"))
	if !m.Regions.Strict {
		t.Fatal("the regions are not strict")
	}
	behind := func(s string) int {
		q := int(m.Start)
		for i := range len(s) {
			q = int(m.Next[q*m.Count+int(m.Class[s[i]])])
		}
		if q == 0 {
			t.Fatalf("%q leads nowhere", s)
		}
		return q
	}
	fails := func(what, want string) {
		t.Helper()
		if err := m.VerifyRegions(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	for _, c := range []struct{ prefix, more, like, want string }{
		{"a:%", "G", "a:%A", "can follow"},
		{"a:%", "g", "a:%A", "can follow"},
		{"a:%", "\x80", "a:%A", "can follow"},
		{"a:%A", "G", "a:%AA", "can follow"},
		{"a:%A", ":", "a:%AA", "can follow"},
		{"a:%A", "\xA0", "a:%AA", "can follow"},
		{"a:\u00E9", "\x80", "a:", "can follow"},
		{"a:", "\xC0", "a:\xC3", "can occur"},
		{"a:", "\xF5", "a:\xF1", "can occur"},
		{"a:\xC3", "a", "a:", "can follow"},
		{"a:\xC3", "\xC3", "a:\xC3", "can follow"},
		{"a:\xE0", "\x80", "a:\xE0\xA0", "can follow"},
		{"a:\xE1\x80", "\xC0", "a:", "can occur"},
		{"a:\xED", "\xA0", "a:\xED\x80", "can follow"},
		{"a:\xF0", "\x80", "a:\xF0\x90", "can follow"},
		{"a:?\xF4", "\x90", "a:?\xF4\x80", "can follow"},
		{"a:#", "#", "a:#", "can follow"},
	} {
		cell := &m.Next[behind(c.prefix)*m.Count+int(m.Class[c.more[0]])]
		old := *cell
		*cell = uint16(behind(c.like))
		fails("members with "+c.prefix+c.more, c.want)
		*cell = old
	}
	for prefix, want := range map[string]string{"a:%": "accepts inside", "a:%A": "accepts inside",
		"a:\xC3": "accepts inside", "a:\xF1\x80\x80": "accepts inside"} {
		q := behind(prefix)
		m.Accept[q] = true
		fails("the member "+prefix, want)
		m.Accept[q] = false
	}
	if err := m.VerifyRegions(); err != nil {
		t.Fatal(err)
	}
}

// A kernel assumes that exactly the bytes from 0x80 to 0xBF continue UTF-8 sequences, with the
// classes used by UTF-8.
func TestRegionsContinueAsUTF8Does(t *testing.T) {
	m := machineOf(t, bundledRule(t, "rfc3987", "IRI"))
	for b := 0x80; b < 0x100; b++ {
		old := m.Regions.Class[b]
		for bit := uint8(1); bit > 0; bit <<= 1 {
			if b >= 0xC0 && bit != machine.Continues && bit != machine.ContinuesHigh {
				continue // a lead byte, to which other conditions of the proof apply
			}
			m.Regions.Class[b] = old ^ bit
			if m.VerifyRegions() == nil {
				t.Errorf("byte %#02x may have the class %#02x instead of %#02x", b, old^bit, old)
			}
		}
		m.Regions.Class[b] = old
	}
	if err := m.VerifyRegions(); err != nil {
		t.Error(err)
	}
	for b := range uint8(0x80) { // these bits have another meaning here
		if b != ':' {
			m.Regions.Class[b] = 0xFF
		}
	}
	for _, begin := range []string{"a:\xC3", "a:\xE0", "a:\xED", "a:\xE1\x80"} {
		for b := range uint8(0x80) {
			w := newWalker(m.Regions)
			for i := range len(begin) {
				w.Step(begin[i])
			}
			if w.Step(b) {
				t.Errorf("byte %#02x continues %q", b, begin)
			}
		}
	}
}

// The shape of IRI includes the two- and three-byte characters, from the first to the last before
// the surrogates.
func TestRegionsReadCharacters(t *testing.T) {
	l := languageOf(t, rfc3987.IRI)
	for c, want := range map[rune]bool{0x80: false, 0x9F: false, 0xA0: true, 0x7FF: true, 0x800: true, 0xFFF: true,
		0x1000: true, 0xCFFF: true, 0xD000: true, 0xD7FF: true, 0xE000: false} {
		s := "a:" + string(c)
		if l.m.Regions.Accepts(s) != want || l.accepts(s) != want {
			t.Errorf("%U is of the shape: %v; a member: %v", c, l.m.Regions.Accepts(s), l.accepts(s))
		}
	}
}

// The shape includes every four-byte character of members, up to plane 13, except those whose third
// and fourth bytes are both at least BE, which remain undecided.
func TestRegionsReadCharactersOfFourBytes(t *testing.T) {
	l := languageOf(t, rfc3987.IRI)
	shaped := 0
	for c := rune(0x10000); c <= utf8.MaxRune; c++ {
		s := "a:" + string(c)
		got, want := l.m.Regions.Accepts(s), c < 0xE0000 && (s[4] < 0xBE || s[5] < 0xBE)
		if got != want || got && !l.accepts(s) {
			t.Fatalf("%U is of the shape: %v; a member: %v", c, got, l.accepts(s))
		}
		if got {
			shaped++
		}
	}
	if want := 13 * (1<<16 - 4*16); shaped != want { // four of the 4096 in each row are undecided
		t.Errorf("%d characters are of the shape, not %d", shaped, want)
	}
}
