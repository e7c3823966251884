package browsers

import (
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
)

// spelled returns a random spelling of a host: percent-encoded, in a different case, or with other
// characters that browsers map or drop.
func spelled(r *rand.Rand, host string) string {
	var b strings.Builder
	for _, c := range host {
		switch r.IntN(12) {
		case 0:
			b.WriteString(percentHex(string(c)))
		case 1:
			b.WriteString(strings.ToUpper(string(c)))
		case 2:
			if c > ' ' && c < 0x7F {
				c += 0xFF01 - '!' // full-width
			}
			b.WriteRune(c)
		case 3:
			if 'a' <= c && c <= 'z' {
				c += 'ⓐ' - 'a'
			}
			b.WriteRune(c)
		case 4:
			b.WriteString(string(c) + []string{"\u00ad", "%E2%80%8B", "\u2060", "\u200d"}[r.IntN(4)])
		case 5:
			if c == '.' {
				c = '。'
			}
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String() + []string{"", "", ".", "%2e", "。"}[r.IntN(5)]
}

func percentHex(s string) string {
	const digits = "0123456789aBcDeF"
	out := ""
	for _, c := range []byte(s) {
		out += "%" + string(digits[c>>4]) + string(digits[c&15])
	}
	return out
}

// TestDeniedHosts: Node never reads a host that passes a policy as a denied host or a non-public
// address.
func TestDeniedHosts(t *testing.T) {
	denied := []string{"denied.example", ".internal", "8.8.8.8", "[2a00::1]"}
	deny := policy.MustNew(policy.Config{DenyHosts: denied, PublicAddresses: true})
	denyPunycode := policy.MustNew(policy.Config{DenyHosts: append(denied, "xn--9ca.example"), PublicAddresses: true})
	hosts := strings.Fields(`denied.example a.internal metadata.google.internal xn--9ca.example é.example
		localhost a.localhost
		127.0.0.1 127.1 0x7f.1 2130706433 0 8.8.8.8 8.8.2056 134744072 10.0.0.1 169.254.169.254 [::1] [2a00::1] [2A00:0::1]
		[::ffff:127.0.0.1] [::ffff:8.8.8.8] [64:ff9b::7f00:1] [2002:7f00:1::] good.example bücher.example 9.9.9.9 [2a00::2]`)
	heads := []string{"http://", "HTTPS://", "ws://", "http:", "http:/", "http:///", "ftp://", "http://u@"}
	r := rand.New(rand.NewPCG(68, 90))
	var all []string
	for len(all) < 100_000 {
		if len(all)%3 == 0 {
			all = append(all, randomIRI(r))
			continue
		}
		host := hosts[r.IntN(len(hosts))]
		if r.IntN(4) > 0 {
			host = spelled(r, host)
		}
		head := heads[max(0, r.IntN(2*len(heads))-len(heads))]
		all = append(all, head+host+[]string{"", "/", ":80/", "?q"}[r.IntN(4)])
	}
	var lines []string
	for _, s := range all {
		if i, err := iri.Parse(s); err == nil && deny.Check(i) == nil && !strings.EqualFold(i.Scheme(), "foo") {
			lines = append(lines, s)
		}
	}
	t.Logf("of %d strings %d are IRIs that pass", len(all), len(lines))
	if len(lines) < 2000 {
		t.Error("few IRIs pass")
	}
	for n, a := range ask(t, "", lines) {
		host := strings.TrimSuffix(a.Host, ".")
		address, err := netip.ParseAddr(strings.Trim(host, "[]"))
		passes := denyPunycode.Check(iri.MustParse(lines[n])) == nil
		isDenied := err == nil && !policy.IsPublic(address) || host == "localhost" || strings.HasSuffix(host, ".localhost") ||
			host == "denied.example" || strings.HasSuffix(host, ".internal") || host == "xn--9ca.example" && passes ||
			host == "8.8.8.8" || host == "[2a00::1]" || host == "[::ffff:808:808]"
		if !a.Refused && isDenied {
			t.Errorf("%q passes, and Node reads the host %s", lines[n], a.Host)
		}
	}
}
