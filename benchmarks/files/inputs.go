package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/irilex/iri/benchmarks/dump"
)

// An input is a file that programs read.
type input struct {
	path  string
	truth dump.Truth
}

// inputs are the files by their names.
type inputs map[string]input

// The names of the inputs.
const (
	triples     = "N-Triples"
	triplesGzip = "N-Triples, gzip"
	triplesZstd = "N-Triples, zstd"
	rightOnes   = "N-Triples without the wrong lines"
	urlList     = "URL list"
	someURLs    = "URL list, a part"
)

// part is the ratio of the lengths of the inputs urlList and someURLs: slow programs read only the
// first fiftieth of the URL list.
const part = 50

// generateFiles returns the inputs, files in a folder. If the folder has no index of files of this
// version and size, it generates all of them. step shows the progress.
func generateFiles(folder string, size int64, step func(string)) (inputs, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	base := filepath.Join(folder, fmt.Sprintf("v%d-%dMB", dump.Version, size/1_000_000))
	in := inputs{
		triples: {path: base + ".nt"}, triplesGzip: {path: base + ".nt.gz"}, triplesZstd: {path: base + ".nt.zst"},
		rightOnes: {path: base + "-right.nt"}, urlList: {path: base + ".txt"}, someURLs: {path: base + "-part.txt"},
	}
	index := base + ".json" // written last, so it stands for whole files
	truths := map[string]dump.Truth{}
	text, err := os.ReadFile(index)
	if err == nil {
		err = json.Unmarshal(text, &truths)
	} else if errors.Is(err, os.ErrNotExist) {
		step("generating " + base)
		if truths, err = in.generate(size); err == nil {
			text, _ = json.Marshal(truths)
			err = os.WriteFile(index, text, 0o666)
		}
	}
	for name, i := range in {
		i.truth = truths[name]
		in[name] = i
	}
	return in, err
}

// generate writes the files of all inputs, and returns for each the facts about its lines.
func (in inputs) generate(size int64) (truths map[string]dump.Truth, err error) {
	files := map[string]io.WriteCloser{}
	for name, i := range in {
		f, err := os.Create(i.path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		files[name] = f
	}
	packed := gzip.NewWriter(files[triplesGzip])
	packed2, err := zstd.NewWriter(files[triplesZstd], zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	all, err := dump.Triples(io.MultiWriter(files[triples], packed, packed2), files[rightOnes], size)
	if err = errors.Join(err, packed.Close(), packed2.Close()); err != nil {
		return nil, err
	}
	urls, err := dump.URLs(files[urlList], size)
	if err != nil {
		return nil, err
	}
	some, err := beginning(in[urlList].path, files[someURLs], urls)
	right := all
	right.Lines, right.Wrong = all.Lines-int64(len(all.Wrong)), nil
	for _, w := range all.Wrong {
		right.Bytes -= int64(len(w.Text) + 1)
	}
	for _, f := range files {
		err = errors.Join(err, f.Close())
	}
	return map[string]dump.Truth{
		triples: all, triplesGzip: all, triplesZstd: all, rightOnes: right, urlList: urls, someURLs: some,
	}, err
}

// beginning copies the first lines of the file from to the writer to: all whole lines in the first
// fiftieth of its bytes. all has the facts about the lines of the file. It returns those about the
// copied lines.
func beginning(from string, to io.Writer, all dump.Truth) (some dump.Truth, err error) {
	f, err := os.Open(from)
	if err != nil {
		return some, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, all.Bytes/part))
	if err != nil {
		return some, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	some.Bytes, some.Lines = int64(len(text)), int64(bytes.Count(text, []byte("\n")))
	for _, w := range all.Wrong {
		if w.Line <= some.Lines {
			some.Wrong = append(some.Wrong, w)
		}
	}
	_, err = to.Write(text)
	return some, err
}
