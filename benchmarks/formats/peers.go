package main

import (
	"encoding/base64"
	"mime"
	"net"
	"net/http"
	"net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	masterminds "github.com/Masterminds/semver/v3"
	"github.com/asaskevich/govalidator"
	"github.com/go-playground/validator/v10"
	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/package-url/packageurl-go"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yosida95/uritemplate/v3"
	"golang.org/x/mod/semver"
	"golang.org/x/net/http/httpguts"
	"golang.org/x/net/idna"
	"golang.org/x/text/language"

	"github.com/irilex/iri/benchmarks/peers"
)

// A peer is a function that Go programs use to check a format.
type peer struct {
	name   string // as the page shows it
	module string // module path, whose version the page shows; "" for the standard library
	valid  func(s string) bool
}

// peersOf returns the peers for a format.
func peersOf(format string) (all []peer, err error) {
	if tag := tags[format]; tag != "" {
		v := validator.New()
		all = append(all, peer{"validator " + tag, "github.com/go-playground/validator/v10",
			func(s string) bool { return v.Var(s, tag) == nil }})
	}
	if f := govalidators[format]; f.valid != nil {
		all = append(all, peer{"govalidator " + f.name, "github.com/asaskevich/govalidator", f.valid})
	}
	if schemaFormats[format] {
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		if err := c.AddResource("value.json", map[string]any{"format": format}); err != nil {
			return nil, err
		}
		schema, err := c.Compile("value.json")
		if err != nil {
			return nil, err
		}
		all = append(all, peer{"jsonschema", "github.com/santhosh-tekuri/jsonschema/v6",
			func(s string) bool { return schema.Validate(s) == nil }})
	}
	if rule := protoRule(format); rule != nil {
		valid, err := peers.Protovalidate(rule)
		if err != nil {
			return nil, err
		}
		all = append(all, peer{"protovalidate", "buf.build/go/protovalidate", valid})
	}
	return append(all, parsersOf(format)...), nil
}

// tags holds the tags of go-playground/validator by format.
var tags = map[string]string{
	"date-time": "datetime=2006-01-02T15:04:05Z07:00", "date": "datetime=2006-01-02", "time": "datetime=15:04:05Z07:00",
	"email": "email", "idn-email": "email", "hostname": "hostname_rfc1123", "ipv4": "ipv4", "ipv6": "ipv6",
	"uuid": "uuid_rfc4122", "uri": "uri", "ulid": "ulid", "semver": "semver", "e164": "e164", "cidr": "cidr",
	"language-tag": "bcp47_strict_language_tag", "urn": "urn_rfc8141", "media-type": "mimetype", "data": "datauri",
	"base64": "base64", "base64url": "base64url", "hex-color": "hexcolor", "isbn-10": "isbn10", "isbn-13": "isbn13",
	"issn": "issn", "mac": "mac",
}

// govalidators holds the functions of asaskevich/govalidator by format.
var govalidators = map[string]struct {
	name  string
	valid func(string) bool
}{
	"date-time": {"IsRFC3339", govalidator.IsRFC3339},
	"email":     {"IsEmail", govalidator.IsEmail},
	"hostname":  {"IsDNSName", govalidator.IsDNSName},
	"ipv4":      {"IsIPv4", govalidator.IsIPv4},
	"ipv6":      {"IsIPv6", govalidator.IsIPv6},
	"uuid":      {"IsUUID", govalidator.IsUUID},
	"uri":       {"IsRequestURI", govalidator.IsRequestURI},
	"ulid":      {"IsULID", govalidator.IsULID},
	"semver":    {"IsSemver", govalidator.IsSemver},
	"e164":      {"IsE164", govalidator.IsE164},
	"cidr":      {"IsCIDR", govalidator.IsCIDR},
	"data":      {"IsDataURI", govalidator.IsDataURI},
	"base64":    {"IsBase64", govalidator.IsBase64},
	"hex-color": {"IsHexcolor", govalidator.IsHexcolor},
	"isbn-10":   {"IsISBN10", govalidator.IsISBN10},
	"isbn-13":   {"IsISBN13", govalidator.IsISBN13},
	"mac":       {"IsMAC", govalidator.IsMAC},
}

// schemaFormats lists the formats of santhosh-tekuri/jsonschema that package formats also supports.
var schemaFormats = set("date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
	"uri-template", "json-pointer", "relative-json-pointer", "uri", "uri-reference", "iri", "iri-reference", "semver")

// set returns a set with the given members.
func set(members ...string) map[string]bool {
	m := map[string]bool{}
	for _, s := range members {
		m[s] = true
	}
	return m
}

// protoRule returns protovalidate's rule for a format, or nil.
func protoRule(format string) *validate.StringRules {
	switch format {
	case "email":
		return &validate.StringRules{WellKnown: &validate.StringRules_Email{Email: true}}
	case "hostname":
		return &validate.StringRules{WellKnown: &validate.StringRules_Hostname{Hostname: true}}
	case "ipv4":
		return &validate.StringRules{WellKnown: &validate.StringRules_Ipv4{Ipv4: true}}
	case "ipv6":
		return &validate.StringRules{WellKnown: &validate.StringRules_Ipv6{Ipv6: true}}
	case "uri":
		return &validate.StringRules{WellKnown: &validate.StringRules_Uri{Uri: true}}
	case "uri-reference":
		return &validate.StringRules{WellKnown: &validate.StringRules_UriRef{UriRef: true}}
	case "uuid":
		return &validate.StringRules{WellKnown: &validate.StringRules_Uuid{Uuid: true}}
	case "ulid":
		return &validate.StringRules{WellKnown: &validate.StringRules_Ulid{Ulid: true}}
	case "cidr":
		return &validate.StringRules{WellKnown: &validate.StringRules_IpPrefix{IpPrefix: true}}
	}
	return nil
}

// parsersOf returns functions of the standard library and other modules for one format.
func parsersOf(format string) []peer {
	switch format {
	case "date-time":
		return []peer{{"time.RFC3339", "",
			func(s string) bool { _, err := time.Parse(time.RFC3339, s); return err == nil }}}
	case "date":
		return []peer{{"time.DateOnly", "",
			func(s string) bool { _, err := time.Parse(time.DateOnly, s); return err == nil }}}
	case "email", "idn-email":
		return []peer{{"mail.ParseAddress", "",
			func(s string) bool { _, err := mail.ParseAddress(s); return err == nil }}}
	case "hostname", "idn-hostname":
		return []peer{{"idna.Registration", "golang.org/x/net",
			func(s string) bool { _, err := idna.Registration.ToASCII(s); return err == nil }}}
	case "ipv4":
		return []peer{{"netip.ParseAddr", "",
			func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() }}}
	case "ipv6":
		return []peer{{"netip.ParseAddr", "",
			func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is6() }}}
	case "cidr":
		return []peer{{"netip.ParsePrefix", "",
			func(s string) bool { _, err := netip.ParsePrefix(s); return err == nil }}}
	case "mac":
		return []peer{{"net.ParseMAC", "",
			func(s string) bool { _, err := net.ParseMAC(s); return err == nil }}}
	case "uri":
		return []peer{{"url.Parse", "",
			func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() }}}
	case "uri-reference":
		return []peer{{"url.Parse", "", func(s string) bool { _, err := url.Parse(s); return err == nil }}}
	case "uuid":
		return []peer{{"uuid.Validate", "github.com/google/uuid",
			func(s string) bool { return uuid.Validate(s) == nil }}}
	case "ulid":
		return []peer{{"ulid.ParseStrict", "github.com/oklog/ulid/v2",
			func(s string) bool { _, err := ulid.ParseStrict(s); return err == nil }}}
	case "semver":
		return []peer{
			{"StrictNewVersion", "github.com/Masterminds/semver/v3",
				func(s string) bool { _, err := masterminds.StrictNewVersion(s); return err == nil }},
			{`semver.IsValid("v" + …)`, "golang.org/x/mod", func(s string) bool { return semver.IsValid("v" + s) }},
		}
	case "uri-template":
		return []peer{{"uritemplate.New", "github.com/yosida95/uritemplate/v3",
			func(s string) bool { _, err := uritemplate.New(s); return err == nil }}}
	case "language-tag":
		return []peer{{"language.Parse", "golang.org/x/text",
			func(s string) bool { _, err := language.Parse(s); return err == nil }}}
	case "purl":
		return []peer{{"packageurl.FromString", "github.com/package-url/packageurl-go",
			func(s string) bool { _, err := packageurl.FromString(s); return err == nil }}}
	case "media-type":
		return []peer{{"mime.ParseMediaType", "",
			func(s string) bool { _, _, err := mime.ParseMediaType(s); return err == nil }}}
	case "http-token":
		return []peer{{"httpguts.ValidHeaderFieldName", "golang.org/x/net", httpguts.ValidHeaderFieldName}}
	case "cookie-name":
		return []peer{{"http.Cookie.Valid", "",
			func(s string) bool { return (&http.Cookie{Name: s}).Valid() == nil }}}
	case "cookie-value":
		return []peer{{"http.ParseSetCookie", "",
			func(s string) bool { _, err := http.ParseSetCookie("a=" + s); return err == nil }}}
	case "base64":
		return []peer{{"base64.StdEncoding", "",
			func(s string) bool { _, err := base64.StdEncoding.DecodeString(s); return err == nil }}}
	case "base64url":
		return []peer{{"base64.URLEncoding", "",
			func(s string) bool { _, err := base64.URLEncoding.DecodeString(s); return err == nil }}}
	case "xsd-double":
		return []peer{{"strconv.ParseFloat", "",
			func(s string) bool { _, err := strconv.ParseFloat(s, 64); return err == nil }}}
	}
	return nil
}
