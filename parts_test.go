package iri_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

// checkPartsOf checks that joining the parts of a value gives the same value.
func checkPartsOf(t *testing.T, s string) {
	t.Helper()
	r, err := iri.ParseReference(s)
	if err != nil {
		return
	}
	p := r.Parts()
	if again, err := p.Reference(); err != nil || again != r {
		t.Fatalf("%q has the parts %+v, which make %q, %v", s, p, again, err)
	}
	i, err := p.IRI()
	if want, ok := r.IRI(); ok && (err != nil || i != want) || !ok && (partOf(err) != iri.Scheme || i != iri.IRI{}) {
		t.Fatalf("%q has the parts %+v, which make the IRI %q, %v", s, p, i, err)
	}
}

// partOf returns the component of a PartError.
func partOf(err error) iri.Component {
	var e *iri.PartError
	if errors.As(err, &e) {
		return e.Component
	}
	return 0
}

func TestPartsOfShortTexts(t *testing.T) {
	n := 5
	if testkit.Long() {
		n = 6
	}
	testkit.EachText(strings.Split("a:/?#@[1]%é", ""), n, func(s string) { checkPartsOf(t, s) })
}

func TestPartsOfMembersRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3987))
	d := newSampler(t, rfc3987.IRIReference)
	for range testkit.Cases(20_000) {
		beginning := []string{"", "a:", "a://", "//", "a://u@", "//h:"}[r.IntN(6)]
		checkPartsOf(t, draw(r, d, beginning, r.IntN(40)))
	}
}

// faulty checks the rules of RFC 3986, section 3, one by one, and returns the part of p at fault,
// or 0.
func faulty(p iri.Parts) iri.Component {
	for _, part := range []struct {
		component iri.Component
		text      string
		rule      tables.Rule
	}{
		{iri.Scheme, p.Scheme, rfc3987.Scheme}, {iri.Userinfo, p.Userinfo, rfc3987.Iuserinfo},
		{iri.Host, p.Host, rfc3987.Ihost},
		{iri.Port, p.Port, rfc3987.Port}, {iri.Path, p.Path, rfc3987.Ipath}, {iri.Query, p.Query, rfc3987.Iquery},
		{iri.Fragment, p.Fragment, rfc3987.Ifragment},
	} {
		if (part.text != "" || p.Present&part.component != 0) && !part.rule.Valid(part.text) {
			return part.component
		}
	}
	const ofAuthority = iri.Authority | iri.Userinfo | iri.Host | iri.Port
	switch authority := p.Userinfo+p.Host+p.Port != "" || p.Present&ofAuthority != 0; {
	case authority && p.Host == "" && p.Present&iri.Host == 0:
		return iri.Host
	case authority && p.Path != "" && p.Path[0] != '/',
		!authority && strings.HasPrefix(p.Path, "//"),
		!authority && p.Scheme == "" && strings.Contains(strings.Split(p.Path, "/")[0], ":"):
		return iri.Path
	}
	return 0
}

// recomposed joins the parts using the algorithm of RFC 3986, section 5.3.
func recomposed(p iri.Parts) string {
	has := func(text string, c iri.Component) piece { return piece{text != "" || p.Present&c != 0, text} }
	c := pieces{
		scheme: has(p.Scheme, iri.Scheme), path: piece{true, p.Path}, query: has(p.Query, iri.Query),
		fragment: has(p.Fragment, iri.Fragment),
		userinfo: has(p.Userinfo, iri.Userinfo), host: has(p.Host, iri.Host), port: has(p.Port, iri.Port),
	}
	c.authority.has = c.userinfo.has || c.host.has || c.port.has || p.Present&iri.Authority != 0
	return c.recompose()
}

// checkParts checks that p either forms a value with exactly these parts, or results in an error
// that names the part at fault.
func checkParts(t *testing.T, p iri.Parts) (made bool) {
	t.Helper()
	r, err := p.Reference()
	want := faulty(p)
	if partOf(err) != want || (err == nil) != (want == 0) || err != nil && r != (iri.Reference{}) {
		t.Fatalf("%+v make the reference %q, %v; the part at fault is %q", p, r, err, want)
	}
	i, iriErr := p.IRI()
	if err == nil && p.Scheme == "" {
		want = iri.Scheme
	}
	if partOf(iriErr) != want || (iriErr == nil) != (want == 0) || iriErr != nil && i != (iri.IRI{}) || iriErr == nil &&
		i.Reference() != r {
		t.Fatalf("%+v make the IRI %q, %v; the part at fault is %q", p, i, iriErr, want)
	}
	if err != nil {
		return false
	}
	if parsed, err := iri.ParseReference(recomposed(p)); err != nil || parsed != r {
		t.Fatalf("%+v make %q, not %q, %v", p, r, recomposed(p), err)
	}
	got := r.Parts()
	for _, c := range []struct {
		component iri.Component
		text, got string
	}{
		{iri.Userinfo, p.Userinfo, got.Userinfo}, {iri.Host, p.Host, got.Host}, {iri.Port, p.Port, got.Port},
		{iri.Query, p.Query, got.Query}, {iri.Fragment, p.Fragment, got.Fragment},
	} {
		if c.text != c.got || (got.Present&c.component != 0) != (c.text == "" && p.Present&c.component != 0) {
			t.Fatalf("%+v make %q, which has %+v", p, r, got)
		}
	}
	if got.Scheme != p.Scheme || got.Path != p.Path || (got.Present&iri.Authority != 0) != r.HasAuthority() {
		t.Fatalf("%+v make %q, which has %+v", p, r, got)
	}
	return true
}

func TestPartsOfEachKind(t *testing.T) {
	hosts := []string{"", "h", "[::1]", "a/b", "u@h", "h:1"}
	number, made, refused := 0, 0, 0
	for _, scheme := range []string{"", "a", "1"} {
		for _, userinfo := range []string{"", "u:p", "u@", "/"} {
			for _, host := range hosts {
				for _, port := range []string{"", "8", "x", "8/"} {
					for _, path := range []string{"", "/", "//", "/a", "//a", "a", "a:b", "a/:", ":", "a?", "/.//"} {
						for present := range iri.Component(1 << 7) {
							if number++; !testkit.OneIn(5, number) {
								continue
							}
							const user, end = iri.Scheme | iri.Authority | iri.Userinfo | iri.Host | iri.Port, 5
							p := iri.Parts{Scheme: scheme, Userinfo: userinfo, Host: host, Port: port, Path: path}
							p.Present = present&user | present>>end*iri.Query
							if checkParts(t, p) {
								made++
							} else {
								refused++
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d are made, %d refused", made, refused)
	if least := testkit.Fewer(10_000); made < least || refused < least {
		t.Error("too few")
	}
}

func TestPartsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3987))
	some := func(c iri.Component) string {
		switch s := testkit.RandomText(r, 3); r.IntN(4) {
		case 0:
			return s
		case 1:
			return ""
		default:
			return iri.Escape(s, c)
		}
	}
	made, rounds := 0, testkit.Cases(50_000)
	for range rounds {
		p := iri.Parts{
			Scheme:   []string{"", "http", "a", "é", "a:"}[r.IntN(5)],
			Userinfo: some(iri.Userinfo), Host: some(iri.Host), Port: []string{"", "80", "/", "8:"}[r.IntN(4)],
			Path: some(iri.Path), Query: some(iri.Query), Fragment: some(iri.Fragment),
		}
		if p.Present = iri.Component(r.UintN(1 << 10)); r.IntN(8) > 0 {
			p.Present &^= iri.Scheme
		}
		if r.IntN(2) == 0 {
			p.Userinfo, p.Host, p.Port = "", "", ""
		} else if p.Path != "" && r.IntN(4) > 0 {
			p.Path = "/" + p.Path
		}
		if checkParts(t, p) {
			made++
		}
	}
	t.Logf("%d of %d are made", made, rounds)
	if made < rounds/20 || made > rounds/2 {
		t.Error("one kind is rare")
	}
}

func TestPartErrors(t *testing.T) {
	for _, c := range []struct {
		p    iri.Parts
		want string
	}{
		{iri.Parts{Scheme: "http", Host: "a/b"},
			`host: column 2: "/" is not allowed`},
		{iri.Parts{Scheme: "http", Host: "h", Port: "80/"},
			`port: column 3: "/" is not allowed, expected a digit or the end`},
		{iri.Parts{Scheme: "http", Host: "h", Path: "x"}, `path: must be empty or begin with "/" after an authority`},
		{iri.Parts{Scheme: "a", Path: "//x"}, `path: a leading "//" would begin an authority; write "/.//"`},
		{iri.Parts{Scheme: "http", Userinfo: "u", Path: "/"},
			`host: missing in the authority; set Host in Parts.Present or call With(Host, "")`},
		{iri.Parts{Scheme: "http", Port: "80", Path: "/"},
			`host: missing in the authority; set Host in Parts.Present or call With(Host, "")`},
		{iri.Parts{Scheme: "http", Userinfo: "u:p@", Host: "h"},
			`userinfo: column 4: "@" is not allowed`},
		{iri.Parts{Path: "x"}, `scheme: missing; an IRI needs a scheme, a Reference does not`},
		{iri.Parts{Scheme: "1"}, `scheme: column 1: "1" is not allowed, expected a letter`},
	} {
		_, err := c.p.IRI()
		var syntax *iri.SyntaxError
		ok := errors.As(err, &syntax)
		if err == nil || err.Error() != c.want || ok != strings.Contains(c.want, "column") || ok &&
			syntax.Offset != syntax.Column-1 {
			t.Errorf("%+v: %v, not %s", c.p, err, c.want)
		}
	}
	_, err := iri.Parts{Path: "a:b"}.Reference()
	if want := `path: ":" in the first segment would end a scheme; write "./" before the segment`; err == nil ||
		err.Error() != want {
		t.Errorf("%v, not %s", err, want)
	}
	if err := (&iri.PartError{Component: iri.Host}); errors.Unwrap(err) != nil || err.Error() != "host: " {
		t.Errorf("%q wraps %v", err, errors.Unwrap(err))
	}
}
