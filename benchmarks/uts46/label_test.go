package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/net/idna"

	unicode17 "github.com/irilex/iri/internal/idna"
)

// registration is stricter than lookup, but knows neither the contextual rules of RFC 5892,
// appendices A.3 to A.9, nor that IDNA 2008 disallows symbols.
var registration = idna.New(idna.ValidateForRegistration(), idna.VerifyDNSLength(true))

func isExcluded(r rune) bool { return !isPermitted(r) }

// TestCheckName compares CheckName of internal/idna with registration: labels around a single code
// point, and random names. Registration refuses capital letters in ASCII labels, and hyphens as the
// third and fourth character of any label.
func TestCheckName(t *testing.T) {
	needTables(t)
	valid, all := 0, 0
	check := func(name string) {
		_, _, err := unicode17.CheckName(name)
		_, want := registration.ToASCII(name)
		decoded, _ := idna.Punycode.ToUnicode(name)
		all++
		if err == nil {
			valid++
		}
		switch {
		case err == nil && want == nil, err != nil && want != nil:
		case err == nil && (name != strings.ToLower(name) || strings.Contains(name, "--")):
		case err != nil && strings.Contains(err.Error(), "U+200C between"), // as in lenient
			err != nil && strings.Contains(err.Error(), "has hyphens"):
		case err != nil && strings.Contains(err.Error(), "in the wrong context"):
		case err != nil && strings.Contains(err.Error(), "not allowed") && strings.ContainsFunc(decoded, isExcluded):
		default:
			t.Fatalf("%+q: %v, golang.org/x/net/idna: %v", name, err, want)
		}
	}
	for r := range codePoints {
		if s := string(r); r >= 0x80 && !unicode17.IsFullStop(r) {
			for _, name := range []string{"a" + s, "\u05d0" + s + "\u05d0", "\u0628\u200c" + s + "\u0628", s} {
				check(name)
			}
		}
	}
	pieces := strings.Fields("a b 1 . - xn--bcher-kva xn--4db xn--zca é ß ς \u0301 \u200c \u200d " +
		"\u0915 \u094d \u0628 \u0627 \u05d0 \u0661 \u06f1 日 か \u3099 \uac00 \u10400 ßßßßßßßßßßßßßßßßßßßßß 日本語日本語日本語日本語")
	random := rand.New(rand.NewPCG(58, 91))
	for range 300_000 {
		var b strings.Builder
		for range 1 + random.IntN(8) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		name := b.String()
		if strings.ContainsAny(name, "\u3002\uFF0E\uFF61") || strings.Contains("."+name+".", "..") ||
			strings.Contains("."+name, ".-") || strings.Contains(name+".", "-.") {
			continue // the rule of idn-hostname refuses these, except for full stops
		}
		check(name)
	}
	if valid < all/20 || valid > all*19/20 {
		t.Errorf("%d of %d names are valid", valid, all)
	}
}
