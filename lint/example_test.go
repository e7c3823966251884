package lint_test

import (
	"fmt"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/lint"
)

func ExampleFindings() {
	i := iri.MustParse("HTTP://0x7f.1:80/a/../b")
	for f := range lint.Findings(i.Reference()) {
		fmt.Printf("%d-%d %s %s\n%s\n", f.Span.Start, f.Span.End, f.Severity, f.Code, f.Message())
	}
	// Output:
	// 0-4 note scheme-case
	// the scheme "HTTP" contains uppercase letters; write it in lowercase
	// 14-16 note default-port
	// 80 is the default port; remove it and its colon
	// 19-21 note dot-segment
	// normalization removes the segment ".." and the segment before it, if any; remove both
	// 7-13 warning browser-ipv4
	// browsers read the host "0x7f.1" as the address 127.0.0.1; write the address
}

// A filter for IRIs that a browser will open can reject hosts that browsers interpret differently.
func ExampleFindings_hosts() {
	for _, s := range []string{"https://example.org/", "http:evil.example", "http://2130706433/",
		"http://example。org/"} {
		for f := range lint.Findings(iri.MustParse(s).Reference()) {
			if strings.HasPrefix(f.Code, "browser-") {
				fmt.Println(s, f.Code)
			}
		}
	}
	// Output:
	// http:evil.example browser-slashes
	// http://2130706433/ browser-ipv4
	// http://example。org/ browser-mapped
}

func ExampleFindings_reference() {
	for f := range lint.Findings(iri.MustParseReference("//example.org:443/%7Euser")) {
		fmt.Println(f.Component, f.Text(), f.Code)
	}
	// Output: path %7E percent-unreserved
}

func ExampleLinter() {
	linter := lint.MustNew(lint.Config{Severity: map[string]lint.Severity{
		"host-case": lint.SeverityIgnore,
		"urn-nid":   lint.SeverityError,
		"uuid-case": lint.SeverityNote,
	}})
	for _, s := range []string{"http://Example.org/", "urn:x_y:z"} {
		for f := range linter.Findings(iri.MustParse(s).Reference()) {
			fmt.Println(f.Severity, f.Code)
		}
	}
	// Output: error urn-nid
}

// With golang.org/x/text/unicode/norm, use norm.NFC.IsNormalString.
func ExampleLinter_Findings() {
	linter := lint.MustNew(lint.Config{NFC: func(s string) bool { return !strings.Contains(s, "e\u0301") }})
	for f := range linter.Findings(iri.MustParse("http://example.org/e\u0301t\u00e9").Reference()) {
		fmt.Printf("%s (%s)\n", f.Message(), f.Section())
	}
	// Output: the path is not in Normalization Form C; normalize it (RFC 3987, section 5.3.2.2)
}

func ExampleFinding() {
	for _, s := range []string{"http://example.org:65536/", "urn:uuid:1234", "file:data.ttl", "http://e.example/%3a"} {
		for f := range lint.Findings(iri.MustParse(s).Reference()) {
			fmt.Printf("%v %s: %v %v %q (%s)\n", f.Severity, f.Code, f.Component, f.Span, f.Text(), f.Section())
			fmt.Println("  " + f.Message())
		}
	}
	// Output:
	// warning port-range: port {19 24} "65536" (WHATWG URL, section 4.4)
	//   the port 65536 exceeds 65535, the largest port; write a smaller number
	// warning uuid-syntax: path {9 13} "1234" (RFC 9562, section 4)
	//   "1234" is not a UUID; write 8, 4, 4, 4 and 12 hex digits with hyphens between them
	// warning file-relative: path {5 13} "data.ttl" (RFC 8089, section 2)
	//   the path "data.ttl" of a file IRI does not begin with a slash; write an absolute path
	// note percent-case: path {17 20} "%3a" (RFC 3986, section 6.2.2.1)
	//   "%3a" contains lowercase hex digits; write "%3A"
}

func ExampleCodes() {
	codes := lint.Codes()
	fmt.Println(len(codes), codes[0])
	// Output: 50 bidi-ends
}
