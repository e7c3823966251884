package iri

// Breach is the check of a policy without making its error, and without the scheme.
func Breach(p *Policy, i IRI) uint32 { return uint32(p.breach(i.parsed)) }
