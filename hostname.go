package iri

import "math"

// Hostname returns the host without the brackets of an IP literal, as [net/url.URL.Hostname] does; but
// it decodes nothing. It is "" where there is no authority.
func (p parsed) Hostname() string {
	host := p.Host()
	if host != "" && host[0] == '[' { // then the grammar has a "]" at the end
		return host[1 : len(host)-1]
	}
	return host
}

// PortNumber returns the port as a number. It reports false if the port is missing, empty or above
// 65535, all of which RFC 3986, section 3.2.3, allows. Zeros may come first, any number of them.
func (p parsed) PortNumber() (n uint16, ok bool) {
	port := p.Port()
	sum := 0
	for i := range len(port) {
		if sum = 10*sum + int(port[i]-'0'); sum > math.MaxUint16 {
			return 0, false
		}
	}
	return uint16(sum), port != ""
}
