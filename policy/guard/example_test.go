package guard_test

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
	"github.com/irilex/iri/policy/guard"
)

// This client is for webhooks: it connects to any public host over https.
func Example() {
	g := &guard.Guard{Policy: policy.MustNew(policy.Config{
		Schemes: []string{"https"}, Forbid: iri.Userinfo, PublicAddresses: true, DenyHosts: []string{".internal"},
	})}
	client := g.Client() // client.Get(s) returns the same errors, and checks the addresses of names
	_ = client
	for _, s := range []string{
		"https://hooks.example.com/x", "http://hooks.example.com/x", "https://127.1/", "https://[::ffff:169.254.169.254]/",
		"https://metadata.google.internal/", `https://hooks.example.com\@10.0.0.1/`, "https://hooks.example.com:/",
	} {
		fmt.Println(s, g.Check(s))
	}
	// Output:
	// https://hooks.example.com/x <nil>
	// http://hooks.example.com/x the scheme "http" is not allowed; allowed: https
	// https://127.1/ the host "127.1" ends in a number, so programs read it as an IPv4 address or reject it; use a name
	// https://[::ffff:169.254.169.254]/ the host "[::ffff:169.254.169.254]" is not a public IP address; use a public host
	// https://metadata.google.internal/ the host "metadata.google.internal" is denied; use another host
	// https://hooks.example.com\@10.0.0.1/ URI: column 26: "\" is not allowed in the authority
	// https://hooks.example.com:/ net/http does not request the host as written; write it in its normal form
}

// In a custom client, the dialer calls Control for each address that it tries.
func ExampleGuard_Control() {
	office := netip.MustParsePrefix("192.0.2.0/24")
	g := &guard.Guard{Allow: func(a netip.Addr) bool { return policy.IsPublic(a) || office.Contains(a) }}
	dialer := &net.Dialer{Control: g.Control}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
	_ = client
	fmt.Println(g.Control("tcp", "192.0.2.1:443", nil), g.Control("tcp", "192.168.0.1:443", nil))
	// Output: <nil> the address 192.168.0.1 is not allowed
}
