package iri

import (
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables"
)

// Parts holds the parts of an IRI or a reference. Set the fields, then call [Parts.IRI] or
// [Parts.Reference]. The fields exclude the delimiters between parts and must be percent-encoded
// (see [Escape]). A delimiter that would begin another part, such as "/" in Host, is an error.
type Parts struct {
	Scheme, Userinfo, Host, Port, Path, Query, Fragment string

	// Present lists the components that are present even though they are empty: [Query] for "a:?",
	// [Host] for "file:///etc". An authority exists if any of its parts exists, or if Present
	// includes [Authority]. An authority with an empty host is an error unless Present includes
	// Host.
	Present Component
}

// Parts splits the value into its parts. Present includes [Authority] if there is an authority, and
// [Userinfo], [Host], [Port], [Query] and [Fragment] if they exist but are empty. Parts does not
// allocate.
func (p parsed) Parts() Parts {
	parts := Parts{Scheme: p.Scheme(), Path: p.Path(), Query: p.Query(), Fragment: p.Fragment()}
	if p.HasAuthority() {
		s, host, port := p.authority()
		parts.Userinfo = s[:max(0, host-chars.UserinfoSuffix)]
		parts.Host = s[host:port]
		parts.Port = cut(s, port, chars.PortPrefix, len(s))
		parts.Present = Authority | presentIf(Host, parts.Host == "") |
			presentIf(Userinfo, host == chars.UserinfoSuffix) | presentIf(Port, port+chars.PortPrefix == len(s))
	}
	parts.Present |= presentIf(Query, p.queryEnd() == p.pathEnd()+chars.QueryPrefix) |
		presentIf(Fragment, len(p.s) == p.queryEnd()+chars.FragmentPrefix)
	return parts
}

func presentIf(c Component, is bool) Component {
	if is {
		return c
	}
	return 0
}

// IRI joins the parts as in RFC 3986, section 5.3. The error is a [*PartError]. Calling Parts on
// the result returns p, with Present set as described at [IRI.Parts].
func (p Parts) IRI() (IRI, error) {
	i, err := p.parse()
	if err == nil && !i.HasScheme() {
		return IRI{}, errNoScheme()
	}
	return IRI{i}, err
}

// Reference joins the parts into a reference, as [Parts.IRI] does for an IRI.
func (p Parts) Reference() (Reference, error) {
	r, err := p.parse()
	return Reference{r}, err
}

// parse parses the joined parts. It returns an error if the result splits into different parts.
func (p Parts) parse() (parsed, error) {
	if r, err := parse(ruleReference, p.compose()); err == nil && r.Parts() == p.normal() {
		return r, nil
	}
	return parsed{}, p.check()
}

// compose joins the parts with delimiters.
func (p Parts) compose() string {
	delimiter := func(d string, c Component, text string) string {
		if text == "" && p.Present&c == 0 {
			return ""
		}
		return d
	}
	slashes := ""
	if p.hasAuthority() {
		slashes = "//"
	}
	return p.Scheme + delimiter(":", Scheme, p.Scheme) +
		slashes + p.Userinfo + delimiter("@", Userinfo, p.Userinfo) + p.Host + delimiter(":", Port, p.Port) + p.Port +
		p.Path + delimiter("?", Query, p.Query) + p.Query + delimiter("#", Fragment, p.Fragment) + p.Fragment
}

func (p Parts) hasAuthority() bool {
	return p.Userinfo != "" || p.Host != "" || p.Port != "" || p.Present&(Authority|Userinfo|Host|Port) != 0
}

// normal returns the parts with Present set as [parsed.Parts] would set it.
func (p Parts) normal() Parts {
	present := presentIf(Authority, p.hasAuthority())
	for _, part := range p.list() {
		present |= presentIf(part.component&p.Present&^Path, part.text == "") // the path always exists
	}
	p.Present = present
	return p
}

// A ruledPart is a part and the rule that its text must match.
type ruledPart struct {
	component Component
	text      string
	rule      tables.Rule
}

func (p Parts) list() [7]ruledPart {
	return [7]ruledPart{
		{Scheme, p.Scheme, ruleScheme},
		{Userinfo, p.Userinfo, ruleUserinfo},
		{Host, p.Host, ruleHost},
		{Port, p.Port, rulePort},
		{Path, p.Path, rulePath},
		{Query, p.Query, ruleQuery},
		{Fragment, p.Fragment, ruleFragment},
	}
}

// With returns the IRI with one component replaced by text: [Scheme], [Userinfo], [Host], [Port],
// [Path], [Query] or [Fragment]. The text must be percent-encoded (see [Escape]) and must not
// include the component's delimiter. It may be empty: With(Query, "") sets an empty query. To
// remove a component use [IRI.Without]; to change several at once use [Parts]. The error is a
// [*PartError]; the zero IRI always results in an error.
func (p IRI) With(c Component, text string) (IRI, error) {
	if !p.HasScheme() {
		return IRI{}, errNoScheme()
	}
	made, err := p.with(c, text, c)
	return IRI{made}, err
}

// With returns the reference with one component replaced, as [IRI.With] does.
func (p Reference) With(c Component, text string) (Reference, error) {
	made, err := p.with(c, text, c)
	return Reference{made}, err
}

// Without removes a component and its delimiter. It returns the IRI unchanged if the component is
// missing. The component may be [Authority] or any component that [IRI.With] accepts. Without(Path)
// empties the path. The error is a [*PartError]: the scheme of an IRI cannot be removed, and the
// host can be removed only with the entire authority, by Without(Authority).
func (p IRI) Without(c Component) (IRI, error) {
	if !p.HasScheme() || c == Scheme {
		return IRI{}, errNoScheme()
	}
	made, err := p.with(c, "", 0)
	return IRI{made}, err
}

// Without removes a component and its delimiter, as [IRI.Without] does.
func (p Reference) Without(c Component) (Reference, error) {
	made, err := p.with(c, "", 0)
	return Reference{made}, err
}

// with returns p with component c replaced by text. present is c, or 0 to remove the component.
func (p parsed) with(c Component, text string, present Component) (parsed, error) {
	parts := p.Parts()
	parts.Present = parts.Present&^c | present
	switch c {
	case Scheme:
		parts.Scheme = text
	case Userinfo:
		parts.Userinfo = text
	case Host:
		parts.Host = text
	case Port:
		parts.Port = text
	case Path:
		parts.Path = text
	case Query, Fragment:
		rule, mark := ruleQuery, "?"
		if c == Fragment {
			rule, mark = ruleFragment, "#"
		}
		if e, ok := rule.Check(text).(*SyntaxError); ok {
			return parsed{}, &PartError{Component: c, Syntax: e}
		}
		if present == 0 {
			mark = ""
		}
		if c == Fragment {
			return p.withString(p.s[:p.queryEnd()] + mark + text), nil
		}
		return p.withQuery(mark + text), nil
	case Authority:
		parts.Userinfo, parts.Host, parts.Port = "", "", ""
		parts.Present &^= Userinfo | Host | Port
	default:
		return parsed{}, &PartError{Component: c, text: "not supported by With and Without"}
	}
	return parts.parse()
}

// withQuery returns p with a new query, which begins with "?" or is "".
func (p parsed) withQuery(query string) parsed {
	e := p.ends()
	e.query = e.path + len(query)
	return pack(p.s[:e.path]+query+p.s[p.queryEnd():], e)
}

// WithoutFragment removes the fragment and its "#". The result is an absolute-IRI as defined in RFC
// 3987, the form required of a base (RFC 3986, section 5.1). WithoutFragment does not allocate.
func (p IRI) WithoutFragment() IRI { return IRI{p.withString(p.s[:p.queryEnd()])} }

// WithoutFragment removes the fragment and its "#". It does not allocate.
func (p Reference) WithoutFragment() Reference {
	return Reference{p.withString(p.s[:p.queryEnd()])}
}

// withString returns s with the ends of p. Requires: s differs from p only in the fragment.
func (p parsed) withString(s string) parsed { return pack(s, p.ends()) }
