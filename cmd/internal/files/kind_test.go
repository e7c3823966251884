package files

import (
	"os/exec"
	"strings"
	"testing"
)

func TestLook(t *testing.T) {
	for begin, want := range map[string]string{
		"": "", "a:b\n": "", "\uFEFFa:b\n": "", "\xFF": "", "\xFFa": "", "PAR1": "", "PAR1 is text\n": "", "BZh": "",
		"BZh9 is text": "",
		"BZh01AY&SY":   "", strings.Repeat("a", 257) + "ustar 00": "", "7z": "", "PK": "", "\x00a": "", "http://a/\n\x00": "",
		"\xFF\xFEa\x00\n\x00":                                "is UTF-16: iconv -f UTF-16 -t UTF-8 f",
		"\xFE\xFF\x00a\x00\n":                                "is UTF-16: iconv -f UTF-16 -t UTF-8 f",
		"\xFE\xFF":                                           "is UTF-16: iconv -f UTF-16 -t UTF-8 f",
		"\xFF\xFE\x00\x00a\x00\x00\x00":                      "is UTF-32: iconv -f UTF-32 -t UTF-8 f",
		"\x00\x00\xFE\xFF\x00\x00\x00a":                      "is UTF-32: iconv -f UTF-32 -t UTF-8 f",
		"\x1F\x8B\x08\x00":                                   "is compressed with gzip: gzip -dc f",
		"\x1F\x9D\x90":                                       "is compressed with compress: gzip -dc f",
		"\x28\xB5\x2F\xFD\x04":                               "is compressed with zstd: zstd -dc f",
		"BZh91AY&SY\x94":                                     "is compressed with bzip2: bzip2 -dc f",
		"BZh11AY&SY\x94":                                     "is compressed with bzip2: bzip2 -dc f",
		"BZh9\x17rE8P\x90\x00\x00\x00\x00":                   "is compressed with bzip2: bzip2 -dc f",
		"\x5A\x2A\x4D\x18\x04\x00\x00\x00":                   "is compressed with zstd: zstd -dc f",
		"name" + strings.Repeat("\x00", 253) + "ustar\x0000": "is a tar archive: tar -xOf f",
		"\xFD7zXZ\x00\x00":                                   "is compressed with xz: xz -dc f",
		"\x04\x22\x4D\x18\x64":                               "is compressed with lz4: lz4 -dc f",
		"PK\x03\x04\x14":                                     "is a ZIP archive: unzip -p f",
		"7z\xBC\xAF\x27\x1C":                                 "is a 7z archive: 7z x -so f",
		"PAR1\x15\x04": `is a Parquet file: ` +
			`duckdb -list -noheader -c "SELECT column FROM 'PATH'"`,
		strings.Repeat("http://a/\n", 99): "",
	} {
		k, ok := Look([]byte(begin))
		if got := k.Is + ": " + k.Command("f"); got != want && ok || ok != (want != "") {
			t.Errorf("%q: %q, not %q", begin, got, want)
		}
	}
}

// TestCommandInside checks that compressed text also gets a command.
func TestCommandInside(t *testing.T) {
	gzip, _ := Look([]byte("\x1F\x8B"))
	for begin, want := range map[string]string{
		"\x1F\x8B": "gzip -dc 'a b' | gzip -dc", "\x28\xB5\x2F\xFD": "gzip -dc 'a b' | zstd -dc",
		"\xFF\xFE": "gzip -dc 'a b' | iconv -f UTF-16 -t UTF-8",
		"a" + strings.Repeat("\x00", 256) + "ustar  \x00": "tar -xOf 'a b'", "PK\x03\x04": "", "PAR1\x15": "",
	} {
		k, ok := Look([]byte(begin))
		if got := k.CommandInside(gzip, "a b"); !ok || got != want {
			t.Errorf("%q: %q, not %q", begin, got, want)
		}
	}
}

// TestLookWide recognizes letters in UTF-16 and UTF-32 without a byte order mark.
func TestLookWide(t *testing.T) {
	for begin, want := range map[string]string{
		"": "", "a\x00": "", "\x00a\x00": "", "\x00\x00\x00\x00\x00": "", "a\x00bc\x00\n": "", "ab\x00\x00cd\x00\x00\n": "",
		"abcd": "", "a\x00\x00\x00": "",
		"a\x00b\x00\n\x00": "is UTF-16LE", "a\x00b\x00": "is UTF-16LE", "\xE9\x00b\x00": "is UTF-16LE",
		"\x00a\x00b\x00\n":           "is UTF-16BE",
		"a\x00\x00\x00b\x00\x00\x00": "is UTF-32LE", "\x00\x00\x00a\x00\x00\x00b": "is UTF-32BE",
		"\x00a\x00\x00\x00b\x00\x00":              "",
		strings.Repeat("a\x00", 200) + "\x42\x30": "is UTF-16LE",
	} {
		k, ok := LookWide([]byte(begin), false)
		if k.Is != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, not %q", begin, k.Is, ok, want)
		}
	}
}

// TestQuote checks that a shell reads a quoted word unchanged. A word with invisible characters
// requires bash.
func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"": "''", "a": "a", "--report=r-1_2.html": "--report=r-1_2.html", "a b": "'a b'", "it's": `'it'\''s'`, "$x": "'$x'",
		"é": "'é'", "a\n": `$'a\n'`, "\t": `$'\t'`, "'\t\\": `$'\'\t\\'`, "\x01": `$'\x01'`, "\xFF": `$'\xff'`, "*": "'*'",
		"~": "'~'", "=a": "'=a'", ";": "';'", "\u202Eé\"": `$'\u202e\u00e9\"'`,
	} {
		got := Quote(word)
		if got != want {
			t.Errorf("%q: %s, not %s", word, got, want)
		}
		out, err := exec.Command("bash", "-c", "LC_ALL=C.UTF-8; printf %s "+got).Output()
		if err == nil && string(out) != word {
			t.Errorf("bash reads %s as %q", got, out)
		}
	}
}

// TestCommand checks that names in commands are quoted for a shell.
func TestCommand(t *testing.T) {
	for name, want := range map[string]string{
		"a.gz": "a.gz", "/x/a-b_1.gz": "/x/a-b_1.gz", "-": "FILE", "-a": "./-a", "a b": "'a b'", "a'b": `'a'\''b'`,
		"$(x)": "'$(x)'", "~a": "'~a'",
		"é": "'é'", "a\nb": "FILE", "\x1b[m": "FILE", "\xFF": "FILE", "\u202E": "FILE", "FILE": "FILE", "- a": "'./- a'",
	} {
		if got := compressed("", "x").Command(name); got != "x -dc "+want {
			t.Errorf("%q: %s", name, got)
		}
	}
}
