package peers

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/irilex/iri/benchmarks/measure"
)

// Go cannot link code in some languages, so peers in those languages run in children. A child is a
// process that reads requests from its standard input and writes answers to its standard output.
// First it lists its peers: one line of JSON per peer, with the keys name, language, version and
// standard, followed by an empty line. After that it answers each request. Requests and answers are
// one line each, with fields separated by tabs. The requests are listed below, with the answers
// after "->"; words in capitals are placeholders:
//
// load FILE         the child reads the strings in a file, which may contain any bytes: each is
//                   preceded by its length in four bytes, least significant byte first
//                   ->  ok STRINGS, the number of strings
// verdicts PEER     ->  a 1 or 0 for each string, in one field
// time PEER TURN    the child makes as many passes over the strings as fit in TURN nanoseconds, but
//                   at least one  ->  NS ACCEPTED ALLOCS: the CPU time of the fastest pass in
//                   nanoseconds, the number of strings that each pass accepted, and the smallest
//                   number of heap allocations in a pass, or -1
// says PARSER       ->  one field per string, a differences.Says
// quit              ->  no answer
//
// The answer to a failed request is "error TEXT". The child shares the standard error of this
// process.
//
// A single request covers all passes of a turn. A child's turn is [wakes] times as long as a turn
// in this process, because a child and its processor sleep between requests and this process never
// does. With one request per pass, or with turns of 4 ms, iri.Valid took an eighth longer on web
// URLs in a child (Zen 4). In turns of 20 ms it is as fast in a child as here.
//
// A child for parsers lists parsers instead of peers, with the key rule instead of standard. It
// answers the request says, but not verdicts or time.

// A Child is this process's end of a running child.
type Child struct {
	Peers []measure.Peer

	listed   []string // the lines of JSON with which the child lists its peers
	requests io.Writer
	answers  *bufio.Reader
	close    func() error
	loaded   *measure.Corpus // the corpus that the child read last, or nil
}

// StartChild starts a child with the given command and reads its list of peers.
func StartChild(command []string) (*Child, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	requests, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	answers, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c, err := newChild(requests, answers)
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		return nil, fmt.Errorf("%s: %w", command[0], err)
	}
	c.close = func() error { return errors.Join(requests.Close(), cmd.Wait()) }
	return c, nil
}

// newChild returns a Child with the given input and output, after reading its list of peers.
func newChild(requests io.Writer, answers io.Reader) (*Child, error) {
	c := &Child{requests: requests, answers: bufio.NewReader(answers), close: func() error { return nil }}
	for {
		line, err := c.line()
		if err != nil {
			return nil, err
		}
		if line == "" {
			return c, nil
		}
		var p measure.Peer
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			return nil, fmt.Errorf("a line about a peer, or an empty one, was expected: %q: %w", line, err)
		}
		if p.Name == "" {
			return nil, fmt.Errorf("a peer without a name: %q", line)
		}
		c.listed = append(c.listed, line)
		p.Standard = standard(string(p.Standard))
		p.Open = func(q measure.Question) (measure.Asked, error) {
			if q != measure.IsIRI { // the protocol does not send the question
				return nil, measure.ErrNotAsked
			}
			return childPeer{c, p.Name}, nil
		}
		c.Peers = append(c.Peers, p)
	}
}

// Close sends the child the request "quit" and waits for it to exit.
func (c *Child) Close() error {
	_, err := io.WriteString(c.requests, "quit\n")
	return errors.Join(err, c.close())
}

// line reads a line from the child, without its line ending. It returns an error if the child has
// exited.
func (c *Child) line() (string, error) {
	line, err := c.answers.ReadString('\n')
	if err == io.EOF {
		err = fmt.Errorf("the child ended in the middle of an answer: %w", io.ErrUnexpectedEOF)
	}
	return strings.TrimRight(line, "\r\n"), err
}

// ask sends a line with the fields request and about and returns the fields of the answer. It
// returns an error if the child does not answer or answers with an error.
func (c *Child) ask(request, about string) ([]string, error) {
	if _, err := fmt.Fprintf(c.requests, "%s\t%s\n", request, about); err != nil {
		return nil, err
	}
	line, err := c.line()
	if err != nil {
		return nil, err
	}
	if text, isError := strings.CutPrefix(line, "error\t"); isError {
		return nil, fmt.Errorf("%s %s: the child says: %s", request, about, text)
	}
	return strings.Split(line, "\t"), nil
}

// load makes the child read the lines of a corpus from a file, unless that is the corpus it read
// last. It returns an error if the child reads a different number of lines.
func (c *Child) load(corpus *measure.Corpus) error {
	if c.loaded == corpus {
		return nil
	}
	file, err := corpus.Write()
	if err != nil {
		return err
	}
	answer, err := c.ask("load", file)
	if err != nil {
		return err
	}
	if want := []string{"ok", strconv.Itoa(len(corpus.Lines))}; strings.Join(answer, " ") != strings.Join(want, " ") {
		return fmt.Errorf("load of %d lines: the child answers %q", len(corpus.Lines), answer)
	}
	c.loaded = corpus
	return nil
}

// childPeer is a peer in a child.
type childPeer struct {
	child *Child
	name  string
}

func (p childPeer) Verdicts(c *measure.Corpus) ([]byte, error) {
	if err := p.child.load(c); err != nil {
		return nil, err
	}
	answer, err := p.child.ask("verdicts", p.name)
	if err != nil {
		return nil, err
	}
	verdicts := []byte(answer[0])
	for i := range verdicts {
		verdicts[i] -= '0'
	}
	return verdicts, nil
}

func (p childPeer) Time(c *measure.Corpus) (measure.Sample, error) { return p.Turn(c, 0) }

// wakes is how many times longer a turn in a child is than a turn in this process.
const wakes = 5

// Turn requests from the child a turn of length wakes*turn. It returns the minima over its passes.
func (p childPeer) Turn(c *measure.Corpus, turn time.Duration) (s measure.Sample, err error) {
	if err := p.child.load(c); err != nil {
		return s, err
	}
	answer, err := p.child.ask("time", fmt.Sprintf("%s\t%d", p.name, wakes*turn.Nanoseconds()))
	if err != nil {
		return s, err
	}
	if n, err := fmt.Sscan(strings.Join(answer, " "), &s.Nanoseconds, &s.Accepted, &s.Allocs); err != nil ||
		n != len(answer) {
		return s, fmt.Errorf("time: NS, ACCEPTED and ALLOCS were expected, the child answers %q", answer)
	}
	if s.Nanoseconds <= 0 {
		return s, fmt.Errorf("time: %d ns, the child answers, where there is no pass that takes no time", s.Nanoseconds)
	}
	return s, nil
}

// Asked returns the child's peer with the given name.
func (c *Child) Asked(name string) measure.Asked { return childPeer{c, name} }

// Known returns the child's peers, or nil for a nil child.
func (c *Child) Known() []measure.Peer {
	if c == nil {
		return nil
	}
	return c.Peers
}
