package chars

import "math"

// PortNumber returns the number of a port, a string of digits.
func PortNumber(port string) (n uint16, ok bool) {
	sum := 0
	for i := range len(port) {
		if sum = 10*sum + int(port[i]-'0'); sum > math.MaxUint16 {
			return 0, false
		}
	}
	return uint16(sum), port != ""
}

// DefaultPort returns the default port of a scheme: those of RFC 9110, sections 4.2.1 and 4.2.2, of
// RFC 6455, section 3, and of RFC 1738, section 3.2. They are those of WHATWG URL, section 4.2,
// too.
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
