// Command build writes the playground as files for any web server, and prints their sizes.
//
//	go run ./cmd/playground/build [-brotli] -o DIR
//
// A server should compress abnf.wasm. With -brotli, the folder also contains each file compressed
// with Brotli, for servers that send such files, and the sizes are those of the compressed files.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"

	"github.com/irilex/iri/cmd/playground/internal/site"
)

func main() {
	dir := flag.String("o", "", "write to the folder `DIR`")
	compress := flag.Bool("brotli", false, "also write files compressed with Brotli, which takes half a minute")
	flag.Parse()
	if *dir == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := build(*dir, *compress); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(2)
	}
}

// suffix ends the names of compressed files.
const suffix = ".br"

func build(dir string, compress bool) error {
	if err := site.Write(context.Background(), dir); err != nil {
		return err
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, file := range files {
		name := filepath.Join(dir, file.Name())
		if file.IsDir() || filepath.Ext(name) == suffix {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if !compress {
			fmt.Printf("%9d %s\n", len(data), file.Name())
			continue
		}
		small, err := pack(data)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name+suffix, small, 0o666); err != nil {
			return err
		}
		fmt.Printf("%9d %9d %s\n", len(data), len(small), file.Name())
	}
	return nil
}

// pack compresses data with Brotli.
func pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, brotli.BestCompression)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}
