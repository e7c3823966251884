package rdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// The productions PN_PREFIX and PN_LOCAL of Turtle, for package regexp.
const (
	pnBase = `A-Za-z\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{2FF}\x{370}-\x{37D}\x{37F}-\x{1FFF}\x{200C}-\x{200D}` +
		`\x{2070}-\x{218F}\x{2C00}-\x{2FEF}\x{3001}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFFD}\x{10000}-\x{EFFFF}`
	pnChars  = pnBase + `_0-9\x{B7}\x{300}-\x{36F}\x{203F}-\x{2040}\-`
	pnEscape = `%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%]`
)

var (
	pnPrefix = regexp.MustCompile(`^(?:[` + pnBase + `](?:[` + pnChars + `.]*[` + pnChars + `])?)?$`)
	pnLocal  = regexp.MustCompile(`^(?:(?:[` + pnBase + `_0-9:]|` + pnEscape + `)(?:(?:[` + pnChars + `.:]|` + pnEscape +
		`)*(?:[` + pnChars + `:]|` + pnEscape + `))?)?$`)
	backslash = regexp.MustCompile(`\\(.)`)
)

// A prefixLoop is a slow prefix table: a list in the order in which Set was called.
type prefixLoop [][2]string

func (p *prefixLoop) set(prefix, namespace string) bool {
	if !pnPrefix.MatchString(prefix) || !utf8.ValidString(prefix) || !rfc3987.IRI.Valid(namespace) {
		return false
	}
	*p = slices.DeleteFunc(*p, func(x [2]string) bool { return x[0] == prefix })
	*p = append(*p, [2]string{prefix, namespace})
	return true
}

func (p prefixLoop) expand(name string) (iri, code string) {
	prefix, local, ok := strings.Cut(name, ":")
	i := slices.IndexFunc(p, func(x [2]string) bool { return x[0] == prefix })
	if !ok {
		return "", rdf.CodeName
	} else if i < 0 {
		return "", rdf.CodeUnknownPrefix
	} else if !pnLocal.MatchString(local) || !utf8.ValidString(local) { // regexp treats an invalid byte as U+FFFD
		return "", rdf.CodeName
	}
	if iri = p[i][1] + backslash.ReplaceAllString(local, "$1"); !rfc3987.IRI.Valid(iri) {
		return "", rdf.CodeIRI
	}
	return iri, ""
}

// shorten escapes a character only if the local name would otherwise be invalid.
func (p prefixLoop) shorten(iri string) (string, bool) {
	longest := -1
	for i, x := range p {
		if strings.HasPrefix(iri, x[1]) && (longest < 0 || len(x[1]) >= len(p[longest][1])) {
			longest = i
		}
	}
	if longest < 0 || !rfc3987.IRI.Valid(iri) {
		return "", false
	}
	name, rest := "", []rune(iri[len(p[longest][1]):])
	for i, c := range rest {
		plain := string(c)
		if c == '%' {
			plain = string(rest[i : i+3])
		} else if around := "a"[:min(1, i)] + plain + "a"[:min(1, len(rest)-1-i)]; !pnLocal.MatchString(around) {
			plain = `\` + plain
		}
		if i > 1 && rest[i-2] == '%' || i > 0 && rest[i-1] == '%' {
			continue
		}
		name += plain
	}
	if !pnLocal.MatchString(name) {
		return "", false
	}
	return p[longest][0] + ":" + name, true
}

// Tables with random prefixes agree with the slow table, and expanding a shortened IRI returns the
// original.
func TestPrefixes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 5))
	pieces := []string{
		"a", "b", "a", "/", "#", "?", ".", "-", ":", "_", "~", "%41", "%", "é", "\u0300", "\u2019", "\u00B7", "[", "@", "(",
		",", "'", `\`, " ", "0", "\U0001F600", "=", "\xC3", "\uFFFD",
	}
	text := func(n, few int) (s string) {
		for range r.IntN(n) {
			s += pieces[r.IntN(few)]
		}
		return s
	}
	shortened, expanded, codes := 0, 0, map[string]int{}
	for range rounds(3000) {
		var p rdf.Prefixes
		var slow prefixLoop
		for range r.IntN(8) {
			prefix, namespace := text(3, []int{2, len(pieces)}[r.IntN(2)]), "s:"+text(4, 4)
			if r.IntN(8) == 0 {
				namespace = text(4, len(pieces))
			}
			err := p.Set(prefix, namespace)
			if ok := slow.set(prefix, namespace); ok != (err == nil) {
				t.Fatalf("%q, %q: %v", prefix, namespace, err)
			}
			checkNameError(t, err, max(len(prefix), len(namespace)))
		}
		for range 20 {
			iri := "s:" + text(8, 4+r.IntN(len(pieces)-3))
			name, ok := p.Shorten(iri)
			if want, wanted := slow.shorten(iri); name != want || ok != wanted {
				t.Fatalf("%v: %q is %q, %v; want %q, %v", slow, iri, name, ok, want, wanted)
			}
			b, appended := p.AppendShorten([]byte("x"), []byte(iri))
			if string(b) != "x"+name || appended != ok {
				t.Fatalf("%v: %q is %q, %v appended", slow, iri, b, appended)
			}
			if !ok {
				name = text(2, 2)
				if len(slow) > 0 && r.IntN(8) > 0 {
					name = slow[r.IntN(len(slow))][0]
				}
				name += ":" + text(8, 4+r.IntN(len(pieces)-3))
			} else if back, err := p.Expand(name); back != iri || err != nil {
				t.Fatalf("%v: %q is %q, and back %q, %v", slow, iri, name, back, err)
			} else {
				shortened++
			}
			for range r.IntN(3) { // break it
				at := r.IntN(len(name) + 1)
				name = name[:at] + pieces[r.IntN(len(pieces))] + name[at:]
			}
			got, err := p.Expand(name)
			want, code := slow.expand(name)
			var wrong *rdf.NameError
			if errors.As(err, &wrong) != (code != "") || code != "" && wrong.Code != code || got != want {
				t.Fatalf("%v: %q is %q, %v; want %q, %q", slow, name, got, err, want, code)
			}
			checkNameError(t, err, len(name))
			if b, err = p.AppendExpand([]byte("x"), []byte(name)); string(b) != "x"+got || (err == nil) != (code == "") {
				t.Fatalf("%v: %q is %q, %v appended", slow, name, b, err)
			}
			codes[code]++
			if err == nil {
				expanded++
			}
		}
	}
	t.Logf("%d shortened, %d expanded, codes %v", shortened, expanded, codes)
	if shortened < 200 || expanded < 200 || len(codes) < 4 {
		t.Error("they are too few")
	}
}

func checkNameError(t *testing.T, err error, size int) {
	t.Helper()
	var wrong *rdf.NameError
	var reason *tables.SyntaxError
	if errors.As(err, &wrong) && (wrong.Offset < 0 || wrong.Offset > size || wrong.Error() == "" ||
		errors.As(err, &reason) != (wrong.Code == rdf.CodeIRI || wrong.Code == rdf.CodeNamespace)) {
		t.Fatalf("%#v", wrong)
	}
}

// Each character is escaped as Turtle requires at the beginning, in the middle and at the end of a
// name.
func TestPrefixesInTheSmall(t *testing.T) {
	var p rdf.Prefixes
	var slow prefixLoop
	for _, x := range [][2]string{{"s", "s:"}, {"", "s:a"}, {"x.y", "s:a/"}} {
		if err := p.Set(x[0], x[1]); err != nil || !slow.set(x[0], x[1]) {
			t.Fatal(err)
		}
	}
	for c := range rune(0x3000) {
		for _, format := range []string{"s:%c", "s:%cb", "s:b%c", "s:b%cb", "s:a%c", "s:a/%c", "s:%c%[1]c", "s:%%41%c%%41"} {
			iri := fmt.Sprintf(format, c)
			name, ok := p.Shorten(iri)
			if want, wanted := slow.shorten(iri); name != want || ok != wanted {
				t.Fatalf("%q is %q, %v; want %q, %v", iri, name, ok, want, wanted)
			}
			for _, name := range []string{iri, strings.Replace(iri, string(c), `\`+string(c), 1)} {
				got, err := p.Expand(name)
				if want, code := slow.expand(name); got != want || (err == nil) != (code == "") {
					t.Fatalf("%q is %q, %v; want %q, %q", name, got, err, want, code)
				}
			}
		}
	}
}

// In some namespaces not every word forms an IRI.
func TestPrefixesAtTheAuthority(t *testing.T) {
	for _, namespace := range []string{
		"http://h", "http://h:", "http://h:1", "http://[::1]", "http://1.2.3.4", "s:", "s:?", "s:#",
	} {
		var p rdf.Prefixes
		slow := prefixLoop{{"x", namespace}}
		if err := p.Set("x", namespace); err != nil {
			t.Fatal(err)
		}
		for _, local := range []string{"", "1", "a", "1a", "a1", "_", "65536", "aé", "@a", ":1", "/a", "//"} {
			name, ok := p.Shorten(namespace + local)
			if want, wanted := slow.shorten(namespace + local); name != want || ok != wanted {
				t.Errorf("%s%s is %q, %v; want %q, %v", namespace, local, name, ok, want, wanted)
			}
			got, err := p.Expand("x:" + local)
			if want, code := slow.expand("x:" + local); got != want || (err == nil) != (code == "") {
				t.Errorf("x:%s is %q, %v; want %q, %q", local, got, err, want, code)
			}
		}
	}
}

// If a prefix is set again, Shorten uses another prefix for its old namespace, if there is one.
func TestPrefixesAreReplaced(t *testing.T) {
	var p rdf.Prefixes
	for _, c := range []struct{ prefix, namespace, name string }{
		{"a", "s:x/", "a:1"}, {"b", "s:x/", "b:1"}, {"c", "s:x/", "c:1"}, {"a", "s:x/", "a:1"}, {"a", "s:x/y/", "c:1"},
		{"c", "s:", "b:1"}, {"b", "s:z", `c:x\/1`}, {"c", "t:", ""},
	} {
		if err := p.Set(c.prefix, c.namespace); err != nil {
			t.Fatal(err)
		}
		if name, _ := p.Shorten("s:x/1"); name != c.name {
			t.Errorf("after %q the name is %q", c, name)
		}
	}
	var zero rdf.Prefixes
	if name, ok := zero.Shorten("s:x"); ok || name != "" {
		t.Error("the zero Prefixes shortens")
	}
	if _, err := zero.Expand("s:x"); err == nil {
		t.Error("the zero Prefixes expands")
	}
}

func TestNameErrors(t *testing.T) {
	var p rdf.Prefixes
	if err := p.Set("ex", "http://h"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"ex":      `"ex" contains no ":"; write a prefix, a ":" and a name, such as "foaf:name"`,
		"ey:":     `the prefix "ey" is unknown; set its namespace first`,
		"ex:a.":   `"ex:a.": a final "." needs a backslash; write "\."`,
		"ex:.a":   `"ex:.a": "." needs a backslash; write "\."`,
		`ex:a\b`:  `"ex:a\\b": "\b" is not an escape in a name; escape only punctuation`,
		`ex:a\`:   `"ex:a\\": "\" is not an escape in a name; escape only punctuation`,
		"ex:a%zz": `"ex:a%zz": "%" must be followed by two hex digits`,
		"ex:a b":  `"ex:a b": a space is not allowed in a name; write the full IRI between "<" and ">"`,
		"ex::x:":  `the expanded name is not an IRI: `,
	} {
		if _, err := p.Expand(name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if err := p.Set("ex", "http://u:secret@h/ "); err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// manyNamespaces returns n namespaces, the same namespaces as a map, and IRIs in them.
func manyNamespaces(n int) (p *rdf.Prefixes, byNamespace map[string]string, iris []string) {
	p, byNamespace = &rdf.Prefixes{}, map[string]string{}
	r := rand.New(rand.NewPCG(1, 1))
	hosts := []string{"http://www.w3.org/", "http://purl.org/", "http://example.org/", "https://data.example.com/"}
	for i := range n {
		namespace := fmt.Sprintf("%s%x/vocab%d%c", hosts[r.IntN(len(hosts))], r.IntN(n), i, "/#"[i%2])
		prefix := fmt.Sprintf("p%d", i)
		if err := p.Set(prefix, namespace); err != nil {
			panic(err)
		}
		byNamespace[namespace] = prefix
		for _, name := range []string{"name", "givenName", "hasPart", "Q42", "broaderTransitive"} {
			iris = append(iris, namespace+name)
		}
	}
	r.Shuffle(len(iris), func(i, j int) { iris[i], iris[j] = iris[j], iris[i] })
	return p, byNamespace, iris
}

// BenchmarkPrefixes shortens and expands IRIs in 500 namespaces. "map" splits each IRI at the last
// "#" or "/", looks up the namespace in a map, and validates nothing.
func BenchmarkPrefixes(b *testing.B) {
	p, byNamespace, list := manyNamespaces(500)
	var iris, names [][]byte
	for _, s := range list {
		name, ok := p.Shorten(s)
		if !ok {
			b.Fatal(s)
		}
		iris, names = append(iris, []byte(s)), append(names, []byte(name))
	}
	room := make([]byte, 0, 200)
	for _, c := range []struct {
		name string
		do   func(i int) bool
	}{
		{"shorten", func(i int) bool { _, ok := p.AppendShorten(room, iris[i]); return ok }},
		{"map", func(i int) bool {
			at := bytes.LastIndexAny(iris[i], "#/") + 1
			prefix, ok := byNamespace[string(iris[i][:at])]
			_ = append(append(append(room, prefix...), ':'), iris[i][at:]...)
			return ok
		}},
		{"expand", func(i int) bool { _, err := p.AppendExpand(room, names[i]); return err == nil }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if !c.do(i) {
					b.Fatal(list[i])
				}
				if i++; i == len(iris) {
					i = 0
				}
			}
		})
	}
}

func TestPrefixesDoNotAllocate(t *testing.T) {
	p, _, iris := manyNamespaces(20)
	iri, room := []byte(iris[0]+"/é(%41)"), make([]byte, 0, 100)
	if n := testing.AllocsPerRun(100, func() {
		name, ok := p.AppendShorten(room, iri)
		if !ok {
			t.Fatalf("%s", iri)
		}
		if back, err := p.AppendExpand(name, name); err != nil || !bytes.HasSuffix(back, iri) {
			t.Fatalf("%s: %s, %v", iri, back, err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
