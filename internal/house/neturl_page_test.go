package house

import (
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/golden"
)

// netURLStrings contains groups of strings on which the two packages may differ.
var netURLStrings = []struct {
	about string
	list  []string
}{
	{"characters that IRIs do not allow", []string{
		"http://h/a b", "http://h/a|b", "http://h/^", "http://h/`", "http://h/{id}", `http://h/"`,
		"http://h/<b>", `http://h/a\b`,
		"http://h/[a]", "http://h/?a[]=1", "http://h/#a#b", "http://h/?q=a b", "http://h/\xff", "http://h/a\u200e\uFFFE",
		"http://a|b/", "http://a\"b/", "http://user name@h/", `http://127.0.0.1\@evil.example/`,
	}},
	{"percent-encoding", []string{
		"http://h/?a=%2", "http://h/?%zz", "http://h/%zz", "http://h/#%", "http://ex%41mple.com/", "http://us%65r@h/",
		"http://h/%C3%28",
	}},
	{"authorities", []string{
		"http://[v1.fe80::a+en1]/", "http://[::1%25eth0]/", "http://[::1%eth0]/", "http://[127.0.0.1]/",
		"http://[::1]a/", "http://[::1",
		"http://[1:2:3:4:5:6:7:8:9]/", "http://h:80x/", "http://h:-1/", "http://h:99999/", "http://h:/", "http://a@b@c/",
		"http://@/", "x://",
		"http://h_t/", "http://-/", "http://.../",
	}},
	{"schemes and references", []string{
		"1http://h/", "ht_tp://h/", ":a", "a b:c", "http:", "http:evil", "1:2", "a:b", "./1:2", "//h", "", "#", "?",
		"mailto:a@b.c", "urn:a b",
		"http://h/\n", " http://h/", "\x00",
	}},
	{"non-ASCII characters", []string{
		"http://例え.テスト/", "http://h/é", "http://h/?é#é", "http://h/\u202e", "http://h/\ue000", "http://h/?\ue000",
		"http://h/\U0001F980",
	}},
}

// netURLCalls lists the calls of net/url and the equivalent calls of package iri.
const netURLCalls = `| net/url | package iri |
| --- | --- |
| url.Parse(s) | iri.ParseReference(s); iri.Parse(s) requires a scheme; ` +
	`iri.ParseURI(s) and iri.ParseURIReference(s) also require ASCII |
| u.IsAbs() | r.HasScheme(); an IRI has one |
| u.String() | i.String(): exactly the parsed string |
| u.Scheme | i.Scheme(): as written, even "HTTP" |
| u.User.Username(), u.User.Password() | i.Username(), i.Password(): not decoded |
| u.Opaque | i.Path() without an authority; i.PathKind() is iri.RootlessPath |
| u.Host | i.Authority() without the userinfo |
| u.Hostname(), u.Port() | i.Hostname(), i.Port(); i.PortNumber() returns a number, i.HostKind() the kind of host |
| u.Path, u.EscapedPath() | iri.Unescape(i.Path()), i.Path() |
| u.RawQuery, u.ForceQuery | i.Query(), i.HasQuery() |
| v := u.Query() | q := i.Pairs(): in order; i.Pairs().Form() reads "+" as a space |
| v.Get(key), v.Has(key), v[key] | q.Get(key) returns both; q.Values(key) |
| v.Set(key, value), v.Add(key, value), v.Del(key) | q = q.Set(key, value), q.Add(key, value), q.Delete(key): ` +
	`all other pairs are unchanged |
| u.RawQuery = v.Encode() | i = i.WithPairs(q): in order; q.Sort() sorts |
| url.ParseRequestURI(s) | iri.ParseTarget(method, s): the four forms of RFC 9112; "//evil/x" is a path in both; ` +
	`only ParseTarget rejects "/?a[]=1" |
| u.RequestURI() | target.String(), target.Path() and target.Query() |
| r.URL with r.Host | target.URI("https", r.Host): an IRI |
| url.URL{Scheme: "file", Path: path} | iri.FromUnixPath(path), iri.FromWindowsPath(path) |
| u.Path of a "file:" URL | i.UnixPath(), i.WindowsPath(): an error if it could name another file |
| u.Fragment, u.EscapedFragment() | iri.Unescape(i.Fragment()), i.Fragment(); i.HasFragment() |
| u.ResolveReference(ref), u.Parse(s) | i.Resolve(ref), i.ResolveString(s) |
| – | i.Relativize(t), i.Normalize(form); packages lint, policy, text |
| u.JoinPath(elem...) | i.JoinPath(segment...): each argument is one segment, and is escaped |
| u.Path = …, u.String() | i.With(iri.Path, …); p := i.Parts(), p.Path = …, p.IRI() for several |
| path.Base(u.Path), strings.Split(u.Path, "/") | i.BaseName(), i.SplitPath(): decoded; ` +
	`an error if a segment contains a slash |
| – | i.SameOrigin(j), i.PortOrDefault(), i.Parent() |
| from and to a *url.URL | iri.Parse(u.String()), url.Parse(i.ToURI().String()); both parse again |
| http.NewRequest(method, url, body) | pass i.ToURI().String(), and compare it with request.URL.String(): ` +
	`net/url rejects http://%45xample.org/ and http://[v1.a]/, and changes us%65r@ to user@ |
| url.PathEscape(s), url.QueryEscape(s) | iri.EscapeURI(s, iri.Segment), iri.EscapeURI(s, iri.QueryField); ` +
	`iri.Escape for IRIs |
| url.PathUnescape(s), url.QueryUnescape(s) | iri.Unescape(s); in HTML form data, replace "+" with a space first |
| u.Redacted() | i.Redacted(); package policy/redact for log/slog |
| json.Marshal(u): an object | json.Marshal(i): a string |
`

// netURLPage returns the text of NETURL.md.
func netURLPage(t *testing.T) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Coming from net/url

This page lists the calls in package iri that replace those in net/url, and where their results differ. A test runs both
packages for every row after the first table, with net/url from Go 1.26; "-" is an error. This command writes the page:

    IRI_UPDATE=1 go test ./internal/house -run NetURLPage

## Calls

%s
A value of package iri is valid and immutable. net/url accepts more strings, and the fields of a url.URL may contain
anything. Package iri neither decodes nor encodes: components are substrings.

## Verdicts

Strings that only one of url.Parse and iri.ParseReference accepts.

| | string | package iri | net/url |
| --- | --- | --- | --- |
`, netURLCalls)
	for _, group := range netURLStrings {
		about := group.about
		for _, s := range group.list {
			_, ours := iri.ParseReference(s)
			_, theirs := url.Parse(s)
			if (ours == nil) == (theirs == nil) {
				continue
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", about, cell(s), verdict(ours), verdict(theirs))
			about = ""
		}
	}
	b.WriteString("\n## Changed by parsing\n\nStrings that both accept, but url.Parse(s).String() changes.\n\n" +
		"| string | net/url |\n| --- | --- |\n")
	for _, group := range netURLStrings {
		for _, s := range group.list {
			u, err := url.Parse(s)
			if err == nil && iri.ValidReference(s) && u.String() != s {
				fmt.Fprintf(&b, "| %s | %s |\n", cell(s), cell(u.String()))
			}
		}
	}
	b.WriteString("\n## Resolving\n\n| base | reference | package iri | net/url | |\n| --- | --- | --- | --- | --- |\n")
	for _, row := range netURLRows(t) {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", cell(row.base), cell(row.ref), code(row.ours),
			code(row.theirs), row.why)
	}
	b.WriteString("\n## Building and changing\n\n| | package iri | net/url |\n| --- | --- | --- |\n")
	buildingAgainstNetURL(t, func(call, ours, theirs, _, _ string) {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", code(call), cell(ours), cell(theirs))
	})
	return b.String()
}

func verdict(err error) string {
	if err != nil {
		return "rejects"
	}
	return "accepts"
}

// cell formats a string as a Markdown table cell.
func cell(s string) string {
	if s == "-" {
		return s
	}
	return code(fmt.Sprintf("%+q", s))
}

// code formats text as code in a Markdown table cell.
func code(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		fence, text = fence+" ", text+" "
	}
	return fence + strings.ReplaceAll(text, "|", `\|`) + strings.TrimSpace(fence)
}

// onlyGo126 skips a test that depends on the behavior of net/url in Go 1.26 if the Go version
// differs.
func onlyGo126(t *testing.T) {
	t.Helper()
	if !strings.HasPrefix(runtime.Version(), "go1.26") {
		t.Skipf("the results of net/url are those of Go 1.26; this is %s", runtime.Version())
	}
}

// NETURL.md contains the current results of both packages.
func TestNetURLPage(t *testing.T) {
	onlyGo126(t)
	golden.Compare(t, "NETURL.md", netURLPage(t))
}
