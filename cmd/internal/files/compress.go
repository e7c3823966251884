package files

import (
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// compressors maps the name of a compression that can be written to its constructor.
var compressors = map[string]func(io.Writer) (io.WriteCloser, error){
	"gzip": func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
	"zstd": func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) },
}

// compressing returns the function that writes the text of an output, compressed if the name of the
// output ends with the extension of a compression.
func compressing(f Output) (text func(io.Writer) error, err error) {
	_, kind := CutEnding(f.Name)
	open := compressors[kind.Compression]
	switch {
	case kind.Is == "":
		return f.Text, nil
	case open == nil:
		return nil, fmt.Errorf("only gzip (.gz) and zstd (.zst) output is supported; choose another name, or use a pipe")
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
