package iri

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/internal/chars"
)

// ToURI returns the IRI as a URI: every character outside of ASCII is percent-encoded as UTF-8, in
// any component, the host too (RFC 3987, section 3.1, step 2). A URI is returned as it is, without
// an allocation. The zero IRI stays as it is.
func (p IRI) ToURI() IRI { return IRI{p.toURI()} }

// ToURI is [IRI.ToURI] for a reference.
func (p Reference) ToURI() Reference { return Reference{p.toURI()} }

func (p parsed) toURI() parsed {
	if chars.IsASCII(p.s) {
		return p
	}
	var buffer [256]byte
	return reparsed(p.AppendURI(buffer[:0]))
}

// AppendURI appends the string of ToURI to dst.
func (p parsed) AppendURI(dst []byte) []byte { return chars.AppendASCII(dst, p.s) }

// ToURIFunc is [IRI.ToURI] with a function for the host, such as ToASCII of golang.org/x/net/idna's
// profile Lookup, for schemes with domain names there (RFC 3987, section 3.1). With Go 1.26
// that package uses Unicode 15 and maps U+1E9E to "ss"; Unicode 15.1 and later map it to "ß".
//
// The function is called once if the host has an octet from 0x80 on in UTF-8, be it written or
// percent-encoded. It is given the host as [IRI.ToUnicode] decodes it: "é.example" for
// "%C3%A9.example", and "%E2%80%AE" and "%FF" as they stand, so that it can refuse them. The error
// is a [*HostError] if it fails, or if it returns no host: "", or a string that is not a member of
// the rule ihost. Characters outside of ASCII in its result are percent-encoded. If host is nil,
// ToURIFunc is ToURI.
func (p IRI) ToURIFunc(host func(string) (string, error)) (IRI, error) {
	made, err := p.toURIFunc(host)
	return IRI{made}, err
}

// ToURIFunc is [IRI.ToURIFunc] for a reference.
func (p Reference) ToURIFunc(host func(string) (string, error)) (Reference, error) {
	made, err := p.toURIFunc(host)
	return Reference{made}, err
}

func (p parsed) toURIFunc(convert func(string) (string, error)) (parsed, error) {
	s, start, end := p.authority()
	if convert == nil || isEncodedASCII(s[start:end]) {
		return p.toURI(), nil
	}
	u := units{form: PercentForm | IRIForm}
	name := string(u.append(nil, s[start:end]))
	host, err := convert(name)
	if err == nil && host == "" {
		err = errors.New("the function returned an empty host")
	}
	if err == nil {
		err = ruleHost.Check(host)
	}
	if err != nil {
		return parsed{}, &HostError{Host: name, Err: err}
	}
	at := p.schemeEnd() + chars.AuthorityPrefix
	var buffer [256]byte
	b := chars.AppendASCII(buffer[:0], p.s[:at+start])
	b = chars.AppendASCII(b, host)
	return reparsed(chars.AppendASCII(b, p.s[at+end:])), nil
}

// isEncodedASCII reports whether a component has ASCII alone, also in its percent-encodings.
func isEncodedASCII(s string) bool {
	if !chars.IsASCII(s) {
		return false
	}
	for i := strings.IndexByte(s, '%'); i >= 0; i = strings.IndexByte(s, '%') {
		if chars.Octet(s[i:]) >= utf8.RuneSelf {
			return false
		}
		s = s[i+chars.PctLength:]
	}
	return true
}

// A HostError is the error of [IRI.ToURIFunc]: its function failed, or returned no host.
type HostError struct {
	Host string // as the function got it
	Err  error  // of the function, or a *SyntaxError for its result
}

// Error returns the host and the text of the error.
func (e *HostError) Error() string {
	if e.Err == nil { // the zero HostError, never returned by a function
		return "host " + e.Host
	}
	return "host " + e.Host + ": " + e.Err.Error()
}

// Unwrap returns e.Err.
func (e *HostError) Unwrap() error { return e.Err }

// ToUnicode returns the IRI with two kinds of percent-encodings decoded, in every component, the
// host too (RFC 3987, section 3.2): those of unreserved characters (letters, digits and "-._~"),
// and those of characters outside of ASCII in legal UTF-8. Without a change there is no allocation.
// All others stay:
//
//   - Delimiters and "%": "%2B" never becomes "+".
//   - Octets that are no UTF-8.
//   - Characters outside of the rule ucschar, private use among them, also in a query.
//   - Unicode's Bidi_Control: LRM, RLM, the embeddings and overrides of section 4.1, and ALM and
//     the isolates, added after the RFC.
//   - Unicode's White_Space ("look-alikes of space", section 6.1).
//
// The remaining octets from 0x80 on have digits in upper case.
//
// ToUnicode is Normalize with [PercentForm] and [IRIForm]. For a URI u, u.ToUnicode().ToURI() is u
// with unreserved characters decoded, and percent-encodings of octets from 0x80 on in upper case;
// with IRIForm alone it is u but for that case.
func (p IRI) ToUnicode() IRI { return p.Normalize(PercentForm | IRIForm) }

// ToUnicode is [IRI.ToUnicode] for a reference.
func (p Reference) ToUnicode() Reference { return p.Normalize(PercentForm | IRIForm) }

// AppendUnicode appends the string of ToUnicode to dst.
func (p parsed) AppendUnicode(dst []byte) []byte { return p.AppendNormalize(dst, PercentForm|IRIForm) }
