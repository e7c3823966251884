// Command httptarget contains HTTP server middleware that rejects a request unless its target has a
// form that RFC 9112, section 3.2, allows for its method. net/http accepts more, such as "/a|b" and
// "/?a=[]", and proxies and servers parse such targets differently.
//
//	go run -C benchmarks/adapters ./httptarget
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	"github.com/irilex/iri"
)

// strictTarget returns a handler that answers a request with status 400 if its target is malformed
// and passes all other requests to next.
func strictTarget(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := iri.ParseTarget(r.Method, r.RequestURI); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
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
