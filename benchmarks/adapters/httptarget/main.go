// Command httptarget has an HTTP middleware that refuses requests whose target has none of the four
// forms of RFC 9112, section 3.2. net/http lets through some of them, such as "/a|b" and "/?a=[]", which
// proxies and programs read in different ways.
//
//	go run -C benchmarks/adapters ./httptarget
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"github.com/irilex/iri/tables/rfc3986"
)

// strictTarget answers a request with a malformed target itself, with status 400.
func strictTarget(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isTarget(r.Method, r.RequestURI) {
			http.Error(w, "the target of the request is malformed", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isTarget reports whether a request-target has a form that its method may have.
func isTarget(method, target string) bool {
	switch {
	case method == http.MethodConnect: // authority-form = uri-host ":" port
		colon := strings.LastIndexByte(target, ':')
		return colon > 0 && rfc3986.Host.Valid(target[:colon]) && rfc3986.Port.Valid(target[colon+1:])
	case target == "*": // asterisk-form
		return method == http.MethodOptions
	case !strings.HasPrefix(target, "/"): // absolute-form = absolute-URI
		return rfc3986.AbsoluteURI.Valid(target)
	}
	path, query, _ := strings.Cut(target, "?") // origin-form = absolute-path [ "?" query ]
	return rfc3986.PathAbempty.Valid(path) && rfc3986.Query.Valid(query)
}

func main() {
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hello") })
	for _, target := range []string{"/a/b?c=d", "/a|b", "/?a=[1]"} {
		r := &http.Request{Method: http.MethodGet, RequestURI: target, URL: &url.URL{Path: "/"}}
		w := httptest.NewRecorder()
		strictTarget(hello).ServeHTTP(w, r)
		fmt.Println(target, w.Code, strings.TrimSpace(w.Body.String()))
	}
}
