package lines

// Escapes are a way to write characters by others, such as \u00E9.
type Escapes interface {
	// Append appends what raw, which has no wrong escape, stands for to dst.
	Append(dst, raw []byte) []byte

	// Origin returns the bytes of raw, which has no wrong escape, that the byte at offset of its
	// unescaped form comes from. After the last byte the length is 0.
	Origin(raw []byte, offset int) (at, length int)
}

// Backslash are the escapes of [Unescape].
type Backslash struct{}

// Append is [Unescape] for a whole line without a wrong escape.
func (Backslash) Append(dst, raw []byte) []byte {
	dst, _, _ = Unescape(dst, raw, false)
	return dst
}

// Origin is [Origin].
func (Backslash) Origin(raw []byte, offset int) (at, length int) { return Origin(raw, offset) }
