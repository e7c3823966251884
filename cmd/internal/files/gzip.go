package files

import (
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// A gunzip reads the members of a gzip file.
//
// Rejected. The library's multistream mode: it treats a member that is truncated within its file
// name as the end of the file.
type gunzip struct {
	src    *source
	member gzip.Reader
	inside bool // whether member is being read
}

func newGzip(src *source) decoder { return &gunzip{src: src} }

func (g *gunzip) Read(p []byte) (n int, err error) {
	if !g.inside {
		if err := g.next(); err != nil {
			return 0, err
		}
		g.inside = true
	}
	if n, err = g.member.Read(p); err == io.EOF {
		g.inside, err = false, nil
	}
	return n, err
}

// next starts the next member. It returns io.EOF at the end of the file.
func (g *gunzip) next() error {
	if err := g.src.end(); err != nil {
		return err
	}
	if magic, _ := g.src.Peek(2); !strings.HasPrefix("\x1F\x8B", string(magic)) {
		return garbage(g.src.place())
	}
	if err := g.member.Reset(g.src.Reader); err != nil {
		return noEOF(err)
	}
	g.member.Multistream(false)
	return nil
}

func (g *gunzip) Close() {}
