package iri

import "strings"

// IsZero reports whether the value is the zero value: whether its string is empty. The zero IRI is
// not an IRI; the zero Reference is the reference "". With the option omitzero, encoding/json
// leaves both out.
func (p parsed) IsZero() bool { return p.s == "" }

// Compare returns -1, 0 or 1 as the string of i is less than, equal to, or greater than that of j.
// The order is that of bytes, and so that of code points. The result is 0 exactly if i == j. Other
// IRIs may identify the same resource (RFC 3987, section 5). It serves [slices.SortFunc].
func (i IRI) Compare(j IRI) int { return strings.Compare(i.s, j.s) }

// Compare is [IRI.Compare] for references.
func (r Reference) Compare(other Reference) int { return strings.Compare(r.s, other.s) }
