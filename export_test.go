package iri

// Breach is the check of a policy without the error that it makes, and without the scheme.
func Breach(p *Policy, i IRI) uint32 { return uint32(p.breach(i.parsed)) }
