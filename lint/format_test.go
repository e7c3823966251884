package lint_test

import (
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/lint"
	"github.com/irilex/iri/tables/schemes"
)

// formatFindings maps IRIs to the codes of their findings, for the rules in the formats grammar.
var formatFindings = map[string]string{
	"urn:urn:x":     "urn-reserved",
	"urn:de-x:y":    "urn-reserved",
	"urn:URN:x":     "urn-reserved",
	"urn:xn--a:b":   "urn-reserved",
	"urn:de:y":      "urn-reserved",
	"urn:de1-x:y":   "",
	"urn:X-de:y":    "urn-experimental",
	"ws://h.org/x#": "ws-fragment",
	"WSS://h.org#f": "scheme-case ws-fragment",
	"wss://h.org/?": "",

	"mailto:":                              "",
	"mailto:?to=a@b.org&Subject=":          "",
	"mailto:a@b.org,c+d@e?cc=f@g":          "",
	"mailto:%22a%20b%22@%5B1.2.3.4%5D":     "",
	"mailto:\u00e9@\u00e9.org":             "",
	"mailto:%22not@me%22@example.org":      "",
	"mailto:%22(a):.%22@%5BIPv6:::1%5D":    "",
	"mailto:(a)@example.org":               "mailto-syntax",
	"mailto:%22a,b%22@example.org":         "mailto-syntax",
	"mailto:a":                             "mailto-syntax",
	"mailto:a@b.org;c@d.org":               "mailto-syntax",
	"mailto:a@b@c":                         "mailto-syntax",
	"mailto:a@":                            "mailto-syntax",
	"mailto:a.@b":                          "mailto-syntax",
	"mailto://a@b.org":                     "mailto-syntax",
	"mailto:a@b.org?subject":               "mailto-syntax",
	"MAILTO:a?b":                           "scheme-case mailto-syntax mailto-syntax",
	"tel:+1-(816).555-1212":                "",
	"tel:112":                              "",
	"tel:%2306%23;phone-context=+49;a":     "",
	"tel:phone":                            "tel-syntax",
	"tel:+":                                "tel-syntax",
	"tel:":                                 "tel-syntax",
	"tel:+a":                               "tel-syntax",
	"tel:-.()":                             "tel-syntax",
	"tel:1%202":                            "tel-syntax",
	"tel:1,2":                              "tel-syntax",
	"tel:1;=a":                             "tel-syntax",
	"tel://1":                              "tel-syntax",
	"data:,a?b":                            "",
	"data:text/plain;charset=utf-8,\u00e9": "",
	"data:;base64,":                        "",
	"data:;base64,AA==":                    "",
	"data:a/b;BASE64,AAA%3d%0aaa%2B%2F":    "data-base64 percent-case percent-case",
	"data:a/b;base64,%20AA%0AA%3D%20":      "",
	"data:;base64,%4a%4b%6c%6f":            strings.Repeat(" percent-unreserved", 4),
	"data:;base64,%4A%4B%6C%6F":            strings.Repeat(" percent-unreserved", 4),
	"data:;base64,%2b%2f%3d%3D":            "percent-case percent-case percent-case",
	"data:;base64,%5a%7aA%3d":              "percent-unreserved percent-unreserved percent-case",
	"data:;base64,%0a%0dAA%0c==%09":        "percent-case percent-case percent-case",
	"data:;base64,%6f%40AA":                "data-base64 percent-unreserved",
	"data:;base64,AAA":                     "data-base64",
	"data:;base64,A===":                    "data-base64",
	"data:;base64,AA-_":                    "data-base64",
	"data:;base64,AAAA?":                   "data-base64",
	"data:;base64,AA==AAAA":                "data-base64",
	"data:;base64,\u00e9AAA":               "data-base64",
	"data:abc":                             "data-syntax",
	"data:a,":                              "data-syntax",
	"data:a/b;c,":                          "data-syntax",
	"data:a/b;base64;c=d,":                 "data-syntax",
	"data://a/b,c":                         "data-syntax",

	"geo:999,0":                   "geo-syntax",
	"geo:-90.0,180.00,-1.5;u=3":   "",
	"geo:090,0180;crs=WGS84":      "",
	"geo:90.1,0":                  "geo-syntax",
	"geo:0,-180.01":               "geo-syntax",
	"geo:1":                       "geo-syntax",
	"geo:1,2,3,4":                 "geo-syntax",
	"geo:+1,2":                    "geo-syntax",
	"geo:999,0;crs=wgs84":         "geo-syntax",
	"geo:999,0;crs=wgs8":          "",
	"geo:999,0;crs=wgs842":        "",
	"geo:999,0;crs=mars;u=1":      "",
	"geo:0,0?q=a":                 "",
	"file:///C%7C/a":              "file-drive",
	"file:///c%7c":                "file-drive percent-case",
	"file://C:/foo":               "file-drive",
	"file://c:":                   "file-drive",
	"FILE://Z%7C/":                "scheme-case file-drive",
	"file:///C%7Ca":               "",
	"file:///a/C%7C/":             "",
	"file://h:80/a":               "browser-file",
	"file://u@h:/a":               "browser-file",
	"http://e.org/%2e%2e/%2E./..": "dot-segment dot-segment dot-segment",
	"%2e%2e/%2e/.%2e":             strings.Repeat(" percent-unreserved", 4),
	"a:%2e.%2E/%2e%2e%2e/b%2e":    strings.Repeat(" percent-unreserved", 6),
}

func TestFormats(t *testing.T) { testFindings(t, formatFindings) }

// The rule for locations agrees with a number parser, and the rule for base64 with a decoder.
func TestFormatRulesAgreeWithParsers(t *testing.T) {
	r := rand.New(rand.NewPCG(5870, 2397))
	pick := func(pieces []string, n int) (s string) {
		for range n {
			s += pieces[r.IntN(len(pieces))]
		}
		return s
	}
	within := func(s string, limit float64) bool {
		whole, part, isPart := strings.Cut(strings.TrimPrefix(s, "-"), ".")
		f, err := strconv.ParseFloat(s, 64)
		return err == nil && f >= -limit && f <= limit && whole != "" && (part != "" || !isPart)
	}
	geo, base := 0, 0
	for range testkit.Fewer(200_000) {
		latitude := pick([]string{"-", "0", "1", "8", "9", ".", "90", "89"}, 1+r.IntN(4))
		longitude := pick([]string{"-", "0", "1", "7", "8", "9", ".", "180", "179"}, 1+r.IntN(4))
		want := within(latitude, 90) && within(longitude, 180)
		if got := schemes.Geo.Valid(latitude + "," + longitude); got != want {
			t.Fatalf("%s,%s is a location: %v", latitude, longitude, got)
		} else if got {
			geo++
		}
		text := pick([]string{"A", "z", "0", "+", "/", "=", "-", "AA", "AAAA"}, r.IntN(5))
		_, err := base64.StdEncoding.DecodeString(text)
		if got := schemes.DataDecodable.Valid(";base64," + text); got != (err == nil) {
			t.Fatalf("%s is base64: %v, %v", text, got, err)
		} else if got {
			base++
		}
	}
	if geo < testkit.Few(5000) || base < testkit.Few(5000) {
		t.Errorf("%d locations and %d texts in base64", geo, base)
	}
}

// testFindings tests the codes of all findings, in any order.
func testFindings(t *testing.T, findings map[string]string) {
	t.Helper()
	for s, want := range findings {
		var codes []string
		for _, f := range found(t, lint.Linter{}, s) {
			codes = append(codes, f.Code)
		}
		wanted := strings.Fields(want)
		slices.Sort(codes)
		slices.Sort(wanted)
		if !slices.Equal(codes, wanted) {
			t.Errorf("%+q: %q, not %q", s, codes, wanted)
		}
	}
}
