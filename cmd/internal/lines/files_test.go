package lines

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// collect returns what Each gives for in, and the messages of Failed.
func collect(t *testing.T, in *Inputs) (got, failed []string) {
	t.Helper()
	in.Separator = '\n'
	in.Failed = func(err error) { failed = append(failed, err.Error()) }
	if in.Idle == nil {
		in.Idle = func() error { return nil }
	}
	err := in.Each(func(l *Line) error {
		got = append(got, l.File+":"+string(rune('0'+l.Number))+":"+string(l.Text))
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return got, failed
}

func TestEach(t *testing.T) {
	a := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(a, []byte("x\r\ny"), 0o666); err != nil {
		t.Fatal(err)
	}
	read := 0
	in := Inputs{Names: []string{a, Stdin}, Stdin: strings.NewReader("z\n\n"), Read: func(n int) { read += n }}
	got, failed := collect(t, &in)
	if want := []string{a + ":1:x", a + ":2:y", "-:1:z", "-:2:"}; !slices.Equal(got, want) || failed != nil || read != 7 {
		t.Errorf("%q, %q, %d bytes", got, failed, read)
	}
}

func TestEachGoesOnAfterErrors(t *testing.T) {
	broken := iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("a\nb\n")))
	dir := t.TempDir()
	in := Inputs{Names: []string{filepath.Join(dir, "none"), dir, Stdin}, Stdin: broken}
	_, failed := collect(t, &in)
	if len(failed) != 3 || !strings.HasSuffix(failed[2], "-: timeout") {
		t.Errorf("%q", failed)
	}
}

func TestEachStops(t *testing.T) {
	stop := errors.New("stop")
	in := Inputs{Stdin: strings.NewReader("a\nb\n"), Separator: '\n', Idle: func() error { return stop }}
	if err := in.Each(func(*Line) error { return nil }); err != stop {
		t.Errorf("the error of Idle: %v", err)
	}
	in.Idle = func() error { return nil }
	if err := in.Each(func(*Line) error { return stop }); err != stop {
		t.Errorf("the error of a line: %v", err)
	}
}

func TestEscapedLines(t *testing.T) {
	in := Inputs{Stdin: strings.NewReader("é\\x41\né\\q\n"), Separator: '\n', Escaped: true, Idle: func() error { return nil }}
	var got []string
	err := in.Each(func(l *Line) error {
		got = append(got, string(l.Raw)+" "+string(l.Text))
		return nil
	})
	if want := `-:2:2: "\q" is no escape`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %v", err, want)
	}
	if !slices.Equal(got, []string{`é\x41 éA`}) {
		t.Errorf("%q", got)
	}
}

func TestSize(t *testing.T) {
	a := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(a, make([]byte, 5), 0o666); err != nil {
		t.Fatal(err)
	}
	if n, ok := (&Inputs{Names: []string{a, a}}).Size(); n != 10 || !ok {
		t.Errorf("%d, %v", n, ok)
	}
	for _, name := range []string{filepath.Dir(a), a + "none", Stdin} {
		if _, ok := (&Inputs{Names: []string{a, name}, Stdin: strings.NewReader("")}).Size(); ok {
			t.Errorf("%s has a size", name)
		}
	}
}
