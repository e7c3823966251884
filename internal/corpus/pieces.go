package corpus

import "strings"

// pieces are the components of a line (RFC 3986, section 5.3), each with its delimiter. A missing
// component is empty.
type pieces struct {
	scheme   string // "http:"
	slashes  string // " // "//" before an authority, possibly empty
	userinfo string // "user@"
	host     string
	port     string // ":80"
	path     string
	query    string // "?q"
	fragment string // "#top"
}

func (p pieces) authority() string { return p.userinfo + p.host + p.port }

// hierarchy returns the hier-part or the relative-part.
func (p pieces) hierarchy() string { return p.slashes + p.authority() + p.path }

// absolute returns all components but the fragment.
func (p pieces) absolute() string { return p.scheme + p.hierarchy() + p.query }

func (p pieces) String() string { return p.absolute() + p.fragment }

// mapped returns the URI of an IRI (RFC 3987, section 3.1).
func (p pieces) mapped() pieces {
	labels := strings.Split(p.host, ".")
	for i, label := range labels {
		labels[i] = mappedLabel(label)
	}
	p.host = strings.Join(labels, ".")
	p.userinfo, p.path = mapped(p.userinfo), mapped(p.path)
	p.query, p.fragment = mapped(p.query), mapped(p.fragment)
	return p
}

// mappedLabel returns the label of a host in ASCII. The letters after "xn--" only look like
// Punycode (RFC 3492).
func mappedLabel(label string) string {
	if mapped(label) == label {
		return label
	}
	var b strings.Builder
	b.WriteString("xn--")
	for i := 0; i < len(label); i += 2 {
		b.WriteByte(letters[int(label[i])%len(letters)])
	}
	return b.String()
}
