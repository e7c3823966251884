package iri_test

import (
	"errors"
	"fmt"

	"github.com/irilex/iri"
)

// A guard against requests to other hosts than the program means (SSRF).
func ExamplePolicy_Check() {
	policy := iri.Policy{
		Schemes: []string{"https"}, Ports: []uint16{443}, Hosts: []string{"api.example.org", ".example.net"},
		Forbid: iri.Userinfo, NoNumericNames: true,
	}
	for _, s := range []string{
		"https://API.example.org:443/v1", "http://api.example.org/", "https://api.example.org@evil.example/",
		"https://evil.example/", "https://api.example.org:22/", "https://example.net%2F.example.net/",
	} {
		i, err := iri.Parse(s)
		if err == nil {
			err = policy.Check(i)
		}
		fmt.Println(s, err)
	}
	// Output:
	// https://API.example.org:443/v1 <nil>
	// http://api.example.org/ the scheme "http" is not allowed; allowed: https
	// https://api.example.org@evil.example/ the userinfo is not allowed; leave it out with its delimiter
	// https://evil.example/ the host "evil.example" is not allowed; allowed: api.example.org, .example.net
	// https://api.example.org:22/ the port "22" is not allowed; allowed: 443
	// https://example.net%2F.example.net/ the host "example.net%2F.example.net" is not allowed; allowed: api.example.org, .example.net
}

// The "$id" of a JSON Schema is a reference without a fragment.
func ExamplePolicy_CheckReference() {
	id := iri.Policy{Forbid: iri.Fragment}
	for _, s := range []string{"/schemas/address", "https://example.org/schema#", "#foo"} {
		r, err := iri.ParseReference(s)
		if err == nil {
			err = id.CheckReference(r)
		}
		fmt.Println(s, err)
	}
	// Output:
	// /schemas/address <nil>
	// https://example.org/schema# the fragment "" is not allowed; leave it out with its delimiter
	// #foo the fragment "foo" is not allowed; leave it out with its delimiter
}

func ExamplePolicyError() {
	policy := iri.Policy{NoBidi: true, NoNumericNames: true}
	var refused *iri.PolicyError
	if errors.As(policy.Check(iri.MustParse("http://2130706433/")), &refused) {
		fmt.Println(refused.Code, refused.Component, refused.Span)
		fmt.Println(refused)
	}
	// Output:
	// numeric-name host {7 17}
	// the host "2130706433" ends in a number, which programs read as an IPv4 address; such names are not allowed, an address in four decimals is
}

func ExamplePolicyCodes() {
	fmt.Println(iri.PolicyCodes())
	// Output: [bidi-control component-forbidden component-missing host-not-allowed numeric-name port-not-allowed scheme-not-allowed]
}
