package corpus

import "strings"

// A language is a language of the encyclopedia.
type language struct {
	tags      []string // in its hosts
	script    *script
	domain    string // of internationalized hosts
	namespace string
	weight    int
}

// languages have weights that give the scripts about their frequencies in the model.
var languages = []language{
	{[]string{"en", "war", "cy", "eu", "nl", "id"}, ascii, "org", "Category", 170},
	{[]string{"fr", "es", "pl", "tr", "pt", "cs", "hu", "de", "sv", "hr", "vi", "ga"}, latin, "com", "Catégorie", 330},
	{[]string{"ru", "uk", "bg", "sr", "mk", "be"}, cyrillic, "рф", "Категория", 270},
	{[]string{"ar", "fa", "ur"}, arabic, "ایران", "رده", 85},
	{[]string{"el"}, greek, "ελ", "Κατηγορία", 36},
	{[]string{"hy"}, armenian, "հայ", "Կատեգորիա", 36},
	{[]string{"he"}, hebrew, "ישראל", "קטגוריה", 20},
	{[]string{"hi", "mr"}, devanagari, "भारत", "श्रेणी", 25},
	{[]string{"bn"}, bengali, "বাংলা", "বিষয়শ্রেণী", 25},
	{[]string{"th"}, thai, "ไทย", "หมวดหมู่", 8},
	{[]string{"zh"}, han, "中国", "分类", 30},
	{[]string{"ja"}, kana, "jp", "Category", 25},
	{[]string{"ko"}, hangul, "한국", "분류", 25},
	{[]string{"am"}, ethiopic, "et", "መደብ", 4},
	{[]string{"ka"}, georgian, "გე", "კატეგორია", 6},
}

func (g *generator) language() *language {
	weights := make([]int, len(languages))
	for i := range languages {
		weights[i] = languages[i].weight
	}
	return &languages[g.weighted(weights...)]
}

// titleScript returns the script of a random language.
func (g *generator) titleScript() *script { return g.language().script }

// iri makes a line of the kind "iris".
func (g *generator) iri() pieces {
	l := g.language()
	p := pieces{slashes: "//"}
	switch g.weighted(480, 490, 20, 10) {
	case 0:
		p.scheme, p.host, p.path = "http:", g.pick(l.tags)+".dbpedia.org", "/resource/"
	case 1:
		p.scheme, p.host, p.path = "https:", g.pick(l.tags)+".wikipedia.org", "/wiki/"
	case 2:
		p.scheme, p.host, p.path = "https:", g.word(l.script)+"."+l.domain, "/"
	case 3:
		p.scheme, p.host, p.path = "https:", "www."+g.word(l.script)+"-"+g.word(l.script)+".com", "/"+g.pick(webWords)+"/"
	}
	if g.chance(400) {
		p.path += l.namespace + ":"
	}
	p.path += g.title(l)
	if g.chance(130) {
		p.query = "?" +
			g.pick(
				[]string{"action=history", "action=edit&section=" + g.number(1, 2), "oldid=" + g.number(8, 8), "uselang=" +
					g.pick(l.tags), "title=" + g.word(l.script)})
	}
	if g.chance(130) {
		p.fragment = "#" +
			g.pick([]string{"mw", "cite_note-" + g.number(1, 2), g.word(l.script), g.words(l.script, 2, 3, "_")})
	}
	return p
}

// title returns the name of an article, with "_" for blanks. Two words in five are ASCII: names,
// abbreviations, years.
func (g *generator) title(l *language) string {
	var b strings.Builder
	words := 1 + g.weighted(110, 300, 280, 170, 90, 50)
	for i := range words {
		if i > 0 {
			b.WriteString(g.pick([]string{"_", "_", "_", "_", "_", "_", "_", "_", "_", "-", "_-_", ",_", "/", "'", "_–_", "."}))
		}
		switch g.weighted(600, 230, 60, 70, 40) {
		case 0:
			b.WriteString(g.word(l.script))
		case 1:
			b.WriteString(capital(g.word(ascii)))
		case 2:
			b.WriteString(strings.ToUpper(g.from(letters, g.between(2, 4))))
		case 3:
			b.WriteString(g.pick([]string{"19", "20"}) + g.from(digits, 2))
		case 4:
			b.WriteString(g.number(1, 3))
		}
	}
	switch g.weighted(855, 100, 20, 5, 5, 5, 5, 5) {
	case 1:
		b.WriteString("_(" + g.word(l.script) + ")")
	case 2:
		b.WriteString("_(" + g.pick([]string{"19", "20"}) + g.from(digits, 2) + ")")
	case 3:
		b.WriteString("!")
	case 4:
		b.WriteString("%3F")
	case 5:
		b.WriteString("_" + g.word(emoji))
	case 6:
		b.WriteString("_" + g.word(gothic))
	case 7:
		b.WriteString("*" + g.word(l.script) + ";$@&=+~" + g.number(1, 1))
	}
	return b.String()
}

// heavy are the scripts of the kind "nonascii", by the length of a character.
var heavy = [][]*script{
	{cyrillic, cyrillic, greek, arabic, hebrew, armenian},
	{devanagari, bengali, thai, han, kana, hangul, ethiopic, georgian},
	{emoji, gothic, hanB, cuneiform, mathLatin},
}

// nonASCII makes a line of the kind "nonascii".
func (g *generator) nonASCII() pieces {
	list := heavy[g.weighted(40, 40, 20)]
	s := list[g.below(len(list))]
	p := pieces{scheme: g.pick([]string{"http:", "https:", "https:"}), slashes: "//", host: g.words(s, 1, 2, ".")}
	if g.chance(500) {
		p.host += "." + g.pick([]string{"рф", "中国", "한국", "भारत", "ελ"})
	}
	if g.chance(400) {
		p.path = "/" + g.pick(webWords)
	}
	for range g.between(1, 3) {
		p.path += "/" + g.words(s, 1, 3, g.pick([]string{"", "_", "-"}))
		if g.chance(250) {
			p.path += "_" + g.number(1, 4)
		}
	}
	switch g.weighted(650, 250, 95, 5) {
	case 1:
		p.query = "?" + g.word(s) + "=" + g.words(s, 1, 2, "+")
	case 2:
		p.query = "?" + g.pick(webWords) + "=" + g.words(s, 1, 3, "%20")
	case 3:
		p.query = "?" + g.word(privateUse) + "=" + g.word(s)
	}
	if g.chance(200) {
		p.fragment = "#" + g.words(s, 1, 2, "_")
	}
	if g.chance(20) {
		p.userinfo = g.word(s) + "@"
	}
	if g.chance(10) {
		p.port = ":8080"
	}
	return p
}
