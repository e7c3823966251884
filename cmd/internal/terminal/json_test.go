package terminal

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEncodeJSON(t *testing.T) {
	for s, want := range map[string]string{
		"a&<é東":                     `"a&<é東"`,
		"\x00\x1b\x7f\n\"\\":        `"\u0000\u001b\u007f\n\"\\"`,
		"\u009b\u00a0\u202e\u2066":  `"\u009b\u00a0\u202e\u2066"`,
		"\u2028\ufeff\U000e0001🚀":   `"\u2028\ufeff\udb40\udc01🚀"`,
		"\\u202e\U0010ffff\xff\xfe": `"\\u202e\udbff\udfff\ufffd\ufffd"`,
	} {
		var out bytes.Buffer
		if err := EncodeJSON(&out, s); err != nil || out.String() != want+"\n" {
			t.Errorf("%q: %s, %v; want %s", s, out.Bytes(), err, want)
		}
		if got := string(AppendQuoted([]byte("x"), s)); got != "x"+want {
			t.Errorf("%q: %s, want x%s", s, got, want)
		}
	}
}

func TestEncodeKeys(t *testing.T) {
	if got, want := string(AppendJSON(nil, map[string]int{"a\u202e": 1})), `{"a\u202e":1}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestEncodeFails(t *testing.T) {
	var out bytes.Buffer
	if err := EncodeJSON(&out, func() {}); err == nil || out.Len() > 0 {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// Any string can be read back from the JSON.
func FuzzAppendQuoted(f *testing.F) {
	f.Add("a\u202e\xff🚀\U000e0001\\u")
	f.Fuzz(func(t *testing.T, s string) {
		text := AppendQuoted(nil, s)
		var got string
		if err := json.Unmarshal(text, &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") && utf8.ValidString(s) {
			t.Errorf("%q: %s is %q, %v", s, text, got, err)
		}
	})
}
