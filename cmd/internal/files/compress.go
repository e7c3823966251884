package files

import (
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compressing returns the function that writes the text of an output as its name promises:
// compressed if the name ends with the extension of a compression.
func compressing(f Output) (text func(io.Writer) error, err error) {
	var open func(io.Writer) (io.WriteCloser, error)
	switch _, kind := CutEnding(f.Name); kind.Compression {
	case "gzip":
		open = func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }
	case "zstd":
		open = func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }
	default:
		if kind.Is != "" {
			return nil, fmt.Errorf("only gzip (.gz) and zstd (.zst) output is supported; choose another name, or use a pipe")
		}
		return f.Text, nil
	}
	return func(w io.Writer) error {
		c, err := open(w)
		if err == nil {
			err = f.Text(c)
		}
		if err == nil {
			err = c.Close()
		}
		return err
	}, nil
}
