package terminal

import (
	"encoding/hex"
	"encoding/json"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/internal/testkit"
)

func TestAppendField(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"input", "a:b", `"input":"a:b"`},
		{"input", "", `"input":""`},
		{"input", "a:é東", `"input":"a:é東"`},
		{"input", `a"\`, `"input":"a\"\\"`},
		{"input", "a\u202e", `"input":"a\u202e"`},
		{"input", "a:\xff\xfe", `"input":"a:\ufffd\ufffd","input_hex":"613afffe"`},
		{"file", "\xe9.txt", `"file":"\ufffd.txt","file_hex":"e92e747874"`},
		{"input", "\ufffd", `"input":"�"`}, // U+FFFD itself is valid UTF-8
		{"a\"\n", "\xff", `"a\"\n":"\ufffd","a\"\n_hex":"ff"`},
	} {
		if got := string(AppendField([]byte("{"), tt.name, tt.value)); got != "{"+tt.want {
			t.Errorf("%q, %q: %s, want %s", tt.name, tt.value, got[1:], tt.want)
		}
	}
}

// Any value can be read back from the JSON.
func FuzzAppendField(f *testing.F) {
	f.Add("input", "a\u202e\xff🚀\U000e0001\\u")
	f.Fuzz(func(t *testing.T, name, value string) {
		if !utf8.ValidString(name) {
			return
		}
		var got map[string]string
		text := append(AppendField([]byte("{"), name, value), '}')
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !utf8.ValidString(value) {
			if got[name+"_hex"] != hex.EncodeToString([]byte(value)) || len(got) != 2 {
				t.Errorf("%q: %s", value, text)
			}
		} else if got[name] != value || len(got) != 1 {
			t.Errorf("%q: %s", value, text)
		}
	})
}

// AppendQuoted agrees with the encoder on each code point and each pair of bytes.
func TestAppendQuotedIsLikeAppendJSON(t *testing.T) {
	check := func(s string) {
		if got, want := string(AppendQuoted(nil, s)), string(AppendJSON(nil, s)); got != want {
			t.Fatalf("%q: %s, want %s", s, got, want)
		}
	}
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if c < 0x3000 || testkit.OneIn(17, int(c)) {
			check(string(c))
		}
	}
	for pair := range 1 << 16 {
		if !testkit.OneIn(3, pair) {
			continue
		}
		check("a" + string([]byte{byte(pair), byte(pair >> 8)}) + "bcdefgh")
	}
}
