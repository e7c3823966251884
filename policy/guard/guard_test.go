package guard_test

import (
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/policy"
	"github.com/irilex/iri/policy/guard"
)

// forTest returns a guard that allows test servers.
func forTest() *guard.Guard {
	return &guard.Guard{
		Policy: policy.MustNew(policy.Config{
			Schemes: []string{"http"}, Hosts: []string{"127.0.0.1", ".example.org"}, Forbid: iri.Userinfo, NoNumericNames: true,
		}),
		Allow: func(a netip.Addr) bool { return a.IsLoopback() },
	}
}

// TestGet: a rejected URL reaches no server; an allowed URL reaches the server unchanged.
func TestGet(t *testing.T) {
	var seen []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Host+r.RequestURI)
	}))
	defer server.Close()
	g := forTest()
	client := g.Client()
	port := server.URL[strings.LastIndexByte(server.URL, ':'):]
	for _, c := range []struct {
		url  string
		want string // the request target at the server; "" if the guard rejects the URL
	}{
		{"http://127.0.0.1" + port + "/a%2Fb/../c?d=%7E", "/a%2Fb/../c?d=%7E"},
		{"http://127.0.0.1" + port + "//a/./%41?#f", "//a/./%41?"},
		{"http://127.0.0.1" + port + "/(a)!$&'*+,;=:@~", "/(a)!$&'*+,;=:@~"},
		{"HTTP://127.0.0.1" + port, "/"},
		{"http://u@127.0.0.1" + port + "/", ""},
		{"http://localhost" + port + "/", ""},
		{"http://2130706433" + port + "/", ""},
		{"http://%31%32%37.0.0.1" + port + "/", ""},
		{"http://[::ffff:127.0.0.1]" + port + "/", ""},
		{`http://127.0.0.1` + port + `\@evil.example/`, ""},
		{"http://127.0.0.1" + port + "/a/%zz", ""},
		{"http:/127.0.0.1" + port + "/", ""},
		{"//127.0.0.1" + port + "/", ""},
		{"ftp://127.0.0.1" + port + "/", ""},
		{"", ""},
	} {
		seen = nil
		err := g.Check(c.url)
		response, failed := client.Get(c.url)
		if failed == nil {
			response.Body.Close()
		}
		if c.want != "" {
			c.want = "127.0.0.1" + port + c.want
		}
		got := strings.Join(seen, " ")
		if got != c.want || (err == nil) != (c.want != "") || (failed == nil) != (err == nil) {
			t.Errorf("%s: the server has seen %q, %v, %v", c.url, got, err, failed)
		}
	}
}

// TestRedirects: the target of a redirect is checked for every form of Location.
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
	client := forTest().Client()
	for to, want := range map[string]string{ // a body, or an error code
		"/a": "/a", "?": "/", server.URL + "/b": "/b",
		"http://localhost" + other: "host-not-allowed", "//localhost" + other: "host-not-allowed",
		"http://u:p@127.0.0.1" + other: "component-forbidden", "ftp://127.0.0.1/": "scheme-not-allowed",
		"http://2130706433" + other: "host-not-allowed", "http://ｌocalhost" + other: "host-not-allowed",
		"https://127.0.0.1" + other: "scheme-not-allowed", "javascript:alert(1)": "scheme-not-allowed",
	} {
		response, err := client.Get(server.URL + "/?to=" + url.QueryEscape(to))
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

// TestTenRedirects: a client ends a redirect loop.
func TestTenRedirects(t *testing.T) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		http.Redirect(w, r, "/", http.StatusFound)
	}))
	defer server.Close()
	if _, err := forTest().Client().Get(server.URL); err == nil || requests > 11 {
		t.Errorf("%d requests, %v", requests, err)
	}
}

// TestControl: an allowed name may resolve to any address, so the guard checks the address.
func TestControl(t *testing.T) {
	server := httptest.NewServer(
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the server was asked") }))
	defer server.Close()
	g := &guard.Guard{}
	for _, host := range []string{"127.0.0.1", "localhost"} {
		s := strings.Replace(server.URL, "127.0.0.1", host, 1)
		if err := g.Check(s); err != nil {
			t.Error(err)
		}
		if _, err := g.Client().Get(s); err == nil || !strings.Contains(err.Error(), "is not allowed") {
			t.Errorf("%s: %v", host, err)
		}
	}
	for address, want := range map[string]bool{
		"8.8.8.8:80": true, "[2606:4700::1]:443": true, "[::ffff:8.8.8.8]:80": true,
		"127.0.0.1:80": false, "[::ffff:127.0.0.1]:80": false, "[::1]:80": false, "[fe80::1%eth0]:80": false,
		"[2606:4700::1%eth0]:80": false, "[64:ff9b::7f00:1]:80": false, "169.254.169.254:80": false,
		"/run/docker.sock": false, "localhost:80": false, "": false,
	} {
		if err := g.Control("tcp", address, nil); (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, network := range []string{"unix", "unixgram", "ip4:icmp", ""} {
		if g.Control(network, "8.8.8.8:80", nil) == nil {
			t.Errorf("%q is allowed", network)
		}
	}
	if _, err := g.Client().Transport.RoundTrip(&http.Request{}); err == nil {
		t.Error("a request without a URL is sent")
	}
	var seen netip.Addr
	g.Allow = func(a netip.Addr) bool { seen = a; return true }
	if err := g.Control("tcp", "[::ffff:10.0.0.1]:80", nil); err != nil || seen != netip.MustParseAddr("10.0.0.1") {
		t.Errorf("Allow has seen %s, %v", seen, err)
	}
	if err := g.Control("tcp", "[fe80::1%eth0]:80", nil); err == nil {
		t.Error("an address with a zone is allowed")
	}
}

// TestRequestsToOtherServers: a request never goes to a server other than the one that its URL
// names.
func TestRequestsToOtherServers(t *testing.T) {
	client := (&guard.Guard{Allow: func(netip.Addr) bool { t.Error("a connection"); return false }}).Client()
	for _, change := range []func(*http.Request){
		func(r *http.Request) { r.URL.Opaque = "//evil.example/" },
		func(r *http.Request) { r.URL.Host = "é.example" },
		func(r *http.Request) { r.URL.Host = "good.example/@evil.example" },
		func(r *http.Request) { r.URL.Host = "" },
		func(r *http.Request) { r.URL.Host, r.URL.Path = "", "good.example" },
		func(r *http.Request) { r.Host = "evil.example" },
		func(r *http.Request) { r.URL.Scheme = "HTTP" },
		func(r *http.Request) { r.URL.Path = "http://evil.example/x" }, // GET http://evil.example/x
		func(r *http.Request) { r.URL.Path = "foo" },
		func(r *http.Request) { r.URL.Path = "*" },
		func(r *http.Request) { r.URL.RawQuery = "a#b" },
	} {
		r, err := http.NewRequest(http.MethodPost, "http://good.example/", io.NopCloser(strings.NewReader("a")))
		if err != nil {
			t.Fatal(err)
		}
		change(r)
		if response, err := client.Do(r); err == nil {
			response.Body.Close()
			t.Errorf("%+v is requested", r.URL)
		}
	}
}

// TestCheck: the guard rejects strings that net/http rejects or rewrites, and reveals no password.
func TestCheck(t *testing.T) {
	g := &guard.Guard{}
	for s, want := range map[string]string{ // text in the error; "" if there is none
		"http://h/": "", "HTTPS://EXAMPLE.org:443/a//../b?c#d": "", "http://[::1]:80": "", "http://h?": "", "http://h#": "",
		"http://u:p@h/": "", "http://u:@h/": "", "http://h:00080/": "", "http://a;b=c,d!$&'()*+~_.example/": "",
		"http://h:/":               "the host as written",
		"http://h:99999/":          "above 65535",
		"http://%C3%A9.example/":   "the host as written",
		"http://u:secret@%41/":     "net/http rejects",
		"http://@h/":               "",
		"http://u:secr%65t@h/":     "the userinfo as written",
		"http:///a":                "the host as written",
		"http:a":                   "the host as written",
		"http://u:secret@/":        "the host as written",
		"http://:80/":              "the host as written",
		"ftp://h/":                 "use http or https",
		"http://é.example/":        "not allowed in the authority",
		"":                         "URI",
		"http://[v1.a]/":           "h",
		"http://[fe80::1%25eth0]/": "not allowed in the authority",
	} {
		err := g.Check(s)
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "secret")) {
			t.Errorf("%s: %v", s, err)
		}
	}
	var refused *policy.Error
	if err := forTest().Check("http://u@h/"); !errors.As(err, &refused) {
		t.Error(err)
	}
	var syntax *iri.SyntaxError
	if err := g.Check("http://h/ "); !errors.As(err, &syntax) {
		t.Error(err)
	}
}

// The guard's verdicts are those of the bypass lists, both the one in package policy and the shared
// one.
func TestLists(t *testing.T) {
	paths := []string{"../testdata/addresses.tsv"}
	if shared := os.Getenv("IRI_SHARED"); shared != "" {
		paths = append(paths, filepath.Join(shared, "formats", "addresses.tsv"))
	}
	for n, path := range paths {
		config := policy.Config{
			Schemes: []string{"https"}, Forbid: iri.Userinfo | iri.Fragment, PublicAddresses: true,
			DenyHosts: []string{".internal"},
		}
		if n == 0 {
			config.Schemes = []string{"http", "https"}
		}
		g := &guard.Guard{Policy: policy.MustNew(config)}
		text := testkit.ReadFile(t, path)
		rows := 0
		for line := range strings.Lines(text) {
			row := strings.Split(line, "\t")
			var s string
			if json.Unmarshal([]byte(row[0]), &s) != nil {
				continue
			}
			rows++
			err := g.Check(s)
			if row[1] == "name" && strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 }) {
				row[1] = "deny" // an IRI must be converted first
			}
			if (err != nil) != (row[1] == "deny") {
				t.Errorf("%s: %q is to %s: %v", path, s, row[1], err)
			}
		}
		if rows < 50 {
			t.Errorf("%s has %d rows", path, rows)
		}
	}
}

// If Check allows a URL, net/http requests it byte for byte: the request has the same target and
// the same server.
func TestRequestsAreByteForByte(t *testing.T) {
	random := rand.New(rand.NewPCG(39, 86))
	pieces := strings.Fields("a B . .. / // : @ ; = + , ! $ & ' ( ) * ~ _ - ? ? # 80 [::1] [ " +
		"%20 %2F %2f %41 %C3%A9 %00 %25 %7E")
	g := &guard.Guard{}
	allowed, refused := 0, 0
	for range 200_000 {
		s := "http:" + []string{"//h", "//", "//h/", "//h?", "//h/a?", "/"}[random.IntN(6)]
		for range random.IntN(7) {
			s += pieces[random.IntN(len(pieces))]
		}
		i, err := iri.ParseURI(s)
		if err != nil {
			continue
		}
		if g.Check(s) != nil {
			refused++
			continue
		}
		allowed++
		request, err := http.NewRequest(http.MethodGet, s, nil)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		var line strings.Builder
		if err := request.Write(&line); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		target := i.Path()
		if target == "" {
			target = "/"
		}
		if i.HasQuery() {
			target += "?" + i.Query()
		}
		server := i.Host()
		if i.HasPort() {
			server += ":" + i.Port()
		}
		if want := "GET " + target + " HTTP/1.1\r\nHost: " + server + "\r\n"; !strings.HasPrefix(line.String(), want) {
			t.Fatalf("%s becomes %q, want %q", s, line.String(), want)
		}
	}
	t.Logf("%d URIs are allowed, %d refused", allowed, refused)
	if allowed < 10_000 || refused < 1000 {
		t.Errorf("%d URIs are allowed, %d refused", allowed, refused)
	}
}
