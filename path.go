package iri

import "github.com/irilex/iri/tables"

// A PathKind is the alternative of the rule ihier-part or irelative-part (RFC 3987, section 2.2)
// for a path.
type PathKind uint8

// The kinds of path. That of the zero IRI and the zero Reference is EmptyPath.
const (
	EmptyPath    PathKind = pathIpathEmpty    // has no characters, and there is no authority
	AbsolutePath PathKind = pathIpathAbsolute // begins with "/" but not with "//"
	RootlessPath PathKind = pathIpathRootless // begins with a segment; only after a scheme
	NoSchemePath PathKind = 3                 // begins with a segment without a colon; only in a relative reference
	AbEmptyPath  PathKind = 4                 // after an authority: begins with "/" or is empty
)

// String returns the rule: "ipath-abempty", "ipath-absolute", "ipath-rootless", "ipath-empty" or
// "ipath-noscheme".
func (k PathKind) String() string {
	switch k {
	case AbEmptyPath:
		return "ipath-abempty"
	case NoSchemePath:
		return "ipath-noscheme"
	}
	return kindName(pathKinds, int(k))
}

// PathKind returns the kind of the path.
func (p parsed) PathKind() PathKind {
	if p.HasAuthority() { // in both rules the first alternative, whose path has one kind only
		return AbEmptyPath
	}
	k := PathKind(pathKinds.First(p.Path()))
	if k == RootlessPath && !p.HasScheme() { // a colon in its first segment would have made one
		return NoSchemePath
	}
	return k
}

// kindName returns the name of rule i of a set, and "unknown" if the set has no such rule.
func kindName(kinds tables.Set, i int) string {
	if name := kinds.RuleName(i); name != "" {
		return name
	}
	return "unknown"
}
