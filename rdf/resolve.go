package rdf

import (
	"bytes"
	"errors"
	"unsafe"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// hasScheme reports whether an IRI reference is an IRI.
func hasScheme(ref []byte) bool {
	n := bytes.IndexByte(ref, ':')
	return n >= 0 && rfc3987.Scheme.ValidBytes(ref[:n])
}

// resolve appends the IRI of a reference to scratch, and returns it.
func resolve(scratch *[]byte, base iri.IRI, ref []byte) ([]byte, *tables.SyntaxError) {
	r, err := iri.ParseReference(view(ref))
	if err != nil {
		var reason *tables.SyntaxError
		errors.As(err, &reason)
		return nil, reason
	}
	from := len(*scratch)
	*scratch = base.AppendResolve(*scratch, r)
	to := len(*scratch)
	return (*scratch)[from:to:to], nil
}

// view returns the bytes as a string, without a copy. The string must not be used after the bytes
// change.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
