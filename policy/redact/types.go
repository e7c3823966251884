package redact

import (
	"reflect"
	"sync"

	"github.com/irilex/iri"
)

// isIRI reports whether a type is an IRI, a reference, or defined as one of them.
func isIRI(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.ConvertibleTo(reflect.TypeFor[iri.Reference]())
}

// asReference returns the IRI of a value as a reference.
func asReference(v reflect.Value) iri.Reference {
	return v.Convert(reflect.TypeFor[iri.Reference]()).Interface().(iri.Reference)
}

// isVisible reports whether encoding/json prints a field: it is exported, or an embedded struct, or
// a pointer to one.
func isVisible(f reflect.StructField) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return f.IsExported() || f.Anonymous && t.Kind() == reflect.Struct
}

// A content tells what values of a type may contain.
type content uint8

const (
	noIRI content = iota
	someIRIs
	anIRI // the value itself is one
)

// contentOf returns the content of a type. It keeps the results.
func (w *walk) contentOf(t reflect.Type) content {
	if kept, ok := w.types.Load(t); ok {
		return kept.(content)
	}
	c := noIRI
	switch {
	case isIRI(t):
		c = anIRI
	case mayHold(t, map[reflect.Type]bool{}):
		c = someIRIs
	}
	w.types.Store(t, c)
	return c
}

// mayHold reports whether values of a type may contain an IRI. A type that was seen on the way from
// others adds nothing.
func mayHold(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return mayHold(t.Elem(), seen)
	case reflect.Map:
		return mayHold(t.Key(), seen) || mayHold(t.Elem(), seen)
	case reflect.Struct:
		if isIRI(t) {
			return true
		}
		for i := range t.NumField() {
			if f := t.Field(i); isVisible(f) && mayHold(f.Type, seen) {
				return true
			}
		}
	}
	return false
}

// hasLock reports whether a struct or a value inside it is a lock. A copy of a locked lock is never
// unlocked, so a method of the copy could wait forever.
func hasLock(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return hasLock(t.Elem())
	case reflect.Struct:
		if reflect.PointerTo(t).Implements(reflect.TypeFor[sync.Locker]()) {
			return true
		}
		for i := range t.NumField() {
			if hasLock(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
