package iri

// Breach is the check of a policy without the error that it makes.
func Breach(p *Policy, i IRI) (code string, c Component) { return p.breach(i.parsed) }
