package tables_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// cutAuthority splits after the first "@", and after the first "]" of a host that begins with "["
// or before the first ":" of any other host.
func cutAuthority(s string) (x tables.Extents) {
	x[0] = strings.IndexByte(s, '@') + 1
	host := s[x[0]:]
	x[1] = len(host)
	if strings.HasPrefix(host, "[") {
		x[1] = strings.IndexByte(host, ']') + 1
	} else if i := strings.IndexByte(host, ':'); i >= 0 {
		x[1] = i
	}
	x[2] = len(host) - x[1]
	return x
}

// Split agrees with cutAuthority on every short member built from one byte per class or from a few
// bytes.
func TestAuthoritiesAreCutAtDelimiters(t *testing.T) {
	for _, rule := range []tables.Rule{rfc3987.Iauthority, rfc3986.Authority} {
		l := languageOf(t, rule)
		if err := l.m.VerifyAuthority(); err != nil {
			t.Errorf("%s: %v", l.name, err)
		}
		classes, seen := "", map[uint8]bool{}
		for b, c := range l.m.Class {
			if !seen[c] {
				seen[c] = true
				classes += string([]byte{byte(b)})
			}
		}
		cuts := map[tables.Extents]bool{}
		try := func(s string) {
			want := cutAuthority(s)
			if x, ok := rule.Split(s); !ok || x != want {
				t.Fatalf("%s: Split(%q) = %v, %v, not %v", l.name, s, x, ok, want)
			}
			cuts[want] = true
		}
		for alphabet, most := range map[string]int{classes: 4, "1v:@[].": 7, "1:@[]": 9} {
			l.eachMember(alphabet, most, try)
		}
		t.Logf("%s: %d cuts", l.name, len(cuts))
		if len(cuts) < 150 {
			t.Errorf("%s: only %d different cuts", l.name, len(cuts))
		}
	}
}

// eachMember calls do with every member over the alphabet whose length does not exceed most.
func (l *language) eachMember(alphabet string, most int, do func(s string)) {
	var walk func(s string, q int)
	walk = func(s string, q int) {
		if l.m.Accept[q] {
			do(s)
		}
		for i := 0; i < len(alphabet) && len(s) < most; i++ {
			if to := l.to(q, alphabet[i:i+1]); to != 0 {
				walk(s+alphabet[i:i+1], to)
			}
		}
	}
	walk("", int(l.m.Start))
}

// smallGrammar compiles a grammar. Its rules may be indented with tabs.
func smallGrammar(t *testing.T, document string) *build.Grammar {
	t.Helper()
	g, err := build.Compile(t.Context(), syntax.NewSource("x.abnf", strings.ReplaceAll(document, "\t", "")+"\n"),
		build.Options{Name: "x", Places: true})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The proof for an authority fails for other languages and components, each time with the reason
// and a shortest counterexample.
func TestAuthoritiesAreProved(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"an authority", `authority = [ userinfo "@" ] host [ ":" port ]
			userinfo = *( "u" / ":" )
			host = "[" *( "h" / ":" ) "]" / *"h"`, ""},
		{"@ after the first", `authority = [ userinfo "@" ] host [ ":" port ]
			userinfo = *"u"
			host = "h" *"h" / "[" *"@" "]"`,
			`string "[@]": the labels assign a byte of component 0 to component 1`},
		{"a name with @", `authority = [ userinfo "@" ] host [ ":" port ]
			userinfo = *"u"
			host = "h" *( "h" / "@" )`,
			`string "H@": the labels assign a byte of component 0 to component 1`},
		{"a name with a colon", `authority = [ userinfo "@" ] ( name / host [ ":" port ] )
			userinfo = *"u"
			name = *( "h" / ":" )
			host = "[" *"h" "]"`,
			`string ":": the labels assign a byte of component 2 to component 1`},
		{"a userinfo without @", `authority = [ userinfo ";" ] host [ ":" port ]
			userinfo = *"u"
			host = 1*"h"`,
			`string ";H": the labels assign a byte of component 1 to component 0`},
		{"a bracket after a bracket", `authority = [ userinfo "@" ] host [ ":" port ]
			userinfo = *"u"
			host = "[" *( "h" / "]" ) "]"`,
			`string "[]]": no ":" follows the first "]"`},
		{"a bracket alone", `authority = [ userinfo "@" ] host [ ":" port ]
			userinfo = *"u"
			host = "[" *"h"`,
			`string "[": no "]" ends the host`},
		{"a port without a colon", `authority = [ userinfo "@" ] host [ ";" port ]
			userinfo = *"u"
			host = "[" *"h" "]"`,
			`string "[];": no ":" follows the first "]"`},
		{"a longer prefix", `authority = [ userinfo "@" ] host [ "::" port ]
			userinfo = *"u"
			host = 1*"h"`,
			"the components of an authority must not be [{userinfo 0 1} {host 0 0} {port 2 0}]"},
		{"no port", `authority = [ userinfo "@" ] host
			userinfo = *"u"
			host = 1*"h"`,
			"the components of an authority must not be [{userinfo 0 1} {host 0 0}]"},
		{"no components", `authority = [ userinfo "@" ] host
			userinfo = *"u"
			host = *"h"`,
			"the components of an authority must not be []"},
	} {
		directive := "; @components authority: userinfo host port\n"
		if strings.Contains(c.text, "name =") {
			directive = "; @components authority: userinfo host=host,name port\n"
		}
		g := smallGrammar(t, directive+c.text+"\nport = *DIGIT")
		if got := text(machineOf(t, g.Rule("authority").Table).VerifyAuthority()); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The proof fails if any slot has different components, or any state a different slot.
func TestLabelsOfAuthoritiesAreProved(t *testing.T) {
	l := languageOf(t, rfc3987.Iauthority)
	refused := func(what, want string) {
		t.Helper()
		if got := text(l.m.VerifyAuthority()); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	slots := l.m.Slots
	slots[0], slots[1] = slots[1], slots[0]
	refused("swapped slots", `string "[::]": the labels assign a byte of component 1 to component 0`)
	slots[0], slots[1] = slots[1], slots[0]
	for i, s := range slots {
		for first := range 3 {
			for second := range 3 {
				slots[i] = machine.Slot{First: first, Second: second}
				if proved := l.m.VerifyAuthority() == nil; proved != (slots[i] == s) {
					t.Errorf("slot %d may be %v instead of %v: %v", i, slots[i], s, proved)
				}
			}
		}
		slots[i] = s
	}
	for _, c := range []struct {
		prefix string
		slot   machine.Slot
		want   string
	}{
		{"[", machine.Slot{First: 0, Second: 0}, `string "[::]": the labels assign a byte of component 1 to component 0`},
		{"[::]:", machine.Slot{First: 1, Second: 1},
			`string "[::]:": the labels assign a byte of component 2 to component 1`},
		{"a:a", machine.Slot{First: 2, Second: 2}, `string ":!@": the labels assign a byte of component 0 to component 2`},
		{"a", machine.Slot{First: 0, Second: 0}, `string "!": the labels assign a byte of component 1 to component 0`},
		{"a", machine.Slot{First: 1, Second: 1}, `string "!@": the labels assign a byte of component 0 to component 1`},
		{"@a", machine.Slot{First: 0, Second: 1}, `string "@!": the labels assign a byte of component 1 to component 0`},
	} {
		slot := &l.m.SlotOf[l.after(c.prefix)]
		right := *slot
		*slot = uint8(slices.Index(slots, c.slot))
		refused(c.prefix, c.want)
		*slot = right
	}
	refused("as it was", "")
}

// For a host that neither begins with "[" nor ends with a digit, the first matching alternative is
// the name.
func TestHostsAreProved(t *testing.T) {
	for _, set := range []tables.Set{rfc3987.IhostAlternatives, rfc3986.HostAlternatives} {
		m, err := machine.OfSet(set)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.VerifyHost(); err != nil {
			t.Errorf("%s: %v", set, err)
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"a host", `host = literal / address / name
			literal = "[" *"n" "]"
			address = 1*DIGIT "." 1*DIGIT
			name = *( "n" / DIGIT / "." )`, ""},
		{"an address that ends in a letter", `host = address / name
			address = 1*DIGIT ["n"]
			name = *( "n" / DIGIT )`,
			`string "0N": the first matching rule is address, not name`},
		{"an empty address", `host = address / name
			address = *DIGIT
			name = *( "n" / DIGIT )`,
			`string "": the first matching rule is address, not name`},
		{"another bracket", `host = literal / name
			literal = ( "[" / "(" ) *"n" ")"
			name = *"n"`,
			`string "()": the first matching rule is literal, not name`},
		{"a bracket after a name", `host = literal / name
			literal = *( "n" "[" )
			name = *"n"`,
			`string "": the first matching rule is literal, not name`},
		{"a loop to the start", `host = literal / name
			literal = 1*( "n" / "[" ) "]"
			name = *"n"`,
			`string "N]": the first matching rule is literal, not name`},
		{"the name first", `host = name / literal
			literal = "[" *"n" "]"
			name = *"n"`,
			`string "": the first matching rule is name, not literal`},
	} {
		set, err := smallGrammar(t, c.text).Alternatives("host")
		if err != nil {
			t.Fatal(err)
		}
		m, err := machine.OfSet(set)
		if err != nil {
			t.Fatal(err)
		}
		if got := text(m.VerifyHost()); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
