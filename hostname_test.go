package iri_test

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri"
)

func TestHostname(t *testing.T) {
	for s, want := range map[string]string{
		"":                             "",
		"a:b":                          "",
		"a://":                         "",
		"//h":                          "h",
		"//u:p@h:80/x":                 "h",
		"//[::1]":                      "::1",
		"//u@[2001:db8::7]:80?q":       "2001:db8::7",
		"//[v1.a:b]:":                  "v1.a:b",
		"//127.0.0.1":                  "127.0.0.1",
		"//%C3%BC":                     "%C3%BC",
		"//" + strings.Repeat("h", 99): strings.Repeat("h", 99),
	} {
		r := iri.MustParseReference(s)
		if got := r.Hostname(); got != want {
			t.Errorf("%s: %q, not %q", s, got, want)
		}
		if _, err := netip.ParseAddr(r.Hostname()); (err == nil) != (r.HostKind() == iri.IPv6Host ||
			r.HostKind() == iri.IPv4Host) {
			t.Errorf("%s: %v, and netip says %v", s, r.HostKind(), err)
		}
		u, err := url.Parse(s)
		if err == nil && !strings.Contains(s, "%") && u.Hostname() != r.Hostname() {
			t.Errorf("%s: %q, and net/url has %q", s, r.Hostname(), u.Hostname())
		}
	}
}

func TestPortNumber(t *testing.T) {
	for port, want := range map[string]int{
		"": -1, ":": -1, ":0": 0, ":7": 7, ":80": 80, ":00080": 80, ":65535": 65535, ":65536": -1, ":99999": -1,
		":4294967376": -1, ":18446744073709551696": -1, ":" + strings.Repeat("0", 1000): 0,
		":" + strings.Repeat("0", 1000) + "443": 443, ":1" + strings.Repeat("0", 1000): -1,
	} {
		for _, s := range []string{"a://h" + port + "/", "//u:1@[::1]" + port} {
			n, ok := iri.MustParseReference(s).PortNumber()
			if ok != (want >= 0) || ok && int(n) != want || !ok && n != 0 {
				t.Errorf("%s: %d, %v, not %d", s, n, ok, want)
			}
		}
	}
	for n := range 1 << 17 { // the twin is strconv
		port := strconv.Itoa(n)
		want, err := strconv.ParseUint(port, 10, 16)
		if got, ok := iri.MustParse("a://h:" + port).PortNumber(); ok != (err == nil) || ok && uint64(got) != want {
			t.Fatalf("%s: %d, %v", port, got, ok)
		}
	}
	if n, ok := (iri.IRI{}).PortNumber(); n != 0 || ok {
		t.Error(n, ok)
	}
}
