package iri

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/internal/chars"
)

// ToURI converts the IRI to a URI: it percent-encodes the UTF-8 bytes of all non-ASCII characters,
// including characters in the host (RFC 3987, section 3.1, step 2). It returns a URI and the zero
// IRI unchanged, without allocating.
func (p IRI) ToURI() IRI { return IRI{p.toURI()} }

// ToURI is like [IRI.ToURI] for a reference.
func (p Reference) ToURI() Reference { return Reference{p.toURI()} }

func (p parsed) toURI() parsed {
	if chars.IsASCII(p.s) {
		return p
	}
	var buffer [256]byte
	return reparsed(p.AppendURI(buffer[:0]))
}

// AppendURI appends the result of ToURI to dst.
func (p parsed) AppendURI(dst []byte) []byte { return chars.AppendASCII(dst, p.s) }

// ToURIFunc is like [IRI.ToURI], but converts the host with a function, such as idna.Lookup.ToASCII
// of golang.org/x/net/idna, for schemes whose hosts are domain names (RFC 3987, section 3.1). With
// Go 1.26 that package uses Unicode 15 and maps U+1E9E to "ss"; Unicode 15.1 and later map it to
// "ß".
//
// If the host contains octets above 0x7F, raw or percent-encoded, ToURIFunc calls the function once
// with the host that [IRI.ToUnicode] would return: "é.example" for "%C3%A9.example". Octets that
// ToUnicode does not decode, such as "%E2%80%AE" and "%FF", remain encoded, so the function can
// reject them. The error is a [*HostError] if the function fails, or returns "" or a string that is
// not a host. ToURIFunc percent-encodes non-ASCII characters in the result. If host is nil,
// ToURIFunc behaves like ToURI.
func (p IRI) ToURIFunc(host func(string) (string, error)) (IRI, error) {
	made, err := p.toURIFunc(host)
	return IRI{made}, err
}

// ToURIFunc is like [IRI.ToURIFunc] for a reference.
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

// isEncodedASCII reports whether a component contains only ASCII, even after decoding.
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

// A HostError reports that the function passed to [IRI.ToURIFunc] failed, or did not return a host.
type HostError struct {
	Host string // as passed to the function
	Err  error  // from the function, or a *SyntaxError for its result
}

// Error returns the host and the message of e.Err.
func (e *HostError) Error() string {
	if e.Err == nil { // the zero HostError, never returned by a function
		return "host " + e.Host
	}
	return "host " + e.Host + ": " + e.Err.Error()
}

// Unwrap returns e.Err.
func (e *HostError) Unwrap() error { return e.Err }

// ToUnicode decodes two kinds of percent-encodings, in all components (RFC 3987, section 3.2):
// percent-encoded unreserved characters (letters, digits and "-._~"), and percent-encoded non-ASCII
// characters in valid UTF-8. If nothing changes, it does not allocate. It keeps the
// percent-encodings of:
//
//   - Delimiters and "%": it never decodes "%2B" to "+".
//   - Octets that are not UTF-8.
//   - Characters that the rule ucschar does not include, such as private-use characters, even in a
//     query.
//   - Characters with the Unicode property Bidi_Control: LRM, RLM, the embeddings and overrides
//     (section 4.1), and ALM and the isolates, which Unicode added later.
//   - Characters with the Unicode property White_Space ("look-alikes of space", section 6.1).
//
// It uppercases the digits in the remaining percent-encodings of octets above 0x7F.
//
// ToUnicode is equivalent to Normalize(PercentForm | IRIForm). For a URI u, u.ToUnicode().ToURI()
// equals u except that unreserved characters are decoded, and percent-encodings of octets above
// 0x7F are uppercase. Use IRIForm without PercentForm to keep unreserved characters encoded.
func (p IRI) ToUnicode() IRI { return p.Normalize(PercentForm | IRIForm) }

// ToUnicode is like [IRI.ToUnicode] for a reference.
func (p Reference) ToUnicode() Reference { return p.Normalize(PercentForm | IRIForm) }

// AppendUnicode appends the result of ToUnicode to dst.
func (p parsed) AppendUnicode(dst []byte) []byte { return p.AppendNormalize(dst, PercentForm|IRIForm) }
