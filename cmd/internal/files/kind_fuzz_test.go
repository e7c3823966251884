package files

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzLook checks that text is never recognized as another kind of file, except bzip2, whose files
// begin with letters.
func FuzzLook(f *testing.F) {
	for _, begin := range []string{"", "a:b\n", "\uFEFFa", "PAR1", "PK", "7z", "BZh", "\x1F\x8B", "\xFF\xFE", "a\x00b\x00",
		"\x00\x00\xFE\xFF", "é\n"} {
		f.Add([]byte(begin))
	}
	control := func(c rune) bool { return unicode.IsControl(c) && !strings.ContainsRune("\t\r\n\f", c) }
	f.Fuzz(func(t *testing.T, begin []byte) {
		_, foreign := Look(begin)
		_, wide := LookWide(begin, false)
		text := utf8.Valid(begin) && !strings.ContainsFunc(string(begin), control)
		if text && (foreign && !isBzip2(begin) || wide) {
			t.Errorf("%q is taken for no text", begin)
		}
	})
}

// FuzzCommand checks that a shell reads the name of a file unchanged.
func FuzzCommand(f *testing.F) {
	if _, err := exec.LookPath("sh"); err != nil {
		f.Skip(err)
	}
	for _, name := range []string{"a.gz", "-a", "a b", "a'b", "''", "$(x)", "`x`", "~", "a\\b", "a\"b", "*", "é", "#a",
		"a;b", "FILE", "%s", "a=b", "{a,b}"} {
		f.Add(name)
	}
	placeholder := regexp.MustCompile(`^x -dc FILE$`)
	f.Fuzz(func(t *testing.T, name string) {
		if name == "" || strings.Contains(name, "\x00") {
			return
		}
		command := compressed("", "x").Command(name)
		if placeholder.MatchString(command) {
			return
		}
		out, err := exec.Command("sh", "-c", "printf %s "+strings.TrimPrefix(command, "x -dc ")).Output()
		if got := strings.TrimPrefix(string(out), "./"); err != nil || got != strings.TrimPrefix(name, "./") ||
			out[0] == '-' {
			t.Errorf("%q is %s, which a shell reads as %q: %v", name, command, out, err)
		}
	})
}
