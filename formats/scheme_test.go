package formats_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/formats"
)

const (
	telNumber = digits + "-.()"
	marks     = "-_.!~*'()" // RFC 2396, section 2.3
)

func readTel(s string) bool {
	s, ok := cutScheme(s, "tel")
	parts := strings.Split(s, ";")
	isGlobal := func(s string) bool {
		return strings.HasPrefix(s, "+") && isAll(s[1:], telNumber) && strings.ContainsAny(s, digits)
	}
	local := strings.ReplaceAll(parts[0], "%23", "*")
	isLocal := isAll(local, telNumber+"abcdefABCDEF*") && strings.Trim(local, "-.()") != ""
	if !ok || !isGlobal(parts[0]) && !isLocal {
		return false
	}
	var names []string
	context := false
	for _, parameter := range parts[1:] {
		name, value, hasValue := strings.Cut(parameter, "=")
		if name == "" || !isAll(name, alnums+"-") || hasValue && value == "" || !consists(value, alnums+marks+"/:&+$") {
			return false
		}
		name = strings.ToLower(name)
		if name == "phone-context" && (isGlobal(value) || isDomain(value)) {
			context = true
		}
		names = append(names, name)
	}
	// Section 3 and 5.3: isub or ext, then phone-context, then the others in lexicographical order.
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, func(a, b string) int {
		key := func(name string) string {
			switch name {
			case "isub", "ext":
				return "!"
			case "phone-context":
				return "#"
			}
			return name
		}
		return strings.Compare(key(a), key(b))
	})
	unique := slices.Compact(slices.Clone(sorted))
	return (isGlobal(parts[0]) || context) && slices.Equal(names, sorted) && len(unique) == len(names) &&
		(!slices.Contains(names, "isub") || !slices.Contains(names, "ext"))
}

// isDomain reads domainname of RFC 3966, section 3.
func isDomain(s string) bool {
	labels := strings.Split(strings.TrimSuffix(s, "."), ".")
	for _, label := range labels {
		if label == "" || !isAll(label, alnums+"-") || strings.Trim(label, "-") != label {
			return false
		}
	}
	return isAll(labels[len(labels)-1][:1], letters)
}

var telReading = reading{
	"tel", formats.Tel, readTel,
	// RFC 3966, sections 3 to 6.
	[]string{
		"tel:+1-201-555-0123", "tel:7042;phone-context=example.com", "tel:863-1234;phone-context=+1-914-555",
		"tel:+358-555-1234567;postd=pp22",
		"tel:+1-800-1234;ext=12", "tel:911;phone-context=+1", "tel:+12;isub=a%2b;phone-context=x.;a;b=1;c-1=/:&+$",
		"TEL:+(1).2;a;B;c",
		"tel:%2321%23*a;ext=5;Phone-Context=a.b-c;z", "tel:.1;phone-context=+(0)",
	},
	[]string{
		"tel:7042", "tel:+", "tel:", "tel:+a", "tel:#1;phone-context=+1", "tel:1;phone-context=",
		"tel:1;phone-context=1a.1", "tel:1;phone-context=-a",
		"tel:+1;a;a", "tel:+1;a;A=1", "tel:+1;b;a", "tel:+1;a;ext=1", "tel:+1;ext=1;isub=2",
		"tel:1;a;phone-context=+1", "tel:1;phone-context=+1;ext=1",
		"tel:+1;a=[", "tel:+1;=a", "tel:+1;a=", "tel:+1;", "tel:1;phone-context=a;phone-context=b",
		"tel:1;phone-context=[;phone-context=b", "tel:+1 2",
	},
	"tel: + - . ( ) 1 a * %23 # ; = ;a ;b= ;ext=1 ;isub=1 ;phone-context=a.b ;phone-context=+1 % [ / z z9",
}

func readGeo(s string) bool {
	s, ok := cutScheme(s, "geo")
	parts := strings.Split(s, ";")
	isNumber := func(s string) bool {
		whole, fraction, more := strings.Cut(s, ".")
		return whole != "" && isAll(whole, digits) && isAll(fraction, digits) && (fraction != "") == more
	}
	coordinates := strings.Split(parts[0], ",")
	if !ok || len(coordinates) < 2 || len(coordinates) > 3 {
		return false
	}
	crs := "wgs84"
	for i, parameter := range parts[1:] {
		name, value, hasValue := strings.Cut(parameter, "=")
		switch strings.ToLower(name) {
		case "crs":
			if crs = strings.ToLower(value); i != 0 || crs == "" || !isAll(crs, alnums+"-") {
				return false
			}
		case "u":
			before, _, _ := strings.Cut(strings.ToLower(parts[i]), "=")
			if i > 1 || i == 1 && before != "crs" || !isNumber(value) {
				return false
			}
		}
		if name == "" || !isAll(name, alnums+"-") || hasValue && value == "" || !consists(value, alnums+marks+":&+$") {
			return false
		}
	}
	for i, limit := range []float64{90, 180} {
		// Exponents and the like are not numbers here. The fraction is cut: 90.000…01 is a float of
		// 90.
		number := strings.TrimPrefix(coordinates[i], "-")
		whole, fraction, _ := strings.Cut(number, ".")
		degrees, err := strconv.ParseFloat(whole, 64)
		isBeyond := degrees > limit || degrees == limit && strings.Trim(fraction, "0") != ""
		if !isNumber(number) || err != nil || crs == "wgs84" && isBeyond {
			return false
		}
	}
	return len(coordinates) == 2 || isNumber(strings.TrimPrefix(coordinates[2], "-"))
}

var geoReading = reading{
	"geo", formats.Geo, readGeo,
	// RFC 5870, sections 1, 3.4.2 and 6, and others.
	[]string{
		"geo:13.4125,103.8667", "geo:48.2010,16.3695,183", "geo:48.198634,16.371648;crs=wgs84;u=40",
		"geo:90,-22.43;crs=WGS84", "geo:90,46",
		"geo:22.300,-118.44", "geo:22.3,-118.4400", "geo:66,30;u=6.500;FOo=this%2dthat",
		"geo:66.0,30;u=6.5;foo=this-that", "geo:70,20;foo=1.00;bar=white",
		"geo:47,11;foo=blue;bar=white", "geo:22,0;bar=Blue;foo=1.00", "geo:323482,4306480;crs=EPSG-32618;u=20",
		"GEO:-90.0,180.00,-1.5", "geo:0090,0180",
		"geo:999,0;crs=wgs8", "geo:999,0;crs=wgs842;crt;cr;us=u", "geo:999,0;crs=wg;uu;c=:&+$",
	},
	[]string{
		"geo:", "geo:1", "geo:1,2,3,4", "geo:90.1,0", "geo:91,0", "geo:0,180.01", "geo:0,-181", "geo:+1,2",
		"geo:.1,2", "geo:1.,2", "geo:1,2;crs=", "geo:1,2;crs",
		"geo:1,2;u=40;crs=wgs84", "geo:1,2;a;u=1", "geo:1,2;a;crs=wgs84", "geo:1,2;u=1;u=1", "geo:1,2;crs=a;crs=b",
		"geo:1,2;u=-1", "geo:1,2;u", "geo:1,2;u=a",
		"geo:999,0;crs=wgs84", "geo:1,2;a=", "geo:1,2;=", "geo:1,2;", "geo:1,2;a=[", "geo:1,2;a=/", "geo:1,2?q",
		"geo:1,2#f", "geo:1,2;crs=a;b;u=1",
	},
	"geo: , ; . - 0 9 90 180 00 1 ;crs= ;crs=wgs84 ;crs=WGS8 wgs84 ;u= ;u=1 ;u=1.5 ;a ;a=b = crs u 4 %41 / [",
}

func readTag(s string) bool {
	s, ok := cutScheme(s, "tag")
	authority, rest, hasDate := strings.Cut(s, ",")
	date, rest, hasSpecific := strings.Cut(rest, ":")
	if !ok || !hasDate || !hasSpecific {
		return false
	}
	if user, host, isMail := strings.Cut(authority, "@"); isMail {
		if user == "" || !isAll(user, alnums+"-._") {
			return false
		}
		authority = host
	}
	for label := range strings.SplitSeq(authority, ".") {
		if label == "" || !isAll(label, alnums+"-") || strings.Trim(label, "-") != label {
			return false
		}
	}
	layout, known := map[int]string{4: "2006", 7: "2006-01", 10: "2006-01-02"}[len(date)]
	if _, err := time.Parse(layout, date); !known || err != nil {
		return false
	}
	specific, fragment, _ := strings.Cut(rest, "#")
	return consists(specific, pchars+"/?") && consists(fragment, pchars+"/?")
}

var tagReading = reading{
	"tag", formats.Tag, readTag,
	// RFC 4151, section 2.2, and others.
	[]string{
		"tag:timothy@hpl.hp.com,2001:web/externalHome", "tag:sandro@w3.org,2004-05:Sandro",
		"tag:my-ids.com,2001-09-15:TimKindberg:presentations:UBath2004-05-19", "tag:blogger.com,1999:blog-555",
		"tag:yaml.org,2002:int",
		"TAG:a,0000-02-29:", "tag:a,2000-02-29:?/#?", "tag:-.@1,9999-12-31:%41@",
	},
	[]string{
		"tag:", "tag:a", "tag:a,2001", "tag:,2001:", "tag:a,201:", "tag:a,2001-13:", "tag:a,2001-00:",
		"tag:a,2001-02-29:", "tag:a,1900-02-29:", "tag:a,2001-04-31:",
		"tag:a,2001-1:", "tag:-a,2001:", "tag:a-,2001:", "tag:a.,2001:", "tag:@a,2001:", "tag:a@b@c,2001:",
		"tag:a_b,2001:", "tag:a,2001:#a#", "tag:a,2001:[",
	},
	"tag: @ , , : . - -01 -02 -13 -29 -31 2000 2001 0 1 a _ / ? # %41 [",
}

func readDID(s string) bool {
	s, ok := cutScheme(s, "did")
	method, id, more := strings.Cut(s, ":")
	return ok && more && method != "" && isAll(method, lowers+digits) && id != "" && !strings.HasSuffix(id, ":") &&
		consists(id, alnums+".-_:")
}

var didReading = reading{
	"did", formats.DID, readDID,
	// DID Core 1.0, section 1 and 3, and others.
	[]string{
		"did:example:123456789abcdefghi", "did:example:123", "did:web:example.com%3A3000:user:alice", "did:a:::b",
		"DID:0:A._-", "did:key:z6Mk",
	},
	[]string{
		"did:", "did:a", "did:a:", "did::a", "did:A:b", "did:a:b:", "did:a:b/c", "did:a:b?c", "did:a:b#c", "did:a:%4",
		"did:a:b~", "did:a-b:c", "urn:a:b",
	},
	"did: : a A 0 . - _ ~ % %41 / ? #",
}

func TestTel(t *testing.T) { telReading.test(t) }
func TestGeo(t *testing.T) { geoReading.test(t) }
func TestTag(t *testing.T) { tagReading.test(t) }
func TestDID(t *testing.T) { didReading.test(t) }

// proseError returns what the table of f does not check: offset, length and message.
func proseError(f formats.Format, s string) string {
	if err, ok := f.Check(s).(*formats.Error); ok {
		return fmt.Sprintln(err.Offset, err.Length, err.Message)
	}
	return fmt.Sprint(f.Check(s))
}

func TestSchemeErrors(t *testing.T) {
	for _, c := range []struct{ format, s, want string }{
		{"tel", "tel:+1;ext=2;isub=3", "13 4 only one of the parameters isub and ext is allowed"},
		{"tel", "tel:+1;ext=2;EXT=3", "13 3 the parameter EXT is repeated"},
		{"tel", "tel:+1;b;a=3", "9 1 the parameter a must precede b"},
		{"tel", "tel:1;phone-context=a.b;ext=3", "24 3 the parameter ext must precede phone-context"},
		{"mailto", "mailto:a@b?c=%C3%A9%E9", "19 3 percent-encoded bytes must be UTF-8: é is %C3%A9"},
		{"purl", "pkg:npm/%80", "8 3 percent-encoded bytes must be UTF-8: é is %C3%A9"},
		{"purl", "pkg:npm/a?b=c&d=e&b=f#g", "18 1 the qualifier b is repeated"},
		{"curie", "a\u00d7b:c", "1 2 an XML name cannot have this character here"},
		{"curie", "a:b?\ufdd0", "4 3 an IRI reference cannot have this character here"},
		{"curie", "a://[::1", "8 0 the text ends too early"},
		{"curie", "a://[1]/b", "6 1 an IRI reference cannot have this character here"},
	} {
		f, _ := formats.Lookup(c.format)
		if got := strings.TrimSpace(proseError(f, c.s)); got != c.want {
			t.Errorf("%s %s: %s", c.format, c.s, got)
		}
		if err := f.CheckProse(c.s); err == nil || !strings.HasPrefix(err.Error(), c.format+": ") {
			t.Errorf("%s: %v", c.s, err)
		}
	}
	for _, s := range []string{
		"tel:+1;ext=2;phone-context=a;b;c", "pkg:npm/a@1?a=b&c=d&e=f#g", "mailto:%C3%A9@b", "data:;base64,AAAA",
		"geo:1,2;u=3", "a:b/c",
	} {
		valid := []func(string) bool{formats.Tel, formats.PURL, formats.Mailto, formats.Data, formats.Geo, formats.CURIE}
		n := testing.AllocsPerRun(100, func() {
			for _, f := range valid {
				f(s)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", s, n)
		}
	}
}
