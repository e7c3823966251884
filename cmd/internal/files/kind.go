package files

import (
	"bytes"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lookSize is the maximum number of bytes read to determine the kind of a file.
const lookSize = 64 << 10

// bom is the UTF-8 byte order mark, U+FEFF.
const bom = "\xEF\xBB\xBF"

// hasBOM reports whether a file begins with a UTF-8 byte order mark.
func hasBOM(begin []byte) bool { return bytes.HasPrefix(begin, []byte(bom)) }

// A Kind is a kind of file other than UTF-8 text.
type Kind struct {
	Is          string // completes a sentence about the file: "is compressed with gzip"
	Compression string // such as "gzip" if the entire file is compressed, or ""
	Archive     bool   // whether it is an archive
	command     string // a command that writes the text of FILE as UTF-8
}

// magics lists the kinds of files that start with fixed bytes. UTF-32 precedes UTF-16 because its
// byte order mark starts with the UTF-16 byte order mark.
var magics = []struct {
	magic string
	Kind
}{
	{"\xFF\xFE\x00\x00", utf("32")},
	{"\x00\x00\xFE\xFF", utf("32")},
	{"\xFF\xFE", utf("16")},
	{"\xFE\xFF", utf("16")},
	{"\x1F\x8B", compressed("gzip", "gzip")},
	{"\x1F\x9D", compressed("compress", "gzip")},
	{"\x28\xB5\x2F\xFD", compressed("zstd", "zstd")},
	{"\xFD7zXZ\x00", compressed("xz", "xz")},
	{"\x04\x22\x4D\x18", compressed("lz4", "lz4")},
	{"PK\x03\x04", archive("a ZIP", "unzip -p FILE")},
	{"7z\xBC\xAF\x27\x1C", archive("a 7z", "7z x -so FILE")},
	{"PARE", Kind{Is: "is an encrypted Parquet file"}},
	{"PAR1\x15", Kind{Is: "is a Parquet file", command: `duckdb -list -noheader -c "SELECT column FROM 'PATH'"`}},
}

// maxMagic is the maximum number of bytes needed to identify a compressed file: see isBzip2.
const maxMagic = 10

// endings maps file name extensions to the kinds of files that they promise.
var endings = map[string]Kind{
	".gz": compressed("gzip", "gzip"), ".tgz": compressed("gzip", "gzip"),
	".zst": compressed("zstd", "zstd"), ".zstd": compressed("zstd", "zstd"), ".tzst": compressed("zstd", "zstd"),
	".bz2": compressed("bzip2", "bzip2"), ".tbz2": compressed("bzip2", "bzip2"),
	".xz": compressed("xz", "xz"), ".txz": compressed("xz", "xz"), ".lz4": compressed("lz4", "lz4"),
	".lzma": compressed("lzma", "xz"), ".br": compressed("brotli", "brotli"),
	".zip": archive("a ZIP", "unzip -p FILE"), ".7z": archive("a 7z", "7z x -so FILE"),
}

// CutEnding removes the extension of a compressed file or archive from a file name. It returns the
// rest and the kind that the extension promises, or name and the zero Kind if there is no such
// extension.
func CutEnding(name string) (short string, kind Kind) {
	end := path.Ext(name)
	if kind, ok := endings[strings.ToLower(end)]; ok {
		return strings.TrimSuffix(name, end), kind
	}
	return name, Kind{}
}

// Parquet reports whether k is the kind of a Parquet file.
func (k Kind) Parquet() bool { return strings.HasPrefix(k.Is, "is a Parquet") }

// special lists the kinds of files that a function recognizes.
var special = []struct {
	matches func(begin []byte) bool
	Kind
}{
	{isBzip2, compressed("bzip2", "bzip2")},
	{isSkippable, compressed("zstd", "zstd")},
	{isTar, archive("a tar", "tar -xOf FILE")},
}

// isBzip2 reports whether b begins with a bzip2 header, followed by a block or the end of the
// stream.
func isBzip2(b []byte) bool {
	return len(b) >= 10 && bytes.HasPrefix(b, []byte("BZh")) && '1' <= b[3] && b[3] <= '9' &&
		(string(b[4:10]) == "1AY&SY" || string(b[4:10]) == "\x17rE8P\x90")
}

// isSkippable reports whether b begins with a skippable zstd frame, which pzstd writes.
func isSkippable(b []byte) bool {
	return len(b) >= 8 && b[0]&0xF0 == 0x50 && string(b[1:4]) == "\x2A\x4D\x18"
}

// isTar reports whether b begins with the POSIX or GNU header of an archived file.
func isTar(b []byte) bool {
	const magic, size = 257, 8
	if len(b) < magic+size {
		return false
	}
	text := string(b[magic : magic+size])
	return strings.HasPrefix(text, "ustar\x00") || text == "ustar  \x00"
}

func utf(bits string) Kind {
	return Kind{Is: "is UTF-" + bits, command: "iconv -f UTF-" + bits + " -t UTF-8 FILE"}
}

func compressed(with, program string) Kind {
	return Kind{Is: "is compressed with " + with, Compression: with, command: program + " -dc FILE"}
}

func archive(is, command string) Kind {
	return Kind{Is: "is " + is + " archive", Archive: true, command: command}
}

// Look determines the kind of a file from its beginning. It returns false if the file may be UTF-8
// text.
func Look(begin []byte) (Kind, bool) {
	for _, k := range magics {
		if bytes.HasPrefix(begin, []byte(k.magic)) {
			return k.Kind, true
		}
	}
	for _, k := range special {
		if k.matches(begin) {
			return k.Kind, true
		}
	}
	return Kind{}, false
}

// LookWide recognizes a UTF-16 or UTF-32 file without a byte order mark if it begins with
// characters up to U+00FF, so that all but one byte of each 2-byte or 4-byte unit are NUL. It looks
// at no more than the first 16 bytes if the file must be text, or 256 bytes if it may be binary.
func LookWide(begin []byte, isText bool) (Kind, bool) {
	most := 256
	if isText {
		most = 16
	}
	begin = begin[:min(len(begin), most)]
	for _, k := range []struct {
		name         string
		width, place int // unit size in bytes, and offset of the letter in the unit
	}{{"16LE", 2, 0}, {"16BE", 2, 1}, {"32LE", 4, 0}, {"32BE", 4, 3}} {
		if len(begin) >= 2*k.width && wide(begin, k.width, k.place) {
			return utf(k.name), true
		}
	}
	return Kind{}, false
}

// wide reports whether the bytes at the offsets at, at+width, at+2*width, and so on are not NUL and
// all other bytes of b are NUL.
func wide(b []byte, width, at int) bool {
	for i, c := range b {
		if letter := i%width == at; letter != (c != 0) {
			return false
		}
	}
	return true
}

// plainWord matches words that need no quotes in a shell.
var plainWord = regexp.MustCompile(`^[\w./-][\w./+:@%,=-]*$`)

// Quote quotes a word for a shell if necessary. If the word contains invisible characters, Quote
// uses the form $'…', which bash and zsh support.
func Quote(word string) string {
	switch {
	case plainWord.MatchString(word):
		return word
	case hidden(word):
		text := strconv.QuoteToASCII(word)
		return "$'" + strings.ReplaceAll(text[1:len(text)-1], "'", `\'`) + "'"
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// hidden reports whether a text contains invisible characters or invalid UTF-8.
func hidden(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return c == utf8.RuneError || !unicode.IsPrint(c) })
}

// Command returns a command that writes the text of a file as UTF-8: see [shellCommand].
func (k Kind) Command(name string) string { return shellCommand(k.command, name) }

// CommandInside returns a command that decodes a file of kind outer and converts its content of
// kind k to UTF-8. It returns "" if the content is an archive that cannot be read from a pipe.
func (k Kind) CommandInside(outer Kind, name string) string {
	filter, ok := strings.CutSuffix(k.command, " FILE")
	switch {
	case strings.HasPrefix(k.command, "tar "): // tar also decompresses
		return k.Command(name)
	case !ok || k.Archive:
		return ""
	}
	return outer.Command(name) + " | " + filter
}

// shellCommand replaces FILE in command with name, quoted for a shell. It keeps FILE if name is the
// standard input or contains invisible characters.
func shellCommand(command, name string) string {
	if name == Stdin || hidden(name) {
		return command
	}
	if name[0] == '-' {
		name = "./" + name
	}
	return strings.Replace(command, "FILE", Quote(name), 1)
}
