package program

import "testing"

func TestSize(t *testing.T) {
	for _, test := range []struct {
		text string
		want Size
		back string
	}{
		{"1", 1, "1"}, {"512B", 512, "512"}, {"1024", 1 << 10, "1KiB"}, {"16MiB", 16 << 20, "16MiB"},
		{"16m", 16 << 20, "16MiB"}, {"2GB", 2 << 30, "2GiB"}, {"1536KiB", 1536 << 10, "1536KiB"},
		{"8589934591G", 8589934591 << 30, "8589934591GiB"},
	} {
		var s Size
		if err := s.Set(test.text); err != nil || s != test.want || s.String() != test.back {
			t.Errorf("%s: %d, %v, %s", test.text, s, err, s.String())
		}
	}
	for _, text := range []string{
		"", "0", "-1", "M", "1T", "1.5G", "1 MiB", "1MiBB", "8589934592G", "99999999999999999999",
	} {
		s := Size(7)
		if err := s.Set(text); err == nil || s != 7 {
			t.Errorf("%q: %d, %v", text, s, err)
		}
	}
}
