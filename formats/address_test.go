package formats_test

import (
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/irilex/iri/formats"
)

// hostEdits calls yield with each string, and with n random edits of it: one to three pieces
// deleted, inserted, replaced or exchanged. The pieces of a string are its code points.
func hostEdits(members []string, pieces string, n int, yield func(s string)) {
	random := rand.New(rand.NewPCG(64, 2))
	alphabet := strings.Fields(pieces)
	for _, member := range members {
		yield(member)
		for range n {
			s := strings.Split(member, "")
			for range 1 + random.IntN(3) {
				i, piece := random.IntN(len(s)+1), alphabet[random.IntN(len(alphabet))]
				switch kind := random.IntN(4); {
				case kind == 0 || i == len(s):
					s = append(s[:i], append([]string{piece}, s[i:]...)...)
				case kind == 1:
					s = append(s[:i], s[i+1:]...)
				case kind == 2:
					s[i] = piece
				case i > 0:
					s[i-1], s[i] = s[i], s[i-1]
				}
			}
			yield(strings.Join(s, ""))
		}
	}
}

// agree compares a format and its function with a slow reader, for the members and their edits. It
// requires that both verdicts are frequent.
func agree(t *testing.T, name string, fast, slow func(string) bool, members []string, pieces string, n int) {
	t.Helper()
	f, ok := formats.Lookup(name)
	if !ok {
		t.Fatalf("there is no format %s", name)
	}
	valid, all := 0, 0
	hostEdits(members, pieces, n, func(s string) {
		want := slow(s)
		if err := f.Check(s); fast(s) != want || f.Valid(s) != want || (err == nil) != want {
			t.Fatalf("%s: %+q is %v, %v and %v, want %v", name, s, fast(s), f.Valid(s), err, want)
		}
		all++
		if want {
			valid++
		}
	})
	if valid < all/20 || valid > all*19/20 {
		t.Errorf("%s: %d of %d strings are valid", name, valid, all)
	}
	for _, s := range members {
		if !f.Valid(s) {
			t.Errorf("%s: %q is not valid", name, s)
		}
	}
}

// Package net/netip reads the same addresses, and also zones.
func TestAddresses(t *testing.T) {
	v4 := strings.Fields("0.0.0.0 127.0.0.1 192.0.2.10 255.255.255.255 1.20.199.249 250.99.100.200")
	v6 := append(strings.Fields(":: ::1 1:: 2001:DB8:0:0:8:800:200C:417A 2001:DB8::8:800:200C:417A FF01::101 "+
		"0:0:0:0:0:0:13.1.68.3 ::13.1.68.3 0:0:0:0:0:FFFF:129.144.52.38 ::FFFF:129.144.52.38 "+ // RFC 4291, section 2.2
		"1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1::3:4:5:6:7:8 1:2:3:4:5:6::8 1:2:3:4:5::1.2.3.4 "+
		"1:2:3:4:5:6:1.2.3.4 abcd:ef01:2345:6789:abcd:ef01:2345:6789"), v4...)
	agree(t, "ipv4", formats.IPv4, func(s string) bool {
		a, err := netip.ParseAddr(s)
		return err == nil && a.Is4()
	}, v4, "0 1 2 5 9 . .. a 00 25 256 : / - ٠", 3000)
	agree(t, "ipv6", formats.IPv6, func(s string) bool {
		a, err := netip.ParseAddr(s)
		return err == nil && a.Is6() && a.Zone() == ""
	}, v6[:len(v6)-len(v4)], "0 1 f F g . : :: : ::: 1.2.3.4 256 00 abcde % %1 [ ] /", 3000)
}

// Package net/netip masks the host bits of a prefix.
func TestCIDR(t *testing.T) {
	slow := func(s string) bool {
		p, err := netip.ParsePrefix(s)
		return err == nil && p.Masked() == p
	}
	agree(t, "cidr", formats.CIDR, slow,
		strings.Fields("0.0.0.0/0 10.0.0.0/8 192.0.2.0/24 192.0.2.1/32 172.16.0.0/12 "+
			"10.23.4.0/24 192.168.99.0/25 "+ // RFC 4632, section 5.1
			"2001:0DB8:0000:CD30:0000:0000:0000:0000/60 2001:0DB8::CD30:0:0:0:0/60 2001:0DB8:0:CD30::/60 "+ // RFC 4291, 2.3
			"::/0 ::/128 ::1/128 fe80::/10 ff00::/8 ::ffff:192.0.2.0/120 2001:db8::/127"),
		"0 1 2 5 9 . : :: / /0 /1 /12 /128 /129 /33 /08 f 8 % 255", 3000)

	// The message names the network, as net/netip formats it.
	random := rand.New(rand.NewPCG(64, 3))
	for range 20_000 {
		var octets [16]byte
		for i := range octets {
			if random.IntN(2) == 0 {
				octets[i] = byte(random.Uint32())
			}
		}
		a := netip.AddrFrom16(octets)
		if random.IntN(4) == 0 || a.Is4In6() {
			a = netip.AddrFrom4([4]byte(octets[:4]))
		}
		p := netip.PrefixFrom(a, random.IntN(a.BitLen()+1))
		f, _ := formats.Lookup("cidr")
		err := f.Check(p.String())
		var fault *formats.Error
		if p == p.Masked() {
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
		} else if !errors.As(err, &fault) || !strings.HasSuffix(fault.Message, " "+p.Masked().String()) {
			t.Fatalf("%s: %v, want the network %s", p, err, p.Masked())
		}
	}
}

// Package net reads the same MAC addresses, those of InfiniBand, and in newer releases those
// without separators.
func TestMAC(t *testing.T) {
	slow := func(s string) bool {
		a, err := net.ParseMAC(s)
		return err == nil && len(a) <= 8 && strings.ContainsAny(s, ":-.")
	}
	agree(t, "mac", formats.MAC, slow, strings.Fields("AC-DE-48-23-45-67 "+
		"00-00-5E-00-53-01 00:00:5e:00:53:01 0000.5e00.5301 "+
		"02:00:5e:10:00:00:00:01 02-00-5e-10-00-00-00-01 0200.5e10.0000.0001"),
		"0 9 a F g : - . 00 :00 -00 .0000 :00:00 -00-00", 3000)
	if formats.MAC("00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01") {
		t.Error("the address of an InfiniBand device is accepted")
	}
}

// Cases of the messages, with the part at fault.
func TestHostMessages(t *testing.T) {
	for _, c := range []struct{ format, s, part, message string }{
		{"cidr", "192.168.17.1/16", "192.168.17.1",
			"bits after the first 16 are not zero; the network is 192.168.0.0/16"},
		{"cidr", "2001:db8::1/32", "2001:db8::1", "bits after the first 32 are not zero; the network is 2001:db8::/32"},
		{"hostname", "192.0.2.1", "192.0.2.1", "four numbers are not a host name"},
		{"hostname", "www.xn--a.example", "xn--a", `"\u0080" (U+0080) is not allowed`},
		{"hostname", strings.Repeat("a.", 127) + "a", strings.Repeat("a.", 127) + "a", "it has more than 253 octets"},
		{"idn-hostname", "www。Bücher。example", "Bücher",
			`the label "Bücher" is not ASCII and contains a capital letter; lowercase it`},
		{"idn-hostname", "a.cafe\u0301.b", "cafe\u0301", "the label \"cafe\u0301\" is not in Normalization Form C"},
		{"idn-hostname", "i♥ny.example", "i♥ny", `"♥" (U+2665) is not allowed`},
		{"idn-hostname", "l·a", "l·a", `the label "l·a" contains "·" (U+00B7) in the wrong context`},
		{"idn-hostname", "0a.א", "0a", `the label "0a" must begin with a letter in a name with right-to-left letters`},
		{"email", strings.Repeat("a", 65) + "@b", strings.Repeat("a", 65),
			"the local part has 65 octets; the maximum is 64"},
		{"email", "a@256.0.2.1", "256.0.2.1", "four numbers are not a domain"},
		{"email", "a@192.0.2.1", "192.0.2.1", "an IPv4 address must be in brackets: [192.0.2.1]"},
		{"email", "a@b.xn--9", "xn--9", `the label "xn--9" is not valid Punycode`},
	} {
		f, _ := formats.Lookup(c.format)
		var fault *formats.Error
		if !errors.As(f.Check(c.s), &fault) {
			t.Errorf("%s: %q: %v", c.format, c.s, f.Check(c.s))
			continue
		}
		part := c.s[fault.Offset:][:fault.Length]
		if part != c.part || fault.Message != c.message || fault.Format != c.format {
			t.Errorf("%s: %q: %s %q: %s", c.format, c.s, fault.Format, part, fault.Message)
		}
	}
}
