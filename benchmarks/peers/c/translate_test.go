package c

import "testing"

func TestTranslate(t *testing.T) {
	const expression = `\A(?:a(?i:v)[0-9é]?(?:b|){2,3}c*)\z`
	bounds := func(lo, hi rune) string { return string(lo) + string(hi) }
	const want = `("" aa (VV | vv) (09 | éé)? (bb | ""){2,3} cc* "")`
	if got, err := translate(expression, bounds); err != nil || got != want {
		t.Errorf("%s, %v, not %s", got, err, want)
	}
	if got, want := re2cClass('0', 'é'), `[\U00000030-\U000000E9]`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got, want := ragelClass(0x7F, 0x80), "(0x7F..0x7F | (0xC2..0xC2 0x80..0x80))"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if _, err := translate(`a\b`, re2cClass); err == nil {
		t.Error("a word boundary is translated")
	}
}
