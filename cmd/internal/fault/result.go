package fault

// The codes of lines of the right form without a result, besides those of package iri's
// ResolveError.
const (
	NoDNSName   = "no-dns-name"  // the host cannot become a DNS name
	NoReference = "no-reference" // no reference leads to the IRI
	NoTab       = "no-tab"       // a base must be before a tab
)
