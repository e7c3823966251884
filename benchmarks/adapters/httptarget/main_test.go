package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestMiddleware sends raw targets, including some that net/http accepts.
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
