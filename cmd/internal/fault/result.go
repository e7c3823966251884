package fault

// The codes of lines that have the right form and no result. Those of package iri's ResolveError are
// there, too.
const (
	NoDNSName   = "no-dns-name"  // the host cannot become a name of DNS
	NoReference = "no-reference" // no reference leads to the IRI
	NoTab       = "no-tab"       // a base is to stand before a tab
)
