package redact

import (
	"reflect"
	"sync"

	"github.com/irilex/iri"
)

// isIRI reports whether a type is iri.IRI, iri.Reference, or defined as either.
func isIRI(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.ConvertibleTo(reflect.TypeFor[iri.Reference]())
}

// asReference converts a value for whose type isIRI returns true.
func asReference(v reflect.Value) iri.Reference {
	return v.Convert(reflect.TypeFor[iri.Reference]()).Interface().(iri.Reference)
}

// isVisible reports whether encoding/json encodes a field, that is, whether the field is exported,
// or is an embedded struct or pointer to a struct.
func isVisible(f reflect.StructField) bool {
	t := f.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return f.IsExported() || f.Anonymous && t.Kind() == reflect.Struct
}

// content describes what values of a type may contain.
type content uint8

const (
	noIRI content = iota
	someIRIs
	anIRI // the value itself is an IRI
)

// contentOf returns the content of a type and caches the result.
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

// mayHold reports whether values of a type may contain an IRI. It ignores types in seen.
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

// hasLock reports whether a struct is or contains a lock. A copy of a held lock would never be
// unlocked, so a method of the copy could block forever.
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
