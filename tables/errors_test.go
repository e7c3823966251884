package tables_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// An error is one allocation of at most 80 bytes, and does not refer to the string.
func TestErrorsAreSmall(t *testing.T) {
	b := []byte("http://example.org/é b")
	if n := unsafe.Sizeof(tables.SyntaxError{}); n > 80 {
		t.Errorf("%d bytes", n)
	}
	for name, f := range map[string]func() error{
		"Check":      func() error { return rfc3987.IRI.Check("http://example.org/é b") },
		"CheckBytes": func() error { return rfc3987.IRI.CheckBytes(b) },
		"Ends":       func() error { _, _, _, _, err := rfc3987.IRI.Ends("http://example.org/é b", rfc3987.IRI); return err },
		"Set":        func() error { return rfc3987.IhostAlternatives.Check("example.org/") },
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
		if n := testing.AllocsPerRun(100, func() { f() }); n != 1 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	err := rfc3987.IRI.CheckBytes(b)
	want := err.Error()
	copy(b[len(b)-3:], "\xFF\xFF\xFF")
	if err.Error() != want {
		t.Errorf("the error changes with the bytes: %q, %q", want, err)
	}
}

// Errors are equal if their rules, offsets and states are equal.
func TestErrorsIs(t *testing.T) {
	err := rfc3987.IRI.Check("http://h/ ")
	for _, tt := range []struct {
		other error
		want  bool
	}{
		{rfc3987.IRI.Check("http://h/ "), true},
		{rfc3987.IRI.Check("http://h/<and more"), true},
		{rfc3987.IRI.Check("https://h/<"), false},         // another offset
		{rfc3987.IRI.Check("http:///? "), false},          // another offset and state
		{rfc3987.IRI.Check("http://h? "), false},          // another state
		{rfc3987.IRIReference.Check("http://h/ "), false}, // another rule
		{rfc3986.URI.Check("http://h/ "), false},
		{errors.New("http://h/ "), false},
		{nil, false},
	} {
		if got := errors.Is(err, tt.other); got != tt.want {
			t.Errorf("%v is %v: %v", err, tt.other, got)
		}
	}
	if wrapped := fmt.Errorf("line 7: %w", err); !errors.Is(wrapped, err) {
		t.Error("a wrapped error is not the error")
	}
}

// The JSON encoding of an error has a key for each result of its methods.
func TestErrorsAsJSON(t *testing.T) {
	keys := []string{"at_end", "after", "column", "component", "expected", "found", "grammar", "incomplete", "message",
		"offset", "rule"}
	slices.Sort(keys)
	m := oneX()
	m.Name = "\x01\"\u2028"
	strange, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		rfc3987.IRI.Check("http://h/\"\\"), rfc3987.IRI.Check(""), rfc3987.IRI.Check("a:\xFF"), rfc3987.IRI.Check("a:\x01"),
		rfc3987.Port.Check("80x"), tables.Rule("").Check("a"), &tables.SyntaxError{}, strange.Check("y"),
	} {
		b, failed := json.Marshal(err)
		var got map[string]any
		if failed != nil || json.Unmarshal(b, &got) != nil {
			t.Fatalf("%v: %s, %v", err, b, failed)
		}
		if have := slices.Sorted(maps.Keys(got)); !slices.Equal(have, keys) {
			t.Errorf("%v: the keys are %q, not %q", err, have, keys)
		}
		e := syntaxError(t, err)
		expected := []any{}
		for _, word := range e.Expected() {
			expected = append(expected, word)
		}
		want := map[string]any{
			"at_end": e.AtEnd, "after": e.After(), "column": float64(e.Column), "component": e.Component(), "expected": expected,
			"found": e.Found(), "grammar": e.Rule().Grammar(), "incomplete": e.Incomplete, "message": e.Message(),
			"offset": float64(e.Offset), "rule": e.Rule().Name(),
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n%v, not\n%v", b, got, want)
		}
	}
}

// Printing an error, or a value that contains one, never shows the bytes of the table.
func TestErrorsPrintNoTable(t *testing.T) {
	err := syntaxError(t, rfc3987.IRI.Check("http://h/ "))
	holder := struct {
		err   *tables.SyntaxError
		value tables.SyntaxError
		Err   error
	}{err, *err, err}
	for _, value := range []any{err, *err, holder, &holder, []tables.SyntaxError{*err}, map[string]any{"a": *err}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%p", "%T"} {
			if got := fmt.Sprintf(verb, value); len(got) > 2000 || strings.Contains(got, "iri\x0c") {
				t.Errorf("%s of %T prints %d bytes", verb, value, len(got))
			}
		}
	}
	v := reflect.ValueOf(*err)
	for i := range v.NumField() {
		if k := v.Field(i).Kind(); k == reflect.String || k == reflect.Slice || k == reflect.Interface {
			t.Errorf("the field %s is a %v, which printers show whole", v.Type().Field(i).Name, k)
		}
	}
}

// Byte slices are checked and split like strings.
func TestBytesAreLikeStrings(t *testing.T) {
	for _, s := range []string{"", "a:b", "http://u@h:1/p?q#f", "http://h/ ", "a:\xFF"} {
		x, ok := rfc3987.IRI.Split(s)
		y, same := rfc3987.IRI.SplitBytes([]byte(s))
		if x != y || ok != same || !sameError(rfc3987.IRI.Check(s), rfc3987.IRI.CheckBytes([]byte(s))) {
			t.Errorf("%q: %v %v as bytes, not %v %v", s, y, same, x, ok)
		}
	}
}
