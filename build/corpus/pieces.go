package corpus

// pieces are what a line is put together from (RFC 3986, section 5.3), each with the
// delimiter that comes with it, and empty when it is not there at all.
type pieces struct {
	scheme   string // "http:"
	slashes  string // "//" in front of an authority, which may be empty
	userinfo string // "user@"
	host     string
	port     string // ":80"
	path     string
	query    string // "?q"
	fragment string // "#top"
}

func (p pieces) authority() string { return p.userinfo + p.host + p.port }

func (p pieces) String() string {
	return p.scheme + p.slashes + p.authority() + p.path + p.query + p.fragment
}
