// Package redact keeps passwords in IRIs out of log/slog records.
//
//	options := &slog.HandlerOptions{ReplaceAttr: redact.ReplaceAttr(nil)}
//	log := slog.New(slog.NewJSONHandler(os.Stderr, options))
//	log.Info("fetch", "url", iri.MustParse("ftp://ann:secret@example.org/"))
//	// {…,"msg":"fetch","url":"ftp://ann:xxxxx@example.org/"}
//
// Package iri does not import log/slog, which keeps log/slog out of programs that do not use it.
//
// # Redacted values
//
// ReplaceAttr redacts each [iri.IRI] and [iri.Reference], and values of types that are defined as
// either, as [iri.IRI.Redacted] does. It finds them in attribute values, including values in groups
// and results of LogValue, and at any depth in pointers, interfaces, slices, arrays, map keys and
// values, exported struct fields, and embedded structs.
//
// ReplaceAttr replaces a value that contains a password with a copy of the same type, and a handler
// prints the copy in the same format. Map keys that differ only in their passwords become a single
// key with one of their values. A value without a password is not replaced.
//
// If a value that contains a password cannot be copied safely, [Hidden] replaces the entire
// attribute value. This happens if the password is in a struct with a lock (a [sync.Mutex] or any
// other [sync.Locker]), or behind an embedded pointer to an unexported type. Whether or not there
// is a password, Hidden also replaces a value that is nested more than 100 levels deep or contains
// more than 100,000 nested values that may contain IRIs, and a value with an embedded IRI of an
// unexported type.
//
// # Other values
//
// ReplaceAttr does not redact passwords in:
//
//   - Unexported fields, which reflection cannot change. A text handler prints them, and methods
//     such as String and MarshalJSON may use them. Examples are a [reflect.Value], and a
//     [slog.Value] or [sync.Map] inside another value. A LogValue method can return such fields;
//     handlers call it for an attribute, but not for nested values.
//   - Other types of package iri: [iri.Parts], [iri.Target] and [iri.Pairs].
//   - Text that contains a URL: strings, byte slices, error and record messages, and a
//     [net/url.URL]. Parse the URL, and log the IRI.
//   - Paths in which browsers find a password, as in "http:ann:secret@example.org".
//
// ReplaceAttr reads a logged value as handlers do: through pointers and without holding locks.
//
// Semantic Versioning covers the exported names of this package.
package redact

import (
	"log/slog"
	"reflect"
	"sync"

	"github.com/irilex/iri"
)

// Hidden replaces an attribute value that contains, or may contain, a password and cannot be copied
// safely.
const Hidden = "[hidden: an IRI in this value may contain a password]"

// These are the maximum depth of nested values, including pointers and interfaces, and the maximum
// total number of values. A value in two interfaces counts twice.
const (
	maxDepth  = 100
	maxValues = 100_000
)

// ReplaceAttr returns a function for [slog.HandlerOptions] that redacts passwords in IRIs. The
// function calls own first, unless own is nil, and redacts the result. It is safe for concurrent
// use if own is safe for concurrent use.
func ReplaceAttr(own func(groups []string, a slog.Attr) slog.Attr) func(groups []string, a slog.Attr) slog.Attr {
	types := new(sync.Map)
	return func(groups []string, a slog.Attr) slog.Attr {
		if own != nil {
			a = own(groups, a)
		}
		a.Value = redacted(types, a.Value)
		return a
	}
}

// redacted returns an attribute value with its passwords redacted.
func redacted(types *sync.Map, v slog.Value) slog.Value {
	switch v = v.Resolve(); v.Kind() {
	case slog.KindGroup:
		group := make([]slog.Attr, len(v.Group()))
		for i, a := range v.Group() {
			group[i] = slog.Attr{Key: a.Key, Value: redacted(types, a.Value)}
		}
		return slog.GroupValue(group...)
	case slog.KindAny:
		if v.Any() == nil {
			return v
		}
		place := reflect.New(reflect.TypeOf(v.Any())).Elem()
		place.Set(reflect.ValueOf(v.Any()))
		w := walk{types: types}
		if !w.password(place, 0) {
			return v
		}
		if w.copied = map[reference]reflect.Value{}; !w.opaque {
			w.redact(place)
		}
		if w.opaque {
			return slog.StringValue(Hidden)
		}
		return slog.AnyValue(place.Interface())
	}
	return v
}

// A walk traverses a value: password searches it first, then redact copies it.
type walk struct {
	types  *sync.Map // from reflect.Type to content
	seen   map[reference]bool
	copied map[reference]reflect.Value
	values int
	opaque bool // whether part of the value cannot be copied, or the value is too deep or too large
}

// A reference identifies a pointer, a map or a slice.
type reference struct {
	address uintptr
	len     int
	typ     reflect.Type
}

func referenceOf(v reflect.Value) reference {
	r := reference{address: v.Pointer(), typ: v.Type()}
	if v.Kind() == reflect.Slice {
		r.len = v.Len()
	}
	return r
}

// password reports whether a value contains an IRI with a password. It also returns true, and sets
// opaque, if the value is nested too deeply, contains too many values, or embeds an IRI of an
// unexported type.
func (w *walk) password(v reflect.Value, depth int) (found bool) {
	c := w.contentOf(v.Type())
	if c == noIRI {
		return false
	}
	depth++
	w.values++
	isHidden := c == anIRI && !v.CanInterface() // such as an embedded "type home iri.IRI"
	if depth > maxDepth || w.values > maxValues || isHidden {
		w.opaque = true
		return true
	}
	if c == anIRI {
		r := asReference(v)
		return r.Redacted() != r.String()
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice:
		if v.IsNil() || w.seen[referenceOf(v)] {
			return false
		}
		if w.seen == nil {
			w.seen = map[reference]bool{}
		}
		w.seen[referenceOf(v)] = true
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && w.password(v.Elem(), depth)
	case reflect.Struct:
		for i := range v.NumField() {
			found = isVisible(v.Type().Field(i)) && w.password(v.Field(i), depth) || found
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			found = w.password(v.Index(i), depth) || found
		}
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			found = w.password(entries.Key(), depth) || found
			found = w.password(entries.Value(), depth) || found
		}
	}
	return found
}

// redact replaces the IRIs in an addressable value, which is already a copy. It copies each
// referenced pointer, map and slice only once, which preserves cycles.
func (w *walk) redact(v reflect.Value) {
	t := v.Type()
	switch c := w.contentOf(t); {
	case c == noIRI:
		return
	case c == anIRI:
		v.Set(reflect.ValueOf(iri.MustParseReference(asReference(v).Redacted())).Convert(t))
		return
	case v.Kind() == reflect.Struct:
		w.opaque = w.opaque || hasLock(t)
		for i := range v.NumField() {
			if isVisible(t.Field(i)) {
				w.redact(v.Field(i))
			}
		}
		return
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			w.redact(v.Index(i))
		}
		return
	case v.IsNil():
		return
	case !v.CanSet(): // an embedded pointer to an unexported type
		w.opaque = true
		return
	case v.Kind() == reflect.Interface:
		v.Set(w.redactedCopy(v.Elem()))
		return
	}
	from := referenceOf(v)
	to, ok := w.copied[from]
	if !ok {
		to = w.shell(v)
		w.copied[from] = to
		w.fill(to, v)
	}
	v.Set(to)
}

// shell returns a new pointer, map or slice to hold the contents of v.
func (w *walk) shell(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		return reflect.New(v.Type().Elem()).Convert(v.Type())
	case reflect.Map:
		return reflect.MakeMapWithSize(v.Type(), v.Len())
	default:
		return reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	}
}

// fill copies the contents of a pointer, map or slice and redacts the copy.
func (w *walk) fill(to, from reflect.Value) {
	switch from.Kind() {
	case reflect.Pointer:
		to.Elem().Set(from.Elem())
		w.redact(to.Elem())
	case reflect.Map:
		for entries := from.MapRange(); entries.Next(); {
			to.SetMapIndex(w.redactedCopy(entries.Key()), w.redactedCopy(entries.Value()))
		}
	default:
		reflect.Copy(to, from)
		for i := range to.Len() {
			w.redact(to.Index(i))
		}
	}
}

// redactedCopy returns a redacted copy of a value.
func (w *walk) redactedCopy(v reflect.Value) reflect.Value {
	place := reflect.New(v.Type()).Elem()
	place.Set(v)
	w.redact(place)
	return place
}
