// Command httptarget has an HTTP middleware for servers. The middleware refuses a request unless
// its target has a form of RFC 9112, section 3.2, that is allowed for its method. net/http accepts
// more, such as "/a|b" and "/?a=[]". Proxies and programs differ in the parsing of such targets.
//
//	go run -C benchmarks/adapters ./httptarget
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"github.com/irilex/iri/tables/profiles"
)

// strictTarget returns a handler. It answers a request with status 400 if isTarget refuses its
// target, and passes other requests to next.
func strictTarget(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isTarget(r.Method, r.RequestURI) {
			http.Error(w, "the target of the request is malformed", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isTarget reports whether the target of a request has a form allowed for its method. CONNECT
// requires a host and a port, both not empty (RFC 9110, section 9.3.6). OPTIONS also allows "*".
// All methods but CONNECT allow the origin form and the absolute form.
func isTarget(method, target string) bool {
	switch {
	case method == http.MethodConnect:
		return profiles.AuthorityForm.Valid(target) && target[0] != ':' && target[len(target)-1] != ':'
	case method == http.MethodOptions && profiles.AsteriskForm.Valid(target):
		return true
	}
	return profiles.OriginForm.Valid(target) || profiles.AbsoluteForm.Valid(target)
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
