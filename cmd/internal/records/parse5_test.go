package records

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/text"
)

// documentsOf returns the files with one of the extensions in the folder that .ci/links fills.
func documentsOf(t testing.TB, extensions ...string) (names []string) {
	folder := os.Getenv("IRI_DOCUMENTS")
	if folder == "" {
		t.Skip("IRI_DOCUMENTS is not set; .ci/links sets it")
	}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && slices.Contains(extensions, filepath.Ext(name)) {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("%d documents in %s: %v", len(names), folder, err)
	}
	return names
}

// A comparison counts the links and the accepted differences in documents.
type comparison struct {
	t                  *testing.T
	files, size, links int
	differences        map[string]int
	refused            int
}

func newComparison(t *testing.T) *comparison { return &comparison{t: t, differences: map[string]int{}} }

// differ counts a difference of the given class, and fails the test if the class is "".
func (c *comparison) differ(class, format string, args ...any) {
	if class != "" {
		c.differences[class]++
		return
	}
	const shown = 40
	if c.refused++; c.refused <= shown {
		c.t.Errorf(format, args...)
	}
}

// report logs the totals.
func (c *comparison) report() {
	c.t.Logf("%d documents, %.1f MB, %d links, %d other differences", c.files, float64(c.size)/1e6, c.links, c.refused)
	for _, class := range slices.Sorted(maps.Keys(c.differences)) {
		c.t.Logf("%7d %s", c.differences[class], class)
	}
}

// A seen is what parse5 finds at a place in a document: see .ci/links.mjs.
type seen struct {
	kind       string
	start, end int
	texts      []string
}

func (s *seen) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&s.kind, &s.start, &s.end, &s.texts})
}

// expected returns the texts of the links expected at the place.
func (s *seen) expected() (texts []string) {
	found := func(part string) {
		for span := range text.Find(part) {
			texts = append(texts, part[span.Start:span.End])
		}
	}
	switch s.kind {
	case "text":
		for line := range strings.Lines(s.texts[0]) {
			found(line)
		}
		return texts
	case "value":
		rest := s.texts[0]
		scheme, _, ok := strings.Cut(rest, "://")
		if ok && aScheme.MatchString(scheme) {
			first := strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(whitespace, r) })[0]
			texts, rest = []string{first}, rest[len(first):]
		}
		found(rest)
		return texts
	}
	return s.texts
}

// TestParse5 compares the links in HTML and style sheets with those that parse5 and css-tree find.
// Each link must be found once, at its position, with its text.
func TestParse5(t *testing.T) {
	c := newComparison(t)
	c.parse5(documentsOf(t, ".html", ".css"))
	c.report()
}

// TestParse5Mixtures does the same for random mixtures of markup.
func TestParse5Mixtures(t *testing.T) {
	documentsOf(t, ".html")
	rng, folder := rand.New(rand.NewPCG(1, 1)), t.TempDir()
	var names []string
	for i := range 6000 {
		extension, pieces := ".html", markup
		if i%2 > 0 {
			extension, pieces = ".css", styling
		}
		source := ""
		for range 1 + rng.IntN(8) {
			source += pieces[rng.IntN(len(pieces))]
		}
		name := filepath.Join(folder, fmt.Sprint(i, extension))
		if err := os.WriteFile(name, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	c := newComparison(t)
	c.parse5(names)
	c.report()
}

// styling lists the pieces from which style sheets are mixed.
var styling = []string{
	"url(a)", "URL( b )", "url('c')", "url( \"d\" )", "url(e f)", "url('g' h)", "url(i'j)", "url(k\\)l)",
	"url(\\6D n)", "url()", "url(", "xurl(o)", "-url(p)", "\\url(q)", "@import 'r';", "@import \"s\" print;",
	"@import url(t);", "@import/**/'u'", "@import", "@imports 'v'", "'", "\"", "\n", "\r\n", " ", ";", "{", "}",
	")", "(", "/*", "*/", "/* url(w) */", "<!--", "-->", "url('a\\\r\nb')", "@import 'c\\\r\n';", "url(#d)",
	"#url(e)", "é", "'url(x)'", "'\\\ny'", "@charset \"z\";", "http://h/", ":",
}

// markup lists the pieces from which documents are mixed. A piece may end within markup.
var markup = []string{
	"<x background=a cite=b data-href=c data-poster=d data-src=e data-url=f formaction=g href=h longdesc=i manifest=j>",
	"<x poster=a src=b url=c data-srcset='d 1x' imagesrcset=e fill=url(f) clip-path=url(g) cursor=url(h) mask=url(i)>",
	"<x marker=url(a) marker-end=url(b) marker-mid=url(c) marker-start=url(d) filter=url(e) stroke=url(f)>",
	"<iframe>&#98; http://h/&amp;</iframe>", "<xmp>http://h/&amp;</xmp>", "<noembed>http://h/&#98;</noembed>",
	"http://h/a", " ", "\n", "\r\n", "é", "&amp;", "&lt", "&#x62;", "&#98", "&notit;", "<", ">", "\"", "'", "=",
	"/", "(", "<a href=", "<a href=\"", "<img src='x|y' ", "<p title=\"", "<A HREF = b&amp;c>",
	"<a href=d href=e>", "</a>", "</p", "<a/href='f'/>", "<a b='c'href=g>", "<a href='h\r\ni'>",
	"<a href=j&amp=k&lt=l&#109&copy;>", "<a href='javascript:x'>", "<img srcset='a 1x,b(c,d) 2x, e,'>",
	"<a ping=' a b '>", "<p data-x='http://h/ b http://i/'>", "<p onclick='http://j/'>", "<!-- <a href=b> -->",
	"<!-->", "<!---", "--!>", "<!doctype html>", "<?php <a href=b> ?>", "<![CDATA[<a href=b>]]>", "</ a>",
	"<style>", "</style>", "url(a)", "url( 'b\\63' )", "@import \"c\";", "/* url(d) */",
	"<p style='x:url(&quot;e&quot;)'>", "<script>", "</script>", "<!--<script>", "<pre>", "</pre>", "<code>",
	"</code>", "<title>", "</title>", "<textarea>", "</textarea>", "<noscript>", "</noscript>", "<iframe>",
	"</iframe>", "<xmp>", "</xmp>", "<noembed>", "<plaintext>", "<svg>", "</svg>",
	"<path fill='url(#a)' mask=none>", "<use xlink:href='b'/>", "<math>", "<table>", "<td background=c>",
	"<template>", "<select>", "<option>", "<meta http-equiv=refresh content='0;url=d'>",
	"<meta content=\"1 'e'\" http-equiv=Refresh>", "<form action=f>", "<object data=g>", "<base href='/h/'>",
	"<x action=i data=j>", "<loc>k</loc>", "mailto:a@b.c",
}

// parse5 compares the documents with the given names.
func (c *comparison) parse5(names []string) {
	peer := exec.Command("node", os.Getenv("IRI_PARSE5"))
	peer.Stdin, peer.Stderr = strings.NewReader(strings.Join(names, "\n")), os.Stderr
	out, err := peer.StdoutPipe()
	if err == nil {
		err = peer.Start()
	}
	if err != nil {
		c.t.Fatal(err)
	}
	decoder := json.NewDecoder(bufio.NewReader(out))
	for _, name := range names {
		var places []seen
		if err := decoder.Decode(&places); err != nil {
			c.t.Fatal(name, err)
		}
		source, err := os.ReadFile(name)
		if err != nil {
			c.t.Fatal(err)
		}
		c.html(name, source, places)
	}
	if err := peer.Wait(); err != nil {
		c.t.Fatal(err)
	}
}

// html compares one document.
func (c *comparison) html(name string, source []byte, places []seen) {
	d := newDocument(Of(name))
	d.parse(source)
	values, _ := valuesOf(nil, nil, source, 0, d.links)
	c.files, c.size, c.links = c.files+1, c.size+len(source), c.links+len(values)
	at := func(offset int) string {
		place := fmt.Sprintf("%s:%d", name, 1+bytes.Count(source[:offset], newline))
		if len(source) < 1000 {
			place += fmt.Sprintf(" %q", source)
		}
		return place
	}
	more := func(v Value) {
		c.differ(classOf(source, v.Start, v.End), "%s: %q is found, parse5 sees nothing", at(v.Start), v.Text)
	}
	for _, place := range places {
		for len(values) > 0 && values[0].Start < place.start {
			more(values[0])
			values = values[1:]
		}
		var got []string
		exact := true
		for len(values) > 0 && values[0].End <= place.end {
			v := values[0]
			raw := string(source[v.Start:v.End])
			exact = exact && (raw == string(v.Text) || strings.ContainsAny(raw, `&\`)) &&
				(place.kind != "link" || v.Start == place.start && v.End == place.end)
			got, values = append(got, strings.ReplaceAll(string(v.Text), "\r\n", "\n")), values[1:]
		}
		if want := place.expected(); !slices.Equal(got, want) || !exact {
			class := classOf(source, place.start, place.end)
			if place.kind == "list" && slices.Equal(goodURLs(got), goodURLs(want)) {
				class = "blank, quote or parenthesis in url(), which CSS drops"
			}
			c.differ(class, "%s: %q are found, parse5 sees %q in %s %q", at(place.start), got, want, place.kind,
				source[place.start:place.end])
		}
	}
	for _, v := range values {
		more(v)
	}
}

// classOf returns the class of a difference at source[start:end], or "".
func classOf(source []byte, start, end int) string {
	part := source[start:end]
	switch before := source[:start]; {
	case repeated(before, part):
		return "repeated attribute"
	case foreign.Match(before) && rawText.Match(before):
		return "element such as style, title or script in svg or math"
	case bytes.Contains(before, []byte("<noscript>")):
		return "noscript, whose end tag parse5 finds anywhere"
	case nameOnly.Match(part):
		return "reference such as &lt without a semicolon"
	}
	return ""
}

var (
	aScheme  = regexp.MustCompile(`^[A-Za-z0-9+.-]+$`)
	foreign  = regexp.MustCompile(`(?i)<(svg|math)`)
	rawText  = regexp.MustCompile(`(?i)<(iframe|noembed|plaintext|script|style|textarea|title|xmp)`)
	badURL   = regexp.MustCompile(`[\s"'(]`)
	nameOnly = regexp.MustCompile(`&[A-Za-z]+`)
)

// goodURLs returns the texts that url(…) may contain.
func goodURLs(texts []string) (good []string) {
	for _, text := range texts {
		if !badURL.MatchString(text) {
			good = append(good, text)
		}
	}
	return good
}

// repeated reports whether source ends within a tag, and part is in an attribute whose name occurs
// earlier in that tag. Parsers drop such an attribute.
func repeated(source, part []byte) bool {
	for at := len(source); ; {
		if at = bytes.LastIndexByte(source[:at], '<'); at < 0 {
			return false
		}
		seen := map[string]bool{}
		for a := range attributes(slices.Concat(source[at:], part)) {
			if seen[a.name] && a.start+at <= len(source) && len(source) <= a.end+at {
				return true
			}
			seen[a.name] = true
		}
	}
}
