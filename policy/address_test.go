package policy_test

import (
	"math/rand/v2"
	"net/netip"
	"testing"

	"github.com/irilex/iri"
	"github.com/irilex/iri/policy"
)

// registries lists the networks in IANA's special-purpose address registries that are not globally
// reachable, those that embed IPv4 addresses, multicast, and two networks in which IsPublic allows
// no addresses although parts of them are globally reachable.
var registries = []string{
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
	"192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32",
	"::/128", "::1/128", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64",
	"2001::/23", "2001::/32", "2001:2::/48", "2001:10::/28", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16",
	"fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
}

// publicSlowly implements IsPublic by checking all rows.
func publicSlowly(a netip.Addr, rows []netip.Prefix) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	for _, row := range rows {
		if row.Contains(a) {
			return false
		}
	}
	if a.Is4() {
		return true
	}
	b := a.As16()
	isISATAP := (b[8] == 0 || b[8] == 2) && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
	return netip.MustParsePrefix("2000::/3").Contains(a) && !isISATAP
}

// The first and last addresses of each row, their neighbors, a public address with each bit
// flipped, and random addresses.
func TestIsPublicTwin(t *testing.T) {
	var addresses []netip.Addr
	var rows []netip.Prefix
	for _, row := range registries {
		rows = append(rows, netip.MustParsePrefix(row))
	}
	for _, row := range append([]string{"2000::/3", "::ffff:0:0/96", "2606:4700::5efe:0:0/96"}, registries...) {
		p := netip.MustParsePrefix(row)
		last := p.Addr().AsSlice()
		for bit := p.Bits(); bit < 8*len(last); bit++ {
			last[bit/8] |= 0x80 >> (bit % 8)
		}
		end, _ := netip.AddrFromSlice(last)
		addresses = append(addresses, p.Addr(), p.Addr().Prev(), end, end.Next())
	}
	random := rand.New(rand.NewPCG(68, 90))
	for _, s := range []string{"8.8.8.8", "192.0.1.1", "2606:4700::1", "2001:200::5efe:1", "::ffff:1.2.3.4"} {
		b := netip.MustParseAddr(s).AsSlice()
		for n := range 100_000 {
			c := append([]byte(nil), b...)
			for range 1 + n%3 {
				bit := random.IntN(8 * len(b))
				c[bit/8] ^= 0x80 >> (bit % 8)
			}
			a, _ := netip.AddrFromSlice(c)
			addresses = append(addresses, a)
		}
	}
	public := 0
	for _, a := range addresses {
		got := policy.IsPublic(a)
		if got != publicSlowly(a, rows) {
			t.Fatalf("%s is public: %v", a, got)
		}
		if got {
			public++
		}
		if got && (!a.Unmap().IsGlobalUnicast() || a.IsPrivate()) {
			t.Fatalf("%s is public, and not of package netip", a)
		}
	}
	t.Logf("%d of %d addresses are public", public, len(addresses))
	for _, s := range []string{"2606:4700::1%eth0", "::ffff:8.8.8.8%1"} {
		if policy.IsPublic(netip.MustParseAddr(s)) {
			t.Errorf("%s is public", s)
		}
	}
}

// Addr and Host are inverses, and netip parses the same address.
func TestAddrTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(39, 86))
	for range 20_000 {
		b := make([]byte, []int{4, 16}[random.IntN(2)])
		for n := range b {
			b[n] = byte(random.UintN(256) & random.UintN(256) * random.UintN(2))
		}
		a, _ := netip.AddrFromSlice(b)
		host := policy.Host(a)
		i, err := iri.Parts{Scheme: "http", Host: host}.IRI()
		if err != nil {
			t.Fatalf("%s: %v", a, err)
		}
		got, ok := policy.Addr(i.Reference())
		if kind := i.HostKind(); !ok || got != a || kind != iri.IPv4Host && kind != iri.IPv6Host {
			t.Fatalf("%s becomes %s, %s", a, host, got)
		}
		if long := a.StringExpanded(); a.Is6() {
			if got, ok := policy.Addr(iri.MustParse("http://[" + long + "]/").Reference()); !ok || got != a {
				t.Fatalf("%s is read as %s", long, got)
			}
		}
	}
	for _, s := range []string{"", "/a", "http:///", "http://h/", "http://127.1/", "http://127.0.0.1./",
		"http://%3127.0.0.1/", "http://[v1.a]/", "http://0127.0.0.1/", "http:127.0.0.1"} {
		if a, ok := policy.Addr(iri.MustParseReference(s)); ok || a.IsValid() {
			t.Errorf("%s has the address %s", s, a)
		}
	}
	for _, a := range []netip.Addr{{}, netip.MustParseAddr("fe80::1%eth0")} {
		if host := policy.Host(a); host != "" {
			t.Errorf("%s becomes %q", a, host)
		}
	}
}
