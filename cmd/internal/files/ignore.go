package files

import (
	"bufio"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A rule is a line of a .gitignore or .iriignore file, or the value of --exclude or --include,
// which have the same syntax: see gitignore(5).
type rule struct {
	base    string // the directory of the file, relative to the root of the walk, with slashes
	pattern string // matches a path relative to base: see [doublestar.Match]
	again   bool   // "!": a matching name is no longer ignored
	folder  bool   // "/" at the end: matches only directories
}

// newRule parses a line. It returns false for an empty line, a comment and an invalid pattern.
func newRule(base, line string) (r rule, ok bool) {
	line = strings.TrimSuffix(line, "\r")
	if short := strings.TrimRight(line, " "); !strings.HasSuffix(short, `\`) {
		line = short
	}
	if line == "" || line[0] == '#' {
		return r, false
	}
	r.base = base
	line, r.again = strings.CutPrefix(line, "!")
	line, r.folder = strings.CutSuffix(line, "/")
	if !strings.Contains(line, "/") {
		line = "**/" + line // at any depth
	}
	line = strings.TrimPrefix(line, "/")
	if strings.HasSuffix(line, "/**") {
		line += "/*" // git matches only the directory's contents, doublestar also the directory
	}
	r.pattern = strings.NewReplacer(`\\`, `\\`, `\{`, `\{`, "{", `\{`, `\}`, `\}`, "}", `\}`).Replace(line)
	return r, doublestar.ValidatePattern(r.pattern)
}

// matches reports whether the rule matches a name relative to the root of the walk.
func (r rule) matches(name string, folder bool) bool {
	if r.base != "" {
		var ok bool
		if name, ok = strings.CutPrefix(name, r.base+"/"); !ok {
			return false
		}
	}
	return (folder || !r.folder) && doublestar.MatchUnvalidated(r.pattern, name)
}

// last returns the last rule that matches a name, or false.
func last(rules []rule, name string, folder bool) (r rule, ok bool) {
	for i := len(rules) - 1; i >= 0; i-- {
		if rules[i].matches(name, folder) {
			return rules[i], true
		}
	}
	return rule{}, false
}

// globs parses the values of --exclude or --include.
func globs(values []string) (rules []rule) {
	for _, v := range values {
		if r, ok := newRule("", v); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// IsGlob reports whether a text is a valid value of --exclude or --include.
func IsGlob(text string) bool {
	_, ok := newRule("", text)
	return ok
}

// ignoreFile is the name of the files that list what iri skips in directories.
const ignoreFile = ".iriignore"

// rulesIn returns the rules of the ignore files in a directory. base is the directory relative to
// the root of the walk.
func rulesIn(dir, base string, git bool) (rules []rule) {
	if git {
		rules = rulesOf(filepath.Join(dir, ".gitignore"), base)
	}
	return append(rules, rulesOf(filepath.Join(dir, ignoreFile), base)...)
}

// rulesOf returns the rules of an ignore file. A file that cannot be read has no rules, as in git.
func rulesOf(file, base string) (rules []rule) {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if r, ok := newRule(base, lines.Text()); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// rulesAbove finds the repository that contains a directory. It returns the path of the directory
// relative to the root of the repository, and the rules of all directories above it. Outside a
// repository, the directory itself is the root.
func rulesAbove(dir string, git bool) (below string, rules []rule) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", nil
	}
	root := dir
	for !exists(filepath.Join(root, ".git")) {
		if root == filepath.Dir(root) {
			return "", nil
		}
		root = filepath.Dir(root)
	}
	if git {
		rules = rulesOf(filepath.Join(root, ".git", "info", "exclude"), "")
	}
	if below, err = filepath.Rel(root, dir); err != nil || below == "." {
		return "", rules
	}
	below = filepath.ToSlash(below)
	at, base := root, ""
	for name := range strings.SplitSeq(below, "/") {
		rules = append(rules, rulesIn(at, base, git)...)
		at, base = filepath.Join(at, name), path.Join(base, name)
	}
	return below, rules
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
