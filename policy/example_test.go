package policy_test

import (
	"errors"
	"fmt"
	"net/netip"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
)

// This policy prevents requests to any host except the allowed ones (SSRF).
func ExamplePolicy_Check() {
	p := policy.MustNew(policy.Config{
		Schemes: []string{"https"}, Ports: []uint16{443}, Hosts: []string{"api.example.org", ".example.net"},
		Forbid: iri.Userinfo, NoNumericNames: true,
	})
	for _, s := range []string{
		"https://API.example.org:443/v1", "http://api.example.org/", "https://api.example.org@evil.example/",
		"https://evil.example/", "https://api.example.org:22/", "https://example.net%2F.example.net/",
	} {
		i, err := iri.Parse(s)
		if err == nil {
			err = p.Check(i)
		}
		fmt.Println(s, err)
	}
	// Output:
	// https://API.example.org:443/v1 <nil>
	// http://api.example.org/ the scheme "http" is not allowed; allowed: https
	// https://api.example.org@evil.example/ the userinfo is not allowed; remove it and its delimiter
	// https://evil.example/ the host "evil.example" is not allowed; allowed: api.example.org, .example.net
	// https://api.example.org:22/ the port "22" is not allowed; allowed: 443
	// https://example.net%2F.example.net/ the host "example.net%2F.example.net" is not allowed; allowed: api.example.org, .example.net
}

// The Referer header field contains a reference without a fragment or userinfo (RFC 9110, section
// 10.1.3).
func ExamplePolicy_CheckReference() {
	referer := policy.MustNew(policy.Config{Forbid: iri.Fragment | iri.Userinfo})
	for _, s := range []string{"/people", "https://example.org/#", "//ann:secret@example.org/", "#foo"} {
		r, err := iri.ParseURIReference(s)
		if err == nil {
			err = referer.CheckReference(r)
		}
		fmt.Println(s, err)
	}
	// Output:
	// /people <nil>
	// https://example.org/# the fragment "" is not allowed; remove it and its delimiter
	// //ann:secret@example.org/ the userinfo is not allowed; remove it and its delimiter
	// #foo the fragment "foo" is not allowed; remove it and its delimiter
}

// This policy accepts hosts with any name. A name may still resolve to an internal address, so the
// clients of package guard also check each connection.
func ExampleConfig_public() {
	p := policy.MustNew(policy.Config{
		Schemes: []string{"https"}, Forbid: iri.Userinfo, MaxPort: 65535,
		PublicAddresses: true, DenyHosts: []string{".internal", ".local"},
	})
	for _, s := range []string{
		"https://example.org/", "https://127.1/", "https://[::ffff:127.0.0.1]/", "https://10.0.0.1/", "https://192.0.2.7/",
		"https://loc%61lhost/", "https://ⓛocalhost/", "https://metadata.google.INTERNAL./", "https:127.0.0.1",
	} {
		i, err := iri.Parse(s)
		if err == nil {
			err = p.Check(i)
		}
		fmt.Println(s, err)
	}
	// Output:
	// https://example.org/ <nil>
	// https://127.1/ the host "127.1" ends in a number, so programs read it as an IPv4 address or reject it; use a name
	// https://[::ffff:127.0.0.1]/ the host "[::ffff:127.0.0.1]" is not a public IP address; use a public host
	// https://10.0.0.1/ the host "10.0.0.1" is not a public IP address; use a public host
	// https://192.0.2.7/ the host "192.0.2.7" is not a public IP address; use a public host
	// https://loc%61lhost/ the host "loc%61lhost" is a name for this machine; use a public host
	// https://ⓛocalhost/ the host contains "ⓛ" at byte 8, so programs may disagree on the host; write the host in ASCII, as in DNS
	// https://metadata.google.INTERNAL./ the host "metadata.google.INTERNAL." is denied; use another host
	// https:127.0.0.1 the host is missing or empty; add one
}

// A login page redirects to its "next" parameter only if the browser stays on the site.
func ExampleStaysOn() {
	site := iri.MustParse("https://site.example/login")
	for _, next := range []string{
		"/account", "https://SITE.example:443/account", "//evil.example", `/\evil.example`, "/\t/evil.example",
		"https://site.example@evil.example/", "javascript:alert(1)", "https://site.example:80/",
	} {
		fmt.Printf("%q %v\n", next, policy.StaysOn(site, next))
	}
	// Output:
	// "/account" <nil>
	// "https://SITE.example:443/account" <nil>
	// "//evil.example" the host of the location is "evil.example", not "site.example"; use a path
	// "/\\evil.example" the location contains a "\", which browsers read as "/"; write "/"
	// "/\t/evil.example" the host of the location is "evil.example", not "site.example"; use a path
	// "https://site.example@evil.example/" the location contains userinfo; use a path
	// "javascript:alert(1)" the location has the scheme "javascript", not "https"; use a path
	// "https://site.example:80/" the location and the site have different ports; use a path
}

// Convert a host to a netip.Addr, and back.
func ExampleAddr() {
	i := iri.MustParse("http://[2001:DB8::0:1]/")
	a, ok := policy.Addr(i.Reference())
	fmt.Println(a, ok, policy.IsPublic(a), policy.Host(a))
	_, ok = policy.Addr(iri.MustParse("http://127.1/").Reference())
	fmt.Println(ok)
	// Output:
	// 2001:db8::1 true false [2001:db8::1]
	// false
}

// A server prints the URI of the address on which it listens.
func ExampleHost() {
	at := netip.MustParseAddrPort("[::1]:8080")
	i, err := iri.Parts{Scheme: "http", Host: policy.Host(at.Addr()), Port: fmt.Sprint(at.Port()), Path: "/"}.IRI()
	fmt.Println(i, err)
	// Output: http://[::1]:8080/ <nil>
}

func ExampleError() {
	p := policy.MustNew(policy.Config{NoBidi: true, NoNumericNames: true})
	var refused *policy.Error
	if errors.As(p.Check(iri.MustParse("http://2130706433/")), &refused) {
		fmt.Println(refused.Code, refused.Component, refused.Span)
		fmt.Println(refused)
	}
	// Output:
	// numeric-name host {7 17}
	// the host "2130706433" ends in a number, so programs read it as an IPv4 address or reject it; use a name
}

func ExampleCodes() {
	fmt.Println(policy.Codes())
	// Output: [address-not-allowed address-not-public bidi-control component-forbidden component-missing host-denied host-not-allowed host-unclear numeric-name port-not-allowed scheme-not-allowed]
}
