// Package guard makes HTTP clients for URLs from strangers. The clients send no requests to
// internal servers (SSRF): a [policy.Policy] checks each URL, redirects included, and a function
// checks each address that the client connects to, because any name may lead to any address.
//
//	g := &guard.Guard{Policy: policy.MustNew(policy.Config{PublicAddresses: true})}
//	client := g.Client()
//	response, err := client.Get(s)
//
// It is the only package of this module that imports net/http.
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

// A Guard limits the servers to which an HTTP client connects. The zero Guard allows all http and
// https URIs, and only public addresses. A Guard is safe for concurrent use as long as its fields
// do not change.
type Guard struct {
	// Policy checks the URI of each request. If it is nil, only the other checks of [Guard.Check]
	// apply.
	Policy *policy.Policy

	// Allow reports whether a client may connect to an address, which has no zone and is not
	// IPv4-mapped. If Allow is nil, [policy.IsPublic] takes its place.
	Allow func(netip.Addr) bool
}

// Check returns an error unless s is a URI (RFC 3986) of http or https with a host, Policy allows
// it, and net/http requests exactly the bytes of s. It refuses strings that net/url parses in
// another way or [http.NewRequest] rewrites, such as a percent-encoded host or
// "https://example.org:/", and ports above 65535. An IRI beyond ASCII is not a URI: convert it with
// [iri.IRI.ToURIFunc] and a function for the host, then check and request the result.
//
// The error is a [*policy.Error] if Policy refuses s, and an [*iri.SyntaxError] if s is not a URI.
func (g *Guard) Check(s string) error {
	_, err := g.serverOf(s)
	return err
}

// serverOf is Check. It also returns the host and the port that net/http connects to.
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
		var parse *url.Error // its text has s, perhaps with a password
		if errors.As(err, &parse) {
			err = parse.Err
		}
		return "", errors.New("net/http refuses the URI: " + err.Error())
	}
	if part := differs(i, request.URL); part != "" {
		return "", errors.New("net/http reads another " + part + " than RFC 3986, or rewrites it; write it in its plain form")
	}
	if request.URL.Scheme != "http" && request.URL.Scheme != "https" {
		return "", errors.New("net/http does not support this scheme; use http or https")
	}
	if _, err := strconv.ParseUint(request.URL.Port(), 10, 16); err != nil && request.URL.Port() != "" {
		return "", errors.New("the port is above 65535; use a smaller one")
	}
	return request.URL.Host, nil
}

// differs returns the name of the first part of a URI that net/url reads or writes in another way,
// or "". The fragment is not part of a request.
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

// Control returns an error unless Allow allows the IP address of a connection. Use it as the field
// Control of a [net.Dialer]: the dialer calls it after the DNS lookup and before each connection,
// and an error prevents the connection. Control refuses networks without IP addresses, such as
// "unix", and addresses with a zone.
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

// Client returns an HTTP client that calls [Guard.Check] for the URI of each request, redirects
// included, and [Guard.Control] for each connection. A call sends at most ten requests, redirects
// included, and times out after 30 seconds. The client does not use a proxy, because Control would
// see only the address of the proxy. Reuse the client instead of creating one for each request: it
// keeps idle connections open.
//
// The client checks the URI that it requests. Before that, Get and NewRequest of net/http may have
// rewritten the string of the caller, for example a space to "%20": call Check to refuse such
// strings.
func (g *Guard) Client() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: g.Control}
	transport := &http.Transport{
		DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 90 * time.Second, MaxIdleConns: 100,
	}
	return &http.Client{Transport: checked{g, transport}, Timeout: 30 * time.Second}
}

// checked is a transport that checks each request before it connects. A client calls it for
// redirects, too.
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
		err = errors.New(`the path of the URL must begin with "/", and its query must have no "#"`)
	case r.URL.Opaque != "" || r.URL.Host != server || r.Host != "" && r.Host != server:
		err = errors.New("the request would go to a server other than that of its URL; check the fields Host and URL")
	}
	if err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	return c.Transport.RoundTrip(r)
}
