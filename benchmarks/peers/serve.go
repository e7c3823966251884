package peers

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
)

// The benchmarks command is also one of its own children. Built with the tag purego, it contains
// the peers of iri and tables without SIMD, so one table can show them next to the peers with SIMD.

// Portable is the suffix that this child adds to peer names.
const Portable = ", portable"

// IsServed reports whether this child serves the named peer: functions of iri and methods of
// tables.Rule, because these may use SIMD.
func IsServed(name string) bool {
	return strings.HasPrefix(name, "iri.") || strings.HasPrefix(name, "tables.Rule.")
}

// ServedPeers returns the peers that this child serves.
func ServedPeers() (peers []measure.Peer) {
	for _, p := range GoPeers() {
		if IsServed(p.Name) {
			p.Name += Portable
			peers = append(peers, p)
		}
	}
	return peers
}

// Serve runs a child with the given peers. It reads requests and writes answers as described in
// child.go, until the request "quit" or the end of the input.
func Serve(peers []measure.Peer, requests io.Reader, answers io.Writer) error {
	runtime.GOMAXPROCS(1) // as in [measure.Run]
	for _, p := range peers {
		line, err := json.Marshal(p)
		if err != nil {
			return err
		}
		fmt.Fprintf(answers, "%s\n", line)
	}
	fmt.Fprintln(answers)
	s := server{asked: map[string]measure.Asked{}, peers: peers}
	in := bufio.NewScanner(requests)
	for in.Scan() {
		request, about, _ := strings.Cut(in.Text(), "\t")
		if request == "quit" {
			return nil
		}
		answer, err := s.answer(request, about)
		if err != nil {
			answer = "error\t" + err.Error()
		}
		fmt.Fprintln(answers, answer)
	}
	return in.Err()
}

// A server is the child's end of the protocol.
type server struct {
	peers  []measure.Peer
	asked  map[string]measure.Asked
	corpus *measure.Corpus
}

func (s *server) answer(request, about string) (string, error) {
	if request == "load" {
		return s.load(about)
	}
	if s.corpus == nil {
		return "", errors.New("no lines are loaded")
	}
	name, turn, _ := strings.Cut(about, "\t")
	asked, err := s.open(name)
	if err != nil {
		return "", err
	}
	switch request {
	case "verdicts":
		verdicts, err := asked.Verdicts(s.corpus)
		for i := range verdicts {
			verdicts[i] += '0'
		}
		return string(verdicts), err
	case "time":
		ns, err := strconv.ParseInt(turn, 10, 64)
		if err != nil {
			return "", fmt.Errorf("a turn is nanoseconds: %w", err)
		}
		first, err := asked.Time(s.corpus)
		if err != nil {
			return "", err
		}
		runtime.GC()
		sample, err := measure.TakeTurn(asked, s.corpus, time.Duration(ns), first.Accepted)
		return fmt.Sprintf("%d\t%d\t%d", sample.Nanoseconds, sample.Accepted, sample.Allocs), err
	}
	return "", fmt.Errorf("there is no request %q: there are load, verdicts, time and quit", request)
}

func (s *server) load(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	lines, err := measure.Unpack(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	if s.corpus, err = measure.NewCorpus(file, measure.IsIRI, lines); err != nil {
		return "", err
	}
	return fmt.Sprintf("ok\t%d", len(lines)), nil
}

func (s *server) open(name string) (measure.Asked, error) {
	if s.asked[name] == nil {
		i := slices.IndexFunc(s.peers, func(p measure.Peer) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no peer %q", name)
		}
		asked, err := s.peers[i].Open(measure.IsIRI)
		if err != nil {
			return nil, err
		}
		s.asked[name] = asked
	}
	return s.asked[name], nil
}
