package files

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestSpool repeatedly writes texts of various sizes to a Spool and reads them back.
func TestSpool(t *testing.T) {
	r := rand.New(rand.NewPCG(72, 72))
	var s Spool
	defer s.Close()
	for _, size := range []int{0, 1, spoolRoom - 1, spoolRoom, spoolRoom + 1, 5*spoolRoom + 3, 7, 2 * spoolRoom} {
		var want, got bytes.Buffer
		for want.Len() < size {
			text := bytes.Repeat([]byte{byte(r.Uint32())}, min(1+r.IntN(1+size/3), size-want.Len()))
			want.Write(text)
			if n, err := s.Write(text); n != len(text) || err != nil {
				t.Fatal(n, err)
			}
		}
		if s.Empty() != (size == 0) {
			t.Errorf("%d bytes: Empty is %t", size, s.Empty())
		}
		n, err := s.WriteTo(&got)
		if err != nil || n != int64(size) || !bytes.Equal(got.Bytes(), want.Bytes()) || !s.Empty() {
			t.Errorf("%d bytes: %d were read, %v", size, n, err)
		}
	}
}
