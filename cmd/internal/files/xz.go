package files

import (
	"fmt"
	"io"
	"math"

	"github.com/therootcompany/xz"
)

// An unxz reads the streams of an xz file.
type unxz struct {
	src  *source
	text *xz.Reader
}

func newXz(src *source) decoder { return &unxz{src: src} }

func (z *unxz) Read(p []byte) (n int, err error) {
	if z.text == nil {
		z.src.large() // the library allocates the dictionary, whose size is not known in advance
		z.text, err = xz.NewReader(z.src, uint32(min(z.src.window, math.MaxUint32)))
	}
	if err == nil {
		n, err = z.text.Read(p)
	}
	switch err {
	case xz.ErrBuf:
		err = io.ErrUnexpectedEOF
	case xz.ErrMemlimit:
		err = &damage{
			Offset:  z.src.place(),
			Problem: fmt.Sprintf("the xz dictionary is larger than %d MiB", z.src.window>>20),
			Remedy:  "use a larger --max-window",
		}
	}
	return n, err
}

func (z *unxz) Close() {}
