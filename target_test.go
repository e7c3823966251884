package iri_test

import (
	"bufio"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/profiles"
)

func TestTargets(t *testing.T) {
	const https = "https://example.org"
	for _, c := range []struct {
		method, in  string
		kind        iri.TargetKind
		path, query string
		host, port  string
		uri         string // with the scheme https and the authority example.org
	}{
		{"GET", "/", iri.OriginTarget, "/", "", "", "", https + "/"},
		{"", "/", iri.OriginTarget, "/", "", "", "", https + "/"},
		{"GET", "/a/b;c=d/%20?q=/?", iri.OriginTarget, "/a/b;c=d/%20", "?q=/?", "", "", https + "/a/b;c=d/%20?q=/?"},
		{"GET", "/a?", iri.OriginTarget, "/a", "?", "", "", https + "/a?"},
		{"GET", "//", iri.OriginTarget, "//", "", "", "", https + "//"},
		{"GET", "//evil/x?y", iri.OriginTarget, "//evil/x", "?y", "", "", https + "//evil/x?y"},
		{"GET", "//u@evil:80/..", iri.OriginTarget, "//u@evil:80/..", "", "", "", https + "//u@evil:80/.."},
		{"GET", "/http://evil/", iri.OriginTarget, "/http://evil/", "", "", "", https + "/http://evil/"},
		{"OPTIONS", "/a", iri.OriginTarget, "/a", "", "", "", https + "/a"},
		{"GET", "/*", iri.OriginTarget, "/*", "", "", "", https + "/*"},
		{"GET", "http://h:80/a?b", iri.AbsoluteTarget, "/a", "?b", "h", "80", "http://h:80/a?b"},
		{"GET", "HTTP://u:p@[::1]", iri.AbsoluteTarget, "", "", "[::1]", "", "HTTP://u:p@[::1]"},
		{"OPTIONS", "http://h", iri.AbsoluteTarget, "", "", "h", "", "http://h"},
		{"GET", "http://h?", iri.AbsoluteTarget, "", "?", "h", "", "http://h?"},
		{"GET", "ftp:///a", iri.AbsoluteTarget, "/a", "", "", "", "ftp:///a"},
		{"GET", "urn:a:b", iri.AbsoluteTarget, "a:b", "", "", "", "urn:a:b"},
		{"GET", "example.org:443", iri.AbsoluteTarget, "443", "", "", "", "example.org:443"},
		{"connect", "example.org:443", iri.AbsoluteTarget, "443", "", "", "", "example.org:443"},
		{"CONNECT", "example.org:443", iri.AuthorityTarget, "", "", "example.org", "443", "https://example.org:443"},
		{"CONNECT", "[::1]:65535", iri.AuthorityTarget, "", "", "[::1]", "65535", "https://[::1]:65535"},
		{"CONNECT", "*:1", iri.AuthorityTarget, "", "", "*", "1", "https://*:1"},
		{"OPTIONS", "*", iri.AsteriskTarget, "", "", "", "", https},
	} {
		target, err := iri.ParseTarget(c.method, c.in)
		if err != nil {
			t.Errorf("%s %q: %v", c.method, c.in, err)
			continue
		}
		uri, err := target.URI("https", "example.org")
		if target.Pairs().String() != target.Query() {
			t.Fatalf("%s %q: the pairs are %q", c.method, c.in, target.Pairs())
		}
		query := ""
		if target.HasQuery() {
			query = "?" + target.Query()
		}
		if target.Kind() != c.kind || target.String() != c.in || target.Path() != c.path || query != c.query ||
			target.Host() != c.host || target.Port() != c.port || uri.String() != c.uri || err != nil {
			t.Errorf("%s %q: %v %q %q %q %q %s, %v", c.method, c.in, target.Kind(), target.Path(), query, target.Host(),
				target.Port(), uri, err)
		}
		if again, err := iri.ParseURI(uri.String()); err != nil || again != uri || again.Offsets() != uri.Offsets() {
			t.Errorf("%s %q: the parts of %s are wrong", c.method, c.in, uri)
		}
	}
}

func TestNoTargets(t *testing.T) {
	for _, c := range []struct{ method, in, want string }{
		{"GET", "", `must not be empty`},
		{"GET", "*", `"*" is allowed only for OPTIONS`},
		{"OPTIONS", "**", `column 1: "*" is not allowed, expected a letter; a target begins with "/"`},
		{"GET", "a/b", `column 2: "/" is not allowed in the scheme`},
		{"GET", "a", `column 2: unexpected end in the scheme`},
		{"GET", "example.org:443x/ ", `column 18: a space is not allowed in the path`},
		{"GET", "/a b", `column 3, in the path: a space is not allowed; percent-encode it`},
		{"GET", "/a#b", `column 3, in the path: "#" is not allowed; a request target cannot contain a fragment`},
		{"GET", "http://example.org/#b", `a request target cannot contain a fragment`},
		{"GET", "/a|b", `column 3, in the path: "|" is not allowed; percent-encode it`},
		{"GET", `/a\b`, `column 3, in the path: "\" is not allowed; percent-encode it`},
		{"GET", `/\evil`, `column 2, in the path: "\" is not allowed; percent-encode it`},
		{"GET", "/?a=[1]", `column 5, in the query: "[" is not allowed; percent-encode it`},
		{"GET", "/é", `column 2, in the path: "é" (U+00E9) is not allowed; percent-encode it`},
		{"GET", "/\xff", `column 2, in the path: the byte 0xFF (not UTF-8) is not allowed; percent-encode it`},
		{"GET", "/%zz", `column 3, in the path: "z" is not allowed, expected a hex digit`},
		{"GET", "/?%", `column 4, in the query: unexpected end, expected a hex digit`},
		{"GET", "http://h/é", `column 10: "é" (U+00E9) is not allowed in the path`},
		{"GET", "http://", `a URI with this scheme needs a host`},
		{"GET", "http:/a", `a URI with this scheme needs a host`},
		{"GET", "https:a", `a URI with this scheme needs a host`},
		{"GET", "HTTP://u@:80/a", `a URI with this scheme needs a host`},
		{"CONNECT", "/", `column 1: "/" is not allowed`},
		{"CONNECT", "*", `column 2: unexpected end`},
		{"CONNECT", "example.org", `column 12: unexpected end`},
		{"CONNECT", "", `column 1: unexpected end`},
		{"CONNECT", ":", `the host is empty; CONNECT takes a host and a port`},
		{"CONNECT", ":443", `the host is empty; CONNECT takes a host and a port`},
		{"CONNECT", "example.org:", `the port is not a number up to 65535`},
		{"CONNECT", "example.org:65536", `the port is not a number up to 65535`},
		{"CONNECT", "a@b:443", `column 2: "@" is not allowed`},
		{"CONNECT", "::1:443", `column 2: ":" is not allowed, expected a digit or the end`},
		{"CONNECT", "http://h:80", `column 6: "/" is not allowed`},
	} {
		target, err := iri.ParseTarget(c.method, c.in)
		if err == nil || target != (iri.Target{}) || !strings.HasPrefix(err.Error(), "request target: "+c.want) {
			t.Errorf("%s %q: %v, %v", c.method, c.in, target, err)
		}
		var e *iri.SyntaxError
		if errors.As(err, &e) != strings.HasPrefix(c.want, "column") {
			t.Errorf("%s %q: the SyntaxError is %v", c.method, c.in, e)
		}
	}
}

func TestTargetURIErrors(t *testing.T) {
	origin, err := iri.ParseTarget("GET", "/a")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ scheme, authority, want string }{
		{"https", "h", "https://h/a"},
		{"HTTP", "[::1]:80", "HTTP://[::1]:80/a"},
		{"coap", "", "coap:///a"},
		{"", "h", "scheme: column 1: "},
		{"a:b", "h", "scheme: column 2: "},
		{"https://evil/", "h", "scheme: column 6: "},
		{"https", "", "host: must not be empty"},
		{"http", ":80", "host: must not be empty"},
		{"https", "u@h", "userinfo: not allowed"},
		{"https", "@h", "userinfo: not allowed"},
		{"https", "h/x", "authority: column 2: "},
		{"https", "h?x", "authority: column 2: "},
		{"https", "h#x", "authority: column 2: "},
		{"https", "h h", "authority: column 2: "},
		{"https", "h:x", "authority: column 3: "},
		{"https", "h:80:80", "authority: column 5: "},
		{"https", "[::1", "authority: column 5: unexpected end"},
		{"https", "h, evil:80", "authority: column 3: "},
		{"https", "é", "host: must be ASCII"},
	} {
		uri, err := origin.URI(c.scheme, c.authority)
		got := uri.String()
		if err != nil {
			got = err.Error()
			var part *iri.PartError
			if !errors.As(err, &part) || uri != (iri.IRI{}) {
				t.Errorf("%q %q: %s, %T", c.scheme, c.authority, uri, err)
			}
		}
		if err == nil && got != c.want || err != nil && !strings.HasPrefix(got, c.want) {
			t.Errorf("%q %q: %q, want %q", c.scheme, c.authority, got, c.want)
		}
	}
	var zero iri.Target
	if uri, err := zero.URI("https", "h"); err == nil {
		t.Errorf("the URI of the zero Target is %s", uri)
	}
	if zero.Path()+zero.Query()+zero.Host()+zero.Port()+zero.String() != "" || zero.HasQuery() {
		t.Error("the zero Target has parts")
	}
	names := ""
	for k := range iri.AsteriskTarget + 2 {
		names += k.String() + " "
	}
	if names != "none origin-form absolute-form authority-form asterisk-form unknown " {
		t.Error(names)
	}
}

// slowTarget validates a target using the rules of RFC 9112 and the prose requirements of RFC 9110.
func slowTarget(method, s string) bool {
	if method == "CONNECT" {
		i := strings.LastIndex(s, ":")
		if i <= 0 || !profiles.AuthorityForm.Valid(s) {
			return false
		}
		port := strings.TrimLeft(s[i+1:], "0")
		return i+1 < len(s) && (len(port) < 5 || len(port) == 5 && port <= "65535")
	}
	if method == "OPTIONS" && profiles.AsteriskForm.Valid(s) || profiles.OriginForm.Valid(s) {
		return true
	}
	scheme, _, _ := strings.Cut(strings.ToLower(s), ":")
	if scheme == "http" || scheme == "https" {
		return profiles.HTTPURI.Valid(s) || profiles.HTTPSURI.Valid(s)
	}
	return profiles.AbsoluteForm.Valid(s)
}

// targetPieces lists pieces of targets of every form, including hostile targets.
var targetPieces = []string{"/", "/", "//", "evil", "example.org", ":", ":80", ":443", ":65536", "@", "?", "?", "#",
	"a", "b=c", "&", "*", "%20", "%2F", "%", "%zz", "[", "]", "[::1]", "[v1.a]", "|", `\`, "é", "\xff", "\x00", "\x7f",
	".", "..", "http:", "https://", "http://", "urn:", "+", ";", "'", `"`, "<", "{", "}", "^", "`", "~", "$"}

func randomTarget(r *rand.Rand) (method, s string) {
	var b strings.Builder
	b.WriteString([]string{"", "/", "//", "http://h/", "example.org:"}[r.IntN(5)])
	for range r.IntN(7) {
		b.WriteString(targetPieces[r.IntN(len(targetPieces))])
	}
	return []string{"GET", "POST", "OPTIONS", "CONNECT"}[r.IntN(4)], b.String()
}

func TestTargetsOfRandomStrings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9112))
	valid := 0
	for range testkit.Cases(400_000) {
		method, s := randomTarget(r)
		target, err := iri.ParseTarget(method, s)
		if (err == nil) != slowTarget(method, s) {
			t.Fatalf("%s %q: %v", method, s, err)
		}
		if err != nil {
			continue
		}
		valid++
		query := ""
		if target.HasQuery() {
			query = "?" + target.Query()
		}
		uri, err := target.URI("https", "example.org:80")
		if err != nil || uri.Path() != target.Path() || uri.HasQuery() != target.HasQuery() || uri.Query() != target.Query() {
			t.Fatalf("%s %q: %s, %v", method, s, uri, err)
		}
		slow, authority := s, "example.org:80"
		switch target.Kind() {
		case iri.AuthorityTarget:
			slow, authority = target.Host()+":"+target.Port(), s
		case iri.OriginTarget:
			slow = target.Path() + query
		case iri.AbsoluteTarget:
			authority = uri.Authority()
		}
		if slow != s || uri.Authority() != authority {
			t.Fatalf("%s %q: %q, %s", method, s, slow, uri)
		}
	}
	t.Logf("%d valid targets", valid)
	if valid < testkit.Cases(400_000)/20 {
		t.Errorf("only %d valid targets", valid)
	}
}

// netHTTPReads returns the URL that net/http parses from a request line.
func netHTTPReads(method, target string) (*url.URL, error) {
	request, err := http.ReadRequest(bufio.NewReader(strings.NewReader(
		method + " " + target + " HTTP/1.1\r\nHost: example.org\r\n\r\n")))
	if err != nil {
		return nil, err
	}
	return request.URL, nil
}

// whyLooser returns why net/http accepts a malformed target, or "".
func whyLooser(method, s string) string {
	path, query, _ := strings.Cut(s, "?")
	u, _ := url.Parse(s)
	switch {
	case s == "*":
		return `"*" with any method`
	case method == "CONNECT":
		return "CONNECT with anything but a host and a port"
	case strings.Contains(s, "#"):
		return "a fragment"
	case !utf8.ValidString(path), strings.ContainsAny(path, "[]\\|\"<>{}^`é"):
		return "characters of a path to percent-encode"
	case !utf8.ValidString(query), strings.ContainsAny(query, "[]\\|\"<>{}^`é"):
		return "characters of a query to percent-encode"
	case strings.Contains(strings.ReplaceAll(query, "%2", ""), "%"):
		return "a malformed percent-encoding in a query"
	case strings.Count(slowAuthority(s), "@") > 1 || strings.Count(slowAuthority(s), ":") > 1:
		return "an authority with several ports or userinfos"
	case u != nil && u.Host == u.Port() || u != nil && u.Hostname() == "":
		return "an http URI without a host"
	}
	return ""
}

// slowAuthority returns the text from "://" (or the beginning) to the next "/" or "?".
func slowAuthority(s string) string {
	_, authority, ok := strings.Cut(s, "://")
	if !ok {
		authority = s
	}
	authority, _, _ = strings.Cut(authority, "/")
	authority, _, _ = strings.Cut(authority, "?")
	return authority
}

// whyStricter returns why net/http rejects a well-formed target, or "".
func whyStricter(method, s string) string {
	host := slowAuthority(s)
	switch {
	case method != "CONNECT" && !strings.HasPrefix(s, "/") && !strings.Contains(s, ":/"):
		return "a URI without an authority and with a path that does not begin with a slash"
	case strings.Contains(host, "%"):
		return "a percent-encoding in a host"
	case strings.Contains(host, "[v1.a]"):
		return "an IP literal of a later version"
	}
	return ""
}

// Each verdict that differs from net/http's has a known reason, and targets that both accept have
// the same path, query and host.
func TestTargetsAgainstNetHTTP(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9112))
	kinds := map[string]int{}
	for range testkit.Cases(200_000) {
		method, s := randomTarget(r)
		if s == "" {
			continue
		}
		target, ours := iri.ParseTarget(method, s)
		u, theirs := netHTTPReads(method, s)
		switch {
		case ours != nil && theirs == nil:
			kinds["net/http accepts "+whyLooser(method, s)]++
			if whyLooser(method, s) == "" {
				t.Errorf("%s %q: net/http reads %#v, and %v", method, s, u, ours)
			}
		case ours == nil && theirs != nil:
			kinds["net/http refuses "+whyStricter(method, s)]++
			if whyStricter(method, s) == "" {
				t.Errorf("%s %q: %v", method, s, theirs)
			}
		case ours == nil && method != "CONNECT" && s != "*":
			kinds["both accept"]++
			same := u.RawQuery == target.Query() && u.ForceQuery == (target.HasQuery() && u.RawQuery == "")
			if path, _ := url.PathUnescape(target.Path()); !same || u.Opaque == "" && u.Path != path {
				t.Errorf("%s %q: net/http has %q %q, not %q %q", method, s, u.Path, u.RawQuery, target.Path(), target.Query())
			}
			if target.Kind() == iri.OriginTarget && u.Host != "" {
				t.Errorf("%s %q: net/http has the host %q", method, s, u.Host)
			}
		}
	}
	for why, n := range kinds {
		t.Logf("%d: %s", n, why)
	}
}

func TestTargetsDoNotAllocate(t *testing.T) {
	for _, c := range [][2]string{{"GET", "/a/b?c=d"}, {"GET", "http://h:80/a"}, {"CONNECT", "h:443"}, {"OPTIONS", "*"}} {
		n := testing.AllocsPerRun(100, func() {
			target, err := iri.ParseTarget(c[0], c[1])
			if err != nil || target.Path()+target.Query() == "x" || target.Host() == "x" || target.Port() == "x" {
				t.Error(target, err)
			}
		})
		if c[1] == "/a/b?c=d" {
			n-- // the concatenation allocates
		}
		if n > 0 {
			t.Errorf("%s %s allocates %v times", c[0], c[1], n)
		}
	}
}
