package iri_test

import (
	"math/rand/v2"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// noPath is the prefix of the error expected for an IRI or a path that cannot be converted.
const noPath = "iri: "

func TestPathsOfFileIRIs(t *testing.T) {
	const (
		scheme   = noPath + `the scheme is not "file"`
		userinfo = noPath + "a file IRI cannot contain userinfo"
		query    = noPath + "a file IRI cannot contain a query"
		fragment = noPath + "a path cannot contain a fragment"
		host     = noPath + "the host is not localhost"
		relative = noPath + "the path is not absolute"
		slash    = noPath + `a file name cannot contain "/"`
		nul      = noPath + "a file name cannot contain NUL"
		drive    = noPath + "the path does not name a drive"
		bar      = noPath + `a drive ends in ":"`
		missing  = noPath + `"/" is missing after the drive`
		server   = noPath + "the server is empty"
		share    = noPath + "the share after the server is empty"
		brackets = noPath + "a Windows path cannot contain brackets"
		name     = noPath + "the name "
		foreign  = noPath + "the server name is not ASCII"
	)
	for _, c := range []struct{ in, unix, windows string }{
		// RFC 8089, section 2 and appendix B.
		{"file:///path/to/file", "/path/to/file", drive},
		{"file:/path/to/file", "/path/to/file", drive},
		{"file://localhost/path/to/file", "/path/to/file", drive},
		{"file://host.example.com/path/to/file", host, `\\host.example.com\path\to\file`},
		// Appendix E.1: a userinfo.
		{"file://user@host.example.com/a/b", userinfo, userinfo},
		// Appendix E.2: drives.
		{"file:///c:/path/to/file", "/c:/path/to/file", `c:\path\to\file`},
		{"file:/c:/path/to/file", "/c:/path/to/file", `c:\path\to\file`},
		{"file:c:/path/to/file", relative, `c:\path\to\file`},
		{"file://localhost/c:/path/to/file", "/c:/path/to/file", `c:\path\to\file`},
		// Appendix E.2.2: "|" is not allowed in an IRI.
		{"file:///c%7C/path/to/file", "/c|/path/to/file", bar},
		{"file:c%7C/path/to/file", relative, bar},
		// Appendix E.3: servers.
		{"file://host.example.com/Share/path/to/file.txt", host, `\\host.example.com\Share\path\to\file.txt`},
		{"file:////host.example.com/path/to/file", "//host.example.com/path/to/file", `\\host.example.com\path\to\file`},
		{"file://///host.example.com/path/to/file", "///host.example.com/path/to/file", `\\host.example.com\path\to\file`},
		{"file:////%5B::1%5D/a/b", "//[::1]/a/b", name},
		// Schemes, and parts that a file IRI cannot contain.
		{"FILE:///C:/a", "/C:/a", `C:\a`},
		{"file2:///a", scheme, scheme},
		{"http://localhost/C:/a", scheme, scheme},
		{"file://h:80/a/b", userinfo, userinfo},
		{"file://h:/a/b", userinfo, userinfo},
		{"file://@/a", userinfo, userinfo},
		{"file:///C:/a?", query, query},
		{"file:///C:/a?b", query, query},
		{"file:///C:/a#", fragment, fragment},
		{"file:///C:/a#b", fragment, fragment},
		// Hosts.
		{"file://LocalHost/C:/a", "/C:/a", `C:\a`},
		{"file://%6Cocalhost/C:/a", "/C:/a", `C:\a`},
		{"file://localhost./C:/a", host, name},
		{"file://127.0.0.1/C$/a", host, `\\127.0.0.1\C$\a`},
		{"file://[::1]/C$/a", host, brackets},
		{"file://[v1.a]/C$/a", host, brackets},
		{"file:////localhost/C$/a", "//localhost/C$/a", `\\localhost\C$\a`},
		{"file://localhost//server/share/a", "//server/share/a", drive},
		{"file://server", host, share},
		{"file://server/", host, share},
		{"file://server//a", host, share},
		{"file://server/share", host, `\\server\share`},
		{"file://server/share/", host, `\\server\share\`},
		{"file:////server", "//server", share},
		{"file:////server//a", "//server//a", share},
		{"file://////server/a", "////server/a", server},
		{"file://server%40SSL/DavWWWRoot/a", host, `\\server@SSL\DavWWWRoot\a`},
		{"file://s%C3%A9rver/share/a", host, foreign},
		{"file://sérver/share/a", host, foreign},
		// Device names, and the prefixes of device paths.
		{"file://./COM1/a", host, name},
		{"file://%2E/C:/a", host, name},
		{"file://%3F/C:/a", host, name},
		{"file:////./COM1/a", "//./COM1/a", name},
		{"file:////%3F/C:/a", "//?/C:/a", name},
		{"file://%3F%3F/C:/a", host, name},
		{"file://..%5C/C:/a", host, name},
		{"file://a%2Fb/share/a", host, name},
		{"file:///C:/NUL", "/C:/NUL", name},
		{"file:///C:/a/com1.txt/b", "/C:/a/com1.txt/b", name},
		{"file:///C:/com%C2%B9", "/C:/com¹", name},
		{"file:///C:/conin$", "/C:/conin$", name},
		{"file:///C:/COM10/console/nul-", "/C:/COM10/console/nul-", `C:\COM10\console\nul-`},
		{"file:///C:/aux%20.a.b", "/C:/aux .a.b", name},
		// Drives.
		{"file:///", "/", drive},
		{"file:///C:", "/C:", missing},
		{"file:C:", relative, missing},
		{"file:C:a", relative, drive},
		{"file:///C:/", "/C:/", `C:\`},
		{"file:///C:a", "/C:a", drive},
		{"file:///CC:/a", "/CC:/a", drive},
		{"file:///1:/a", "/1:/a", drive},
		{"file:///%43:/a", "/C:/a", `C:\a`},
		{"file:///c%3A/a", "/c:/a", `c:\a`},
		{"file:////C:/a", "//C:/a", name},
		{"file://server/C:/a", host, name},
		// Paths.
		{"file:", relative, drive},
		{"file://", relative, drive},
		{"file:a", relative, drive},
		{"file:///tmp/a%20b", "/tmp/a b", drive},
		{"file:///C:/a%20b/%E4%BE%8B/例", "/C:/a b/例/例", `C:\a b\例\例`},
		{"file:///C:/a%2525", "/C:/a%25", `C:\a%25`},
		{"file:///C:/a//b/", "/C:/a//b/", `C:\a\\b\`},
		{"file:///C:/a%2Fb", slash, name},
		{"file:///C:/a%2fb", slash, name},
		{"file:///C:/a%00b", nul, name},
		{"file:///C:/a%5Cb", `/C:/a\b`, name},
		{"file:///C:/..%5Cb", `/C:/..\b`, name},
		{"file:///C:/a%3Ab", "/C:/a:b", name},
		{"file:///C:/a:b", "/C:/a:b", name},
		{"file:///C:/a*", "/C:/a*", name},
		{"file:///C:/%1F", "/C:/\x1f", name},
		{"file:///C:/a%3C%3E%22%7C%3F", `/C:/a<>"|?`, name},
		{"file:///C:/%FF", "/C:/\xff", name},
		{"file:///C:/%ED%A0%80", "/C:/\xed\xa0\x80", name},
		{"file:///C:/%C0%AF", "/C:/\xc0\xaf", name},
		{"file:///C:/a/../b", "/C:/a/../b", name},
		{"file:///C:/a/%2e%2E/b", "/C:/a/../b", name},
		{"file:///C:/../../b", "/C:/../../b", name},
		{"file:///C:/./b", "/C:/./b", name},
		{"file:///C:/a.", "/C:/a.", name},
		{"file:///C:/a%20", "/C:/a ", name},
		{"file:///C:/a.%20./b", "/C:/a. ./b", name},
		{"file:///C:/.a/..b", "/C:/.a/..b", `C:\.a\..b`},
		{"file://server/../share", host, name},
	} {
		i := iri.MustParse(c.in)
		for _, platform := range []struct {
			name, want string
			path       func() (string, error)
		}{{"Unix", c.unix, i.UnixPath}, {"Windows", c.windows, i.WindowsPath}} {
			got, err := platform.path()
			if err != nil && got == "" {
				got = err.Error()
			} else if err != nil {
				t.Errorf("%s of %s: both %q and %v", platform.name, c.in, got, err)
			}
			failed := strings.HasPrefix(platform.want, noPath)
			if failed != (err != nil) || failed && !strings.HasPrefix(got, platform.want) || !failed && got != platform.want {
				t.Errorf("%s of %s: %q, want %q", platform.name, c.in, got, platform.want)
			}
		}
	}
	if path, err := (iri.IRI{}).UnixPath(); err == nil {
		t.Errorf("the zero IRI has the path %q", path)
	}
	for _, s := range []string{"file:///c|/path/to/file", "file:/c|/path/to/file", "file:c|/path/to/file"} {
		if iri.Valid(s) {
			t.Errorf("%s is an IRI", s)
		}
	}
}

func TestFileIRIsOfPaths(t *testing.T) {
	unix, windows := iri.FromUnixPath, iri.FromWindowsPath
	for _, c := range []struct {
		from     func(string) (iri.IRI, error)
		in, want string
	}{
		{unix, "/", "file:///"},
		{unix, "/tmp/a b", "file:///tmp/a%20b"},
		{unix, "//a//", "file:////a//"},
		{unix, "/a/../b/.", "file:///a/../b/."},
		{unix, "/100%/%41?#[x]", "file:///100%25/%2541%3F%23%5Bx%5D"},
		{unix, `/a\b`, "file:///a%5Cb"},
		{unix, "/C:/x@y", "file:///C:/x@y"},
		{unix, "/例/\ue000/\xff\xc0\xaf\n", "file:///例/%EE%80%80/%FF%C0%AF%0A"},
		{unix, "", noPath + "the path is not absolute"},
		{unix, "a/b", noPath + "the path is not absolute"},
		{unix, "./a", noPath + "the path is not absolute"},
		{unix, `C:\a`, noPath + "the path is not absolute"},
		{unix, "/a\x00b", noPath + "a path cannot contain NUL"},

		{windows, `C:\dir\a b.txt`, "file:///C:/dir/a%20b.txt"},
		{windows, `c:/dir\a`, "file:///c:/dir/a"},
		{windows, `C:\`, "file:///C:/"},
		{windows, `C:\a\\b\`, "file:///C:/a//b/"},
		{windows, `C:\100%\#1;[é]`, "file:///C:/100%25/%231;%5Bé%5D"},
		{windows, `\\server\share\x`, "file://server/share/x"},
		{windows, `//server/share/x`, "file://server/share/x"},
		{windows, `\\server\share`, "file://server/share"},
		{windows, `\\server\share\`, "file://server/share/"},
		{windows, `\\127.0.0.1\C$`, "file://127.0.0.1/C$"},
		{windows, `\\my_server@SSL\a b`, "file://my_server%40SSL/a%20b"},
		{windows, `\\Localhost\C$\x`, "file:////Localhost/C$/x"},
		{windows, `\\?\C:\a`, "file:///C:/a"},
		{windows, `\\?\UNC\server\share\a`, "file://server/share/a"},
		{windows, `\\?\unc\server\share`, "file://server/share"},

		{windows, ``, noPath + "the path is not absolute"},
		{windows, `a\b`, noPath + "the path is not absolute"},
		{windows, `C`, noPath + "the path is not absolute"},
		{windows, `CC:\a`, noPath + "the path is not absolute"},
		{windows, `C:`, noPath + "the path depends on the current folder of its drive"},
		{windows, `C:x`, noPath + "the path depends on the current folder of its drive"},
		{windows, `\a`, noPath + "the path depends on the current drive"},
		{windows, `/a`, noPath + "the path depends on the current drive"},
		{windows, `\??\C:\a`, noPath + "the path depends on the current drive"},
		{windows, `\\.\COM1`, noPath + "the path names a device"},
		{windows, `\\server\pipe\x`, noPath + "the path names a pipe"},
		{windows, `\\server\Mailslot\x`, noPath + "the path names a pipe or a mailslot"},
		{windows, `\\.\C:\a`, noPath + "the path names a device"},
		{windows, `//./C:/a`, noPath + "the path names a device"},
		{windows, `//?/C:/a`, noPath + "the path names a device"},
		{windows, `\\?\Volume{b75e2c83-0000-0000-0000-602f00000000}\a`, noPath + "the path names a device or a volume"},
		{windows, `\\?\GLOBALROOT\Device\Harddisk0`, noPath + "the path names a device or a volume"},
		{windows, `\\?\`, noPath + "the path names a device or a volume"},
		{windows, `\\?\C:`, noPath + "the path depends on the current folder of its drive"},
		{windows, `\\?\C:/a`, noPath + "the path depends on the current folder of its drive"},
		{windows, `\\?\C:\a/b`, noPath + `the name "a/b" contains "/"`},
		{windows, `\\?\C:\a\\b`, noPath + "a name is empty"},
		{windows, `\\?\C:\\b`, noPath + "a name is empty"},
		{windows, `\\?\C:\a.`, noPath + `the name "a." ends in`},
		{windows, `\\?\UNC\.\COM1`, noPath + `the path names a device`},
		{windows, `\\?\UNC\?\C:\a`, noPath + `the path names a device`},
		{windows, `\\server`, noPath + "the share after the server is empty"},
		{windows, `\\server\`, noPath + "the share after the server is empty"},
		{windows, `\\server\\share`, noPath + "the share after the server is empty"},
		{windows, `\\\share\a`, noPath + "the server is empty"},
		{windows, `\\`, noPath + "the server is empty"},
		{windows, `\\[::1]\share`, noPath + `the name "[::1]" contains ":"`},
		{windows, `\\sérver\share`, noPath + "the server name is not ASCII"},
		{windows, `C:\a\..\b`, noPath + `the name ".." is a dot segment`},
		{windows, `C:\a\.`, noPath + `the name "." is a dot segment`},
		{windows, `C:\a:stream`, noPath + `the name "a:stream" contains ":"`},
		{windows, `C:\a*`, noPath + `the name "a*" contains "*"`},
		{windows, "C:\\a\x00b", noPath + `the name "a\x00b" contains "\x00"`},
		{windows, "C:\\a\xff", noPath + `the name "a\xff" is not UTF-8`},
		{windows, `C:\a `, noPath + `the name "a " ends in`},
		{windows, `C:\a\NUL`, noPath + `the name "NUL" is reserved for a device`},
		{windows, `C:\Lpt³.txt`, noPath + `the name "Lpt³.txt" is reserved for a device`},
	} {
		i, err := c.from(c.in)
		got := i.String()
		if err != nil {
			got = err.Error()
		}
		failed := strings.HasPrefix(c.want, noPath)
		if failed != (err != nil) || failed && !strings.HasPrefix(got, c.want) || !failed && got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// hostilePieces lists pieces of all kinds of paths and file IRIs.
var hostilePieces = []string{"/", "/", "/", `\`, `\`, `\\`, `\\?\`, `\\.\`, "UNC", "C:", "c:", "C|", "%3A", "%7C", "..",
	".", "a", "b", "é", " ", "%", "%25", "%2F", "%2e", "%5c", "%00", "%C3", "%A9", "%FF", "?", "#", ":", "@", "*", "|",
	"$", "~", "NUL", "con", "com1", "\x00", "\xff", "\xed\xa0\x80", "\n", "localhost", "server", "share", "[::1]",
	"127.0.0.1", "file:", "file://", "file:///", "\u202e", "\ue000", "\U0001f980", "例"}

func hostilePath(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(9) {
		b.WriteString(hostilePieces[r.IntN(len(hostilePieces))])
	}
	return b.String()
}

func TestUnixPathsSurvive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8089))
	for range testkit.Cases(100_000) {
		path := "/" + strings.ReplaceAll(hostilePath(r), "\x00", "")
		if r.IntN(2) == 0 { // arbitrary bytes
			b := make([]byte, 1+r.IntN(20))
			for i := range b {
				b[i] = byte(1 + r.IntN(255))
			}
			path = "/" + string(b)
		}
		i, err := iri.FromUnixPath(path)
		if err != nil {
			t.Fatalf("%q: %v", path, err)
		}
		parsed, err := iri.Parse(i.String())
		if err != nil || parsed != i || parsed.Offsets() != i.Offsets() || i.Authority() != "" || !i.HasAuthority() {
			t.Fatalf("%q: %s, %v", path, i, err)
		}
		for _, i := range []iri.IRI{i, i.ToURI(), i.ToUnicode()} {
			if got, err := i.UnixPath(); got != path || err != nil {
				t.Fatalf("%q: %s: %q, %v", path, i, got, err)
			}
		}
		if u, err := url.Parse(i.ToURI().String()); err != nil || u.Path != path || u.Host != "" {
			t.Fatalf("%q: net/url reads %#v, %v", path, u, err)
		}
	}
}

// slowWindows matches canonical Windows paths, but also paths with device names or with names that
// end in "." or a space.
var (
	slowWindows = regexp.MustCompile(`^(?:[A-Za-z]:|\\\\[ -\[\]-\x7f]+\\[^\\]+)(?:\\[^\\]*)*$`)
	slowNames   = regexp.MustCompile(`^[^<>:"/|?*\x00-\x1f]*$`)
	slowChanged = regexp.MustCompile(`(?i)[. ](?:\\|$)|\\` +
		`(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:[.\\]|$)`)
)

// isSlowWindows reports whether a path is a canonical Windows path.
func isSlowWindows(path string) bool {
	return slowWindows.MatchString(path) && !slowChanged.MatchString(path) && utf8.ValidString(path) &&
		slowNames.MatchString(path[2:]) && (path[1] != ':' || len(path) > 2)
}

func TestWindowsPathsSurvive(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8089))
	roots := []string{`C:\`, `z:\`, `\\server\share\`, `\\localhost\C$\`, `\\a%b\é\`, `\\s@SSL\x\`, `\\?\D:\`,
		`\\?\UNC\h\s\`, "//h/s/", "E:/", ""}
	canonical := 0
	for range testkit.Cases(400_000) {
		path := roots[r.IntN(len(roots))] + hostilePath(r)
		want := strings.ReplaceAll(path, "/", `\`)
		verbatim := strings.HasPrefix(path, `\\?\`)
		if verbatim {
			want = strings.TrimPrefix(path, `\\?\`)
			if len(want) >= 4 && strings.EqualFold(want[:4], `unc\`) {
				want = `\\` + want[4:]
			}
		}
		i, err := iri.FromWindowsPath(path)
		is := isSlowWindows(want) && !(verbatim && strings.Contains(want[1:], `\\`))
		if (err == nil) != is {
			t.Fatalf("%q: %s, %v; the slow version has %v", path, i, err, is)
		}
		if err != nil {
			continue
		}
		canonical++
		parsed, err := iri.Parse(i.String())
		if err != nil || parsed != i || parsed.Offsets() != i.Offsets() {
			t.Fatalf("%q: %s, %v", path, i, err)
		}
		for _, i := range []iri.IRI{i, i.ToURI(), i.ToUnicode()} {
			if got, err := i.WindowsPath(); got != want || err != nil {
				t.Fatalf("%q: %s: %q, %v, want %q", path, i, got, err, want)
			}
		}
		if strings.Contains(i.Host(), "%") {
			continue // net/url rejects it
		}
		u, err := url.Parse(i.ToURI().String())
		if err != nil {
			t.Fatalf("%q: %s: %v", path, i, err)
		}
		slow := strings.ReplaceAll(strings.TrimPrefix(u.Path, "/"), "/", `\`)
		if u.Host != "" {
			slow = `\\` + u.Host + `\` + slow
		} else if strings.HasPrefix(u.Path, "//") {
			slow = `\` + slow
		}
		if slow != want {
			t.Fatalf("%q: %s: net/url reads %q", path, i, slow)
		}
	}
	t.Logf("%d paths became IRIs", canonical)
	if canonical < testkit.Cases(400_000)/10 {
		t.Errorf("only %d paths became IRIs", canonical)
	}
}

// The path of a random file IRI is canonical, its names are the decoded segments of the IRI, and
// converting it to an IRI and back returns the same path.
func TestPathsOfRandomFileIRIs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8089))
	n := 0
	for range testkit.Cases(400_000) {
		i, err := iri.Parse([]string{"file:", "file://", "file:///C:/", "file://h/s/"}[r.IntN(4)] + hostilePath(r))
		if err != nil {
			continue
		}
		names, err := url.PathUnescape(i.Path())
		if err != nil {
			t.Fatal(i, err)
		}
		if path, err := i.UnixPath(); err == nil {
			if again, err := iri.FromUnixPath(path); err != nil || path != names {
				t.Fatalf("%s: %q, %s, %v", i, path, again, err)
			}
			n++
		}
		if path, err := i.WindowsPath(); err == nil {
			again, err := iri.FromWindowsPath(path)
			if err != nil || !isSlowWindows(path) {
				t.Fatalf("%s: %q, %s, %v", i, path, again, err)
			}
			if got, err := again.WindowsPath(); got != path || err != nil {
				t.Fatalf("%s: %q, %s, %q, %v", i, path, again, got, err)
			}
			slow := strings.Trim(strings.ReplaceAll(names, "/", `\`), `\`)
			if !strings.HasSuffix(strings.TrimRight(path, `\`), slow) {
				t.Fatalf("%s: %q does not end in the names %q", i, path, slow)
			}
			n++
		}
	}
	t.Logf("%d paths", n)
	if n < testkit.Cases(400_000)/20 {
		t.Errorf("only %d paths", n)
	}
}

// These are the file URLs in WHATWG's tests that are IRIs. UnixPath returns the decoded path that
// the URL Standard defines, once both paths are cleaned. WHATWG accepts more URLs; "-" means that
// UnixPath or WindowsPath returns an error.
func TestFileURLsOfWHATWG(t *testing.T) {
	rows := map[string][3]string{ // WHATWG's pathname, or "//" and a host, or "fails"; Unix; Windows
		"file:/example.com/":              {"/example.com/", "/example.com/", "-"},
		"file://example:1/":               {"fails", "-", "-"},
		"file:///foo/bar.txt":             {"/foo/bar.txt", "/foo/bar.txt", "-"},
		"file:///home/me":                 {"/home/me", "/home/me", "-"},
		"file://test":                     {"//test/", "-", "-"},
		"file://localhost":                {"/", "-", "-"},
		"file://localhost/":               {"/", "/", "-"},
		"file://localhost/test":           {"/test", "/test", "-"},
		"file:test":                       {"relative", "-", "-"},
		"file:...":                        {"relative", "-", "-"},
		"file:..":                         {"relative", "-", "-"},
		"file:a":                          {"relative", "-", "-"},
		"file:.":                          {"relative", "-", "-"},
		"file:///C%3A/":                   {"/C%3A/", "/C:/", `C:\`}, // not a drive to WHATWG; the same in Node and rust-url
		"file:///C%7C/":                   {"/C%7C/", "/C|/", "-"},
		"file://%43%3A":                   {"fails", "-", "-"},
		"file://%43%7C":                   {"fails", "-", "-"},
		"file://C%7C":                     {"fails", "-", "-"},
		"file://%43%7C/":                  {"fails", "-", "-"},
		"file:":                           {"relative", "-", "-"},
		"file:?x":                         {"relative", "-", "-"},
		"file:#x":                         {"relative", "-", "-"},
		"file://spider///":                {"//spider///", "-", "-"},
		"file:///localhost//cat":          {"/localhost//cat", "/localhost//cat", "-"},
		"file://localhost//a//../..//":    {"///", "//a//../..//", "-"},
		"file://":                         {"/", "-", "-"},
		"file://example.net/C:/":          {"//example.net/C:/", "-", "-"},
		"file://1.2.3.4/C:/":              {"//1.2.3.4/C:/", "-", "-"},
		"file://[1::8]/C:/":               {"//[1::8]/C:/", "-", "-"},
		"file:C:/":                        {"/C:/", "-", `C:\`},
		"file:/C:/":                       {"/C:/", "/C:/", `C:\`},
		"file://C:/":                      {"/C:/", "-", "-"},
		"file:///C:/":                     {"/C:/", "/C:/", `C:\`},
		"file:?q=v":                       {"/", "-", "-"},
		"file:#frag":                      {"/", "-", "-"},
		"file:///Y:":                      {"/Y:", "/Y:", "-"},
		"file:///Y:/":                     {"/Y:/", "/Y:/", `Y:\`},
		"file:///./Y":                     {"/Y", "/./Y", "-"},
		"file:///./Y:":                    {"/Y:", "/./Y:", "-"},
		"file:///y:":                      {"/y:", "/y:", "-"},
		"file:///y:/":                     {"/y:/", "/y:/", `y:\`},
		"file:///./y":                     {"/y", "/./y", "-"},
		"file:///./y:":                    {"/y:", "/./y:", "-"},
		"file://localhost//a//../..//foo": {"///foo", "//a//../..//foo", "-"},
		"file://localhost////foo":         {"////foo", "////foo", "-"},
		"file:////foo":                    {"//foo", "//foo", "-"},
		"file:///one/two":                 {"/one/two", "/one/two", "-"},
		"file:////one/two":                {"//one/two", "//one/two", `\\one\two`},
		"file:///.//":                     {"//", "/.//", "-"},
		"file:.//p":                       {"//p", "-", "-"},
		"file:/.//p":                      {"//p", "/.//p", "-"},
		"file://a\u00adb/p":               {"//ab/p", "-", "-"},
		"file://a%C2%ADb/p":               {"//ab/p", "-", "-"},
		"file://loC\U0001d400\U0001d40b\U0001d407\U0001d428\U0001d42c\U0001d42d/usr/bin": {"/usr/bin", "-", "-"},
		"file://\u00ad/p": {"fails", "-", "-"},
		"file://%C2%AD/p": {"fails", "-", "-"},
		"file://xn--/p":   {"//xn--/p", "-", `\\xn--\p`},
	}
	orDash := func(name string, err error) string {
		if err != nil {
			return "-"
		}
		return name
	}
	seen := map[string]bool{}
	for line := range strings.Lines(shared.Read(t, "conformance", "wpt-url-inputs.tsv")) {
		s, ok := jsonInput(t, strings.Split(line, "\t")[3])
		i, err := iri.Parse(s)
		if !ok || err != nil || !strings.EqualFold(i.Scheme(), "file") || seen[s] {
			continue
		}
		seen[s] = true
		want, ok := rows[s]
		if !ok {
			t.Errorf("%s: no row", s)
			continue
		}
		unix := orDash(i.UnixPath())
		if windows := orDash(i.WindowsPath()); unix != want[1] || windows != want[2] {
			t.Errorf("%s: %q and %q, not %q and %q", s, unix, windows, want[1], want[2])
		}
		pathname, err := url.PathUnescape(want[0])
		if unix != "-" && (err != nil || path.Clean(unix) != path.Clean(pathname)) {
			t.Errorf("%s: %q, and WHATWG has %q", s, unix, pathname)
		}
	}
	if len(seen) != len(rows) {
		t.Errorf("%d rows are IRIs, not %d", len(seen), len(rows))
	}
}
