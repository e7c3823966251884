package browsers

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
)

// origins prints, for each string in a JSON array, the origin of its URL. It prints the scheme
// instead if the origin is opaque or comes from a nested URL, and null if Node rejects the URL. The
// argument is the base URL.
const origins = `
for (const text of JSON.parse(require('fs').readFileSync(0, 'utf8'))) {
	let origin = null
	try {
		const url = new URL(text, process.argv[1])
		origin = url.origin === 'null' || url.protocol === 'blob:' ? url.protocol : url.origin
	} catch (e) {}
	console.log(JSON.stringify(origin))
}`

// randomLocation returns a location made of pieces that browsers and RFC 3986 may read differently,
// often including parts of the site's own host.
func randomLocation(r *rand.Rand, host string) string {
	pieces := append(strings.Fields(`/ / / \ \ : : @ ? # . .. %2f %5c %40 %2e %00 %09 evil.com evil.com: `+
		`https: HTTPS: http: https:// http:// // /\ \\ javascript: data: blob: file: ws: mailto: `+
		`:443 :80 :0443 :8443 :65979 : [::1] [ ] a b x 1 0 127.1 é 。 ／ ＼ ： ＠ ﬁ ß xn-- < > | ^ % ; = & ~ - _ localhost`),
		"\t", "\t", "\n", " ", "\x00", "\x01", "\x1f", "\x7f", "\u00a0", "\u00ad", "\u200b", "\u2028", "\u3000", "\ufeff",
		host, host, host, strings.ToUpper(host), host+".", host+".evil.com", "evil"+host, host[:1], host[1:],
		"//"+host, "https://"+host, "http://"+host, "//"+host+":443", "//"+host+":80", "//"+host+"/", "\\\\"+host)
	heads := []string{"", "", "//", "/\t/", `/\`, `\\`, "///", "https:", "http:", "https:/", "https://", "http://", " //",
		"//" + host, "https://" + host, "http://" + host, `https:\/` + host, "ht\ttps://" + host}
	s := heads[r.IntN(len(heads))]
	for range r.IntN(6) {
		s += pieces[r.IntN(len(pieces))]
	}
	if r.IntN(8) == 0 && s != "" { // insert one ASCII byte
		at := r.IntN(len(s))
		for at > 0 && s[at]&0xC0 == 0x80 {
			at--
		}
		s = s[:at] + string(rune(r.IntN(0x80))) + s[at:]
	}
	return s
}

// TestLocationsStay: StaysOn rejects every location that Node resolves to a different origin. The
// log counts the locations that stay on the site but are rejected: those with a line ending or NUL,
// a userinfo, or a different spelling of the host.
func TestLocationsStay(t *testing.T) {
	const each = 12_000
	for n, page := range []string{
		"https://site.example/login", "https://site.example:8443/a/b?q", "http://Site.example:80/", "http://[::1]/",
		"http://127.0.0.1:8080/x/", "https://xn--bcher-kva.example/", "https://bücher.example/", "https://site.example./",
	} {
		r := rand.New(rand.NewPCG(uint64(n), 601))
		site := iri.MustParse(page)
		var locations []string
		for range each {
			locations = append(locations, randomLocation(r, site.Host()))
		}
		own := askOrigins(t, page, []string{""})[0]
		stays, refused, wrong := 0, 0, 0
		why := map[string]int{}
		for n, origin := range askOrigins(t, page, locations) {
			err := policy.StaysOn(site, locations[n])
			switch {
			case err == nil && origin != own:
				if wrong++; wrong <= 10 {
					t.Errorf("on %s %q leads to %s", page, locations[n], origin)
				}
			case origin == own:
				if stays++; err != nil {
					refused++
					text, _, _ := strings.Cut(err.Error(), `"`)
					why[text]++
				}
			}
		}
		t.Logf("%s: of %d locations %d stay; %d of these are refused: %v", page, each, stays, refused, why)
		if stays < each/20 {
			t.Errorf("%s: only %d locations stay", page, stays)
		}
	}
}
