package files

import "testing"

func TestUnescape(t *testing.T) {
	for line, want := range map[string]string{
		``:                         "",
		`plain é`:                  "plain é",
		`\x41\x00\xfF`:             "A\x00\xff",
		`\\x41\\`:                  `\x41\`,
		`\u0041\u00e9\u20AC`:       "Aé€",
		`\U00000041\U0001F989`:     "A🦉",
		`\uD800`:                   "\xed\xa0\x80",
		`\U00110000`:               "\xf4\x90\x80\x80",
		`\U00FFFFFF`:               "\xf8\xbf\xbf\xbf\xbf",
		`\u0000\u007f\u0080\u07ff`: "\x00\x7f\u0080\u07ff",
		"\xff\\x20\xff":            "\xff \xff",
	} {
		got, _, err := Unescape(nil, []byte(line), false)
		if err != nil || string(got) != want {
			t.Errorf("Unescape(%q) = %q, %v; want %q", line, got, err, want)
		}
	}
}

func TestUnescapeErrors(t *testing.T) {
	for line, want := range map[string]struct {
		at   int
		text string
	}{
		`a\`:         {1, `\`},
		`\q`:         {0, `\q`},
		`\é1`:        {0, `\é`},
		"\\\xff":     {0, "\\\xff"},
		`ab\x4`:      {2, `\x4`},
		`\xg0 `:      {0, `\xg0`},
		`\x+1`:       {0, `\x+1`},
		`\u12`:       {0, `\u12`},
		`\u12_4`:     {0, `\u12_4`},
		`\U01000000`: {0, `\U01000000`},
		`\U1234567`:  {0, `\U1234567`},
		`\\\`:        {2, `\`},
		`\n`:         {0, `\n`},
		`\X41`:       {0, `\X`},
	} {
		_, at, err := Unescape(nil, []byte(line), false)
		if got, ok := err.(EscapeError); !ok || string(got) != want.text || at != want.at {
			t.Errorf("Unescape(%q): %d, %v, want %v", line, at, err, want)
		}
	}
}
