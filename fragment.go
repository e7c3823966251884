package iri

// WithFragment returns the IRI with this fragment in place of its own, if it has one. The fragment
// may be empty: then the result ends in "#". It is text as [IRI.Fragment] returns: percent-encoded,
// see [Escape]. The error is a [*PartError]; the zero IRI always gives one.
func (i IRI) WithFragment(fragment string) (IRI, error) {
	if !i.HasScheme() {
		return IRI{}, errNoScheme()
	}
	p, err := i.withFragment(fragment)
	return IRI{p}, err
}

// WithFragment returns the reference with this fragment, as [IRI.WithFragment] does.
func (r Reference) WithFragment(fragment string) (Reference, error) {
	p, err := r.withFragment(fragment)
	return Reference{p}, err
}

func (p parsed) withFragment(fragment string) (parsed, error) {
	if e, ok := ruleFragment.Check(fragment).(*SyntaxError); ok {
		return parsed{}, &PartError{Component: Fragment, Syntax: e}
	}
	return p.withString(p.s[:p.queryEnd()] + "#" + fragment), nil
}

// WithoutFragment returns the IRI without its fragment and the "#" before it: an absolute-IRI of
// RFC 3987, the form of a base (RFC 3986, section 5.1). It does not allocate.
func (i IRI) WithoutFragment() IRI { return IRI{i.withString(i.s[:i.queryEnd()])} }

// WithoutFragment returns the reference without its fragment and the "#" before it. It does not
// allocate.
func (r Reference) WithoutFragment() Reference {
	return Reference{r.withString(r.s[:r.queryEnd()])}
}

// withString returns s with the ends of p. Requires: s differs from p in its fragment alone.
func (p parsed) withString(s string) parsed { return pack(s, p.ends()) }
