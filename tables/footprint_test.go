package tables_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/rfc3987"
)

const line = 64 // bytes in a cache line

// named lists ASCII URLs of every common kind.
var named = []struct{ name, url string }{
	{"a host", "http://example.com"},
	{"the root", "https://www.example.com/"},
	{"a path", "https://en.wikipedia.org/wiki/Uniform_Resource_Identifier"},
	{"a long path", "https://github.com/torvalds/linux/blob/master/Documentation/process/coding-style.rst"},
	{"a file", "https://upload.wikimedia.org/wikipedia/commons/thumb/4/47/PNG_demo.png/280px-PNG_demo.png"},
	{"a query", "https://www.google.com/search?q=internationalized+resource+identifier&hl=en&num=20"},
	{"a query of numbers", "https://news.ycombinator.com/item?id=38471822"},
	{"a fragment", "https://www.rfc-editor.org/rfc/rfc3987.html#section-2.2"},
	{"a query and a fragment", "https://docs.python.org/3/library/urllib.parse.html?highlight=quote#url-quoting"},
	{"a port", "http://localhost:8080/health"},
	{"a port and a query", "https://api.example.com:8443/v1/users?limit=50&sort=-created"},
	{"percent-encoding in a path", "https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC"},
	{"percent-encoding in a query", "https://example.org/redirect?to=https%3A%2F%2Fexample.com%2Fa%20b"},
	{"a tilde and a blank", "http://www.cs.example.edu/~knuth/taocp%20errata.html"},
	{"an IPv4 address", "http://192.168.0.1/admin/index.php"},
	{"user and password", "ftp://anonymous:guest@ftp.example.org/pub/gnu/README"},
	{"a mail address", "mailto:john.doe@example.com"},
	{"a name", "urn:isbn:0451450523"},
	{"a telephone number", "tel:+1-816-555-1212"},
	{"an XML namespace", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"},
}

var footprintRules = []tables.Rule{rfc3987.IRI, rfc3987.IRIReference}

// The bytes that Valid reads for the two most commonly used rules fit together in a 48 KB level 1
// cache.
func TestWhatValidTouchesIsSmall(t *testing.T) {
	const most = 48 << 10
	var b strings.Builder
	total := 0
	for _, rule := range footprintRules {
		name := rule.Name()
		end, sum := 0, 0
		fmt.Fprintf(&b, "-- %s, %d bytes\n", name, len(rule))
		for _, s := range rule.Sections() {
			if s.From != end || s.To < s.From {
				t.Errorf("%s: %s is from %d to %d, behind %d", name, s.Name, s.From, s.To, end)
			}
			end = s.To
			size, note := s.To-s.From, "not for Valid"
			if s.Valid {
				sum, note = sum+size, "Valid"
			}
			fmt.Fprintf(&b, "%6d %6d  %-13s  %s\n", s.From, size, note, s.Name)
		}
		if end != len(rule) {
			t.Errorf("%s: the sections have %d bytes of %d", name, end, len(rule))
		}
		fmt.Fprintf(&b, "%6s %6d  Valid\n", "", sum)
		total += sum
	}
	fmt.Fprintf(&b, "-- both: %d bytes of at most %d\n", total, most)
	if total > most {
		t.Errorf("%d bytes are more than %d", total, most)
	}
	golden.Compare(t, "testdata/footprint.golden", b.String())
}

// Walking a few common URLs reads few cache lines of a table. The linker may place a string at any
// address, so a walk may read a few more lines than if the table were aligned to a cache line; the
// golden file records the number.
func TestUsualURLsTouchFewLines(t *testing.T) {
	const most = 64
	var b strings.Builder
	for _, rule := range footprintRules {
		name := rule.Name()
		urls := make([]int, len(rule)) // by offset: number of URLs that read it
		for _, u := range named {
			touch := tables.NewTouch(rule)
			if !touch.Valid(u.url) {
				t.Fatalf("%s: %s is no member", name, u.url)
			}
			for at, read := range touch.Read {
				if read {
					urls[at]++
				}
			}
		}
		worst, best := 0, len(rule)
		for shift := range line {
			n := len(cacheLines(urls, shift))
			worst, best = max(worst, n), min(best, n)
		}
		lines := cacheLines(urls, 0)
		fmt.Fprintf(&b, "-- %s: %d lines of %d bytes when it begins with one; %d to %d wherever it begins\n", name,
			len(lines), line, best, worst)
		for _, l := range lines {
			readers := slices.Max(urls[l*line : min(len(rule), (l+1)*line)])
			fmt.Fprintf(&b, "%6d  %2d URLs  %s\n", l*line, readers, sectionsOf(rule, l))
		}
		if len(lines) > most {
			t.Errorf("%s: %d lines are more than %d", name, len(lines), most)
		}
	}
	golden.Compare(t, "testdata/lines.golden", b.String())
}

// cacheLines returns the numbers of the lines that are read if the table starts at this offset
// within a cache line.
func cacheLines(urls []int, shift int) (lines []int) {
	for at, n := range urls {
		if l := (at + shift) / line; n > 0 && (len(lines) == 0 || lines[len(lines)-1] != l) {
			lines = append(lines, l)
		}
	}
	return lines
}

// sectionsOf returns the names of the sections in a cache line.
func sectionsOf(rule tables.Rule, l int) string {
	var names []string
	for _, s := range rule.Sections() {
		if s.Valid && max(s.From, l*line) < min(s.To, (l+1)*line) {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, ", ")
}

// The slow version, which records the bytes that it reads, walks exactly as Valid does: Valid's
// verdict does not depend on the bytes that the slow version did not read. All bytes that it reads
// lie in the sections for Valid.
func TestNothingElseIsTouched(t *testing.T) {
	if !format.Shifts {
		t.Skip("the twin walks on shift rows, which this platform does not")
	}
	r := seeded(32)
	changed, verdicts, probes := 0, map[bool]int{}, []string{""}
	for _, u := range named {
		probes = append(probes, u.url, u.url[:len(u.url)/2], u.url+" ",
			strings.Replace(u.url, "/", "/\xc3\xa4\xe6\x97\xa5", 3))
	}
	probes = append(probes, "http://[2001:db8::ff00:42:8329]/", "http://[::ffff:192.0.2.128]:80", "//[1:2:3:4:5:6:7:8]/x",
		"http://[1:2:3:4:5:6:1.2.3.4]", "\xff", "\x00a", "a://\xf0\x9f\x98\x80/?\xee\x80\x80#x")
	for _, rule := range footprintRules {
		name := rule.Name()
		may := make([]bool, len(rule))
		for _, s := range rule.Sections() {
			for at := s.From; at < s.To; at++ {
				may[at] = s.Valid
			}
		}
		probes := slices.Clone(probes)
		for len(probes) < max(250, testkit.Fewer(4000)) {
			a, b := probes[r.IntN(len(probes))], probes[r.IntN(len(probes))]
			probes = append(probes, a[:r.IntN(len(a)+1)]+b[r.IntN(len(b)+1):])
		}
		for _, s := range probes {
			touch := tables.NewTouch(rule)
			want := rule.ValidOnTables(s)
			verdicts[want]++
			if touch.Valid(s) != want {
				t.Fatalf("%s: the twin says %v about %q", name, !want, s)
			}
			inverted, random := []byte(rule), randomBytes(r, len(rule))
			for at, read := range touch.Read {
				if !read {
					inverted[at] = ^rule[at]
					continue
				}
				random[at] = rule[at]
				if !may[at] {
					t.Fatalf("%s: byte %d is read for %q", name, at, s)
				}
			}
			for _, poisoned := range [][]byte{inverted, random} {
				if tables.Rule(poisoned).ValidOnTables(s) != want {
					t.Fatalf("%s: what is not read makes a difference for %q", name, s)
				}
			}
			for at, read := range touch.Read {
				if read {
					inverted[at] = ^rule[at]
				}
			}
			if tables.Rule(inverted).ValidOnTables(s) != want {
				changed++
			}
		}
	}
	if verdicts[true] < 100 || verdicts[false] < 100 || changed < 100 {
		t.Errorf("verdicts %v, %d others when all is different", verdicts, changed)
	}
}

// The shipped tables are small: the IRI table and the average. A new grammar of ordinary size does
// not make this test fail.
func TestShippedTablesAreSmall(t *testing.T) {
	const maxIRI, maxAverage = 21_000, 3_820
	if n := len(rfc3987.IRI); n > maxIRI {
		t.Errorf("the table of IRI has %d bytes, more than %d", n, maxIRI)
	}
	all := 0
	for _, l := range shipped() {
		all += len(l.rule)
	}
	rules := len(shipped())
	t.Logf("IRI has %d bytes, %d rules have %d", len(rfc3987.IRI), rules, all)
	if all > maxAverage*rules {
		t.Errorf("a table has %d bytes on average, more than %d: make them smaller, or raise the number here; the commit "+
			"has the reason", all/rules, maxAverage)
	}
}
