package formats_test

import (
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/formats"
)

// slowMailbox reads a mailbox by the prose and rules of RFC 5321, sections 4.1.2, 4.1.3 and
// 4.5.3.1, and, with UTF-8, of RFC 6531, section 3.3.
func slowMailbox(s string, isUTF8 bool) bool {
	if len(s)+len("<>") > 256 || !utf8.ValidString(s) {
		return false
	}
	end := slowLocal(s, isUTF8)
	if end < 0 || end > 64 || end == len(s) || s[end] != '@' {
		return false
	}
	domain := s[end+1:]
	if literal, ok := strings.CutPrefix(domain, "["); ok {
		literal, ok = strings.CutSuffix(literal, "]")
		return ok && slowLiteral(literal)
	}
	if isUTF8 {
		return !strings.ContainsAny(domain, "。．｡") && slowIDN(domain)
	}
	return slowHostname(domain)
}

// slowLocal returns the length of the local part, or -1.
func slowLocal(s string, isUTF8 bool) int {
	if !strings.HasPrefix(s, `"`) {
		local, _, ok := strings.Cut(s, "@")
		for _, atom := range strings.Split(local, ".") {
			for _, r := range atom {
				if r >= 0x80 && !isUTF8 || r < 0x80 && !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz"+
					"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~", r) {
					return -1
				}
			}
			ok = ok && atom != ""
		}
		if !ok {
			return -1
		}
		return len(local)
	}
	isQuoted := false
	for i, r := range s[1:] {
		switch {
		case r < ' ' || r == 0x7F || r >= 0x80 && (isQuoted || !isUTF8):
			return -1
		case isQuoted:
			isQuoted = false
		case r == '"':
			return 1 + i + 1
		case r == '\\':
			isQuoted = true
		}
	}
	return -1
}

var slowTail = regexp.MustCompile(`^\d{1,3}(\.\d{1,3}){3}$`)

// slowIPv4 reads an IPv4 address whose numbers may begin with zeros, and removes these.
func slowIPv4(s string) (normal string, ok bool) {
	if !slowTail.MatchString(s) {
		return "", false
	}
	var numbers []string
	for _, n := range strings.Split(s, ".") {
		n = strings.TrimLeft(n, "0")
		if n == "" {
			n = "0"
		}
		numbers = append(numbers, n)
	}
	normal = strings.Join(numbers, ".")
	_, err := netip.ParseAddr(normal)
	return normal, err == nil
}

// slowLiteral reads what is between the brackets.
func slowLiteral(s string) bool {
	if _, ok := slowIPv4(s); ok {
		return true
	}
	tag, content, ok := strings.Cut(s, ":")
	if !ok || !strings.EqualFold(tag, "IPv6") { // the only registered tag
		return false
	}
	groups := 0 // besides "::"
	if i := strings.LastIndexByte(content, ':'); i >= 0 && strings.Contains(content, ".") {
		v4, ok := slowIPv4(content[i+1:])
		if !ok {
			return false
		}
		content = content[:i+1] + v4
		groups++
	}
	for _, group := range strings.Split(content, ":") {
		if group != "" {
			groups++
		}
	}
	a, err := netip.ParseAddr(content)
	return err == nil && a.Is6() && a.Zone() == "" && (!strings.Contains(content, "::") || groups <= 6)
}

// Addresses that are valid: the examples of RFC 5321 and RFC 3696 (section 3, with errata 246 and
// 3563), and cases of the test suite of isemail (github.com/dominicsayers/isemail).
var mailMembers = append(strings.Split(strings.TrimSpace(`
Smith@bar.com
userc@d.bar.org
jones@xyz.com
"Abc\@def"@example.com
"Fred\ Bloggs"@example.com
"Joe.\\Blow"@example.com
"Abc@def"@example.com
"Fred Bloggs"@example.com
user+mailbox@example.com
customer/department=shipping@example.com
$A12345@example.com
!def!xyz%abc@example.com
_somename@example.com
test@io
a@iana.org
test@iana.a
test.test@iana.org
`+"!#$%&`*+/=?^`{|}~@iana.org"+`
123@iana.org
test@123.com
test@iana.123
test@mason-dixon.com
test@c--n.com
test@xn--hxajbheg2az3al.xn--jxalpdlp
"test"@iana.org
""@iana.org
"\a"@iana.org
"\""@iana.org
"\\"@iana.org
"test\ test"@iana.org
test@[255.255.255.255]
test@[IPv6:1111:2222:3333:4444:5555:6666:7777:8888]
test@[IPv6:1111:2222:3333:4444:5555::8888]
test@[IPv6:::3333:4444:5555:6666:7777:8888]
test@[IPv6:::]
test@[IPv6:1111:2222:3333:4444:5555:6666:255.255.255.255]
test@[IPv6:1111:2222:3333:4444::255.255.255.255]
test@[ipv6:::1]
test@[001.02.3.000]
`), "\n"),
	strings.Repeat("a", 64)+"@"+strings.Repeat("b", 63)+"."+strings.Repeat("c", 63)+"."+strings.Repeat("d", 61),
	`"`+strings.Repeat(`\"`, 31)+`"@`+strings.Repeat("a.", 20)+"b")

// Addresses that are not valid, from the same sources.
var notMail = append(strings.Split(strings.TrimSpace(`
Abc\@def@example.com
Fred\ Bloggs@example.com
Joe.\\Blow@example.com
test
@
test@
@io
.test@iana.org
test.@iana.org
test..iana.org
test..test@iana.org
test\@test@iana.org
test@-iana.org
test@iana-.com
test@.iana.org
test@iana.org.
test@iana..com
test@255.255.255.255
"""@iana.org
"\"@iana.org
test"@iana.org
"test@iana.org
"test"test@iana.org
test"text"@iana.org
"test""test"@iana.org
"test"."test"@iana.org
"test".test@iana.org
test@a[255.255.255.255]
test@[255.255.255]
test@[255.255.255.255.255]
test@[255.255.255.256]
test@[0255.1.1.1]
test@[IPv6:1111:2222:3333:4444:5555:6666:7777]
test@[IPv6:1111:2222:3333:4444:5555:6666:7777:8888:9999]
test@[IPv6:1111:2222:3333:4444:5555:6666:7777:888G]
test@[IPv6:1111:2222:3333:4444:5555:6666::8888]
test@[IPv6:1111:2222:3333:4444:5555:6666::7777:8888]
test@[IPv6::3333:4444:5555:6666:7777:8888]
test@[IPv6:1111::4444:5555::8888]
test@[IPv6:1111:2222:3333:4444:5555:255.255.255.255]
test@[IPv6:1111:2222:3333:4444:5555:6666:7777:255.255.255.255]
test@[IPv6:1111:2222:3333:4444:5555:6666::255.255.255.255]
test@[IPv6:1111:2222:3333:4444:::255.255.255.255]
test@[IPv6::255.255.255.255]
test@[RFC-5322-domain-literal]
test@[RFC-5322]-domain-literal]
test@[RFC:5322-\]-domain-literal]
test@[::1]
test@[x-:a]
test@[IPv7:v@x]
test@[IPv66:x]
test@[x-6:!"]
test@[1111:2222]
test@[x:]
test @iana.org
test@ iana.org
(comment)test@iana.org
test@iana.org(comment)
<test@iana.org>
test@iana/icann.org
test@exa_mple.org
test@a@b
test@xn--hxajbheg2az3al.xn--jx-lpdlp
`), "\n"),
	"test@iana.org\n", "\"test\x00\"@iana.org", "\"test\\\x00\"@iana.org", "te\tst@iana.org",
	"tést@iana.org", "test@bücher.de",
	strings.Repeat("a", 65)+"@iana.org",
	"a@"+strings.Repeat("b", 64)+".org",
	strings.Repeat("a", 64)+"@"+strings.Repeat("b", 63)+"."+strings.Repeat("c", 63)+"."+strings.Repeat("d", 62))

func TestEmail(t *testing.T) {
	slow := func(s string) bool { return slowMailbox(s, false) }
	for _, s := range notMail {
		if formats.Email(s) || slow(s) {
			t.Errorf("%q is valid: %v, and to the slow reader %v", s, formats.Email(s), slow(s))
		}
	}
	pieces := `a Z 0 1 9 . .. @ " "" \ \\ \" [ ] : :: - -- IPv6: IPv6:: 1.2.3.4 256 00 _ ( , ~ é ` + "\x00 \x7f"
	agree(t, "email", formats.Email, slow, mailMembers, pieces, 500)
	agree(t, "email", formats.Email, slow, mailMembers[30:39],
		": :: : :: 0 1 1.2.3.4 . 256 f g ::", 3000)
}

func TestIDNEmail(t *testing.T) {
	slow := func(s string) bool { return slowMailbox(s, true) }
	members := append(strings.Fields("δοκιμή@παράδειγμα.δοκιμή 用户@例子.广告 अजय@डाटा.भारत "+
		"квіточка@пошта.укр "+ // Universal Acceptance Steering Group
		"cafe\u0301@example.com \u200b@a.b \U0010FFFF@[127.0.0.1] user@xn--bcher-kva.example "+
		strings.Repeat("é", 32)+"@bücher.example"), append(mailMembers, `"δοκι\ μή"@example.com`)...)
	agree(t, "idn-email", formats.IDNEmail, slow, members,
		`a A 0 . @ " \ [ ] - é ü 。 ． א ß · ♥ xn--`+" \u0301 \x85 \xff \u0085", 300)
	for _, s := range []string{"user@cafe\u0301.com", "user@a。b", "a\xff@b", "user＠example.com",
		"\"\\é\"@b", "a@[IPv6:é]", "a@[x:é]",
		strings.Repeat("é", 32) + "a@b", "a@Bücher.example", "a@" + strings.Repeat("ü", 63) + ".de"} {
		if formats.IDNEmail(s) || slow(s) {
			t.Errorf("%q is valid: %v, and to the slow reader %v", s, formats.IDNEmail(s), slow(s))
		}
	}
	for _, s := range notMail {
		want := strings.Contains(s, "é") || strings.Contains(s, "ü") // valid only here
		if formats.IDNEmail(s) != want {
			t.Errorf("%q is %v, want %v", s, !want, want)
		}
	}
}
