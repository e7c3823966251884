package iri

import (
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables"
)

// Parts are the parts of an IRI or a reference. Set the fields, then call [Parts.IRI] or
// [Parts.Reference]. The fields do not include the delimiters between parts, and must be
// percent-encoded, see [Escape]. Text that would become another part, such as "/" in Host, is an
// error.
type Parts struct {
	Scheme, Userinfo, Host, Port, Path, Query, Fragment string

	// Present has the components that are there although they are empty: [Query] for the "?" of
	// "a:?", [Host] for "file:///etc". It may have [Authority], too. There is an authority if a
	// part of it is there, or if Present has it. An empty host of an authority is an error without
	// Host in Present.
	Present Component
}

// Parts returns the parts. In Present it sets [Authority] if there is an authority, and the parts
// that are there and empty: [Userinfo], [Host], [Port], [Query] and [Fragment]. It does not
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

// IRI returns the IRI with these parts, or a [*PartError]. The parts of the result are p again,
// with Present as set by [IRI.Parts]. The parts are recomposed as in RFC 3986, section 5.3.
func (p Parts) IRI() (IRI, error) {
	i, err := p.parse()
	if err == nil && !i.HasScheme() {
		return IRI{}, errNoScheme()
	}
	return IRI{i}, err
}

// Reference returns the reference with these parts, or a [*PartError], as [Parts.IRI].
func (p Parts) Reference() (Reference, error) {
	r, err := p.parse()
	return Reference{r}, err
}

// parse parses the recomposed parts. If the result has other parts, there is an error.
func (p Parts) parse() (parsed, error) {
	if r, err := parse(ruleReference, p.compose()); err == nil && r.Parts() == p.normal() {
		return r, nil
	}
	return parsed{}, p.check()
}

// compose returns the parts with the delimiters between them.
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

// normal returns the parts with Present as set by [parsed.Parts].
func (p Parts) normal() Parts {
	present := presentIf(Authority, p.hasAuthority())
	for _, part := range p.list() {
		present |= presentIf(part.component&p.Present&^Path, part.text == "") // there always is a path
	}
	p.Present = present
	return p
}

// A ruledPart is one of Parts, with the rule of its text.
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

// With returns the IRI with one component set to text: [Scheme], [Userinfo], [Host], [Port],
// [Path], [Query] or [Fragment]. The text must be percent-encoded, see [Escape], and must not
// include the delimiter of the component. It may be empty: With(Query, "") gives the IRI an empty
// query. To remove a component use [IRI.Without]; to change several at once use [Parts]. The error
// is a [*PartError]; With always returns one for the zero IRI.
func (p IRI) With(c Component, text string) (IRI, error) {
	if !p.HasScheme() {
		return IRI{}, errNoScheme()
	}
	made, err := p.with(c, text, c)
	return IRI{made}, err
}

// With returns the reference with another text for one component, as [IRI.With] does.
func (p Reference) With(c Component, text string) (Reference, error) {
	made, err := p.with(c, text, c)
	return Reference{made}, err
}

// Without returns the IRI without a component and its delimiter. It returns the IRI unchanged if
// the component is missing. The component is one of those of [IRI.With], or [Authority].
// Without(Path) makes the path empty. The error is a [*PartError]: the scheme of an IRI cannot be
// removed, and a host only together with its authority, by Without(Authority).
func (p IRI) Without(c Component) (IRI, error) {
	if !p.HasScheme() || c == Scheme {
		return IRI{}, errNoScheme()
	}
	made, err := p.with(c, "", 0)
	return IRI{made}, err
}

// Without returns the reference without a component and its delimiter, as [IRI.Without] does.
func (p Reference) Without(c Component) (Reference, error) {
	made, err := p.with(c, "", 0)
	return Reference{made}, err
}

// with returns p with another text of a component. present is c if the component is there.
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
		return parsed{}, &PartError{Component: c, text: "it is not one component that With and Without can change"}
	}
	return parts.parse()
}

// withQuery returns p with another query, which begins with "?" or is "".
func (p parsed) withQuery(query string) parsed {
	e := p.ends()
	e.query = e.path + len(query)
	return pack(p.s[:e.path]+query+p.s[p.queryEnd():], e)
}

// WithoutFragment returns the IRI without its fragment and the "#" before it: an absolute-IRI of
// RFC 3987, the form of a base (RFC 3986, section 5.1). It does not allocate.
func (p IRI) WithoutFragment() IRI { return IRI{p.withString(p.s[:p.queryEnd()])} }

// WithoutFragment returns the reference without its fragment and the "#" before it. It does not
// allocate.
func (p Reference) WithoutFragment() Reference {
	return Reference{p.withString(p.s[:p.queryEnd()])}
}

// withString returns s with the ends of p. Requires: s differs from p in its fragment alone.
func (p parsed) withString(s string) parsed { return pack(s, p.ends()) }
