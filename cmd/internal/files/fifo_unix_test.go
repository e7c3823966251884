//go:build unix

package files

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// A FIFO whose name promises compressed data is read until its first bytes identify the kind.
func TestPromisingFIFO(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ name, text, want string }{
		{"a.gz", zip(t, "a:b\n"), ""}, {"b.bz2", zip(t, "a:b\n"), ""}, {"c.gz", "", " is empty, so it is not "},
		{"d.zst", "\x28\xB5", " contains only 2 bytes, so it is not "},
		{"e.gz", "http://a.example/", " is not compressed with gzip, "},
	} {
		name := filepath.Join(dir, test.name)
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Skip(err)
		}
		go func() {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			for _, b := range []byte(test.text) {
				f.Write([]byte{b})
				runtime.Gosched()
			}
		}()
		got, failed := collect(inputs(nil, name))
		if test.want == "" && (failed != nil || len(got) != 1) || test.want != "" && (len(failed) != 1 ||
			!strings.HasPrefix(failed[0], name+test.want)) {
			t.Errorf("%s: %q, %q", test.name, got, failed)
		}
	}
}
