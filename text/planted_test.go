package text

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
)

// scriptWords holds two words in each of twelve scripts. The second Telugu word ends with a joiner.
var scriptWords = [][2]string{
	{"museum", "map"}, {"музей", "карта"}, {"μουσείο", "χάρτης"}, {"թանգարան", "քարտեզ"}, {"מוזיאון", "מפה"},
	{"متحف", "خريطة"}, {"संग्रहालय", "मानचित्र"}, {"మ్యూజియం", "ఇంటర్నెట్\u200C"}, {"พิพิธภัณฑ์", "แผนที่"},
	{"博物馆", "地图"}, {"はくぶつかん", "ラーメン"}, {"박물관", "지도"},
}

// A planted IRI is built from two words of a script.
type planted struct {
	iri         string
	words       [2]string
	tail, port  bool // whether it has a path, query or fragment; whether it has a port
	isNamedWide bool // whether the host contains a word that is not ASCII
}

// plant returns a random IRI.
func plant(r *rand.Rand) planted {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	p := planted{words: scriptWords[r.IntN(len(scriptWords))]}
	w, v := p.words[r.IntN(2)], p.words[r.IntN(2)]
	if r.IntN(6) == 0 {
		p.tail = true
		p.iri = one("mailto:"+w+"@"+v+".example", "urn:isbn:0451450523", "tel:+1-201-555-0123", "urn:x:"+w)
		return p
	}
	host := one("example.org", w+".example", v+".example."+w, "127.0.0.1", "[::1]", "localhost", w+"@h.example")
	p.isNamedWide = !isASCII(host)
	p.iri = one("http", "https", "HTTPS", "git+ssh", "ftp") + "://" + host
	if p.port = r.IntN(3) == 0; p.port {
		p.iri += one(":8080", ":1")
	}
	if p.tail = r.IntN(4) > 0; p.tail {
		p.iri += one("/", "/"+w, "/"+w+"/"+v+".html", "/a/"+w+"_("+v+")", "/O'Canoe-Pl",
			"/%C3%A9", "/"+w+",("+v+")/x", "/a:b")
		if last, _ := utf8.DecodeLastRuneInString(p.iri); last >= utf8.RuneSelf {
			p.iri += one("", "（"+v+"）", "《x》", "x")
		}
		p.iri += one("", "", "?q="+w, "?a=b&c=("+v+")", "#"+w, "?x#y!"+v)
	}
	return p
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

func (p planted) endsInASCII() bool { return p.iri[len(p.iri)-1] < utf8.RuneSelf }

// A wrapping is text around an IRI: the IRI replaces @, and words replace $. If fits returns true,
// the text after @ is not part of the IRI.
type wrapping struct {
	form string
	fits func(p planted) bool // nil: every IRI
}

func wrappings() (all []wrapping) {
	for _, form := range []string{
		"$ @ $", "@. $", "@, $", "@! $", "@? $", "@; $", "@: $", "@… $", "@...", "@ — $", "$\t@\t$", // sentences
		"@，$", "$，@、$", "@！$", "@？$", "@：$", "@；$", "@。 $", "（$：@。）", "@\u3000$",
		"(@)$", "($: @).", "[@]", "<@>", "{@}", "（@）$", "「@」$", "『@』", "【@】$", "《@》$", "〈@〉", "［@］$", "｛@｝", "｢@｣$",
		"〝@〟$", "@（2 $）", "@「$", "@」$",
		`"@"`, `'@','$'`, `{'$':'@','n':1}`, "$('@')+$", "‘@’,‘$’", "“@”$", "„@“, $", "«@»$", "»@«",
		"‹@›,‹$›", "‚@‘,$", "״@״",
		`{"$":"@","b":[1]}`, `"$\n@\n"`, `"\u000A@\u000a"`, `\"@\"`, `\\t@\\n$`, `\x0a@\x0a`, // JSON and code
		"`@`", `<a href='@'>$</a>`, `f(u='@',v='$')`, `"@":"$"`,
		"[$](@)", "**@**", "_@_ $", "~~@~~", "| $ |@|", "![$](@ \"$\")", "<@>.", // Markdown
		"2026-11-25T17:52:24Z [$] GET @ 200", "\x1b[1;36m@\x1b[0m $", `\u001b[36m@\u001b[0m`, "url=@ x=200", "@\r\n", // logs
		"@\u200B $", "\uFEFF@\uFEFF", "@\u2060。", "@\u200E)", "@\u00AD", "@,\u2063 $", // invisible characters
	} {
		all = append(all, wrapping{form: form})
	}
	isOther := func(p planted) bool { return !isASCII(p.words[0]) }
	afterHost := func(p planted) bool { return p.tail || p.port || isOther(p) && !p.isNamedWide }
	return append(all, wrapping{"$：@。$", afterHost}, wrapping{"@．$", afterHost}, wrapping{"@｡$", afterHost},
		wrapping{"@（$）", planted.endsInASCII}, wrapping{"@【$】$", planted.endsInASCII},
		wrapping{"@$", func(p planted) bool {
			return !p.tail && isOther(p) && (p.port || strings.HasSuffix(p.iri, "]"))
		}},
		wrapping{"@:$", func(p planted) bool { return !p.tail && isOther(p) }})
}

// TestFindPlanted checks that Find finds each IRI planted in a text, from start to end, and no
// other. The expected spans follow from the wrappings alone.
func TestFindPlanted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	all := wrappings()
	n := 0
	for range testkit.Fewest(100_000) {
		var text strings.Builder
		var want []iri.Span
		for range 1 + r.IntN(4) {
			p, w := plant(r), all[r.IntN(len(all))]
			if w.fits != nil && !w.fits(p) || strings.Contains(w.form, "'") && strings.Contains(p.iri, "'") {
				continue
			}
			words := strings.NewReplacer("$", p.words[r.IntN(2)])
			before, after, _ := strings.Cut(w.form, "@")
			text.WriteString(words.Replace(before))
			want = append(want, iri.Span{Start: text.Len(), End: text.Len() + len(p.iri)})
			text.WriteString(p.iri + words.Replace(after) + " ")
		}
		n += len(want)
		if got := slices.Collect(Find(text.String())); !slices.Equal(got, want) {
			t.Errorf("%s, not\n%s", marked(text.String(), got), marked(text.String(), want))
		}
	}
	t.Logf("%d IRIs, %d wrappings, %d scripts", n, len(all), len(scriptWords))
}
