package files

// Escapes is a notation of characters by others, such as \u00E9.
type Escapes interface {
	// Append appends the unescaped form of raw to dst. Requires: raw has no wrong escape.
	Append(dst, raw []byte) []byte

	// Origin returns the bytes of raw that become the byte at offset of its unescaped form. The
	// length is 0 after the last byte.
	Origin(raw []byte, offset int) (at, length int)
}

// Backslashes are the escapes of [Unescape].
type Backslashes struct{}

// Append appends the unescaped form of raw to dst.
func (Backslashes) Append(dst, raw []byte) []byte {
	dst, _, _ = Unescape(dst, raw, false)
	return dst
}

// Origin is the function [origin].
func (Backslashes) Origin(raw []byte, offset int) (at, length int) { return origin(raw, offset) }
