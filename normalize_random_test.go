package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// shortReferences returns the valid references among the strings that consist of a prefix and up to
// n symbols.
func shortReferences(n int, prefixes string, symbols string) (list []string) {
	seen := map[string]bool{}
	for prefix := range strings.SplitSeq(prefixes, " ") {
		for _, s := range testkit.Texts(strings.Split(symbols, " "), n) {
			if s = prefix + s; iri.ValidReference(s) && !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// All references made of a few symbols, in all forms. Without -long, the longest are tested in only
// a few forms.
func TestNormalOfAllShortReferences(t *testing.T) {
	t.Parallel()
	list := shortReferences(3, " a: HTTP: // HTTP:// http://h",
		"/ . %2E A : %41 %c3%a9 %c3 %2f é @ ? # 80 0 [::A:0] %e2%80%ae")
	t.Logf("%d references", len(list))
	if len(list) < 20_000 {
		t.Error("too few")
	}
	for i, s := range list {
		if !testkit.OneIn(16, i) {
			continue
		}
		step := iri.Form(101) // each form is tried on some of the references
		if testkit.Long() {
			step = 1
		}
		for f := iri.Form(i) % step; f <= allForms; f += step {
			checkNormal(t, s, f)
		}
	}
	prefixes := " a: HTTP: // HTTP:// http://h http://h: a:/. http://%41 //[::A]:80"
	for i, s := range shortReferences(1, prefixes, ". %2E A %41 %c3%a9 %c3 %2f é") {
		for f := range allForms + 1 {
			if testkit.OneIn(4, i+int(f)) {
				checkNormal(t, s, f)
			}
		}
	}
}

// All paths made of a few dot-related symbols.
func TestNormalOfAllShortPaths(t *testing.T) {
	t.Parallel()
	n := 6
	if testkit.Long() {
		n = 8
	}
	list := shortReferences(n, " a: //h a://h", "/ . a %2e")
	list = append(list, shortReferences(4, " a:", "/ . .. a: %2E /. /..")...)
	t.Logf("%d references", len(list))
	for i, s := range list {
		for j, f := range []iri.Form{iri.DotForm, iri.PercentForm, iri.DotForm | iri.PercentForm} {
			if testkit.OneIn(8, i+j) {
				checkNormal(t, s, f)
			}
		}
	}
}

// All pairs of IRIs made of a few symbols, in all forms. Without -long, each pair is tested in only
// some forms.
func TestEquivalentOfAllShortIRIs(t *testing.T) {
	t.Parallel()
	list := shortReferences(2, "a: HTTP:// http:// http://h", "/ . .. %2E A a : %41 %c3%a9 é ? 80")
	list = append(list, shortReferences(4, "a:", "/ .. a")...)
	parsed, normal := make([]iri.IRI, len(list)), make([]string, len(list))
	for i, s := range list {
		parsed[i] = iri.MustParse(s)
	}
	equal := 0
	for f := range allForms + 1 {
		if !testkit.OneIn(11, int(f)) {
			continue
		}
		for i, s := range list {
			normal[i] = slowNormal(t, s, f, wellKnownPorts)
		}
		for i, a := range parsed {
			for j, b := range parsed {
				if !testkit.Long() && (i+j+int(f))%64 != 0 {
					continue
				}
				want := normal[i] == normal[j]
				if got := iri.Equivalent(a, b, f); got != want {
					t.Fatalf("%q and %q, %v: %v", a, b, f, got)
				}
				if want && i != j {
					equal++
				}
			}
		}
	}
	t.Logf("%d IRIs, %d equal pairs", len(list), equal)
	if equal < testkit.Fewer(4000)/2 {
		t.Error("too few are equal")
	}
}

// The corpus lines, each normalized to one form, and converted to a URI and back.
func TestNormalOfCorpora(t *testing.T) {
	for _, name := range []string{"urls.txt", "iris.txt"} {
		text := shared.Read(t, "corpora", name)
		lines := 0
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if testkit.OneIn(20, lines) {
				checkNormal(t, line, iri.Form(lines*7)&allForms)
				checkRound(t, line)
			}
			lines++
		}
		if lines < 30_000 {
			t.Errorf("%s: only %d lines", name, lines)
		}
	}
}

// parts lists the pieces from which random references are built.
var parts = strings.Fields(`a A z.Z %41 %61 %7e %2E %2e . .. / // /../ /./ /%2e%2E/ : :80 :443 :0080 : @ ? # ` +
	`[2001:DB8::1]
	[::ffff:1.2.3.4] [0:0:1::] [v1.A] 127.0.0.%31 %c3%a9 %C3%A9 é ü 例え %E4%BE%8B %c3 %a9 %ed%a0%80 %f0%9f%98%80
	%e2%80%8e %E3%80%80 %d8%9c %ee%80%80 %ef%b7%90 %f0%af%bf%bf %2f %2F %25 %3a + & = ; b//c ../.. foo`)

// randomReference returns a reference made of up to n parts.
func randomReference(r *rand.Rand, n int) string {
	prefixes := []string{
		"", "a:", "HTTP:", "http://", "https://h", "Ws://A.%62:80", "//h", "/", "urn:x:",
		"http://user@EXAMPLE.org/%7ea", "ftp://[::A]:",
	}
	for {
		var b strings.Builder
		b.WriteString(prefixes[r.IntN(len(prefixes))])
		for range r.IntN(n + 1) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		if iri.ValidReference(b.String()) {
			return b.String()
		}
	}
}

// otherwise rewrites some characters of a reference, usually as an equivalent spelling.
func otherwise(r *rand.Rand, s string) string {
	changes := [][2]string{
		{"a", "%61"}, {"%61", "a"}, {"%41", "A"}, {"h", "H"}, {"HTTP", "http"}, {"A", "a"}, {"http:", "ws:"},
		{"/", "/./"}, {"/", "/x/../"}, {"..", "%2e%2E"}, {".", "%2E"}, {"?", "/?"}, {"//", "/"},
		{"%c3%a9", "é"}, {"é", "%C3%A9"}, {"%c3", "%C3"}, {"例", "%E4%BE%8B"}, {"%2f", "%2F"}, {"%2f", "/"},
		{":80", ""}, {":80", ":"}, {"80", "080"}, {"127.0.0.%31", "127.0.0.1"}, {"[2001:DB8::1]", "[2001:db8:0:0:0:0:0:1]"},
	}
	for range 1 + r.IntN(3) {
		c := changes[r.IntN(len(changes))]
		changed := strings.Replace(s, c[0], c[1], 1+r.IntN(2))
		if iri.ValidReference(changed) {
			s = changed
		}
	}
	return s
}

func TestNormalOfRandomReferences(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3986))
	for range testkit.Cases(50_000) {
		checkNormal(t, randomReference(r, 12), iri.Form(r.IntN(1<<8)))
	}
}

func TestEquivalentOfRandomIRIs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 3986))
	ports := map[string]uint16{"http": 8080, "a": 80, "ws": 0}
	table := map[string]string{"http": "8080", "a": "80", "ws": "0"}
	var equal, differ int
	for range testkit.Cases(50_000) {
		s := randomReference(r, 8)
		a, err := iri.Parse(s)
		b, err2 := iri.Parse(otherwise(r, s))
		if err != nil || err2 != nil || a == b {
			continue
		}
		f := iri.Form(r.IntN(1<<8) | r.IntN(1<<8) | r.IntN(1<<8))
		n, numbers := iri.Normalizer{Form: f}, wellKnownPorts
		if f&iri.DefaultPortForm != 0 && r.IntN(2) == 0 {
			n.DefaultPorts, numbers = ports, table
		}
		x, y := slowNormal(t, a.String(), f, numbers), slowNormal(t, b.String(), f, numbers)
		if n.Equivalent(a, b) != (x == y) || n.Equivalent(b, a) != (x == y) {
			t.Fatalf("%q and %q, %v: %v", a, b, n, n.Equivalent(a, b))
		}
		got, appended := n.Normalize(a), string(n.AppendNormalize(nil, a))
		if got.String() != x || appended != x || n.IsNormal(a) != (x == a.String()) {
			t.Fatalf("%q, %v: %q, not %q", a, n, got, x)
		}
		if x == y {
			equal++
		} else {
			differ++
		}
	}
	t.Logf("%d pairs are equivalent, %d are not", equal, differ)
	if least := testkit.Few(1000); equal < least || differ < least {
		t.Error("too few")
	}
}
