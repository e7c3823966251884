package main

import "testing"

func TestHostOf(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "//": "", "http": "", "http://": "", "a//b": "", "a/b://c": "", "a:b://c": "", "mailto:a b": "",
		"file:///a b": "", "http:/a b": "", `http:\\h\a`: "", "http://a b/": "", "http://%/": "",
		"http://EXAMPLE.org/a b": "example.org", "//h/a b": "h", "http://h?a b": "h", "http://h#a b": "h", "http://h": "h",
		"http://h:80a/": "h", "http://h:80": "h", "http://h:80:90/": "h", "http://u:12 3@h/": "", "http://u:12@h/ ": "h",
		`http://a\@b/`: "", `http://a:80\@b/`: "", "http://[::1]:x/": "[::1]", "http://[::1/": "", "http://[1:2]/": "",
		"ht_tp://h/": "h", " http://h/": "h", "<http://h/>": "h", "http://bücher.example/\x00": "bücher.example",
		"http://\xff/": "", "http://h/\xff": "h", "http://h:1a": "h", "http://a@b@c/": "",
	} {
		if got := hostOf(text); got != want {
			t.Errorf("hostOf(%q) = %q, not %q", text, got, want)
		}
	}
}
