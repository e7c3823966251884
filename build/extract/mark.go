package extract

import (
	"cmp"
	"regexp"
	"strings"
)

// A mark is what the markup of a block declares.
type mark struct{ language, name string }

// word matches a word in an info string, an attribute list or a start tag: a language, .class,
// #name or attribute=value.
var word = regexp.MustCompile(`([.#]?[\w:+-]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>},\]]+))?`)

// markOf returns the mark in an info string such as "abnf {#name}", in an attribute list such as
// "{: .language-abnf #name}" or "[source,abnf]", or in an HTML start tag. Of several languages, the
// one for grammars counts.
func markOf(text string) mark {
	m := mark{}
	for _, w := range word.FindAllStringSubmatch(text, maxWords) {
		key, value := strings.ToLower(w[1]), strings.Trim(w[2], `"'`)
		switch {
		case strings.HasPrefix(key, "#"):
			m.name = cmp.Or(m.name, w[1][1:])
		case w[2] == "" && key != ":":
			m.speak(strings.TrimPrefix(key, "."))
		case key == "class" || key == "lang" || key == "language" || key == "type":
			for _, class := range strings.Fields(strings.ToLower(value)) {
				m.speak(class)
			}
		case key == "id" || key == "name" || key == "anchor" || key == "sourcecode-name":
			m.name = cmp.Or(m.name, value)
		}
	}
	return m
}

// maxWords is the maximum number of words in a mark.
const maxWords = 100

// speak sets the language, unless it is already set to one for grammars.
func (m *mark) speak(language string) {
	for _, prefix := range []string{"language-", "lang-", "highlight-", "source-"} {
		language = strings.TrimPrefix(language, prefix)
	}
	if m.language == "" || unmarked[m.language] || !m.grammar() && (mark{language: language}).grammar() {
		m.language = language
	}
}

// notations contains the names, apart from those of ABNF, that mark a block as grammar.
var notations = words("bnf ebnf rbnf iso-ebnf iso_ebnf w3c-ebnf w3c_ebnf")

// unmarked contains the names that do not specify a language.
var unmarked = words("text txt plain plaintext none grammar code source listing literal nohighlight")

// grammar reports whether the mark declares that a block contains grammar.
func (m mark) grammar() bool { return isABNF(m.language) || notations[m.language] }

// foreign reports whether the mark declares another language.
func (m mark) foreign() bool { return m.language != "" && !unmarked[m.language] && !m.grammar() }

// add fills in what m lacks from another mark of the same block.
func (m mark) add(other mark) mark {
	if other.grammar() && !m.grammar() {
		m.language = other.language
	}
	return mark{cmp.Or(m.language, other.language), cmp.Or(m.name, other.name)}
}
