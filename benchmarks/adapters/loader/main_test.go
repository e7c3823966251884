package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/rdf"
)

func TestLoad(t *testing.T) {
	s := newStore()
	var places []string
	if err := s.load(strings.NewReader(people), func(e *rdf.Error) error {
		places = append(places, fmt.Sprintf("%d:%d %s", e.Line, e.Column, e.Code))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(places, ", "), "8:56 iri, 9:9 iri-no-scheme, 10:40 syntax"; got != want {
		t.Errorf("wrong are %s, want %s", got, want)
	}
	want := "<http://example.org/knows> 2\n<http://example.org/name> 2\n"
	if got := s.predicates(); got != want || len(s.triples) != 4 {
		t.Errorf("%d triples, predicates\n%swant\n%s", len(s.triples), got, want)
	}
}

// TestStrict: a loader that skips no lines returns the first error.
func TestStrict(t *testing.T) {
	s := newStore()
	err := s.load(strings.NewReader(people), func(e *rdf.Error) error { return e })
	var mistake *rdf.Error
	if !errors.As(err, &mistake) || mistake.Line != 8 || len(s.triples) != 4 {
		t.Errorf("%v after %d triples", err, len(s.triples))
	}
}

// TestInput: if the input cannot be read, load returns the read error and does not report an
// invalid line.
func TestInput(t *testing.T) {
	broken := errors.New("the disk is gone")
	err := newStore().load(failing{broken}, func(e *rdf.Error) error { t.Error(e); return nil })
	if !errors.Is(err, broken) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestTermsThatAreEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`<a:b>`, `<a:b>`, true},
		{`<a:\u00E9>`, `<a:é>`, true},
		{`"é"`, `"\u00E9"`, true},
		{`"a"`, `"a"^^<http://www.w3.org/2001/XMLSchema#string>`, true},
		{`"a"@en-GB`, `"a"@en-gb`, true},
		{`"a"`, `"a"@en`, false},
		{`"a"@en`, `"a"@de`, false},
		{`"a"^^<a:t>`, `"a"^^<a:u>`, false},
		{`"a"^^<a:t>`, `"\u0000a"^^<a:t>`, false},
		{`"a:b"`, `<a:b>`, false},
		{`_:a`, `"a"`, false},
		{`<a:b>`, `<a:B>`, false}, // RDF compares IRIs character by character
	} {
		s := newStore()
		text := "<a:s> <a:p> " + c.a + " .\n<a:s> <a:p> " + c.b + " .\n"
		if err := s.load(strings.NewReader(text), func(e *rdf.Error) error { return e }); err != nil {
			t.Fatal(err)
		}
		if got := len(s.triples) == 1; got != c.same {
			t.Errorf("%s and %s: same is %v", c.a, c.b, got)
		}
	}
}
