package iri

// This file has the forms of a value outside of a program. Text is the form of JSON, XML, flags and
// logs; the binary form is that of gob. Both are the string itself.

// AppendText appends the string to b ([encoding.TextAppender]). The error is always nil.
func (p parsed) AppendText(b []byte) ([]byte, error) { return append(b, p.s...), nil }

// MarshalText returns the string ([encoding.TextMarshaler]), empty for a zero value. So a value is
// a string in JSON, also as the key of an object, in XML, and in the handlers of log/slog. A
// password is part of it, see [IRI.Redacted]. The error is always nil.
func (p parsed) MarshalText() ([]byte, error) { return []byte(p.s), nil }

// AppendBinary appends the string to b ([encoding.BinaryAppender]). The error is always nil.
func (p parsed) AppendBinary(b []byte) ([]byte, error) { return append(b, p.s...), nil }

// MarshalBinary returns the string ([encoding.BinaryMarshaler]), as encoding/gob writes it. The
// error is always nil.
func (p parsed) MarshalBinary() ([]byte, error) { return []byte(p.s), nil }

// UnmarshalText sets p to the IRI with the string text ([encoding.TextUnmarshaler]). The empty text
// sets p to the zero IRI, as with [net/netip.Addr]. For any other text that is no IRI the error is
// a [*SyntaxError], and p stays as it was.
//
// In JSON null stands for no text: it leaves an IRI as it was, and sets a pointer to nil.
func (p *IRI) UnmarshalText(text []byte) error { return p.set(string(text)) }

// UnmarshalBinary is [IRI.UnmarshalText] for [encoding.BinaryUnmarshaler].
func (p *IRI) UnmarshalBinary(data []byte) error { return p.set(string(data)) }

// UnmarshalText sets p to the reference with the string text ([encoding.TextUnmarshaler]). The
// empty text is a reference, the zero one. For text that is no reference the error is a
// [*SyntaxError], and p stays as it was.
//
// In JSON null stands for no text: it leaves a Reference as it was, and sets a pointer to nil.
func (p *Reference) UnmarshalText(text []byte) error { return p.set(string(text)) }

// UnmarshalBinary is [Reference.UnmarshalText] for [encoding.BinaryUnmarshaler].
func (p *Reference) UnmarshalBinary(data []byte) error { return p.set(string(data)) }

// set parses text into p. The empty text gives the zero IRI.
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
