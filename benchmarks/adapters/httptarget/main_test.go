package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestTargets(t *testing.T) {
	for _, c := range []struct {
		method, target string
		want           bool
	}{
		{"GET", "/", true},
		{"GET", "/a/b;c=d/%20?q=/?", true},
		{"GET", "//a//b", true},
		{"GET", "http://example.org/a?b", true},
		{"GET", "http://example.org", true},
		{"OPTIONS", "*", true},
		{"OPTIONS", "/a", true},
		{"OPTIONS", "http://example.org", true},
		{"CONNECT", "example.org:443", true},
		{"CONNECT", "[::1]:443", true},
		{"GET", "", false},
		{"GET", "*", false},
		{"OPTIONS", "**", false},
		{"GET", "a/b", false},
		{"GET", "example.org:443x/ ", false},
		{"GET", "/a b", false},
		{"GET", "/a#b", false},
		{"GET", "http://example.org/#b", false},
		{"GET", "/a|b", false},
		{"GET", `/a\b`, false},
		{"GET", "/?a=[1]", false},
		{"GET", "/é", false},
		{"GET", "/%zz", false},
		{"GET", "/?%", false},
		{"CONNECT", "/", false},
		{"CONNECT", "example.org", false},
		{"CONNECT", "", false},
		{"CONNECT", ":", false},
		{"CONNECT", ":443", false},
		{"CONNECT", "example.org:", false},
		{"CONNECT", "a@b:443", false},
		{"CONNECT", "::1:443", false},
	} {
		if got := isTarget(c.method, c.target); got != c.want {
			t.Errorf("%s %q: %v", c.method, c.target, got)
		}
	}
}

// TestMiddleware sends raw targets, also those that net/http accepts.
func TestMiddleware(t *testing.T) {
	seen := ""
	server := httptest.NewServer(
		strictTarget(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r.RequestURI })))
	defer server.Close()
	for target, want := range map[string]int{"/a?b=c": 200, "/a|b": 400, "/?a=[1]": 400, `/\evil.example`: 400,
		"/%zz": 400, "*": 400} {
		seen = ""
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", target)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		conn.Close()
		if response.StatusCode != want || (seen == target) != (want == 200) {
			t.Errorf("%s: status %d, the handler saw %q", target, response.StatusCode, seen)
		}
	}
}
