package policy_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/lint"
	"github.com/irilex/iri/policy"
)

// A guard against requests to other hosts than the allowed ones (SSRF).
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
	// https://api.example.org@evil.example/ the userinfo is not allowed; remove it, and its delimiter
	// https://evil.example/ the host "evil.example" is not allowed; allowed: api.example.org, .example.net
	// https://api.example.org:22/ the port "22" is not allowed; allowed: 443
	// https://example.net%2F.example.net/ the host "example.net%2F.example.net" is not allowed; allowed: api.example.org, .example.net
}

// The field Referer of HTTP has a reference without a fragment and a userinfo (RFC 9110, section
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
	// https://example.org/# the fragment "" is not allowed; remove it, and its delimiter
	// //ann:secret@example.org/ the userinfo is not allowed; remove it, and its delimiter
	// #foo the fragment "foo" is not allowed; remove it, and its delimiter
}

// A guard for hosts of any name refuses addresses of its own network itself, because a Policy
// compares texts only. A name may still lead to such an address, so a dialer has to check the
// address again.
func ExamplePolicy_addresses() {
	p := policy.MustNew(policy.Config{
		Schemes: []string{"http", "https"}, Require: iri.Host, Forbid: iri.Userinfo, NoNumericNames: true,
	})
	check := func(s string) error {
		i, err := iri.Parse(s)
		if err != nil {
			return err
		}
		if err := p.Check(i); err != nil {
			return err
		}
		for f := range lint.Findings(i.Reference()) {
			if strings.HasPrefix(f.Code, "browser-") {
				return errors.New(f.Message())
			}
		}
		if i.HostKind() == iri.RegNameHost {
			return nil
		}
		address, err := netip.ParseAddr(i.Hostname())
		address = address.Unmap()
		if err == nil && (!address.IsGlobalUnicast() || address.IsPrivate()) {
			err = errors.New("an address of the own network")
		}
		return err
	}
	for _, s := range []string{
		"https://example.org/", "http://127.1/", "http://[::ffff:127.0.0.1]/", "http://[v1.a]/", "http://10.0.0.1/",
		"http://example.org%2F@evil/", "http://example.org%2F.evil/", "http://192.0.2.7/",
	} {
		fmt.Println(s, check(s))
	}
	// Output:
	// https://example.org/ <nil>
	// http://127.1/ the host "127.1" ends in a number: programs read it as an IPv4 address or refuse it
	// http://[::ffff:127.0.0.1]/ an address of the own network
	// http://[v1.a]/ browsers refuse "[v1.a]", because it is no IPv6 address
	// http://10.0.0.1/ an address of the own network
	// http://example.org%2F@evil/ the userinfo is not allowed; remove it, and its delimiter
	// http://example.org%2F.evil/ browsers refuse the host, because it has "%2F" (U+002F): leave it out
	// http://192.0.2.7/ <nil>
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
	// the host "2130706433" ends in a number: programs read it as an IPv4 address or refuse it
}

func ExampleCodes() {
	fmt.Println(policy.Codes())
	// Output: [bidi-control component-forbidden component-missing host-not-allowed numeric-name port-not-allowed scheme-not-allowed]
}
