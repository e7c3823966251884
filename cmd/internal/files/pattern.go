package files

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isPattern reports whether a name may be a pattern.
func isPattern(name string) bool { return strings.ContainsAny(name, "*?[") }

// pattern finds the files and directories that match a pattern. The syntax is that of most shells:
// "*" matches any characters in a name, "?" matches one character, and "[a-z]" and "[!a-z]" match
// one character in or outside a set. Only a part that begins with "." matches names that begin with
// ".". "**" matches directories at any depth. A pattern that contains "**" matches only files.
//
// Tested against: TestPatterns matches every path in a tree part by part.
func (w *walk) pattern(pattern string) bool {
	volume := len(filepath.VolumeName(pattern))
	root := volume
	for root < len(pattern) && os.IsPathSeparator(pattern[root]) {
		root++
	}
	parts := strings.FieldsFunc(pattern[root:], func(c rune) bool { return c < 0x80 && os.IsPathSeparator(uint8(c)) })
	m := glob{walk: w, deep: slices.Contains(parts, "**")}
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(part, "[!", "[^")
		if _, err := filepath.Match(parts[i], ""); err != nil {
			return w.fail(pattern, fmt.Errorf("there is no file %s, and as a pattern it is invalid: %s", pattern, part))
		}
	}
	if !m.match(pattern[:root], parts) {
		return false
	}
	slices.Sort(m.found)
	m.found = slices.Compact(m.found)
	if len(m.found) == 0 {
		return w.fail(pattern, fmt.Errorf("there is no file %s, and as a pattern it matches no files", pattern))
	}
	for _, name := range m.found {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			if !w.top(name, info) {
				return false
			}
		} else if !w.file(name, false) {
			return false
		}
	}
	return true
}

// A glob collects the files and directories that match a pattern.
type glob struct {
	*walk
	deep  bool // whether the pattern contains "**"
	found []string
}

// match finds the paths in a directory that match the parts of a pattern. Each part matches one
// name.
func (m *glob) match(dir string, parts []string) bool {
	part, rest := parts[0], parts[1:]
	if !isPattern(part) {
		name := join(dir, part)
		if _, err := os.Lstat(name); err != nil {
			return true
		}
		return m.add(name, rest)
	}
	if part == "**" && len(rest) > 0 && !m.match(dir, rest) {
		return false
	}
	entries, err := m.list(from(dir))
	for _, e := range entries {
		name := join(dir, e.name)
		hidden := e.name[0] == '.' && part[0] != '.'
		ok := !hidden
		switch matches, _ := filepath.Match(part, e.name); {
		case hidden:
		case part == "**" && e.mode.IsDir(): // not a link, which may lead back
			ok = m.match(name, parts)
		case part == "**" && len(rest) > 0:
		case matches:
			ok = m.add(name, rest)
		}
		if !hidden && !ok {
			return false
		}
	}
	return err == nil || m.fail(from(dir), err)
}

// add records a matching name, or matches the rest of the pattern in that directory.
func (m *glob) add(name string, rest []string) bool {
	info, err := os.Stat(name)
	dir := err == nil && info.IsDir()
	switch {
	case len(rest) > 0 && dir:
		return m.match(name, rest)
	case len(rest) == 0 && !(dir && m.deep):
		m.found = append(m.found, name)
	}
	return true
}

// from returns the directory to list, which is "." if dir is "".
func from(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}
