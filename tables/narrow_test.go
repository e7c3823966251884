package tables_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// narrowed pairs rules without components with the rules that name the components of their members.
var narrowed = []struct{ narrow, wide tables.Rule }{
	{rfc3986.URI, rfc3987.IRI},
	{rfc3986.URIReference, rfc3987.IRIReference},
}

// Calling Ends with another rule returns the first rule's verdict and error, and the other rule's
// components: for every short string of a few symbols, and for strings of every length that kernels
// distinguish.
func TestEndsByAnotherRule(t *testing.T) {
	ascii, beyond := everyday()
	texts := append(ascii, beyond...)
	for _, s := range tenth(ascii) {
		texts = append(texts, s, s+" ", s+"é", s+"%4", s+"[")
	}
	symbols := []string{"a", ":", "/", "?", "#", "@", "[", "]", "%41", "é", "1"}
	short := []string{""}
	for from, n := 0, 0; n < 5; n++ {
		to := len(short)
		for _, s := range short[from:to] {
			for _, symbol := range symbols {
				short = append(short, s+symbol)
			}
		}
		from = to
	}
	if testkit.Few(4) < 4 { // otherwise use all of them
		short = short[:len(short)/16]
	}
	texts = append(texts, short...)
	tables.OnEveryCPU(func(cpu string) {
		members := 0
		for _, n := range narrowed {
			for _, s := range texts {
				if n.narrow.Valid(s) {
					members++
				}
				if wrong := wrongEnds(n.narrow, n.wide, s); wrong != "" {
					t.Fatalf("%s: %s of %q: %s", cpu, n.narrow.Name(), s, wrong)
				}
			}
		}
		if members < 1000 {
			t.Errorf("%s: only %d members of %d strings", cpu, members, len(texts))
		}
	})
}

// tenth returns every tenth string.
func tenth(all []string) (some []string) {
	for i := 0; i < len(all); i += 10 {
		some = append(some, all[i])
	}
	return some
}

// wrongEnds returns the difference between Ends and its slow versions: Check of the first rule,
// Split of the second, and the component that the second names for a string cut off at the same
// offset.
func wrongEnds(narrow, wide tables.Rule, s string) string {
	scheme, authority, path, query, met := narrow.Ends(s, wide)
	var e, err *tables.SyntaxError
	invalid := errors.As(narrow.Check(s), &e)
	errors.As(met, &err)
	switch {
	case invalid != (met != nil):
		return "another verdict"
	case !invalid:
		x, _ := wide.Split(s)
		want := [4]int{x[0], x[0] + x[1], x[0] + x[1] + x[2], len(s) - x[4]}
		if [4]int{scheme, authority, path, query} != want {
			return "other ends"
		}
		return ""
	case e.Offset > 0 && err.Component() == "":
		return "no component"
	case !errors.Is(err, e) || err.Column != e.Column || err.AtEnd != e.AtEnd || err.Incomplete != e.Incomplete ||
		err.Found() != e.Found() || strings.Join(err.Expected(), " ") != strings.Join(e.Expected(), " "):
		return "another error"
	}
	var stop *tables.SyntaxError
	errors.As(wide.Check(s[:e.Offset]+"\x00"), &stop)
	if stop.Offset != e.Offset || stop.Component() != err.Component() || stop.After() != err.After() {
		return "the component " + err.Component() + ", not " + stop.Component()
	}
	return ""
}

// The proof that a kernel splits into another rule's components fails for each class of a byte that
// would end a component elsewhere.
func TestNarrowKernelsAreProved(t *testing.T) {
	for _, n := range narrowed {
		wide, err := machine.Of(n.wide)
		if err != nil {
			t.Fatal(err)
		}
		narrow, err := machine.Of(n.narrow)
		if err != nil {
			t.Fatal(err)
		}
		if err := wide.VerifyNarrow(narrow); err != nil {
			t.Errorf("%s: %v", n.narrow.Name(), err)
		}
		right := *narrow.Regions
		for name, spoil := range map[string]func(r *machine.Regions){
			"a query that does not begin": func(r *machine.Regions) { r.Class['?'] &^= machine.EndPath },
			"an authority that ends early": func(r *machine.Regions) {
				r.Class[';'] &^= machine.InAuthority | machine.InBody
			},
			"an authority with a slash":       func(r *machine.Regions) { r.Class['/'] |= machine.InAuthority },
			"a delimiter that is none":        func(r *machine.Regions) { r.Class['!'] |= machine.EndPath },
			"a character that is in no IRI":   func(r *machine.Regions) { r.Class['^'] = machine.Plain },
			"a scheme that begins in a digit": func(r *machine.Regions) { r.Class['1'] |= machine.BeginScheme },
		} {
			spoiled := right
			if spoil(&spoiled); spoiled == right {
				t.Errorf("%s: nothing is spoiled by %s", n.narrow.Name(), name)
			}
			narrow.Regions = &spoiled
			if wide.VerifyNarrow(narrow) == nil {
				t.Errorf("%s: %s is not seen", n.narrow.Name(), name)
			}
		}
		narrow.Regions = nil
		if err := wide.VerifyNarrow(narrow); err != nil {
			t.Errorf("%s without a kernel: %v", n.narrow.Name(), err)
		}
	}
}

// Ends does not panic if the other rule lacks components, rejects the string, or is not a table.
func TestEndsByAnyRule(t *testing.T) {
	for _, of := range []tables.Rule{"", rfc3986.Port, rfc3987.Iauthority, rfc3987.IRI, rfc3987.IRIReference} {
		for _, s := range []string{"", "a", "a:b", "a:b c", "../a", "//h:80", "80",
			"http://user@example.org:8042/over/there?name#nose"} {
			for _, r := range []tables.Rule{"", rfc3986.Port, rfc3986.URI, rfc3986.URIReference, rfc3987.IRIReference} {
				_, _, _, _, err := r.Ends(s, of)
				if (err == nil) != r.Valid(s) {
					t.Errorf("%s by %s of %q: %v", r.Name(), of.Name(), s, err)
				}
				if err != nil && err.Error() == "" {
					t.Errorf("%s by %s of %q: no message", r.Name(), of.Name(), s)
				}
			}
		}
	}
}
