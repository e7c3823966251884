package main

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
)

// forTest returns a guard for the servers of a test, with a client.
func forTest() (*guard, *http.Client) {
	g := &guard{
		policy: policy.MustNew(policy.Config{
			Schemes: []string{"http"}, Hosts: []string{"127.0.0.1", ".example.org"}, Require: iri.Host, Forbid: iri.Userinfo,
			NoNumericNames: true,
		}),
		address: func(a netip.Addr) bool { return a.IsLoopback() },
	}
	return g, g.client()
}

// TestGet: a refused URL reaches no server; an allowed one reaches the server unchanged.
func TestGet(t *testing.T) {
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.RequestURI)
	}))
	defer server.Close()
	g, client := forTest()
	port := server.URL[strings.LastIndexByte(server.URL, ':'):]
	for _, c := range []struct {
		url  string
		want string // the request-target at the server; "" if the guard refuses the URL
	}{
		{"http://127.0.0.1" + port + "/a%2Fb/../c?d=%7E", "/a%2Fb/../c?d=%7E"},
		{"HTTP://127.0.0.1" + port, "/"},
		{"http://u@127.0.0.1" + port + "/", ""},
		{"http://localhost" + port + "/", ""},
		{"http://2130706433" + port + "/", ""},
		{"http://%31%32%37.0.0.1" + port + "/", ""},
		{"http://[::ffff:127.0.0.1]" + port + "/", ""},
		{`http://127.0.0.1` + port + `\@evil.example/`, ""},
		{"http://127.0.0.1" + port + "/a b", ""},
		{"http:/127.0.0.1" + port + "/", ""},
		{"//127.0.0.1" + port + "/", ""},
		{"ftp://127.0.0.1" + port + "/", ""},
		{"", ""},
	} {
		seen = nil
		response, err := g.get(client, c.url)
		if err == nil {
			response.Body.Close()
		}
		if got := strings.Join(seen, " "); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: the server has seen %q, %v", c.url, got, err)
		}
	}
}

// TestRedirects: the target of a redirect is checked, for any form of the Location.
func TestRedirects(t *testing.T) {
	secret := httptest.NewServer(
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the other server was asked") }))
	defer secret.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to := r.FormValue("to"); to != "" {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		}
		io.WriteString(w, r.URL.Path)
	}))
	defer server.Close()
	other := strings.TrimPrefix(secret.URL, "http://127.0.0.1")
	g, client := forTest()
	for to, want := range map[string]string{ // a body, or the code of the error
		"/a": "/a", "?": "/", server.URL + "/b": "/b",
		"http://localhost" + other: "host-not-allowed", "//localhost" + other: "host-not-allowed",
		"http://u:p@127.0.0.1" + other: "component-forbidden", "ftp://127.0.0.1/": "scheme-not-allowed",
		"http://2130706433" + other: "host-not-allowed", "http://ｌocalhost" + other: "host-not-allowed",
		"https://127.0.0.1" + other: "scheme-not-allowed", "javascript:alert(1)": "scheme-not-allowed",
	} {
		response, err := g.get(client, server.URL+"/?to="+url.QueryEscape(to))
		var refused *policy.Error
		got := ""
		if errors.As(err, &refused) {
			got = refused.Code
		} else if err == nil {
			body, _ := io.ReadAll(response.Body)
			response.Body.Close()
			got = string(body)
		}
		if got != want {
			t.Errorf("to %s: %q, %v", to, got, err)
		}
	}
}

// TestAddresses: a name on the list may have any address, so the guard checks the address.
func TestAddresses(t *testing.T) {
	server := httptest.NewServer(
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the server was asked") }))
	defer server.Close()
	g, _ := forTest()
	g.address = public
	if _, err := g.get(g.client(), server.URL); err == nil ||
		!strings.Contains(err.Error(), "the address 127.0.0.1 is not allowed") {
		t.Error(err)
	}
	if err := g.control("tcp", "[::ffff:127.0.0.1]:80", nil); err == nil {
		t.Error("an IPv4 address in an IPv6 address is allowed")
	}
	for a, want := range map[string]bool{
		"93.184.215.14": true, "2606:4700::6810:84e5": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false,
		"0.0.0.0": false,
		"0.1.2.3": false, "100.64.0.1": false, "192.0.0.192": false, "198.18.0.1": false, "240.0.0.1": false,
		"224.0.0.1":       false,
		"255.255.255.255": false, "::": false, "::1": false, "fe80::1": false, "fd00::1": false, "ff02::1": false,
		"64:ff9b::7f00:1": false,
		"2002:7f00:1::":   false, "2001:0:1::1": false, "64:ff9b:1::1": false,
		"192.0.2.1": false, "198.51.100.1": false, "203.0.113.1": false, "192.88.99.1": false, "198.19.255.255": false,
		"2001:db8::1": false, "2001:1ff::1": false, "2001:10::1": false, "3fff:fff::1": false, "100::1": false,
		"100:0:0:1::1": false, "5f00::1": false, "fec0::1": false, "::127.0.0.1": false, "::ffff:0:127.0.0.1": false,
		"::ffff:10.0.0.1": false, "::ffff:203.0.113.1": false, "4000::1": false, "fe80::1%eth0": false,
		"::ffff:93.184.215.14": true, "2001:200::1": true, "3fff:1000::1": true, "192.0.1.1": true, "203.0.114.1": true,
		"2620:4f:8000::1": true,
	} {
		if got := public(netip.MustParseAddr(a)); got != want {
			t.Errorf("%s is public: %v", a, got)
		}
	}
}

// TestSameHost: net/url, the parser of the client, finds the checked host.
func TestSameHost(t *testing.T) {
	for _, s := range []string{
		"http://127.0.0.1", "http://a.example.org:80/@b", "HTTP://A.EXAMPLE.ORG?@b", "http://a.example.org#@b",
		"http://a.example.org:/",
		"http://a;b=c,d!$&'()*+~_.example.org/", "http://a.example.org//b:c@d",
	} {
		g, _ := forTest()
		if err := g.check(s); err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		u, err := url.Parse(s)
		if i := iri.MustParse(s); err != nil || u.Hostname() != i.Hostname() || u.Port() != i.Port() {
			t.Errorf("%s: net/url has %v, %v", s, u, err)
		}
	}
}
