package policy

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/rfc3987"
)

// New returns a policy with copies of the lists in c. It returns an error for a value that no IRI
// can satisfy, such as the scheme "https:", the host "*.example.org" (write ".example.org"), or a
// component that is both required and forbidden.
func New(c Config) (*Policy, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	c.Schemes, c.Hosts, c.Ports = slices.Clone(c.Schemes), slices.Clone(c.Hosts), slices.Clone(c.Ports)
	c.DenyHosts = slices.Clone(c.DenyHosts)
	p := &Policy{config: c, more: c.asksMore()}
	for n, entry := range c.DenyHosts {
		c.DenyHosts[n] = string(chars.AppendLower(nil, strings.TrimSuffix(entry, ".")))
		if a, ok := addressOf(entry); ok {
			p.denied = append(p.denied, a.Unmap())
		}
	}
	return p, nil
}

// MustNew is like [New], but panics if New returns an error. Use it for constant configurations.
func MustNew(c Config) *Policy {
	p, err := New(c)
	if err != nil {
		panic(err)
	}
	return p
}

// refuse returns an error that New will return.
func refuse(words ...string) error { return errors.New("policy: " + strings.Join(words, " ")) }

// components is the set of components that Require and Forbid may contain.
const components = iri.Scheme | iri.Authority | iri.Userinfo | iri.Host | iri.Port | iri.Path |
	iri.Query | iri.Fragment

// check returns an error for values that no IRI can satisfy.
func (c *Config) check() error {
	for _, scheme := range c.Schemes {
		if !rfc3987.Scheme.Valid(scheme) {
			return refuse(chars.Quoted(scheme), `is not a scheme; write one such as "https", without a colon`)
		}
	}
	for _, host := range c.Hosts {
		if err := checkHost(host, "allows"); err != nil {
			return err
		}
	}
	for _, host := range c.DenyHosts {
		if err := checkDenied(host); err != nil {
			return err
		}
	}
	for _, port := range c.Ports {
		if c.MaxPort > 0 && port > c.MaxPort {
			return refuse("the port", strconv.Itoa(int(port)), "is above MaxPort,", strconv.Itoa(int(c.MaxPort)))
		}
	}
	if unknown := (c.Require | c.Forbid) &^ components; unknown != 0 {
		return refuse("Require or Forbid contains unsupported bits 0x" + strconv.FormatUint(uint64(unknown), 16) +
			"; use Path for Segment and Query for QueryField")
	}
	if both := c.Require & c.Forbid; both != 0 {
		return refuse("the", both.String(), "is both required and forbidden")
	}
	return nil
}

// checkDenied returns an error for an entry of DenyHosts that no host can match, or that another
// spelling of the same host would evade.
func checkDenied(entry string) error {
	name := strings.TrimPrefix(entry, ".")
	switch {
	case !chars.IsASCII(entry):
		return refuse("the host", chars.Quoted(entry), `is not ASCII; write its DNS name, which begins with "xn--"`)
	case isNumericName(name):
		return refuse("the host", chars.Quoted(entry), "ends in a number; write an IPv4 address as four decimal numbers")
	}
	return checkHost(entry, "denies")
}

// checkHost returns an error for an entry of Hosts or DenyHosts that no host can match. The verb is
// "allows" or "denies".
func checkHost(entry, verb string) error {
	name := strings.TrimPrefix(entry, ".")
	switch {
	case entry == "*" && verb == "denies":
		return refuse(`the host "*" denies no host; to deny all, set Hosts to an empty list`)
	case entry == "*":
		return refuse(`the host "*" allows no host; to allow all, set Hosts to nil`)
	case strings.HasPrefix(entry, "*"):
		return refuse("the host", chars.Quoted(entry), "contains a wildcard; write", chars.Quoted(entry[1:]),
			"for all subdomains")
	case strings.IndexByte(entry, '%') >= 0:
		return refuse("the host", chars.Quoted(entry), "contains a percent-encoding, and", verb, "no host; decode it")
	case name == "" && entry != "":
		return refuse("the host", chars.Quoted(entry), "has no name after the dot")
	case rfc3987.IPv6address.Valid(entry):
		return refuse("the host", chars.Quoted(entry), "is an IPv6 address without brackets; write",
			chars.Quoted("["+entry+"]"))
	case !rfc3987.Ihost.Valid(name):
		return refuse(chars.Quoted(entry), "is not a host; write a host without a scheme, port or path")
	case name != entry && (name[0] == '[' || !chars.IsASCII(name)):
		return refuse("the host", chars.Quoted(entry), verb, "no host; write an ASCII name after the dot")
	}
	return nil
}
