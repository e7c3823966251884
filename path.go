package iri

import "github.com/irilex/iri/tables"

// A PathKind identifies the alternative of ihier-part or irelative-part that a path matches (RFC
// 3987, section 2.2).
type PathKind uint8

// The kinds of path. The path of a zero IRI or Reference is an EmptyPath.
const (
	EmptyPath    PathKind = pathIpathEmpty    // empty, without an authority
	AbsolutePath PathKind = pathIpathAbsolute // begins with "/" but not with "//"
	RootlessPath PathKind = pathIpathRootless // begins with a segment, after a scheme
	NoSchemePath PathKind = 3                 // begins with a segment without a colon, in a relative reference
	AbEmptyPath  PathKind = 4                 // begins with "/" or is empty, after an authority
)

// String returns the name of the rule: "ipath-abempty", "ipath-absolute", "ipath-rootless",
// "ipath-empty" or "ipath-noscheme".
func (k PathKind) String() string {
	switch k {
	case AbEmptyPath:
		return "ipath-abempty"
	case NoSchemePath:
		return "ipath-noscheme"
	}
	return kindName(pathKinds, int(k))
}

// PathKind returns the kind of path.
func (p parsed) PathKind() PathKind {
	if p.HasAuthority() { // the first alternative in both rules, which allows only this kind
		return AbEmptyPath
	}
	k := PathKind(pathKinds.First(p.Path()))
	if k == RootlessPath && !p.HasScheme() { // a colon in the first segment would have ended a scheme
		return NoSchemePath
	}
	return k
}

// kindName returns the name of rule i of a set, or "unknown".
func kindName(kinds tables.Set, i int) string {
	if name := kinds.RuleName(i); name != "" {
		return name
	}
	return "unknown"
}
