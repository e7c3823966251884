package formats

import rules "github.com/irilex/iri/tables/formats"

// JSONPointer reports whether s is a JSON Pointer of RFC 6901, section 3, such as "/a/0/b~1c". It
// is the pointer itself, neither a JSON string nor a URI fragment.
func JSONPointer(s string) bool { return rules.JSONPointer.Valid(s) }

// RelativeJSONPointer reports whether s is a Relative JSON Pointer of
// draft-bhutton-relative-json-pointer-00, section 3, such as "1/a" or "0-1#". An index manipulation
// may precede "#": the draft's example has that, but not its grammar.
func RelativeJSONPointer(s string) bool { return rules.RelativeJSONPointer.Valid(s) }
