package iri_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/policy"
	"github.com/irilex/iri/text"
)

// Other tests compare each operation with a slow version. Here the operations run on one another's
// results, on the strangest values that the grammar allows, and are checked against one another.
//
// The invariants hold for every chain. Each reports a message, to which TestOperationsRandom adds
// the base, the reference and the form.
var invariants = []func(*testing.T, chain){
	authorityIsInherited, componentsStay, stringsParseToTheValues, switchesOnlyRefuseOrRead,
	relativeReferencesLeadBack, normalFormsAreNormal, equivalentIsEqualInNormalForm, aURIComesBack,
	partsMakeTheValue, joinedTextsAreSegments, fragmentsAreReplacedAlone, passwordsAloneAreRedacted,
	portNumbersAreTheDigits, forbiddenComponentsAreRefused, encodingsKeepTheValue, appendsOnlyAppend,
	escapedTextIsOneComponent, fixChangesWhereItSays,
}

func TestOperationsRandom(t *testing.T) {
	t.Parallel()
	n, r := testkit.Cases(30_000), rand.New(rand.NewPCG(9, 3986))
	seen := map[string]int{}
	for range n {
		c := drawChain(r)
		for kind, is := range c.kinds() {
			if is {
				seen[kind]++
			}
		}
		for _, holds := range invariants {
			if holds(t, c); t.Failed() {
				t.Fatalf("base %q, reference %q, form %v", c.base, c.ref, c.form)
			}
		}
	}
	t.Logf("%d chains: %v", n, seen)
	for kind := range (chain{}).kinds() {
		if seen[kind] < n/50 {
			t.Errorf("hardly any: %s", kind)
		}
	}
}

// A chain is one random case. Most of its values result from operations on earlier values.
type chain struct {
	base iri.IRI
	ref  iri.Reference
	form iri.Form

	resolved iri.IRI // ref resolved against base
	normal   iri.IRI // resolved, normalized to form
	again    iri.IRI // normal, normalized to another form
	uri      iri.IRI // again as a URI
	back     iri.IRI // uri as an IRI

	from, to iri.IRI       // two of these IRIs (perhaps the same one twice), or others
	one      iri.Reference // any of these values
	text     string        // usually not a reference
	texts    []string      // for JoinPath
	resolver iri.Resolver  // for base, with some flags
}

func drawChain(r *rand.Rand) (c chain) {
	c.base, c.ref, c.text, c.form = hostileIRI(r), hostileReference(r), hostileText(r), iri.Form(r.IntN(1<<8))
	if fixed, _, err := text.FixReference(c.text); err == nil && r.IntN(4) == 0 {
		c.ref = fixed
	}
	c.resolved = c.base.Resolve(c.ref)
	c.normal = c.resolved.Normalize(c.form)
	c.again = c.normal.Normalize(iri.Form(r.IntN(1 << 8)))
	c.uri = c.again.ToURI()
	c.back = c.uri.ToUnicode()
	all := []iri.IRI{c.base, c.resolved, c.normal, c.again, c.uri, c.back, hostileIRI(r)}
	c.from, c.to, c.one = all[r.IntN(len(all))], all[r.IntN(len(all))], all[r.IntN(len(all))].Reference()
	switch r.IntN(4) {
	case 0:
		c.from = c.to.WithoutFragment()
	case 1:
		c.one = c.ref
	case 2:
		c.one = c.ref.Normalize(c.form)
	}
	c.texts = hostileTexts[r.IntN(len(hostileTexts))]
	on := func() bool { return r.IntN(2) == 0 }
	c.resolver = iri.Resolver{
		Base: c.base, NoUnderflow: on(), NoOpaqueBase: on(), EncodedDots: on(), LegacyScheme: on(),
	}
	return c
}

// kinds reports which kinds of cases c belongs to. An invariant proves little if its kind is rare.
func (c chain) kinds() map[string]bool {
	_, isRelative := c.from.Relativize(c.to)
	_, refused := c.resolver.Resolve(c.ref)
	_, notJoined := c.one.JoinPath(c.texts...)
	_, changes, _ := text.FixReference(c.text)
	return map[string]bool{
		"relative":              isRelative && c.from != c.to,
		"not relative":          !isRelative,
		"equivalent":            c.from != c.to && iri.Equivalent(c.from, c.to, c.form),
		"changed by Normalize":  c.normal != c.resolved,
		"changed by ToURI":      c.uri != c.again,
		"changed by ToUnicode":  c.back != c.uri,
		"refused by a Resolver": refused != nil,
		"joined":                notJoined == nil,
		"fixed":                 len(changes) > 0,
		"with a password":       c.one.Redacted() != c.one.String(),
	}
}

// A resolved reference keeps its authority or inherits the base's: a path never becomes an
// authority.
func authorityIsInherited(t *testing.T, c chain) {
	from := c.base.Reference()
	if c.ref.HasScheme() || c.ref.HasAuthority() {
		from = c.ref
	}
	if c.resolved.HasAuthority() != from.HasAuthority() || c.resolved.Authority() != from.Authority() {
		t.Errorf("%q has the authority %q, not %q", c.resolved, c.resolved.Authority(), from.Authority())
	}
}

// Normalize, ToURI and ToUnicode neither add nor remove components, except that NoEmptyPortForm and
// DefaultPortForm remove ports, and RootPathForm adds a path.
func componentsStay(t *testing.T, c chain) {
	has := func(i iri.IRI) [5]bool {
		return [...]bool{i.HasScheme(), i.HasAuthority(), i.HasUserinfo(), i.HasQuery(), i.HasFragment()}
	}
	for _, i := range []iri.IRI{c.normal, c.again, c.uri, c.back} {
		if has(i) != has(c.resolved) {
			t.Errorf("%q has other components than %q", i, c.resolved)
		}
	}
}

// A result equals the value that Parse returns for its string, including all offsets.
func stringsParseToTheValues(t *testing.T, c chain) {
	for _, i := range []iri.IRI{c.resolved, c.normal, c.again, c.uri, c.back, c.from.WithoutFragment()} {
		again, err := iri.Parse(i.String())
		if err != nil || again != i || again.Offsets() != i.Offsets() {
			t.Errorf("%q has the offsets %v, by Parse %v, %v", i, i.Offsets(), again.Offsets(), err)
		}
	}
	isParsed(t, "Normalize", c.ref.Normalize(c.form))
	isParsed(t, "WithoutFragment", c.one.WithoutFragment())
}

// isParsed compares a result with the value that ParseReference returns for its string.
func isParsed(t *testing.T, operation string, r iri.Reference) {
	t.Helper()
	again, err := iri.ParseReference(r.String())
	if err != nil || again != r || again.Offsets() != r.Offsets() {
		t.Errorf("%s: %q has the offsets %v, by ParseReference %v, %v", operation, r, r.Offsets(), again.Offsets(), err)
	}
}

// NoUnderflow and NoOpaqueBase only reject references, each for a different reason, and an
// underflow is reported at a dot segment. EncodedDots leaves no encoded dot segment.
func switchesOnlyRefuseOrRead(t *testing.T, c chain) {
	v := c.resolver
	got, err := v.Resolve(c.ref)
	appended, appendErr := v.AppendResolve([]byte("//a:/"), c.ref)
	if string(appended) != "//a:/"+got.String() || (err == nil) != (appendErr == nil) {
		t.Errorf("%+v appends %q, %v, not %q, %v", v, appended, appendErr, got, err)
	}
	var refused *iri.ResolveError
	if !errors.As(err, &refused) {
		isParsed(t, "Resolver", got.Reference())
		if !v.EncodedDots && !v.LegacyScheme && got != c.resolved {
			t.Errorf("%+v gives %q, not %q", v, got, c.resolved)
		}
		if v.EncodedDots && c.ref.Path() != "" && !got.Normalize(iri.PercentForm).IsNormal(iri.DotForm) {
			t.Errorf("%+v gives %q, which has encoded dots", v, got)
		}
		return
	}
	at := refused.Reference.String()
	if refused.InBase {
		at = refused.Base.String()
	}
	at = strings.ToLower(at[refused.Offset:])
	dots := strings.HasPrefix(at, ".") || strings.HasPrefix(at, "%2e")
	opaque := !c.base.HasAuthority() && !strings.HasPrefix(c.base.Path(), "/")
	switch {
	case refused.Code == "path-underflow" && v.NoUnderflow && dots:
	case refused.Code == "opaque-base" && v.NoOpaqueBase && opaque:
	default:
		t.Errorf("%+v: %+v, %v", v, refused, refused)
	}
}

// The reference from one IRI to another resolves to the second IRI and is no longer than that IRI.
// The reference from an IRI to itself is empty.
func relativeReferencesLeadBack(t *testing.T, c chain) {
	r, ok := c.from.Relativize(c.to)
	appended, appends := c.from.AppendRelativize([]byte("//a:/"), c.to)
	if appends != ok || string(appended) != "//a:/"+r.String() {
		t.Errorf("%q to %q is %q, %v, and appended %q, %v", c.from, c.to, r, ok, appended, appends)
	}
	isParsed(t, "Relativize", r)
	if ok && (c.from.Resolve(r) != c.to || len(r.String()) > len(c.to.String())) {
		t.Errorf("%q to %q is %q, which resolves to %q", c.from, c.to, r, c.from.Resolve(r))
	}
	if c.from == c.to && !c.to.HasFragment() && (!ok || r != iri.Reference{}) {
		t.Errorf("%q to itself is %q, %v", c.from, r, ok)
	}
}

// IsNormal returns true exactly for normal forms, and Normalize does not change a normal form.
func normalFormsAreNormal(t *testing.T, c chain) {
	normal := c.one.Normalize(c.form)
	if !normal.IsNormal(c.form) || normal.Normalize(c.form) != normal || c.one.IsNormal(c.form) != (normal == c.one) {
		t.Errorf("%q becomes %q, and then %q", c.one, normal, normal.Normalize(c.form))
	}
}

// Two IRIs are equivalent, in either order, if and only if their normal forms are equal.
func equivalentIsEqualInNormalForm(t *testing.T, c chain) {
	want := c.from.Normalize(c.form) == c.to.Normalize(c.form)
	if iri.Equivalent(c.from, c.to, c.form) != want || iri.Equivalent(c.to, c.from, c.form) != want {
		t.Errorf("%q and %q are not equivalent: %v", c.from, c.to, want)
	}
	if !iri.Equivalent(c.resolved, c.normal, c.form) {
		t.Errorf("%q and %q are not equivalent", c.resolved, c.normal)
	}
}

// ParseURI accepts the results of ToURI. ToURI and ToUnicode do not change their own results.
// Converting a URI to an IRI and back changes nothing that CaseForm and PercentForm would not
// change.
func aURIComesBack(t *testing.T, c chain) {
	parsed, err := iri.ParseURI(c.uri.String())
	if err != nil || parsed != c.uri || !c.uri.IsURI() || c.uri.ToURI() != c.uri || c.back.ToUnicode() != c.back {
		t.Errorf("%q is the URI %q, %v, and the IRI %q", c.again, c.uri, err, c.back)
	}
	const form = iri.CaseForm | iri.PercentForm
	if again := c.back.ToURI(); again.Normalize(form) != c.uri.Normalize(form) {
		t.Errorf("%q comes back as %q and %q", c.uri, c.back, again)
	}
}

// Joining the parts of a value gives the same value, and Fix does not change it.
func partsMakeTheValue(t *testing.T, c chain) {
	made, err := c.one.Parts().Reference()
	if err != nil || made != c.one || made.Parts() != c.one.Parts() {
		t.Errorf("%q has the parts %+v, which make %q, %v", c.one, c.one.Parts(), made, err)
	}
	if fixed, changes, err := text.FixReference(c.one.String()); fixed != c.one || len(changes) > 0 || err != nil {
		t.Errorf("%q is fixed to %q, %v, %v", c.one, fixed, changes, err)
	}
}

// JoinPath appends each text as one segment, and keeps all other bytes of the value.
func joinedTextsAreSegments(t *testing.T, c chain) {
	joined, err := c.one.JoinPath(c.texts...)
	if err != nil {
		return
	}
	isParsed(t, "JoinPath", joined)
	kept := c.one.Offsets().Path
	before, after := c.one.String()[:kept.End], c.one.String()[kept.End:]
	if !strings.HasPrefix(joined.String(), before) || joined.Offsets().Path.Start != kept.Start ||
		joined.String()[joined.Offsets().Path.End:] != after {
		t.Errorf("%q and %q make %q", c.one, c.texts, joined)
	}
	segments := slices.Collect(joined.Segments())
	if c.texts[0] == "" && len(segments) == 0 { // empty text adds no "/" to an empty path
		return
	}
	for i, text := range c.texts {
		if at := len(segments) - len(c.texts) + i; at < 0 || !standsFor(segments[at], text) {
			t.Errorf("%q and %q make %q, with the segments %q", c.one, c.texts, joined, segments)
		}
	}
}

// standsFor reports whether a component encodes a text.
func standsFor(component, text string) bool {
	got, err := iri.AppendUnescape(nil, component)
	return err == nil && string(got) == text
}

// With sets the fragment and changes no other component.
func fragmentsAreReplacedAlone(t *testing.T, c chain) {
	got, err := c.one.With(iri.Fragment, c.to.Fragment())
	isParsed(t, "With", got)
	if err != nil || got.Fragment() != c.to.Fragment() || !got.HasFragment() ||
		got.WithoutFragment() != c.one.WithoutFragment() {
		t.Errorf("%q with the fragment %q is %q, %v", c.one, c.to.Fragment(), got, err)
	}
}

// A redacted value has the same parts except the password.
func passwordsAloneAreRedacted(t *testing.T, c chain) {
	parts := c.one.Parts()
	if user, _, ok := strings.Cut(parts.Userinfo, ":"); ok {
		parts.Userinfo = user + ":xxxxx"
	}
	if want, err := parts.Reference(); err != nil || want.String() != c.one.Redacted() {
		t.Errorf("%q is redacted to %q, not %q, %v", c.one, c.one.Redacted(), want, err)
	}
}

// PortNumber agrees with package strconv.
func portNumbersAreTheDigits(t *testing.T, c chain) {
	want, err := strconv.ParseUint(c.one.Port(), 10, 16)
	if got, ok := c.one.PortNumber(); ok != (err == nil) || ok && uint64(got) != want {
		t.Errorf("%q has the port number %d, %v, not %d, %v", c.one, got, ok, want, err)
	}
}

// A Policy that forbids a component rejects exactly the values that contain it, and reports its
// span.
func forbiddenComponentsAreRefused(t *testing.T, c chain) {
	if err := new(policy.Policy).CheckReference(c.one); err != nil {
		t.Errorf("%q: the zero Policy refuses it: %v", c.one, err)
	}
	for _, of := range []struct {
		component iri.Component
		has       bool
		text      string
	}{
		{iri.Userinfo, c.one.HasUserinfo(), c.one.Userinfo()}, {iri.Port, c.one.HasPort(), c.one.Port()},
		{iri.Query, c.one.HasQuery(), c.one.Query()}, {iri.Fragment, c.one.HasFragment(), c.one.Fragment()},
	} {
		p := policy.MustNew(policy.Config{Forbid: of.component})
		var refused *policy.Error
		if is := errors.As(p.CheckReference(c.one), &refused); is != of.has {
			t.Errorf("%q: the %v is forbidden: %v", c.one, of.component, is)
		} else if is && c.one.String()[refused.Span.Start:refused.Span.End] != of.text {
			t.Errorf("%q: the %v is not at %v", c.one, of.component, refused.Span)
		}
	}
}

// JSON values, JSON keys and SQL preserve the value.
func encodingsKeepTheValue(t *testing.T, c chain) {
	type document map[iri.Reference]iri.Reference
	var back document
	text, err := json.Marshal(document{c.one: c.one})
	if err != nil || json.Unmarshal(text, &back) != nil || len(back) != 1 || back[c.one] != c.one {
		t.Errorf("%q is %s in JSON, %v, and back %q", c.one, text, err, back)
	}
	var scanned iri.Reference
	column, err := c.one.Value()
	if err != nil || scanned.Scan(column) != nil || scanned != c.one {
		t.Errorf("%q is %#v in SQL, %v, and back %q", c.one, column, err, scanned)
	}
}

// Each append operation preserves and ignores the bytes before its result, whether or not the slice
// has room for the result.
func appendsOnlyAppend(t *testing.T, c chain) {
	const before = "x..//a:/"
	for _, of := range []struct {
		name, want string
		append     func([]byte) []byte
	}{
		{"AppendResolve", c.resolved.String(), func(b []byte) []byte { return c.base.AppendResolve(b, c.ref) }},
		{"AppendNormalize", c.normal.String(), func(b []byte) []byte { return c.resolved.AppendNormalize(b, c.form) }},
		{"AppendURI", c.uri.String(), c.again.AppendURI},
		{"AppendUnicode", c.back.String(), c.uri.AppendUnicode},
	} {
		room := append(make([]byte, 0, len(before)+2*len(of.want)), before...)
		for _, b := range [][]byte{room, slices.Clip(slices.Clone(room))} {
			if got := of.append(b); string(got) != before+of.want || string(b) != before {
				t.Errorf("%s: %q, not %q after %q", of.name, got, of.want, b)
			}
		}
	}
}

// Text escaped for each component forms an IRI whose components encode that text.
func escapedTextIsOneComponent(t *testing.T, c chain) {
	p := iri.Parts{
		Scheme: "a", Userinfo: iri.Escape(c.text, iri.Userinfo), Host: iri.Escape(c.text, iri.Host),
		Path: "/" + iri.Escape(c.text, iri.Segment), Query: iri.Escape(c.text, iri.Query),
		Fragment: iri.Escape(c.text, iri.Fragment), Present: iri.Host,
	}
	i, err := p.IRI()
	if err != nil {
		t.Errorf("%q is escaped in %+v: %v", c.text, p, err)
	}
	for _, got := range []string{i.Userinfo(), i.Host(), i.Path()[min(1, len(i.Path())):], i.Query(), i.Fragment()} {
		if !standsFor(got, c.text) {
			t.Errorf("%q is escaped in %q as %q", c.text, i, got)
		}
	}
}

// Each change that Fix reports lies in its component, and adjacent changes with the same code are
// merged.
func fixChangesWhereItSays(t *testing.T, c chain) {
	r, changes, _ := text.FixReference(c.text)
	offsets, longer := r.Offsets(), 0
	spans := map[iri.Component]iri.Span{
		iri.Path: offsets.Path, iri.Query: offsets.Query, iri.Fragment: offsets.Fragment,
	}
	for i, change := range changes {
		span, at := spans[change.Component], change.Offset+longer
		if change.Component != 0 && (at < span.Start || span.End < at+len(change.To)) {
			t.Errorf("%q becomes %q: %v at %v", c.text, r, change, span)
		}
		if longer += len(change.To) - len(change.From); i == 0 || change.Component == 0 {
			continue
		}
		last := changes[i-1]
		if last.Code == change.Code && last.Component != 0 && last.Offset+len(last.From) == change.Offset {
			t.Errorf("%q becomes %q: %v and %v are one", c.text, r, last, change)
		}
	}
}

// Components of hostile values, including their delimiters: percent-encoded dots and delimiters,
// invalid UTF-8, bidirectional controls, and ports and addresses in many spellings.
var (
	hostileSchemes   = []string{"", "", "a:", "A:", "http:", "HTTP:", "urn:", "wS:", "a+-.9:", "https:", "file:"}
	hostileUserinfos = []string{
		"", "", "", "@", "u@", "u:p@", ":@", "u:@", "%40@", "%3a%3A@", "é:%C3%A9@", "u:xxxxx@", ":a:b@",
		"%2e@", "long-long-long-userinfo@",
	}
	hostileHosts = []string{
		"", "h", "H", "h.", "..", "%48", "%2e", "%2E%2e", "ex.é", "EX.%C3%A9", "EX.%c3%a9", "%C3", "%00",
		"%2F", "127.0.0.1", "127.0.0.%31", "0x7f.1", "[::1]", "[0:0::0:1]", "[::ffff:1.2.3.4]",
		"[::FFFF:102:304]", "[A:B::]", "[v1.A:b]", "[V1.a]", "\U0001F600", "%F0%9F%98%80", "\u202e",
		"%E2%80%AE", "a,b", "!$&'()*+,;=", "%5B%3A%3A1%5D", "%3A80", "%40", "xn--9ca", "1",
	}
	hostilePorts = []string{
		"", "", "", ":", ":80", ":0080", ":443", ":0", ":00", ":99999999999999999999999", ":65535",
		":65536", ":00000000000000000000000080",
	}
	hostileSegments = []string{
		"", "", ".", "..", "%2e", "%2E", "%2e.", ".%2E", "%2E%2e", "a", "b", "A", "a:b", ":", "%2F", "%2f",
		"%00", "é", "%C3%A9", "%c3%a9", "%c3", "\U0001F600", "%F0%9f%98%80", "%EE%80%80", "\u202e",
		"%e2%80%ae", "...", ".a", "a.", "@", "%41", "%7e", "~", "%E1%9A%80", "%20", "%ED%A0%80",
		"%EF%BF%BE",
	}
	hostileQueries = []string{
		"", "", "", "?", "?q", "?a=b&c", "?/../.", "?%2e%2E", "?\ue000", "?%EE%80%80", "??", "?%c3%a9",
		"?%3d&%26", "?:",
	}
	hostileFragments = []string{"", "", "", "#", "#f", "#/../?", "#%2e", "#é", "#%C3", "#%f0%9f%98%80"}
	hostileTexts     = [][]string{
		{""}, {"a"}, {":b", "c"}, {"..%", "é", ""}, {"a/../b"}, {"\xff", "%2e"}, {"a:b"}, {"/"}, {"//evil"},
		{"?x#y"}, {"", "a"}, {".."},
	}
)

// hostileString returns a string that is usually a reference.
func hostileString(r *rand.Rand) string {
	one := func(of []string) string { return of[r.IntN(len(of))] }
	var b strings.Builder
	b.WriteString(one(hostileSchemes))
	if r.IntN(2) == 0 {
		b.WriteString("//" + one(hostileUserinfos) + one(hostileHosts) + one(hostilePorts))
	}
	if r.IntN(3) > 0 {
		b.WriteString("/")
	}
	for i := range r.IntN(6) {
		if i > 0 {
			b.WriteString("/")
		}
		b.WriteString(one(hostileSegments))
	}
	return b.String() + one(hostileQueries) + one(hostileFragments)
}

func hostileReference(r *rand.Rand) iri.Reference {
	for {
		if ref, err := iri.ParseReference(hostileString(r)); err == nil {
			return ref
		}
	}
}

func hostileIRI(r *rand.Rand) iri.IRI {
	for {
		if i, ok := hostileReference(r).IRI(); ok {
			return i
		}
	}
}

// hostileText returns symbols of all kinds, often around a reference.
func hostileText(r *rand.Rand) string {
	text := testkit.RandomText(r, 3)
	if r.IntN(2) == 0 {
		text += hostileString(r) + testkit.RandomText(r, 3)
	}
	return text
}
