package build

import "testing"

// TestInASCII compares counts with those of rules that are written with ASCII characters only.
func TestInASCII(t *testing.T) {
	g := compileText("all = 1*3(ALPHA / %xE9 / %x0-1F) / \"-\"\nascii = 1*3ALPHA / \"-\"\nnone = 1*%x80-10FFFF\n")
	members := func(rule string) *Members {
		m, err := g.Members(t.Context(), rule, Characters)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	in, err := members("all").InASCII()
	if err != nil {
		t.Fatal(err)
	}
	for length := range 5 {
		got, err := in.Count(length)
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := members("ascii").Count(length); got.Cmp(want) != 0 {
			t.Errorf("%d members of length %d, want %d", got, length, want)
		}
	}
	if in, err = members("none").InASCII(); err != nil || in.Shortest() != -1 {
		t.Errorf("a shortest member of %d characters, %v", in.Shortest(), err)
	}
}
