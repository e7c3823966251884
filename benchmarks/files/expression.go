package main

import "strings"

// uriExpression returns a regular expression that matches a line if the entire line is a URI (RFC
// 3986, appendix A).
//
// Tested against: TestURIExpression.
func uriExpression() string {
	const (
		pct    = `%[0-9A-Fa-f]{2}`
		pchar  = `(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|` + pct + `)`
		octet  = `(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])`
		ipv4   = octet + `(?:\.` + octet + `){3}`
		h16    = `[0-9A-Fa-f]{1,4}`
		ls32   = `(?:` + h16 + `:` + h16 + `|` + ipv4 + `)`
		future = `[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+`
		name   = `(?:[A-Za-z0-9\-._~!$&'()*+,;=]|` + pct + `)*`
		user   = `(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|` + pct + `)*@)?`
	)
	ipv6 := `(?:` + strings.Join([]string{
		`(?:` + h16 + `:){6}` + ls32,
		`::(?:` + h16 + `:){5}` + ls32,
		`(?:` + h16 + `)?::(?:` + h16 + `:){4}` + ls32,
		`(?:(?:` + h16 + `:){0,1}` + h16 + `)?::(?:` + h16 + `:){3}` + ls32,
		`(?:(?:` + h16 + `:){0,2}` + h16 + `)?::(?:` + h16 + `:){2}` + ls32,
		`(?:(?:` + h16 + `:){0,3}` + h16 + `)?::` + h16 + `:` + ls32,
		`(?:(?:` + h16 + `:){0,4}` + h16 + `)?::` + ls32,
		`(?:(?:` + h16 + `:){0,5}` + h16 + `)?::` + h16,
		`(?:(?:` + h16 + `:){0,6}` + h16 + `)?::`,
	}, `|`) + `)`
	authority := user + `(?:\[(?:` + ipv6 + `|` + future + `)\]|` + name + `)(?::[0-9]*)?`
	segments := `(?:/` + pchar + `*)*`
	hier := `(?://` + authority + segments + `|/(?:` + pchar + `+` + segments + `)?|` + pchar + `+` + segments + `|)`
	rest := `(?:` + pchar + `|[/?])*`
	return `^[A-Za-z][A-Za-z0-9+\-.]*:` + hier + `(?:\?` + rest + `)?(?:#` + rest + `)?$`
}
