// Package guard provides HTTP clients for untrusted URLs. Its clients prevent requests to internal
// servers (SSRF): a [policy.Policy] checks each URL, including redirects, and a function checks
// each address before the client connects, because any name may resolve to any address.
//
//	g := &guard.Guard{Policy: policy.MustNew(policy.Config{PublicAddresses: true})}
//	client := g.Client()
//	response, err := client.Get(s)
//
// Package guard is the only package in this module that imports net/http.
//
// Semantic Versioning covers the exported names of this package.
package guard

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
)

// A Guard limits which servers an HTTP client connects to. The zero Guard allows all http and https
// URIs, but only public addresses. A Guard is safe for concurrent use as long as its fields do not
// change.
type Guard struct {
	// Policy checks the URI of each request. If it is nil, only the other checks of [Guard.Check]
	// apply.
	Policy *policy.Policy

	// Allow reports whether a client may connect to an address. The address never has a zone and is
	// never IPv4-mapped. If Allow is nil, the client uses [policy.IsPublic].
	Allow func(netip.Addr) bool
}

// Check returns an error unless s is an http or https URI (RFC 3986) with a host, Policy allows it,
// and net/http would request exactly the bytes of s. It rejects strings that net/url parses
// differently or [http.NewRequest] rewrites, such as a percent-encoded host or
// "https://example.org:/", and ports above 65535. A non-ASCII IRI is not a URI: convert it with
// [iri.IRI.ToURIFunc] and a host function, then check and request the result.
//
// The error is a [*policy.Error] if Policy rejects s, and an [*iri.SyntaxError] if s is not a URI.
func (g *Guard) Check(s string) error {
	_, err := g.serverOf(s)
	return err
}

// serverOf does what Check does, and also returns the host and port that net/http connects to.
func (g *Guard) serverOf(s string) (server string, err error) {
	i, err := iri.ParseURI(s)
	if err != nil {
		return "", err
	}
	if g.Policy != nil {
		if err := g.Policy.Check(i); err != nil {
			return "", err
		}
	}
	request, err := http.NewRequest(http.MethodGet, s, nil)
	if err != nil {
		var parse *url.Error // its text contains s, and perhaps a password
		if errors.As(err, &parse) {
			err = parse.Err
		}
		return "", errors.New("net/http rejects the URI: " + err.Error())
	}
	if part := differs(i, request.URL); part != "" {
		return "", errors.New("net/http does not request the " + part + " as written; write it in its normal form")
	}
	if request.URL.Scheme != "http" && request.URL.Scheme != "https" {
		return "", errors.New("net/http does not support this scheme; use http or https")
	}
	if _, err := strconv.ParseUint(request.URL.Port(), 10, 16); err != nil && request.URL.Port() != "" {
		return "", errors.New("the port is above 65535; use a smaller one")
	}
	return request.URL.Host, nil
}

// differs returns the name of the first part of a URI that net/url parses or formats differently,
// or "". It ignores the fragment, which is not part of a request.
func differs(i iri.IRI, u *url.URL) string {
	server := i.Host()
	if i.HasPort() {
		server += ":" + i.Port()
	}
	userinfo := ""
	if u.User != nil {
		userinfo = u.User.String()
	}
	switch {
	case u.Scheme != strings.ToLower(i.Scheme()):
		return "scheme"
	case u.Host != server, u.Opaque != "", u.Hostname() == "", i.HostKind() == iri.IPvFutureHost:
		return "host"
	case u.User != nil != i.HasUserinfo(), userinfo != i.Userinfo():
		return "userinfo"
	case u.EscapedPath() != i.Path():
		return "path"
	case u.RawQuery != i.Query(), u.ForceQuery != (i.HasQuery() && i.Query() == ""):
		return "query"
	}
	return ""
}

// Control returns an error unless Allow accepts the IP address of a connection. Use it as the
// Control field of a [net.Dialer]: the dialer calls it after the DNS lookup and before each
// connection, and an error prevents the connection. Control rejects networks without IP addresses,
// such as "unix", and addresses with a zone.
func (g *Guard) Control(network, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(network, "tcp") && !strings.HasPrefix(network, "udp") {
		return errors.New("the network " + network + " is not allowed; use TCP or UDP")
	}
	allow := g.Allow
	if allow == nil {
		allow = policy.IsPublic
	}
	if a := to.Addr(); a.Zone() != "" || !allow(a.Unmap()) {
		return errors.New("the address " + a.String() + " is not allowed")
	}
	return nil
}

// Client returns an HTTP client that calls [Guard.Check] for the URI of each request, including
// redirects, and [Guard.Control] for each connection. A call sends at most ten requests, including
// redirects, and times out after 30 seconds. The client does not use a proxy, because Control would
// see only the proxy's address. Reuse the client instead of creating one for each request: it keeps
// idle connections open.
//
// The client checks the URI that it requests. Before that, Get and NewRequest in net/http may
// rewrite the caller's string, for example a space to "%20": call Check to reject such strings.
func (g *Guard) Client() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: g.Control}
	transport := &http.Transport{
		DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 90 * time.Second, MaxIdleConns: 100,
	}
	return &http.Client{Transport: checked{g, transport}, Timeout: 30 * time.Second}
}

// checked is a transport that checks each request before connecting. A client also calls it for
// redirects.
type checked struct {
	guard *Guard
	*http.Transport
}

// RoundTrip implements [http.RoundTripper].
func (c checked) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL == nil {
		return nil, errors.New("the request has no URL")
	}
	server, err := c.guard.serverOf(r.URL.String())
	switch target := r.URL.RequestURI(); {
	case err != nil:
	case !strings.HasPrefix(target, "/"), strings.Contains(target, "#"):
		err = errors.New(`the URL path must begin with "/", and the query must not contain "#"`)
	case r.URL.Opaque != "" || r.URL.Host != server || r.Host != "" && r.Host != server:
		err = errors.New("the request would go to a different server than its URL names; check the Host and URL fields")
	}
	if err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	return c.Transport.RoundTrip(r)
}
