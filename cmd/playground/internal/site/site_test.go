package site

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// remote matches addresses of other hosts. The namespaces of XML are names, not addresses.
var remote = regexp.MustCompile(`(?i)\b(https?|wss?|ftp):?//|["'(=\s]//[a-z0-9]`)

// TestNothingRemote checks that the page refers to no other host, and that its policy forbids it.
func TestNothingRemote(t *testing.T) {
	files, err := fs.Glob(Page(), "*")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		data, err := fs.ReadFile(Page(), name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			code, _, _ := strings.Cut(strings.ReplaceAll(line, "http://www.w3.org/2000/svg", ""), "// ")
			if remote.MatchString(code) {
				t.Errorf("%s: %.100s", name, strings.TrimSpace(line))
			}
		}
		if name == "index.html" {
			policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(data)
			if policy == nil || !strings.HasPrefix(string(policy[1]), "default-src 'none';") ||
				strings.Contains(string(policy[1]), "unsafe-inline") || strings.Contains(string(policy[1]), "*") {
				t.Errorf("the policy is %s", policy)
			}
		}
	}
	for _, planted := range []string{`<img src="https://a/">`, `import '//a.b/c.js'`, `url(//a/b)`, `fetch("http://a")`} {
		if !remote.MatchString(planted) {
			t.Errorf("%s is not found", planted)
		}
	}
}
