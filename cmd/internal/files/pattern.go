package files

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isPattern reports whether a name that no file has may be a pattern.
func isPattern(name string) bool { return strings.ContainsAny(name, "*?[") }

// pattern finds the files and directories that match a pattern, as most shells do: "*" stands for
// any characters of a name, "?" for one, "[a-z]" and "[!a-z]" for one of some; names that begin
// with "." match a pattern alone that does, too; "**" stands for directories of any depth, and a
// pattern with it matches no directories.
func (w *walk) pattern(pattern string) bool {
	volume := len(filepath.VolumeName(pattern))
	root := volume
	for root < len(pattern) && os.IsPathSeparator(pattern[root]) {
		root++
	}
	parts := strings.FieldsFunc(pattern[root:], func(c rune) bool { return c < 0x80 && os.IsPathSeparator(uint8(c)) })
	m := matching{walk: w, deep: slices.Contains(parts, "**")}
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(part, "[!", "[^")
		if _, err := filepath.Match(parts[i], ""); err != nil {
			return w.fail(fmt.Errorf("there is no file %s, and as a pattern it has a wrong part: %s", pattern, part))
		}
	}
	if !m.match(pattern[:root], parts) {
		return false
	}
	slices.Sort(m.found)
	m.found = slices.Compact(m.found)
	if len(m.found) == 0 {
		return w.fail(fmt.Errorf("there is no file %s, and as a pattern it matches none", pattern))
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

// A matching finds what matches a pattern.
type matching struct {
	*walk
	deep  bool // whether the pattern has "**"
	found []string
}

// match finds what is in a directory and matches the parts of a pattern, a part for each name of
// the path.
func (m *matching) match(dir string, parts []string) bool {
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
		case part == "**" && e.mode.IsDir(): // not a link, which might lead back
			ok = m.match(name, parts)
		case part == "**" && len(rest) > 0:
		case matches:
			ok = m.add(name, rest)
		}
		if !hidden && !ok {
			return false
		}
	}
	return err == nil || m.fail(err)
}

// add adds a name that matches, or goes on in that directory.
func (m *matching) add(name string, rest []string) bool {
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

// from returns the directory that a path begins in.
func from(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}
