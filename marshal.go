package iri

// This file encodes values as text (for JSON, XML, flags and logs) and in binary form (for gob).
// Both encodings are the string itself.

// AppendText appends the string to b ([encoding.TextAppender]). The error is always nil.
func (p parsed) AppendText(b []byte) ([]byte, error) { return append(b, p.s...), nil }

// MarshalText returns the string ([encoding.TextMarshaler]), which is empty for a zero value. JSON
// (including object keys), XML and log/slog handlers write a value as this string. The string
// includes any password; see [IRI.Redacted]. The error is always nil.
func (p parsed) MarshalText() ([]byte, error) { return []byte(p.s), nil }

// AppendBinary appends the string to b ([encoding.BinaryAppender]). The error is always nil.
func (p parsed) AppendBinary(b []byte) ([]byte, error) { return append(b, p.s...), nil }

// MarshalBinary returns the string ([encoding.BinaryMarshaler]), for encoding/gob. The error is
// always nil.
func (p parsed) MarshalBinary() ([]byte, error) { return []byte(p.s), nil }

// UnmarshalText parses text as an IRI ([encoding.TextUnmarshaler]). Empty text sets p to the zero
// IRI, as with [net/netip.Addr]. For any other invalid text the error is a [*SyntaxError], and p
// remains unchanged.
//
// JSON null leaves an IRI unchanged, and sets a pointer to nil.
func (p *IRI) UnmarshalText(text []byte) error { return p.set(string(text)) }

// UnmarshalBinary is like [IRI.UnmarshalText] ([encoding.BinaryUnmarshaler]).
func (p *IRI) UnmarshalBinary(data []byte) error { return p.set(string(data)) }

// UnmarshalText parses text as a reference ([encoding.TextUnmarshaler]). Empty text sets p to the
// zero Reference. For invalid text the error is a [*SyntaxError], and p remains unchanged.
//
// JSON null leaves a Reference unchanged, and sets a pointer to nil.
func (p *Reference) UnmarshalText(text []byte) error { return p.set(string(text)) }

// UnmarshalBinary is like [Reference.UnmarshalText] ([encoding.BinaryUnmarshaler]).
func (p *Reference) UnmarshalBinary(data []byte) error { return p.set(string(data)) }

// set parses text into p. Empty text sets p to the zero IRI.
func (p *IRI) set(text string) error {
	if text == "" {
		*p = IRI{}
		return nil
	}
	v, err := Parse(text)
	if err == nil {
		*p = v
	}
	return err
}

// set parses text into p.
func (p *Reference) set(text string) error {
	v, err := ParseReference(text)
	if err == nil {
		*p = v
	}
	return err
}
