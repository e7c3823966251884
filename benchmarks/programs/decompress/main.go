// Command decompress decompresses a file by the packages of klauspost/compress, and discards the
// text. So its time is that of the decompressor alone. It prints the number of bytes.
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func main() {
	n, err := read(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "bytes")
}

func read(name string) (n int64, err error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	var rd io.Reader
	if strings.HasSuffix(name, ".zst") {
		rd, err = zstd.NewReader(file)
	} else {
		rd, err = gzip.NewReader(file)
	}
	if err != nil {
		return 0, err
	}
	return io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{rd}, make([]byte, 256<<10))
}
