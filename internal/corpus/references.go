package corpus

import "strings"

// reference makes a line of the kind "references".
func (g *generator) reference() pieces {
	switch g.weighted(22, 22, 56) {
	case 0:
		return g.url()
	case 1:
		return g.iri()
	}
	return g.relative()
}

// relative makes a relative reference similar to those in pages and feeds (RFC 3986, section 4.2).
func (g *generator) relative() pieces {
	var p pieces
	switch g.weighted(30, 22, 14, 10, 12, 6, 4, 2) {
	case 0: // path-absolute
		p.path = g.relativePath("/")
	case 1: // path-noscheme
		p.path = g.relativePath("")
	case 2:
		p.path = strings.Repeat("../", g.between(1, 4)) + g.relativePath("")
	case 3:
		p.path = g.pick([]string{"./", "./", "/./", "/../", "./../"}) + g.relativePath("")
	case 4:
		p.slashes = "//"
		p.host, p.path = g.host(), g.webPath()
		if g.chance(300) {
			l := g.language()
			p.host, p.path = g.word(l.script)+"."+l.domain, "/"+g.title(l)
		}
		if g.chance(60) {
			p.port = ":" + g.number(2, 5)
		}
		if g.chance(30) {
			p.userinfo = g.userinfo() + "@"
		}
	case 5: // only a fragment
		p.fragment = "#" + g.anchor()
		return p
	case 6: // only a query
		p.query = "?" + g.query()
	case 7:
		p.path = g.pick([]string{"", "", ".", "..", "/", "./", "../"})
		return p
	}
	if p.query == "" && g.chance(200) {
		p.query = "?" + g.query()
	}
	if g.chance(120) {
		p.fragment = "#" + g.anchor()
	}
	return p
}

// relativePath returns a path after a beginning. Its first segment has no colon, because that would
// make it a scheme, and is not empty, because "//" would begin an authority.
func (g *generator) relativePath(beginning string) string {
	first := g.pick(webWords)
	switch g.weighted(450, 300, 60, 100, 60, 30) {
	case 1:
		first = g.word(ascii)
	case 2:
		first = g.word(ascii) + "-" + g.number(1, 3)
	case 3:
		first = g.word(g.titleScript())
	case 4:
		first = g.escapedWord()
	case 5:
		first = "@" + g.word(ascii) + "_(" + g.number(1, 2) + ")"
	}
	if g.chance(350) {
		return beginning + first + g.pick([]string{".html", ".css", ".js", ".png", "", ""})
	}
	return beginning + first + g.webPath()
}
