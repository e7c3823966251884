package iri_test

import (
	"errors"
	"fmt"

	"github.com/irilex/iri"
)

func ExampleParseTarget() {
	for _, request := range [][2]string{
		{"GET", "/search?q=x"}, {"GET", "http://example.org/"}, {"CONNECT", "example.org:443"}, {"OPTIONS", "*"},
		{"GET", "example.org"}, {"CONNECT", "/"},
	} {
		target, err := iri.ParseTarget(request[0], request[1])
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(target.Kind(), target)
	}
	// Output:
	// origin-form /search?q=x
	// absolute-form http://example.org/
	// authority-form example.org:443
	// asterisk-form *
	// request target: column 12: unexpected end in the scheme; a target begins with "/", or with a scheme and ":"
	// request target: column 1: "/" is not allowed; CONNECT takes a host and a port, as in "example.org:443"
}

func ExampleParseTarget_error() {
	_, err := iri.ParseTarget("GET", "/a b")
	var e *iri.SyntaxError
	if errors.As(err, &e) {
		fmt.Println(e.Offset, e.Found())
	}
	// Output: 2 a space
}

func ExampleTarget() {
	target, _ := iri.ParseTarget("CONNECT", "[2001:db8::7]:443")
	if target.Kind() == iri.AuthorityTarget {
		fmt.Println(target.Host(), target.Port())
	}
	target, _ = iri.ParseTarget("GET", "/a?")
	fmt.Printf("%s %q %v\n", target.Path(), target.Query(), target.HasQuery())
	// Output:
	// [2001:db8::7] 443
	// /a "" true
}

func ExampleTarget_URI() {
	target, _ := iri.ParseTarget("GET", "//evil.example/x")
	uri, err := target.URI("https", "example.org:8443")
	fmt.Println(uri, err)
	fmt.Println(uri.Host())
	_, err = target.URI("https", "me@example.org")
	fmt.Println(err)
	// Output:
	// https://example.org:8443//evil.example/x <nil>
	// example.org
	// userinfo: not allowed in the Host field; remove it and the "@"
}

func ExampleFromUnixPath() {
	fmt.Println(iri.FromUnixPath("/srv/été/50% off?.txt"))
	fmt.Println(iri.FromUnixPath("/tmp/\xff"))
	_, err := iri.FromUnixPath("notes.txt")
	fmt.Println(err)
	// Output:
	// file:///srv/été/50%25%20off%3F.txt <nil>
	// file:///tmp/%FF <nil>
	// iri: the path is not absolute; write it with a leading "/"
}

func ExampleIRI_UnixPath() {
	for _, s := range []string{"file:///tmp/a%20b", "file:/tmp/a", "file://localhost/tmp/a", "file://server/tmp/a"} {
		fmt.Println(iri.MustParse(s).UnixPath())
	}
	// Output:
	// /tmp/a b <nil>
	// /tmp/a <nil>
	// /tmp/a <nil>
	//  iri: the host is not localhost, and a Unix path cannot contain a host; remove it
}

func ExampleFromWindowsPath() {
	for _, path := range []string{`C:\dir\a b.txt`, `\\server\share\a`, `\\?\C:\a`, `C:a`, `C:\a\NUL`} {
		fmt.Println(iri.FromWindowsPath(path))
	}
	// Output:
	// file:///C:/dir/a%20b.txt <nil>
	// file://server/share/a <nil>
	// file:///C:/a <nil>
	//  iri: the path depends on the current folder of its drive; write "\" after the drive, as in C:\a
	//  iri: the name "NUL" is reserved for a device on Windows; choose another
}

func ExampleIRI_WindowsPath() {
	for _, s := range []string{"file:///C:/a%20b", "file://server/share/a", "file:////server/share/a", "file:///tmp/a"} {
		fmt.Println(iri.MustParse(s).WindowsPath())
	}
	// Output:
	// C:\a b <nil>
	// \\server\share\a <nil>
	// \\server\share\a <nil>
	//  iri: the path does not name a drive or server; use the form "file:///C:/a" or "file://server/share/a"
}
