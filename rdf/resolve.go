package rdf

import (
	"bytes"
	"errors"
	"unsafe"

	"github.com/irilex/iri"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// hasScheme reports whether an IRI reference has a scheme.
func hasScheme(ref []byte) bool {
	n := bytes.IndexByte(ref, ':')
	return n >= 0 && rfc3987.Scheme.ValidBytes(ref[:n])
}

// resolve resolves a reference, appends the resulting IRI to scratch, and returns the IRI.
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

// view returns b as a string that aliases b; the string must not be used after b changes.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
