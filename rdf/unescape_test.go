package rdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/rdf"
	"github.com/irilex/iri/tables/ntriples"
)

// Every number of four or eight digits up to 11FFFF denotes its code point; surrogates and numbers
// above 10FFFF are errors.
func TestEveryNumber(t *testing.T) {
	var dst []byte
	check := func(raw string, number int64) {
		text, err := rdf.AppendUnescaped(dst[:0], []byte(raw))
		var wrong *rdf.EscapeError
		switch {
		case number > utf8.MaxRune:
			if !errors.As(err, &wrong) || wrong.Code != rdf.CodeRange || wrong.Text != raw || len(text) > 0 {
				t.Fatalf("%s: %q, %v", raw, text, err)
			}
		case number >= 0xD800 && number < 0xE000:
			if !errors.As(err, &wrong) || wrong.Code != rdf.CodeSurrogate || wrong.Text != raw || len(text) > 0 {
				t.Fatalf("%s: %q, %v", raw, text, err)
			}
		case err != nil || string(text) != string(rune(number)):
			t.Fatalf("%s: %q, %v", raw, text, err)
		}
	}
	for number := range 0x120000 {
		if number >= 0x20000 && !testkit.OneIn(61, number) {
			continue
		}
		if number < 0x10000 {
			check(fmt.Sprintf(`\u%04X`, number), int64(number))
			check(fmt.Sprintf(`\u%04x`, number), int64(number))
		}
		check(fmt.Sprintf(`\U%08x`, number), int64(number))
	}
	check(`\UFFFFFFFF`, 1<<32-1)
	check(`\U80000000`, 1<<31)
}

// For all strings of up to five of the pieces below, the valid escapes are those in the grammar,
// and RawOffset maps each byte of the text to its byte or escape in raw.
func TestUnescapeInTheSmall(t *testing.T) {
	pieces := []string{`\`, `\u00E9`, `\U0001F60`, "n", "u", "0", "00", "é", "\xE9", `"`}
	var all func(s string, more int)
	n := 0
	all = func(s string, more int) {
		n++
		compareUnescaped(t, s)
		if more == 0 {
			return
		}
		for _, p := range pieces {
			all(s+p, more-1)
		}
	}
	all("", 5)
	r := rand.New(rand.NewPCG(8, 4))
	for range rounds(20_000) {
		b := make([]byte, r.IntN(30))
		for i := range b {
			b[i] = `\\\\\unU0019AFaftbr"' é`[r.IntN(24)]
		}
		compareUnescaped(t, string(b))
	}
	t.Logf("%d strings", n)
}

func compareUnescaped(t *testing.T, raw string) {
	t.Helper()
	var want []byte
	var from []int // for each byte of want, its offset in raw
	fails := -1
	for i := 0; i < len(raw) && fails < 0; {
		rule, n := ntriples.Escape.Prefix(raw[i:])
		switch {
		case raw[i] != '\\':
			want, from = append(want, raw[i]), append(from, i)
			i++
			continue
		case rule < 0:
			fails = i
			continue
		}
		text, code, _ := unescaped(raw[i : i+n])
		if code != "" {
			fails = i
			continue
		}
		for range len(text) {
			from = append(from, i)
		}
		want, i = append(want, text...), i+n
	}
	got, err := rdf.AppendUnescaped([]byte("before"), []byte(raw))
	var wrong *rdf.EscapeError
	if (err != nil) != (fails >= 0) || string(got) != "before"+string(want) || errors.As(err, &wrong) &&
		wrong.Offset != fails {
		t.Fatalf("%q: %q, %v; want %q, and an error at %d", raw, got, err, want, fails)
	}
	if wrong != nil &&
		(!bytes.HasPrefix([]byte(raw[fails:]), []byte(wrong.Text)) || wrong.Text == "" || wrong.Error() == "") {
		t.Fatalf("%q: the error is about %q", raw, wrong.Text)
	}
	for i, at := range from {
		if got := rdf.RawOffset([]byte(raw), i); got != at {
			t.Fatalf("%q: byte %d of the text is from %d, want %d", raw, i, got, at)
		}
	}
	if end := rdf.RawOffset([]byte(raw), len(want)); fails < 0 && end != len(raw) || fails >= 0 && end != fails {
		t.Fatalf("%q: the end of the text is from %d, want %d", raw, end, fails)
	}
}
