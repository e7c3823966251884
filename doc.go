// Package iri validates, parses, resolves, normalizes and builds IRIs and URIs. Its subpackages do
// more: [policy] decides which IRIs a program accepts, [lint] reports valid but surprising IRIs,
// and [text] finds and corrects IRIs in text.
//
// An [IRI] begins with a scheme: "https://example.org/a". A [Reference] may be relative: "../a".
// Values of both types are immutable and comparable; they hold a valid string and the offsets of
// its components. A URI is an IRI that contains only ASCII characters. Most IRI methods also exist
// for Reference. The zero IRI is the empty string, which is not a valid IRI; the zero Reference is
// the valid reference "".
//
// Validation follows the grammars of RFC 3987 and RFC 3986 exactly: the tables that validate
// strings and find their components are compiled from the ABNF in those RFCs.
//
// Validation and parsing allocate only when they return an error. Both take time linear in the
// length of the string and never panic. Strings that are not UTF-8 are invalid. Components are
// substrings: no method decodes, encodes or normalizes them unless its documentation states so.
//
// [NETURL.md] maps net/url calls to calls in this package and lists the differences. [Adapters] for
// JSON Schema, validator, CEL, net/http and loaders are examples to copy.
//
// # Validate
//
// [Valid], [ValidReference], [ValidURI] and [ValidURIReference] return a bool. [Parse],
// [ParseReference], [ParseURI] and [ParseURIReference] return a value or an error. [ValidBytes]
// takes a byte slice; for references and URIs call a method such as
// rfc3987.IRIReference.ValidBytes. [MustParse] is for constants.
//
//	iri.Valid("https://例え.テスト/引き割り?q=納豆") // true
//	iri.Valid("http://[127.0.0.1]/")      // false (brackets are for IPv6 and later)
//	iri.ValidURI("https://例え.テスト/")       // false (a URI is ASCII)
//	iri.ValidReference("../a b")          // false (a space must be "%20")
//	iri.ValidReference("../a%20b?q=1#f")  // true (a relative reference)
//
//	_, err := iri.Parse("https://example.org/50%")
//	err // IRI: column 24: unexpected end in the path, expected a hex digit
//
// # Explain a mistake
//
// Parse functions return a [SyntaxError], which locates the first character that the grammar does
// not allow. Package [explain] finds the actual mistake, which may come earlier in the string.
//
//	_, err := iri.Parse("http://example.org:80a/")
//	var e *iri.SyntaxError
//	errors.As(err, &e)
//	e.Offset      // 22 (in bytes)
//	e.Column      // 23 (in code points, from 1)
//	e.Component() // authority
//	e.Found()     // "/"
//
//	why, _ := explain.IRI("http://example.org:80a/")
//	why.Message // the port "80a" is not a number
//
// # Read components
//
// Each component has an accessor method, such as [IRI.Path]. These methods return "" for both a
// missing and an empty component; [IRI.HasQuery], [IRI.HasPort] and others distinguish the two
// cases. [IRI.Offsets] returns byte offsets, [IRI.Segments] yields path segments, and [IRI.Pairs]
// returns the keys and values of the query.
//
//	i, err := iri.Parse("https://user@[2001:db8::7]:8042/over/there?name=ferret#nose")
//	err                  // <nil>
//	i.Scheme()           // https
//	i.Hostname()         // 2001:db8::7 (Host includes the brackets)
//	i.HostKind()         // IPv6address
//	i.PortNumber()       // 8042 true
//	i.Path()             // /over/there
//	i.Query()            // name=ferret (Pairs returns keys and values)
//	i.Offsets().Fragment // {55 59}
//
// # Resolve and relativize
//
// [IRI.Resolve] follows RFC 3986, section 5.2, and cannot fail. The fields of a [Resolver] select
// behaviors on which libraries differ. [IRI.Relativize] returns the shortest reference from a base
// to an IRI. [IRI.AppendResolve] and [IRI.AppendRelativize] append to a buffer.
//
//	base := iri.MustParse("https://例え.テスト/a/b?q")
//	base.ResolveString("../c#f")                         // https://例え.テスト/c#f <nil>
//	base.Resolve(iri.MustParseReference("?page=2"))      // https://例え.テスト/a/b?page=2
//	base.Relativize(iri.MustParse("https://例え.テスト/a/d")) // d true
//
//	strict := iri.Resolver{Base: base, NoUnderflow: true, EncodedDots: true}
//	_, err := strict.ResolveString("%2e%2e/../../etc/passwd")
//	err != nil // true (a *ResolveError, because ".." leads above the root)
//
// # Compare and normalize
//
// Values are equal if their strings are equal; [IRI.Compare] orders them. [IRI.Normalize],
// [IRI.IsNormal] and [Equivalent] take a [Form], a set of normalizations: [SyntaxForm] follows RFC
// 3986, section 6.2.2. Use a [Normalizer] to add default ports for your own schemes.
//
//	a := iri.MustParse("HTTPS://EXAMPLE.org:443/a/../%7Eb")
//	b := iri.MustParse("https://example.org/~b")
//	a == b                                                   // false (the strings differ)
//	a.Normalize(iri.SyntaxForm)                              // https://example.org:443/~b
//	a.Normalize(iri.SyntaxForm | iri.DefaultPortForm)        // https://example.org/~b
//	iri.Equivalent(a, b, iri.SyntaxForm|iri.DefaultPortForm) // true
//	b.IsNormal(iri.SyntaxForm)                               // true
//
// # IRI to URI and back
//
// [IRI.ToURI] percent-encodes all non-ASCII characters (RFC 3987, section 3.1), and [IRI.ToUnicode]
// decodes the characters that an IRI allows (section 3.2). [IRI.ToURIFunc] converts the host with a
// function, such as ToASCII of golang.org/x/net/idna.
//
//	i := iri.MustParse("https://例え.jp/é?q=50%25")
//	i.ToURI()             // https://%E4%BE%8B%E3%81%88.jp/%C3%A9?q=50%25
//	i.ToURI().ToUnicode() // https://例え.jp/é?q=50%25
//
// # Build and change
//
// Fill in [Parts], or start from the parts of a value. [Parts.IRI] and [Parts.Reference] return a
// new value or a [PartError]. [IRI.With], [IRI.Without] and [IRI.JoinPath] change one part.
//
//	p := iri.Parts{Scheme: "https", Host: "例え.テスト", Path: "/files", Query: "v=1"}
//	p.IRI() // https://例え.テスト/files?v=1 <nil> (or a *PartError with the part at fault)
//
//	i := iri.MustParse("https://example.org/files?v=1")
//	p = i.Parts()
//	p.Host, p.Port = "example.com", "8080"
//	p.IRI()                        // https://example.com:8080/files?v=1 <nil>
//	i.JoinPath("été", "a/b")       // https://example.org/files/été/a%2Fb?v=1 <nil> (as two segments)
//	i.With(iri.Fragment, "page=5") // https://example.org/files?v=1#page=5 <nil>
//
// # Read and change a query
//
// [Pairs] holds the key-value pairs of a query. An edit preserves all other pairs, byte for byte
// and in order. [Pairs.Form] reads and writes "+" as a space, as HTML forms do.
//
//	i := iri.MustParse("https://h/?q=caf%C3%A9&from=x&flag")
//	q := i.Pairs()
//	q.Get("q")                                   // café true
//	i.WithPairs(q.Set("q", "a&b").Add("p", "2")) // https://h/?q=a%26b&from=x&flag&p=2
//	i.WithPairs(q.Delete("from", "flag"))        // https://h/?q=caf%C3%A9
//
//	known := func(p iri.Pair) bool { return p.Key != "from" }
//	iri.Normalizer{}.CacheKey(i, known) // https://h/?flag&q=caf%C3%A9 (sorted)
//
// # Escape and unescape
//
// [Escape] percent-encodes text for a [Component] of an IRI, and [EscapeURI] for a component of a
// URI. [Unescape] decodes it. [AppendEscape] and [AppendUnescape] append to a buffer.
//
//	iri.Escape("50% of a/b, été", iri.Segment) // 50%25%20of%20a%2Fb,%20été
//	iri.Escape("a&b=c", iri.QueryField)        // a%26b%3Dc (a key or a value of a query)
//	iri.EscapeURI("été", iri.Segment)          // %C3%A9t%C3%A9
//	iri.Unescape("%C3%A9t%C3%A9%20a%2Fb")      // été a/b <nil>
//
// # Request targets
//
// [ParseTarget] parses an HTTP request target in one of the four forms of RFC 9112, section 3.2.
// [Target.URI] returns the URI of the request. A target that begins with "//" is a path, even
// though [ParseReference] would find a host in it.
//
//	target, err := iri.ParseTarget("GET", "//evil.example/x?q=1")
//	err                                // <nil>
//	target.Kind()                      // origin-form
//	target.Path()                      // //evil.example/x
//	target.URI("https", "example.org") // https://example.org//evil.example/x?q=1 <nil>
//
//	_, err = iri.ParseTarget("GET", "/?a[]=1")
//	err // request target: column 4, in the query: "[" is not allowed; percent-encode it
//
// # File paths
//
// [FromUnixPath] and [FromWindowsPath] convert a path to a "file:" IRI; [IRI.UnixPath] and
// [IRI.WindowsPath] convert it back (RFC 8089). All four work on any platform. If the result could
// name another file, they return an error.
//
//	iri.FromUnixPath("/tmp/a b")                             // file:///tmp/a%20b <nil>
//	iri.FromWindowsPath(`C:\dir\a b`)                        // file:///C:/dir/a%20b <nil>
//	iri.MustParse("file://server/share/a%20b").WindowsPath() // \\server\share\a b <nil>
//	iri.MustParse("file://localhost/tmp/100%25").UnixPath()  // /tmp/100% <nil>
//
//	_, err := iri.MustParse("file:///tmp/a%2Fb").UnixPath()
//	err // iri: a file name cannot contain "/" ("%2F")
//
// # JSON, SQL and logs
//
// JSON, XML, gob, SQL, flags ([flag.TextVar]), [fmt] and log/slog write a value as a string;
// decoding parses that string. [IRI.Redacted] hides a password; package [policy/redact] hides
// passwords in log/slog.
//
//	var page struct{ Home iri.IRI }
//	err := json.Unmarshal([]byte(`{"Home":"https://me:secret@example.org/"}`), &page)
//	err // <nil>
//	text, _ := json.Marshal(page)
//	string(text)         // {"Home":"https://me:secret@example.org/"}
//	page.Home.Redacted() // https://me:xxxxx@example.org/
//
//	err = json.Unmarshal([]byte(`{"Home":"https://example.org/50%"}`), &page)
//	err // IRI: column 24: unexpected end in the path, expected a hex digit
//
// # Check a policy
//
// A valid IRI may still be hostile. Package [policy] rejects IRIs by scheme, host, port, components
// and characters.
//
//	p := policy.MustNew(policy.Config{
//		Schemes: []string{"https"}, Hosts: []string{".example.org"}, Forbid: iri.Userinfo | iri.Port,
//	})
//	err := p.Check(iri.MustParse("http://www.example.org/"))
//	err // the scheme "http" is not allowed; allowed: https
//	err = p.Check(iri.MustParse("https://www.example.org@evil.example/"))
//	err // the userinfo is not allowed; remove it and its delimiter
//	err = p.Check(iri.MustParse("https://www.example.org/"))
//	err // <nil>
//
// policy.StaysOn prevents open redirects. Package [guard] returns HTTP clients for untrusted URLs;
// by default they connect only to public addresses.
//
// # Lint
//
// Package [lint] reports surprising features of valid IRIs, such as hosts that browsers interpret
// differently. A finding is not an error; it has a code and a severity.
//
//	for f := range lint.Findings(iri.MustParseReference("http://0x7f.1/a/../b")) {
//		fmt.Println(f.Severity, f.Code, f.Text())
//	}
//	// note dot-segment ..
//	// warning browser-ipv4 0x7f.1
//
// # Find in text
//
// Package [text] finds IRIs in running text, and excludes the punctuation that follows them.
//
//	page := "See (http://example.org/wiki/Mercury_(planet)), or write to mailto:me@例え.テスト。"
//	for s := range text.Find(page) {
//		fmt.Println(page[s.Start:s.End])
//	}
//	// http://example.org/wiki/Mercury_(planet)
//	// mailto:me@例え.テスト
//
// # Mend
//
// text.Fix is like [Parse], but corrects common mistakes, such as a space in the path, and returns
// the changes. It never changes a scheme or an authority. It can reject strings with placeholders,
// such as {id}.
//
//	i, changes, err := text.Fix(" <http://example.org/100%/a b>\n")
//	i   // http://example.org/100%25/a%20b
//	err // <nil>
//	for _, c := range changes {
//		fmt.Println(c)
//	}
//	// offset 0: " <" is removed (delimiters-around)
//	// offset 24: "%" in the path becomes "%25" (percent)
//	// offset 27: " " in the path becomes "%20" (space)
//	// offset 29: ">\n" is removed (delimiters-around)
//
// # Load N-Triples
//
// Package [rdf] reads N-Triples and N-Quads statements. It decodes escapes such as \u00E9 and then
// validates each IRI.
//
//	file := strings.NewReader("<urn:a> <urn:p> \"caf\\u00E9\" .\n<urn:%zz> <urn:p> <urn:c> .\n")
//	for s, err := range rdf.NewReader(file, rdf.NTriples).Statements() {
//		if err != nil {
//			fmt.Println(err)
//			continue // with the next line
//		}
//		fmt.Printf("%s %s %s\n", s.Subject.Value, s.Predicate.Value, s.Object.Value)
//	}
//	// urn:a urn:p café
//	// line 2, column 7: subject: "z" is not allowed in the path, expected a hex digit
//
// # Many strings at once
//
// A [tables.Batch] validates the strings in a slice, or the lines in a text or an [io.Reader].
//
//	batch := tables.NewBatch(rfc3987.IRI)                // uses all cores
//	batch.AppendValid(nil, []string{"urn:a", "urn:a b"}) // [true false]
//	text := "urn:a\nurn:a b\nurn:c\n"
//	batch.CountLines([]byte(text)) // 2 1 (valid and invalid lines)
//	for line, err := range batch.Lines(strings.NewReader(text), '\n') {
//		if err == nil && !line.Valid {
//			fmt.Printf("line %d is wrong: %s\n", line.Number, line.Text())
//		}
//	}
//	// line 2 is wrong: urn:a b
//
// # Other grammars
//
// Each rule of RFC 3987, RFC 3986 and other grammars is a constant in a subpackage of tables.
// Package [tables] documents the operations on one rule and on several rules at once. The command
// abnf compiles your own grammars.
//
//	rfc3987.IPv6address.Valid("2001:db8::7")            // true
//	rfc9110.MediaType.Valid("text/html; charset=utf-8") // true
//	rfc3986.Scheme.Prefix("https://example.org")        // 5 (the longest prefix, in bytes)
//	rfc3987.IhostAlternatives.Classify("127.0.0.1")     // [2 3] (an IPv4address before an ireg-name)
//
// # What is not checked
//
// The grammars do not define scheme-specific rules, the range of ports, the form of DNS names, or
// where bidirectional text is allowed (RFC 3987, section 4), so [Parse] does not check them.
// Packages [policy] and [lint] check some of them. [SECURITY.md] lists all of these gaps.
//
// Semantic Versioning covers the exported names of this package.
//
// [Adapters]: https://github.com/irilex/iri/tree/main/benchmarks/adapters
// [NETURL.md]: https://github.com/irilex/iri/blob/main/NETURL.md
// [SECURITY.md]: https://github.com/irilex/iri/blob/main/SECURITY.md
// [guard]: https://pkg.go.dev/github.com/irilex/iri/policy/guard
// [explain]: https://pkg.go.dev/github.com/irilex/iri/explain
// [lint]: https://pkg.go.dev/github.com/irilex/iri/lint
// [policy]: https://pkg.go.dev/github.com/irilex/iri/policy
// [policy/redact]: https://pkg.go.dev/github.com/irilex/iri/policy/redact
// [rdf]: https://pkg.go.dev/github.com/irilex/iri/rdf
// [tables]: https://pkg.go.dev/github.com/irilex/iri/tables
// [text]: https://pkg.go.dev/github.com/irilex/iri/text
package iri

//go:generate go run ./cmd/abnf gen
