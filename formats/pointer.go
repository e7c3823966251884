package formats

import rules "github.com/irilex/iri/tables/formats"

// JSONPointer reports whether s is a JSON Pointer of RFC 6901, section 3, such as "/a/0/b~1c". This
// is the pointer itself, not its representation as a JSON string or a URI fragment.
func JSONPointer(s string) bool { return rules.JSONPointer.Valid(s) }

// RelativeJSONPointer reports whether s is a Relative JSON Pointer of
// draft-bhutton-relative-json-pointer-00, section 3, such as "1/a" or "0-1#". An index manipulation
// may precede "#": an example in the draft has one, although its grammar does not allow it.
func RelativeJSONPointer(s string) bool { return rules.RelativeJSONPointer.Valid(s) }
