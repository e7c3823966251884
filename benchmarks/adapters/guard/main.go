// Command guard has an http.Client for URLs from untrusted users. The client connects only to
// public addresses of hosts on a list. It prevents requests to unintended servers (SSRF).
//
//	go run -C benchmarks/adapters ./guard
package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
)

// A guard limits the servers that a client connects to.
type guard struct {
	policy  *policy.Policy        // allows or forbids a URI
	address func(netip.Addr) bool // reports whether the client may connect to an address found by DNS
}

// check returns an error unless s is a URI allowed by the policy. It refuses other IRIs: convert
// them to URIs before, see ../idna.
func (g *guard) check(s string) error {
	i, err := iri.ParseURI(s)
	if err != nil {
		return err
	}
	return g.policy.Check(i)
}

// client returns an HTTP client. It checks the URI of each redirect, and follows at most ten. For
// each connection it calls control. It uses no proxy, because control would see the address of the
// proxy, and not the address that the proxy connects to.
func (g *guard) client() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: g.control}
	return &http.Client{
		Transport: &http.Transport{DialContext: dialer.DialContext, ForceAttemptHTTP2: true},
		Timeout:   30 * time.Second,
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			if len(via) >= 10 {
				return errors.New("stopped after 10 redirects")
			}
			return g.check(next.URL.String())
		},
	}
}

// get checks s, and requests it by the client if check returns no error. It passes s on as it is,
// because another spelling of the same URI would be unchecked.
func (g *guard) get(client *http.Client, s string) (*http.Response, error) {
	if err := g.check(s); err != nil {
		return nil, err
	}
	return client.Get(s)
}

// control returns an error for an address that g.address does not allow. The dialer calls it after
// the lookup of the host's name and before the connection, and an error prevents the connection.
func (g *guard) control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if !g.address(to.Addr().Unmap()) {
		return fmt.Errorf("the address %s is not allowed", to.Addr())
	}
	return nil
}

// global is the only network from which IANA assigns IPv6 addresses of the public internet. Outside
// of it are among others ::/96, 64:ff9b::/96, 100::/64, 5f00::/16, fc00::/7 and fec0::/10.
var global = netip.MustParsePrefix("2000::/3")

// special are the networks that are not globally reachable by IANA's registries of special-purpose
// addresses (RFC 6890): those of IPv4, and those of IPv6 in global. It also has networks
// that embed IPv4 addresses, because a relay may connect to these. IsGlobalUnicast and IsPrivate of
// netip know only the networks of loopback, link-local, private and multicast addresses.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"),   // shared by customers of a provider
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation
	netip.MustParsePrefix("192.88.99.0/24"),  // relays of 6to4
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarking
	netip.MustParsePrefix("198.51.100.0/24"), // documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, and broadcast
	netip.MustParsePrefix("2001::/23"),       // protocol assignments, with Teredo and ORCHID
	netip.MustParsePrefix("2001:db8::/32"),   // documentation
	netip.MustParsePrefix("2002::/16"),       // 6to4
	netip.MustParsePrefix("3fff::/20"),       // documentation
}

// public reports whether an address belongs to the public internet.
func public(a netip.Addr) bool {
	a = a.Unmap()
	if a.Is6() && !global.Contains(a) || !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(a) })
}

func main() {
	g := &guard{address: public, policy: policy.MustNew(policy.Config{
		Schemes: []string{"https"}, Hosts: []string{"localhost", ".example.org"}, Ports: []uint16{443},
		Forbid: iri.Userinfo, NoNumericNames: true, NoBidi: true,
	})}
	client := g.client()
	for _, s := range []string{
		"http://www.example.org/", "https://www.example.org@evil.example/", `https://www.example.org\@evil.example/`,
		"https://2130706433/", "https://www.example.org:22/", "https://localhost/",
	} {
		_, err := g.get(client, s)
		fmt.Println(s, "-", err)
	}
}
