package tables_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// What is said to be free at a state is: strings of a set lead from there to members, with escapes and with one byte that may stand
// there once; and with half an escape, or that byte twice, to none.
func TestFreeSetsAreFree(t *testing.T) {
	skipRace(t)
	r := seeded(51)
	sets, escapes, onces := 0, 0, 0
	for _, l := range bundledLanguages(t) {
		for _, f := range l.m.FreeSets(t) {
			sets++
			var free []byte
			for b := range f.Bytes {
				if f.Bytes[b] && !(f.Escape && byte(b) == f.EscapeByte) && !(f.Once && byte(b) == f.OnceByte) {
					free = append(free, byte(b))
				}
			}
			accepts := func(s []byte) bool {
				q := f.State
				for _, b := range s {
					q = l.m.Next[int(q)*l.m.Count+int(l.m.Class[b])]
				}
				return l.m.Accept[q]
			}
			if len(free) == 0 {
				t.Fatalf("%s: nothing is free at state %d", l.name, f.State)
			}
			for range few(200) {
				s := []byte{}
				for range r.IntN(30) {
					if f.Escape && r.IntN(8) == 0 {
						s = append(s, f.EscapeByte, "0123456789ABCDEFabcdef"[r.IntN(22)], "0123456789ABCDEFabcdef"[r.IntN(22)])
					}
					s = append(s, free[r.IntN(len(free))])
				}
				if !accepts(s) {
					t.Fatalf("%s: %q is not free at state %d", l.name, s, f.State)
				}
				if f.Escape {
					escapes++
					half := append(append(s[:len(s):len(s)], f.EscapeByte), []string{"", "4", "4g", "g4", "/41", " 0"}[r.IntN(6)]...)
					if accepts(half) {
						t.Fatalf("%s: %q is free at state %d", l.name, half, f.State)
					}
				}
				if f.Once {
					onces++
					one := append(append(s[:len(s):len(s)], f.OnceByte), s...)
					if !accepts(one) || accepts(append(one, f.OnceByte)) {
						t.Fatalf("%s: %q is free at state %d, or with one more", l.name, one, f.State)
					}
				}
			}
		}
	}
	if sets < 100 || escapes < few(1000) || onces < few(1000) {
		t.Errorf("%d sets, %d escapes, %d once", sets, escapes, onces)
	}
}

// The longest run is that which a look at every run finds.
func TestLongestRun(t *testing.T) {
	r := seeded(54)
	for i := range few(3000) {
		var in [128]bool
		for b := range in {
			in[b] = r.IntN(1+i%9) != 0
		}
		if i%3 == 0 { // no run, or short ones
			for b := range in {
				in[b] = in[b] && r.IntN(16) == 0
			}
		}
		want := [2]int{}
		for from := range in {
			to := from
			for to < len(in) && in[to] {
				to++
			}
			if to-from > want[1]-want[0] {
				want = [2]int{from, to}
			}
		}
		if got := tables.LongestRun(func(b int) bool { return in[b] }); got != want {
			t.Fatalf("%v: from %d to %d, not from %d to %d", in, got[0], got[1], want[0], want[1])
		}
	}
}

// A byte that may stand there once in one set, and any number of times in another, is for one of the two to have.
func TestFreeSetsDoNotMixConditions(t *testing.T) {
	skipRace(t)
	for _, l := range bundledLanguages(t) {
		for _, f := range l.m.FreeSets(t) {
			if f.EscapeByte < 0x80 && f.Bytes[f.EscapeByte] != f.Escape || f.OnceByte < 0x80 && f.Bytes[f.OnceByte] != f.Once {
				t.Errorf("%s: state %d takes %q or %q without its condition", l.name, f.State, f.EscapeByte, f.OnceByte)
			}
		}
	}
}

// Members and nearly members, of the lengths at which blocks lie on top of each other or not.
func TestFreeBytesMakeMembers(t *testing.T) {
	skipRace(t)
	r := seeded(52)
	for _, l := range bundledLanguages(t) {
		if l.m.Hot == nil {
			continue
		}
		verdicts := map[bool]int{}
		for i := range few(3000) {
			s := l.draw(r, i%160)
			for range i % 3 {
				s = mutate(r, s)
			}
			if i%5 == 0 && len(s) > 9 { // what is looked at only where there is one
				at := 8 + r.IntN(len(s)-8)
				s = append(s[:at:at], append([]byte([]string{"%41", "%4", "#", "#a#", "@", "%zz"}[r.IntN(6)]), s[at:]...)...)
			}
			want := l.accepts(string(s))
			if got := l.rule.ValidOnTables(string(s)); got != want {
				t.Fatalf("%s: %q is a member: %v", l.name, s, got)
			}
			verdicts[want]++
		}
	}
}

// Grammars of which parts are not what they are in the documents that ship: "%" begins an escape
// behind a slash and none in front of it, where nothing is a member, or is free as any other byte; and "?" or "&" lead to where characters for private use
// may stand, so that no single byte tells these states apart.
func TestFreeBytesOfOtherGrammars(t *testing.T) {
	skipRace(t)
	r := seeded(53)
	for _, x := range []struct {
		text  string
		tells byte // apart the states that share places
		s     []string
	}{
		{`r = "x" *( "%" / "a" ) "/" *( ALPHA / "/" / "%" HEXDIG HEXDIG / "%" %x61-66 HEXDIG / "%" HEXDIG %x61-66 )`, 0, []string{"x%%%%%%%%%%%%%%/b", "xaaaaaaaaaaaa%%/b", "xaaaaaaaaaaaa%%/%", "xaaaaaaaaaaaaaaa%/%4", "x%%%%%%%%%%%%%/%41"}},
		{`r = "x" *( "%" / "a" ) [ "/" *( ALPHA / "/" / "%" HEXDIG HEXDIG ) ]`, 0, []string{"x%%%%%%%%%%%%%%", "x%%%%%%%%%%%%%%/b", "xaaaaaaaaaaaa%%/b", "xaaaaaaaaaaaa%%/%", "x%%%%%%%%%%%%%/%41"}},
		{`r = "x" *( ALPHA / u ) [ ("?" / "&") *( ALPHA / u / p / "?" / "&" ) ]
u = %xA0-D7FF / %x10000-1FFFD
p = %xE000-F8FF`, 0xFF, []string{"x?" + strings.Repeat("aé", 100) + strings.Repeat("\uE000a\uE000bc", 100), "x" + strings.Repeat("aé", 100) + strings.Repeat("\uE000a\uE000bc", 100)}},
	} {
		l := languageOf(t, compileText(t, "test", x.text+"\n", syntax.ABNF).Rule("r").Table)
		if l.m.Hot == nil {
			t.Fatalf("%s has no shift rows", x.text)
		}
		if got := l.rule.Tells(); got != x.tells {
			t.Errorf("%s: %q tells states apart, not %q", x.text, got, x.tells)
		}
		try := func(s string) {
			if want := l.accepts(s); l.rule.ValidOnTables(s) != want {
				t.Fatalf("%s: %q is a member: %v", x.text, s, want)
			}
		}
		for _, s := range x.s {
			try(s)
		}
		for i := range few(20_000) {
			s := l.draw(r, i%200)
			for range i % 3 {
				s = mutate(r, s)
			}
			try(string(s))
		}
	}
}

// Digits are what they are, wherever in a word.
func TestHexDigits(t *testing.T) {
	for b := range uint64(0x80) {
		want := strings.IndexByte("0123456789ABCDEFabcdef", byte(b)) >= 0
		for i := range 8 {
			if got := tables.HexDigits(0x2F<<56>>(8*i)|b<<(8*i))>>(8*i+7)&1 != 0; got != want {
				t.Errorf("byte %#02x at %d is a digit: %v", b, i, got)
			}
		}
	}
}

// skipRace skips a test that has one goroutine only and takes ten times as long with the detector of races.
func skipRace(t *testing.T) {
	if raceDetector {
		t.Skip("there is one goroutine, so there are no races")
	}
}

// Long strings are read, too, and not a byte of them is left out.
func TestLongStringsAreRead(t *testing.T) {
	skipRace(t)
	for _, rule := range []string{"IRI", "IRI-reference", "ipath"} {
		l := shippedLanguage(t, "rfc3987", rule)
		for _, begin := range []string{"data:a/b,", "http://a/b?", "https://example.org", "a/b/c/d/e", "/", "a:#b"} {
			for length := 250; length < 300; length++ {
				s := []byte(begin + strings.Repeat("a", length-len(begin)))
				for at := len(begin); at < len(s); at++ {
					for _, b := range []byte(" %#?\"é"[:6]) {
						s[at] = b
						if want := l.accepts(string(s)); l.rule.ValidOnTables(string(s)) != want {
							t.Fatalf("%s: %q is a member: %v", rule, s, want)
						}
					}
					s[at] = 'a'
				}
			}
		}
	}
}

// The bytes of the two runs are those that the obvious search finds, all with a word of 0, and a
// byte that is none of them is found wherever it is.
func TestRunsOfBytes(t *testing.T) {
	skipRace(t)
	found := 0
	for _, l := range bundledLanguages(t) {
		if l.m.Hot == nil {
			continue
		}
		want := runsOf(l.rule, len(l.m.FreeSets(t)) > 0)
		var one []byte
		for b := range 256 {
			in := l.rule.InRuns(strings.Repeat(string([]byte{byte(b)}), 32)) == 32
			if in != (b < 0x80 && want[b&0x7F]) {
				t.Fatalf("%s: %q is in a run: %v", l.name, byte(b), in)
			}
			if in {
				one = []byte{byte(b)}
			}
		}
		if one == nil {
			continue
		}
		found++
		for length := range 100 {
			s := bytes.Repeat(one, length)
			if got := l.rule.InRuns(string(s)); got != length&^31 {
				t.Fatalf("%s: of %q %d are in runs", l.name, s, got)
			}
			for at := range s {
				for b := range 256 {
					s[at] = byte(b)
					most := length &^ 31
					if b >= 0x80 || !want[b] {
						most = min(most, at&^31)
					}
					if got := l.rule.InRuns(string(s)); got != most {
						t.Fatalf("%s: of %q %d are in runs, not %d", l.name, s, got, most)
					}
				}
				s[at] = one[0]
			}
		}
	}
	if found < 20 {
		t.Errorf("%d rules have runs", found)
	}
	// What base64 is made of (RFC 4648, section 4), but for what may end it.
	base64 := "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	if n := shippedLanguage(t, "rfc3987", "IRI").rule.InRuns(base64); n != len(base64) {
		t.Errorf("%d bytes of base64 are in runs", n)
	}
}

// runsOf is the obvious twin of runs: of all pairs of a first and a last byte, that with the most between
// them that have a word of 0 in both cases, and then that with the most of the others.
func runsOf(r tables.Rule, any bool) (in [128]bool) {
	const folds = 'a' ^ 'A'
	most := func(is func(b int) bool) (from, to int) {
		to = -1
		for i := range 128 {
			for j := i; j < 128; j++ {
				all := true
				for b := i; b <= j; b++ {
					all = all && is(b)
				}
				if all && j-i > to-from {
					from, to = i, j
				}
			}
		}
		return from, to
	}
	if !any {
		return in
	}
	from, to := most(func(b int) bool {
		return b&folds != 0 && r.FreeWord(byte(b)) == 0 && r.FreeWord(byte(b^folds)) == 0
	})
	for b := from; b <= to; b++ {
		in[b], in[b^folds] = true, true
	}
	letters := in
	from, to = most(func(b int) bool { return !letters[b] && r.FreeWord(byte(b)) == 0 })
	for b := from; b <= to; b++ {
		in[b] = true
	}
	return in
}
