package files

// Escapes are a way to write characters by others, such as \u00E9.
type Escapes interface {
	// Append appends what raw, which has no wrong escape, stands for to dst.
	Append(dst, raw []byte) []byte

	// Origin returns the bytes of raw that the byte at offset of its unescaped form comes from;
	// after the last byte the length is 0.
	Origin(raw []byte, offset int) (at, length int)
}

// Backslashes are the escapes of [Unescape].
type Backslashes struct{}

// Append appends what raw stands for to dst.
func (Backslashes) Append(dst, raw []byte) []byte {
	dst, _, _ = Unescape(dst, raw, false)
	return dst
}

// Origin is the function [origin].
func (Backslashes) Origin(raw []byte, offset int) (at, length int) { return origin(raw, offset) }
