package small

import "testing"

func TestClamp(t *testing.T) {
	for n, want := range map[int]int{-9: -1, -2: -1, 0: 0, 2: 2, 3: 3, 4: 3, 9: 3} {
		if got := Clamp(n); got != want {
			t.Errorf("%d: %d", n, got)
		}
	}
}

func TestBoth(t *testing.T) {
	if !Both(true, true, 0) || Both(false, false, 0) {
		t.Error("wrong")
	}
}

func TestBox(t *testing.T) {
	var b box[string]
	b.Push("a", "b")
	b.Push("c")
	if len(b.items) != 3 || Last[string](&b) != "c" || b.zero() != "" {
		t.Error(b)
	}
}

func TestSafe(t *testing.T) {
	if Safe(func() { panic("no") }) || !Safe(func() {}) {
		t.Error("wrong")
	}
}

func TestHalf(t *testing.T) {
	if Half(5) != 2 || Half(2) != 1 {
		t.Error("wrong")
	}
}
