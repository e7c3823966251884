package corpus

import "strings"

// url makes a line of the kind "urls".
func (g *generator) url() pieces {
	if g.chance(28) {
		return g.otherScheme()
	}
	return g.web()
}

func (g *generator) web() pieces {
	p := pieces{scheme: "https:", slashes: "//", host: g.host()}
	if g.chance(300) {
		p.scheme = "http:"
	}
	switch g.weighted(972, 4, 3, 16, 5) {
	case 1:
		p.userinfo = g.userinfo() + "@"
	case 2:
		p.scheme = strings.ToUpper(p.scheme)
	case 3:
		p.port = ":" + g.pick([]string{"80", "8080", "443", "8000", "3000", "8443", "5000", "", "81", "10443"})
	case 4:
		p.host = strings.ToUpper(p.host)
	}
	if g.chance(985) {
		p.path = g.webPath()
	}
	if g.chance(90) {
		p.query = "?" + g.query()
	}
	if g.chance(15) {
		p.fragment = "#" + g.anchor()
	}
	return p
}

var topLevels = []string{
	"com", "com", "com", "com", "com", "com", "com", "org", "org", "org", "net", "net", "de", "de", "edu",
	"co.uk", "ru", "fr", "it", "nl", "com.br", "pl", "co.jp", "ca", "ch", "se", "info", "gov", "io", "com.au",
	"ac.uk", "eu", "cz", "es", "dk", "museum", "gov.in", "org.ua",
}

func (g *generator) host() string {
	switch g.weighted(992, 6, 2) {
	case 1:
		return g.ipv4()
	case 2:
		return g.ipLiteral()
	}
	return g.domain()
}

// domain returns a host name.
func (g *generator) domain() string {
	host := g.label() + "." + g.pick(topLevels)
	switch g.weighted(570, 180, 200, 50) {
	case 0:
		host = "www." + host
	case 2:
		host = g.pick([]string{"blog", "en", "m", "news", "shop", "forum", "docs", "lists", "cs", "members", "web", "ftp"}) +
			"." + host
	case 3:
		host = g.label() + "." + g.pick([]string{"dept", "users", "home", "pages", "s3", "cdn"}) + "." + host
	}
	return host
}

// label is a label of a host name.
func (g *generator) label() string {
	switch g.weighted(855, 90, 30, 20, 5) {
	case 4:
		return mappedLabel(g.word(g.titleScript()))
	case 1:
		return g.word(ascii) + "-" + g.word(ascii)
	case 2:
		return g.word(ascii) + g.number(1, 3)
	case 3:
		return g.number(1, 3) + g.word(ascii)
	}
	return g.word(ascii) + g.pick([]string{"", "", "", "ing", "er", "s", "web", "net", "online"})
}

func (g *generator) userinfo() string {
	switch g.below(4) {
	case 0:
		return g.word(ascii) + ":" + g.from(alphanumeric, g.between(4, 10))
	case 1:
		return "anonymous:" + escaped(g.word(ascii)+"@"+g.word(ascii)+".org")
	case 2:
		return g.word(ascii) + "." + g.word(ascii) + "+" + g.word(ascii)
	}
	return g.word(ascii)
}

func (g *generator) ipv4() string {
	octets := make([]string, 4)
	for i := range octets {
		octets[i] = decimal(g.below(256))
	}
	return strings.Join(octets, ".")
}

func decimal(n int) string {
	if n < 10 {
		return digits[n : n+1]
	}
	return decimal(n/10) + digits[n%10:n%10+1]
}

// ipLiteral returns an IP-literal in one of its forms.
func (g *generator) ipLiteral() string {
	groups := func(n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = g.from(hexDigits, g.between(1, 4))
		}
		return strings.Join(all, ":")
	}
	switch g.weighted(2, 1, 3, 2, 1, 1) {
	case 0:
		return "[" + groups(8) + "]"
	case 1:
		return "[::" + groups(g.below(3)) + "]"
	case 2:
		return "[2001:db8:" + groups(g.between(1, 2)) + "::" + groups(g.between(1, 3)) + "]"
	case 3:
		return "[fe80::" + groups(4) + "]"
	case 4:
		return "[::ffff:" + g.ipv4() + "]"
	}
	return "[" + g.ipvFuture() + "]"
}

// ipvFuture returns an address of a future version of IP.
func (g *generator) ipvFuture() string {
	return "v" + g.from(hexDigits[1:], 1) + "." + g.word(ascii) + ":" + g.number(1, 3)
}

// webPath returns a path after an authority: "/" and more.
func (g *generator) webPath() string {
	depth := g.weighted(160, 270, 320, 150, 60, 25, 10, 5)
	var b strings.Builder
	for range depth {
		b.WriteString("/" + g.segment())
	}
	switch {
	case depth == 0 || g.chance(370):
		b.WriteString("/")
	case g.chance(620):
		b.WriteString("." +
			g.pick(
				[]string{"html", "html", "html", "htm", "htm", "php", "php", "asp", "aspx", "pdf", "shtml", "jsp", "txt", "cgi",
					"jpg", "js", "xml", "tar.gz"}))
	}
	return b.String()
}

var webWords = strings.Fields(`
	index about news article articles archive blog category content contact data de docs download en
	events faq files forum gallery help history home images info item links list main media members
	misc news page pages people press product products projects pub research search section service
	site software software story support tag topics uploads user users view wiki wp-content`)

// segment returns a segment of a path, neither empty nor of dots only.
func (g *generator) segment() string {
	switch g.weighted(390, 200, 60, 60, 50, 60, 16, 40, 8, 28, 34, 4) {
	case 1:
		return g.word(ascii)
	case 2:
		return g.words(ascii, 2, 5, "-")
	case 3:
		return g.words(ascii, 2, 3, "_")
	case 4:
		return capital(g.word(ascii)) + capital(g.word(ascii))
	case 5:
		return g.number(1, 7)
	case 6:
		return "~" + g.word(ascii)
	case 7:
		return g.pick([]string{"19", "20"}) + g.from("0129", 1) + g.from(digits, 1) + g.pick([]string{"", "-"}) +
			g.pick([]string{"01", "05", "11", "12"})
	case 8:
		return g.from(hexDigits, g.pickNumber(8, 24, 32, 40))
	case 9:
		return g.delimited()
	case 10:
		return g.escapedWord()
	case 11:
		return g.word(ascii) + ";jsessionid=" + g.from(alphanumeric, 16)
	}
	return g.pick(webWords)
}

func (g *generator) pickNumber(list ...int) int { return list[g.below(len(list))] }

// delimited returns a segment with sub-delims, ":" or "@" in it.
func (g *generator) delimited() string {
	a, b := g.word(ascii), g.word(ascii)
	switch g.below(10) {
	case 0:
		return "@" + a
	case 1:
		return a + "," + g.number(2, 5)
	case 2:
		return capital(a) + "_(" + b + ")"
	case 3:
		return capital(a) + ":" + capital(b)
	case 4:
		return a + "=" + b
	case 5:
		return a + "+" + b
	case 6:
		return a + "!" + b + "*"
	case 7:
		return "$" + a + "&" + b
	case 8:
		return a + "'s-" + b
	}
	return a + ";v=" + g.number(1, 2)
}

// escapedWord returns a word with percent-encoded characters: blanks, delimiters, letters over
// U+007F.
func (g *generator) escapedWord() string {
	switch g.below(5) {
	case 0:
		return escaped(g.words(ascii, 2, 4, " "))
	case 1:
		return escaped(g.word(latin))
	case 2:
		return escaped(g.word(g.titleScript()))
	case 3:
		return escaped(capital(g.word(ascii)) + g.pick([]string{"&", "/", "(", "'", ",", "#", "[", "%"}) + g.word(ascii))
	}
	return strings.ToLower(escaped(g.word(han)))
}

func (g *generator) query() string {
	if g.chance(40) {
		return g.longQuery()
	}
	var b strings.Builder
	for i := range g.between(1, 3) {
		if i > 0 {
			b.WriteString(g.pick([]string{"&", "&", "&", "&", "&amp;", ";"}))
		}
		b.WriteString(
			g.pick(
				[]string{"id", "q", "page", "p", "lang", "cat", "ref", "t", "utm_source", "sid", "action", "url", "f",
					"name", "item_id"}))
		if g.chance(950) {
			b.WriteString("=" + g.value())
		}
	}
	return b.String()
}

func (g *generator) value() string {
	switch g.weighted(350, 250, 100, 60, 70, 50, 40, 30, 50) {
	case 1:
		return g.word(ascii)
	case 2:
		return g.words(ascii, 2, 4, "+")
	case 3:
		return escaped(g.words(ascii, 2, 3, " "))
	case 4:
		return escaped("http://" + g.word(ascii) + ".com/" + g.word(ascii))
	case 5:
		return "/" + g.word(ascii) + "/" + g.word(ascii)
	case 6:
		return "http://" + g.word(ascii) + ".net/?" + g.word(ascii)
	case 7:
		return escaped(g.word(g.titleScript()))
	case 8:
		return g.from(hexDigits, g.pickNumber(8, 16, 32))
	}
	return g.number(1, 6)
}

// longQuery returns a query of about 100 to 1,540 bytes, similar to those of trackers and sessions.
func (g *generator) longQuery() string {
	length := g.between(100, 400)
	if g.chance(250) {
		length = g.between(400, 1540)
	}
	if g.chance(500) {
		return g.pick([]string{"token=", "state=", "__VIEWSTATE="}) + g.from(alphanumeric+"-_", length) +
			g.pick([]string{"", "", "%3D", "=="})
	}
	var b strings.Builder
	for i := 0; b.Len() < length; i++ {
		if i > 0 {
			b.WriteString("&")
		}
		b.WriteString(g.word(ascii) + "=" + g.value())
	}
	return b.String()
}

// anchor returns a fragment.
func (g *generator) anchor() string {
	switch g.weighted(4, 2, 1, 1, 1, 1) {
	case 1:
		return g.number(1, 3)
	case 2:
		return "!/" + g.word(ascii) + "/" + g.number(1, 4)
	case 3:
		return capital(g.word(ascii)) + "_" + g.word(ascii)
	case 4:
		return ":~:text=" + escaped(g.words(ascii, 2, 4, " "))
	case 5:
		return "?" + g.word(ascii) + "=" + g.number(1, 2)
	}
	return g.word(ascii)
}

// otherScheme makes an IRI of another scheme than http and https.
func (g *generator) otherScheme() pieces {
	mail := func() string {
		return g.word(ascii) + g.pick([]string{"", ".", "_"}) + g.word(ascii) + "@" + g.domain()
	}
	switch g.weighted(8, 3, 4, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1) {
	case 0:
		p := pieces{scheme: "mailto:", path: mail()}
		if g.chance(200) {
			p.query = "?subject=" + escaped(g.words(ascii, 1, 4, " "))
		}
		return p
	case 1:
		return pieces{scheme: "urn:", path: g.pick([]string{
			"isbn:978" + g.from(digits, 10),
			"uuid:" + g.from(hexDigits, 8) + "-" + g.from(hexDigits, 4) + "-4" + g.from(hexDigits, 3) + "-a" +
				g.from(hexDigits, 3) + "-" + g.from(hexDigits, 12),
			"ietf:rfc:" + g.number(4, 4),
			"oasis:names:" + g.word(ascii) + ":" + g.word(ascii),
		})}
	case 2:
		p := pieces{scheme: "ftp:", slashes: "//", host: g.host(), path: "/pub" + g.webPath()}
		if g.chance(200) {
			p.userinfo = g.userinfo() + "@"
		}
		return p
	case 3:
		return pieces{scheme: "file:", slashes: "//",
			path: g.pick([]string{"/home", "/C:/Users", "/usr/share", "/tmp"}) + g.webPath()}
	case 4:
		return pieces{scheme: "tel:", path: "+" + g.number(1, 2) + "-" + g.number(3, 3) + "-" + g.number(4, 7)}
	case 5:
		return pieces{scheme: "news:", path: g.words(ascii, 2, 4, ".")}
	case 6:
		return pieces{scheme: "about:", path: "blank"}
	case 7:
		return pieces{scheme: "geo:", path: g.number(1, 2) + "." + g.number(4, 4) + ",-" + g.number(1, 3) + "." +
			g.number(4, 4), query: "?z=" + g.number(1, 2)}
	case 8:
		return pieces{scheme: "git+ssh:", slashes: "//", userinfo: "git@", host: g.host(), port: ":22", path: "/" +
			g.word(ascii) + "/" + g.word(ascii) + ".git"}
	case 9:
		return pieces{scheme: "ldap:", slashes: "//", host: g.ipLiteral(), path: "/c=" + strings.ToUpper(g.from(letters, 2)),
			query: "?objectClass?one"}
	case 10:
		return pieces{scheme: "data:", path: "text/plain;base64," + g.from(base64Digits, 4*g.between(2, 12))}
	case 11:
		return pieces{scheme: "magnet:", query: "?xt=urn:btih:" + g.from(hexDigits, 40) + "&dn=" + g.word(ascii)}
	}
	return pieces{scheme: "file:", path: "/" + g.word(ascii) + "/" + g.word(ascii)}
}
