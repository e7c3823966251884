package chars

import "math"

// PortNumber parses a port, which is a string of digits. ok is false if the port is empty or above
// 65535.
func PortNumber(port string) (n uint16, ok bool) {
	sum := 0
	for i := range len(port) {
		if sum = 10*sum + int(port[i]-'0'); sum > math.MaxUint16 {
			return 0, false
		}
	}
	return uint16(sum), port != ""
}

// DefaultPort returns the default port of a scheme as defined in RFC 9110, sections 4.2.1 and
// 4.2.2, RFC 6455, section 3, and RFC 1738, section 3.2. WHATWG URL, section 4.2, defines the same
// ports.
func DefaultPort(scheme string) (port uint16, ok bool) {
	switch {
	case IsOneOf(scheme, "http", "ws"):
		return 80, true
	case IsOneOf(scheme, "https", "wss"):
		return 443, true
	case IsOneOf(scheme, "ftp"):
		return 21, true
	}
	return 0, false
}
