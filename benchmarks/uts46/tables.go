package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	unicode17 "github.com/irilex/iri/internal/idna"
)

// This file generates the tables of package internal/idna: the code point properties on which UTS
// 46, IDNA 2008 and Normalization Form C depend. The modules golang.org/x/net and golang.org/x/text
// use Unicode 17 only when compiled with Go 1.27. Go 1.26 suffices for the module itself, so only
// this command requires 1.27, and go.mod does not.

const (
	version = "17.0.0" // of Unicode
	command = "GOTOOLCHAIN=go1.27.2 go run ./uts46 tables"
)

// codePoints calls yield with every code point except surrogates, in order.
func codePoints(yield func(rune) bool) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) && !yield(r) {
			return
		}
	}
}

// mapping maps a host name as UTS 46 does, and fails if a code point is disallowed.
var mapping = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false),
	idna.CheckJoiners(false), idna.CheckHyphens(false))

// statusOf returns the status of a code point in the UTS 46 mapping table and, if it is mapped, the
// text that replaces it.
func statusOf(r rune) (status unicode17.Status, to string) {
	s, err := mapping.ToUnicode(string(r))
	switch {
	case err != nil:
		return unicode17.Disallowed, ""
	case s == "":
		return unicode17.Ignored, ""
	case s != string(r):
		return unicode17.Mapped, s
	}
	return unicode17.Valid, ""
}

// directionOf returns the direction group that contains the Bidi_Class of a code point.
func directionOf(r rune) unicode17.Direction {
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.L:
		return unicode17.LeftToRight
	case bidi.R, bidi.AL:
		return unicode17.RightToLeft
	case bidi.AN:
		return unicode17.ArabicNumber
	case bidi.EN:
		return unicode17.EuropeanNumber
	case bidi.NSM:
		return unicode17.NonspacingMark
	}
	return unicode17.Neutral
}

// validating applies the UTS 46 validity criteria, except those for hyphens and ASCII.
var validating = idna.New(idna.ValidateLabels(true), idna.CheckJoiners(true), idna.CheckHyphens(false),
	idna.StrictDomainName(false))

// joiningOf returns the Joining_Type of a valid code point, determined by testing labels that
// contain a non-joiner. Package idna accepts a non-joiner before every letter that is not
// left-joining, whereas package precis accepts one only before a letter that joins the previous
// letter. A beh is dual-joining and an alef is right-joining.
func joiningOf(r rune) unicode17.Joining {
	const beh, alef, nonJoiner = "\u0628", "\u0627", "\u200C"
	accepts := func(label string) bool {
		_, err := validating.ToUnicode(label)
		return err == nil
	}
	s := string(r)
	_, err := precis.NewFreeform().String(beh + nonJoiner + s)
	joinsNext, joinsPrevious := accepts(s+nonJoiner+alef), err == nil
	switch {
	case joinsNext && joinsPrevious:
		return unicode17.DualJoining
	case joinsNext:
		return unicode17.LeftJoining
	case joinsPrevious:
		return unicode17.RightJoining
	case !accepts(beh+nonJoiner+s) && accepts(beh+nonJoiner+s+alef):
		return unicode17.Transparent
	}
	return unicode17.NonJoining
}

// A composition is a pair of code points that Normalization Form C replaces with a single code
// point.
type composition struct{ first, second, composed rune }

// compositions returns the sorted compositions, except for Hangul. The decomposition of a composed
// code point is in canonical order, and its last code point is the second of the pair.
func compositions() (all []composition) {
	for r := range codePoints {
		d := []rune(norm.NFD.String(string(r)))
		if isHangul(r) || len(d) < 2 || norm.NFC.String(string(r)) != string(r) {
			continue
		}
		first := []rune(norm.NFC.String(string(d[:len(d)-1])))
		c := composition{first[0], d[len(d)-1], r}
		if len(first) != 1 || norm.NFC.String(string([]rune{c.first, c.second})) != string(r) {
			log.Fatalf("%U is not composed of two code points", r)
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b composition) int {
		return slices.Compare([]rune{a.first, a.second}, []rune{b.first, b.second})
	})
	return all
}

// isHangul reports whether a code point is a Hangul syllable, whose decomposition is computed.
func isHangul(r rune) bool { return 0xAC00 <= r && r <= 0xD7A3 }

// seconds returns the code points that may compose with the previous one: the seconds of
// compositions, and Hangul vowels and tails.
func seconds(pairs []composition) map[rune]bool {
	is := map[rune]bool{}
	for _, c := range pairs {
		is[c.second] = true
	}
	for r := rune(0x1161); r <= 0x1175; r++ {
		is[r] = true
	}
	for r := rune(0x11A8); r <= 0x11C2; r++ {
		is[r] = true
	}
	return is
}

// propertiesOf returns a record of the properties table, with one byte per field.
func propertiesOf(r rune, isSecond map[rune]bool) string {
	status, _ := statusOf(r)
	joining := unicode17.NonJoining
	if status == unicode17.Valid {
		joining = joiningOf(r)
	}
	bit := map[bool]byte{true: 1}
	isStable := norm.NFC.String(string(r)) == string(r) && !isSecond[r]
	return string([]byte{byte(status), byte(directionOf(r)), byte(joining), bit[unicode.Is(unicode.M, r)],
		norm.NFC.PropertiesString(string(r)).CCC(), bit[isStable], byte(classOf(r))})
}

// A table is one of the tables of internal/idna: records of equal width.
type table struct {
	doc, name string
	records   []string
}

// codePoint encodes a code point in a record as three bytes.
func codePoint(r rune) string { return string([]byte{byte(r >> 16), byte(r >> 8), byte(r)}) }

// tables returns the tables, with the one for texts last.
func tables() []table {
	pairs := compositions()
	isSecond := seconds(pairs)
	properties := table{"properties has the distinct properties of code points.", "properties", nil}
	runs := table{"runs has the runs of code points with the same properties.", "runs", nil}
	mappings := table{"mappings has the replacements of UTS 46.", "mappings", nil}
	decompositions := table{"decompositions has the full canonical decompositions except those of Hangul.",
		"decompositions", nil}
	var texts strings.Builder
	last := -1
	for r := range codePoints {
		p := propertiesOf(r, isSecond)
		i := slices.Index(properties.records, p)
		if i < 0 {
			i = len(properties.records)
			properties.records = append(properties.records, p)
		}
		if i != last {
			runs.records = append(runs.records, codePoint(r)+string([]byte{byte(i)}))
			last = i
		}
		if _, to := statusOf(r); to != "" {
			mappings.records = append(mappings.records, replacement(&texts, r, to))
		}
		if d := norm.NFD.String(string(r)); d != string(r) && !isHangul(r) {
			decompositions.records = append(decompositions.records, replacement(&texts, r, d))
		}
	}
	if last > 0xFF || len(properties.records) > 0x100 || texts.Len() > 0xFFFF {
		log.Fatalf("%d distinct properties and texts of %d bytes have no room in the records",
			len(properties.records), texts.Len())
	}
	composed := table{"compositions has the canonical compositions except those of Hangul.", "compositions", nil}
	for _, c := range pairs {
		composed.records = append(composed.records, codePoint(c.first)+codePoint(c.second)+codePoint(c.composed))
	}
	all := table{"texts has the texts of mappings and decompositions.", "texts", nil}
	for _, b := range []byte(texts.String()) {
		all.records = append(all.records, string([]byte{b}))
	}
	return []table{properties, runs, mappings, decompositions, composed, all}
}

// replacement returns the record for the replacement of a code point and adds its text to texts.
func replacement(texts *strings.Builder, r rune, to string) string {
	at := strings.Index(texts.String(), to)
	if at < 0 {
		at = texts.Len()
		texts.WriteString(to)
	}
	place := binary.BigEndian.AppendUint16(nil, uint16(at))
	return codePoint(r) + string(append(place, byte(len(to))))
}

// writeTables writes the contents of data_gen.go.
func writeTables(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "// Code generated by %q in the folder benchmarks. DO NOT EDIT.\n\npackage idna\n\n"+
		"// UnicodeVersion is the version of Unicode that the tables are from.\nconst UnicodeVersion = %q\n",
		command, version)
	for _, t := range tables() {
		fmt.Fprintf(w, "\n// %s\nconst %s = \"\"", t.doc, t.name)
		for line := range slices.Chunk(t.records, 24/len(t.records[0])) {
			fmt.Fprintf(w, " +\n\t%s", quote(strings.Join(line, "")))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// quote returns a string literal in which every byte is escaped.
func quote(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, `\x%02x`, s[i])
	}
	return `"` + b.String() + `"`
}

// tablesOfIDNA writes ../internal/idna/data_gen.go.
func tablesOfIDNA() {
	if idna.UnicodeVersion != version || unicode.Version != version {
		log.Fatalf("the tables are of Unicode %s, not %s; run: %s", idna.UnicodeVersion, version, command)
	}
	var b bytes.Buffer
	if err := writeTables(&b); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("../internal/idna/data_gen.go", b.Bytes(), 0o666); err != nil {
		log.Fatal(err)
	}
}
