package notation

import (
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/internal/reader"
)

// foreignNotations lists grammar notations that have no reader. A document is in such a notation if
// one of its lines matches mark and one matches define. If define is nil, at least two lines must
// match mark, and more than half as many as start a rule in one of the dialects. Every line that
// matches mark contains word, which is faster to search for.
var foreignNotations = []struct {
	name, word   string
	mark, define *regexp.Regexp
}{
	{
		"PEG's notation (name <- expression)", "<-",
		regexp.MustCompile(`(?m)^[ \t]*\w+[ \t]*<-`), nil,
	}, {
		"ANTLR's notation", "grammar",
		regexp.MustCompile(`(?m)^[ \t]*(?:(?:lexer|parser)[ \t]+)?grammar[ \t]+\w+[ \t]*;`),
		regexp.MustCompile(`(?m)^[ \t]*\w+[ \t\r\n]*:`),
	}, {
		"yacc's notation", "%%",
		regexp.MustCompile(`(?m)^%%[ \t]*\r?$`), regexp.MustCompile(`(?m)^\w+[ \t\r\n]*:`),
	}, {
		"Lark's notation", "%",
		regexp.MustCompile(`(?m)^%(?:import|ignore|declare|override|extend)[ \t]`),
		regexp.MustCompile(`(?m)^[?!]?_*[A-Za-z]\w*(?:\.-?\d+)?[ \t]*:`),
	}, {
		"pest's notation", "{",
		regexp.MustCompile(`(?m)^[ \t]*\w+[ \t]*=[ \t]*[_@$!]?\{`),
		regexp.MustCompile(`(?m)^[ \t]*\w+[ \t]*=[ \t]*(?:[_@$!]\{|\{[^"'\n]*[\w)][ \t]*~)`),
	}, {
		"CDDL (RFC 8610)", "=",
		regexp.MustCompile(`(?m)^[ \t]*[$@_A-Za-z][$@\w.-]*[ \t]*(?:/?/?=)[ \t]*\{`),
		regexp.MustCompile(`(?m)(?:^|[{,])[ \t]*[?*+]?[ \t]*["\w-]+[ \t]*(?::|=>)[ \t]*[\w#\[{(]`),
	}, {
		"GBNF, the notation of llama.cpp,", "root",
		regexp.MustCompile(`(?m)^root[ \t]*::=`),
		regexp.MustCompile(`(?m)"[^"\n]*\\[nrt"x\\]|\[[^\]\n]*\\|^#`),
	}, {
		`Wirth's notation ("." ends a rule)`, ".",
		regexp.MustCompile(`(?m)^[ \t]*\w+[ \t]*=[^=,;]*?[\w)\]}"'\x60][ \t]*[ \t]\.[ \t]*\r?$`), nil,
	},
}

// ownDefinition matches the start of a line on which a rule begins in one of the dialects.
var ownDefinition = regexp.MustCompile(`(?m)^[ \t]*(?:\[\w+\][ \t]*)?[A-Za-z_][\w.-]*[ \t]*(?:=|::=)`)

// foreignNotation reports whether the document is in one of the foreignNotations and, if so, adds
// an error to the diagnostics.
func foreignNotation(d *reader.Document) bool {
	text := d.Grammar.Source.Text
	for _, n := range foreignNotations {
		if !strings.Contains(text, n.word) {
			continue
		}
		at := n.mark.FindStringIndex(text)
		switch {
		case at == nil, n.define != nil && !n.define.MatchString(text):
			continue
		case n.define == nil:
			if marks := count(n.mark, text); marks < 2 || count(ownDefinition, text) >= 2*marks {
				continue
			}
		}
		var read []string
		for _, other := range syntax.Dialects() {
			read = append(read, other.Notation())
		}
		d.Report("foreign-notation", syntax.Pos(at[0]), syntax.Pos(at[1]),
			"the document is in %s, which is not supported; %s are", n.name, strings.Join(read, ", "))
		return true
	}
	return false
}

func count(x *regexp.Regexp, text string) int { return len(x.FindAllStringIndex(text, -1)) }
