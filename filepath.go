package iri

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/internal/chars"
)

// This file converts between file paths and file IRIs (RFC 8089), on any platform and without
// access to a file system. Each name in a path corresponds to one segment. A conversion fails if
// its result could name a different file.

// FromUnixPath converts an absolute Unix path to a file IRI (RFC 8089, section 2): "/tmp/a b" to
// "file:///tmp/a%20b". [IRI.UnixPath] converts it back, byte for byte. FromUnixPath returns an
// error if the path does not begin with "/" or contains a NUL.
//
// FromUnixPath percent-encodes bytes that are not UTF-8. It keeps "." and "..", which
// [IRI.Normalize] and [IRI.Resolve] remove later. If "a" is a symbolic link, "/a/../b" and "/b" may
// be different files: call path/filepath.EvalSymlinks or path.Clean first.
func FromUnixPath(path string) (IRI, error) {
	switch {
	case !strings.HasPrefix(path, "/"):
		return IRI{}, pathError(`the path is not absolute; write it with a leading "/"`)
	case strings.IndexByte(path, 0) >= 0:
		return IRI{}, pathError("a path cannot contain NUL; remove it")
	}
	var buffer [128]byte
	return IRI{reparsed(AppendEscape(append(buffer[:0], "file://"...), path, Path))}, nil
}

// UnixPath converts a file IRI to a Unix path (RFC 8089, section 2): "file:///tmp/a%20b",
// "file:/tmp/a%20b" and "file://localhost/tmp/a%20b" to "/tmp/a b". It decodes the path once; the
// result need not be UTF-8. It does not allocate if nothing is percent-encoded.
//
// UnixPath returns an error if the path would not name the same file, that is, for a scheme other
// than "file", a host other than localhost, a userinfo or port, a path that does not begin with
// "/", a percent-encoded "/" or NUL, a query, or a fragment. RFC 8089 does not define a query;
// write "%3F" for a "?" in a name. Call [IRI.WithoutFragment] to remove a fragment.
//
// UnixPath keeps "." and "..", and decodes "%2E%2E" to "..": to confine access to a directory,
// check the path, not the IRI.
func (p IRI) UnixPath() (string, error) {
	if err := p.checkFile(); err != nil {
		return "", err
	}
	path := p.Path()
	switch {
	case !p.isLocalFile():
		return "", pathError("the host is not localhost, and a Unix path cannot contain a host; remove it")
	case !strings.HasPrefix(path, "/"):
		return "", pathError(`the path is not absolute; use the form "file:///tmp/a"`)
	}
	for rest := path; ; {
		_, after, ok := strings.Cut(rest, "%")
		if !ok {
			break
		}
		switch rest = after; after[:2] {
		case "2F", "2f":
			return "", pathError(`a file name cannot contain "/" ("%2F")`)
		case "00":
			return "", pathError(`a file name cannot contain NUL ("%00")`)
		}
	}
	return decoded(path), nil
}

// decoded returns the decoded bytes of a component.
func decoded(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var buffer [128]byte
	b, _ := AppendUnescape(buffer[:0], s) // the percent-encodings of an IRI are well-formed
	return string(b)
}

// checkFile returns an error if the IRI cannot name a file on any platform.
func (p IRI) checkFile() error {
	switch {
	case !chars.EqualFold(p.Scheme(), "file"):
		return pathError(`the scheme is not "file"`)
	case p.HasUserinfo(), p.HasPort():
		return pathError("a file IRI cannot contain userinfo or a port; remove both")
	case p.HasQuery():
		return pathError(`a file IRI cannot contain a query; remove it, or write "%3F" for a "?" in a name`)
	case p.HasFragment():
		return pathError(`a path cannot contain a fragment; remove it, or write "%23" for a "#" in a name`)
	}
	return nil
}

// isLocalFile reports whether the host of a file IRI denotes the local machine: it is missing,
// empty or localhost.
func (p IRI) isLocalFile() bool { return chars.IsOneOf(decoded(p.Host()), "", "localhost") }

// FromWindowsPath converts an absolute Windows path to a file IRI: `C:\a b` to "file:///C:/a%20b",
// and `\\server\share\a` to "file://server/share/a" (RFC 8089, appendices E.2 and E.3.1). It
// accepts "/" as a separator, and removes the prefix `\\?\`, as in `\\?\C:\a` and
// `\\?\UNC\server\share\a`. [IRI.WindowsPath] returns the path with "\" and without this prefix.
// For the server localhost the result is "file:////localhost/share/a" (E.3.2), because the host
// localhost in a file IRI means that there is no server.
//
// These are errors:
//
//   - Relative paths, including `C:a` and `\a`, which depend on the current folder or drive.
//   - Device and volume paths, such as `\\.\COM1`.
//   - Names that Windows does not allow, or changes before it opens a file: names that contain a
//     control character or one of <>:"/\|?*, names that end in "." or a space (including "." and
//     ".."), device names such as NUL and com1.txt, and names that are not UTF-8.
//   - Servers that are not ASCII, because a browser may map such a name to localhost.
func FromWindowsPath(path string) (IRI, error) {
	root, names, reason := cutWindowsPath(path)
	if reason != "" {
		return IRI{}, pathError(reason)
	}
	var buffer [128]byte
	b := append(buffer[:0], "file:"...)
	if server, ok := strings.CutPrefix(root, `\\`); !ok {
		b = append(append(b, "///"...), root...)
	} else if chars.EqualFold(server, "localhost") {
		b = append(append(b, "////"...), server...)
	} else {
		b = AppendEscape(append(b, "//"...), server, Host)
	}
	for name := range strings.SplitSeq(names, `\`) {
		if reason := windowsName(name); reason != "" {
			return IRI{}, pathError(reason)
		}
		b = AppendEscape(append(b, '/'), name, Segment)
	}
	return IRI{reparsed(b)}, nil
}

// cutWindowsPath splits an absolute path into its root, such as "C:" or `\\server`, and the names
// after it, separated by "\". If it rejects the path, it returns the reason.
func cutWindowsPath(path string) (root, names, reason string) {
	const right = `; use the form C:\a or \\server\share\a`
	rest, verbatim := strings.CutPrefix(path, `\\?\`)
	switch {
	case !verbatim: // else "/" is part of a name, and windowsName rejects it
		rest = strings.ReplaceAll(path, "/", `\`)
	case len(rest) >= len(`UNC\`) && chars.EqualFold(rest[:len(`UNC\`)], `UNC\`):
		rest = `\\` + rest[len(`UNC\`):]
	case !isDrive(rest[:min(2, len(rest))]):
		return "", "", "the path names a device or a volume, not a file" + right
	}
	switch drive := isDrive(rest[:min(2, len(rest))]); {
	case drive && strings.HasPrefix(rest[2:], `\`):
		root, names = rest[:2], rest[3:]
	case drive:
		return "", "", `the path depends on the current folder of its drive; write "\" after the drive, as in C:\a`
	case strings.HasPrefix(rest, `\\.\`), strings.HasPrefix(rest, `\\?\`):
		return "", "", "the path names a device, not a file" + right
	case strings.HasPrefix(rest, `\\`):
		server, after, _ := strings.Cut(rest[2:], `\`)
		root, names = `\\`+server, after
		reason = windowsServer(server, names)
	case strings.HasPrefix(rest, `\`):
		return "", "", `the path depends on the current drive; begin it with a drive, as in C:\a`
	default:
		return "", "", "the path is not absolute" + right
	}
	if verbatim && strings.Contains(`\`+names, `\\`) {
		reason = `a name is empty after the prefix \\?\; remove one "\"`
	}
	return root, names, reason
}

// isDrive reports whether s is a letter and ":".
func isDrive(s string) bool {
	return len(s) == 2 && chars.SchemeFirst().Has(s[0]) && s[1] == ':'
}

// WindowsPath converts a file IRI to a Windows path: "file:///C:/a%20b", "file:/C:/a%20b",
// "file:C:/a%20b" and "file://localhost/C:/a%20b" to `C:\a b` (RFC 8089, appendix E.2);
// "file://server/share/a" (E.3.1), "file:////server/share/a" and "file://///server/share/a" (E.3.2)
// to `\\server\share\a`. It decodes each name once, and accepts "C%3A" for a drive, as some editors
// write it. [Parse] rejects "C|" (E.2.2), which is not allowed in an IRI.
//
// WindowsPath returns an error whenever [IRI.UnixPath] does, except that it allows a host. It also
// returns an error for a path without a drive or a server, and for each name or server that
// [FromWindowsPath] rejects. These names include "." and "..", because a ".." in an IRI may remove
// the drive or the share, which it never does on Windows: call [IRI.Normalize] with [SyntaxForm]
// first.
func (p IRI) WindowsPath() (string, error) {
	if err := p.checkFile(); err != nil {
		return "", err
	}
	root, names, reason := p.windowsRoot()
	if reason != "" {
		return "", pathError(reason)
	}
	var buffer [128]byte
	b := append(buffer[:0], root...)
	for segment := range strings.SplitSeq(names, "/") {
		name := decoded(segment)
		if reason := windowsName(name); reason != "" {
			return "", pathError(reason)
		}
		b = append(append(b, '\\'), name...)
	}
	return string(b), nil
}

// windowsRoot splits a file IRI into the decoded root of its path, such as "C:" or `\\server`, and
// the segments after it, separated by "/". If it rejects the IRI, it returns the reason.
func (p IRI) windowsRoot() (root, segments, reason string) {
	host, path := p.Host(), p.Path()
	switch {
	case strings.HasPrefix(host, "["):
		return "", "", "a Windows path cannot contain brackets; write the host [fe80::1] as fe80--1.ipv6-literal.net"
	case host == "" && strings.HasPrefix(path, "//"):
		host, segments, _ = strings.Cut(strings.TrimPrefix(path[2:], "/"), "/")
	case !p.isLocalFile():
		segments = strings.TrimPrefix(path, "/")
	default:
		first, rest, more := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		root = decoded(first)
		switch {
		case !isDrive(root) && strings.HasSuffix(root, "|"):
			return "", "", `a drive ends in ":", not "|"; use the form "file:///C:/a"`
		case !isDrive(root):
			return "", "", `the path does not name a drive or server; use the form "file:///C:/a" or "file://server/share/a"`
		case !more:
			return "", "", `"/" is missing after the drive; use the form "file:///C:/"`
		}
		return root, rest, ""
	}
	host = decoded(host)
	return `\\` + host, segments, windowsServer(host, decoded(segments))
}

// windowsServer returns the reason for rejecting a server and the names after it, or "". The first
// name is the share.
func windowsServer(server, names string) string {
	switch {
	case server == "":
		return `the server is empty; use the form \\server\share\a`
	case names == "" || names[0] == '\\' || names[0] == '/':
		return `the share after the server is empty; use the form \\server\share\a`
	case isPipe(names):
		return "the path names a pipe or a mailslot, not a file"
	case !chars.IsASCII(server):
		return "the server name is not ASCII; write its DNS name, which begins with xn--"
	}
	return windowsName(server)
}

// windowsName returns the reason for rejecting a name in a path, or "" (Microsoft, "Naming Files,
// Paths, and Namespaces"). It accepts an empty name, because Windows ignores repeated separators.
// Tested against: isSlowWindows, in TestWindowsPathsSurvive.
func windowsName(name string) (reason string) {
	switch at := strings.IndexFunc(name, isReservedOnWindows); {
	case name == "." || name == "..":
		reason = " is a dot segment; clean the path first, or normalize the IRI"
	case at >= 0:
		reason = " contains " + chars.Quoted(name[at:at+1]) + ", which Windows does not allow in names; remove it"
	case strings.HasSuffix(name, "."), strings.HasSuffix(name, " "):
		reason = ` ends in a "." or a space, which Windows drops; remove it`
	case isWindowsDevice(name):
		reason = " is reserved for a device on Windows; choose another"
	case !utf8.ValidString(name):
		reason = " is not UTF-8; names on Windows are Unicode"
	default:
		return ""
	}
	return "the name " + chars.Quoted(name) + reason
}

// isPipe reports whether the share, which is the first of the names, holds pipes or mailslots.
func isPipe(names string) bool {
	share := names
	if end := strings.IndexAny(names, `\/`); end >= 0 {
		share = names[:end]
	}
	return chars.IsOneOf(share, "pipe", "mailslot")
}

// isReservedOnWindows reports whether Windows forbids a character in names.
func isReservedOnWindows(r rune) bool {
	switch r {
	case '<', '>', ':', '"', '/', '\\', '|', '?', '*':
		return true
	}
	return r < ' '
}

// isWindowsDevice reports whether a name denotes a device in every folder on Windows, such as NUL
// and com1.txt.
func isWindowsDevice(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	base = strings.TrimRight(base, " ")
	if chars.IsOneOf(base, "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$") {
		return true
	}
	if len(base) < 4 || !chars.IsOneOf(base[:3], "COM", "LPT") {
		return false
	}
	switch base[3:] {
	case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³":
		return true
	}
	return false
}

// pathError returns the error for a path or a file IRI.
func pathError(reason string) error { return errors.New("iri: " + reason) }
