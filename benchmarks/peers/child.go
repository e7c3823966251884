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

// Peers in languages that Go cannot link are children. A child is a program that reads and writes
// lines of text. At its start it lists its peers: for each a line of JSON with the keys name,
// language, version and standard, and then an empty line. Then it answers each request, one line,
// with one line. Tabs separate the fields:
//
// load FILE         the strings of a file, any bytes: before each its length in four bytes, the
//                   least significant first  ->  ok STRINGS
// verdicts PEER     ->  1 or 0 for each string
// time PEER TURN    passes over the strings, as many as fit in TURN nanoseconds, at least one
//                   ->  NS ACCEPTED ALLOCS: the CPU time of the fastest pass in nanoseconds, the
//                   strings each accepted, and the least heap allocations of a pass, or -1
// says PARSER       ->  a field for each string, a differences.Says
// quit              ->  no answer
//
// The answer to a failed request is "error TEXT". The output of a child to stderr is shown
// unchanged.
//
// The passes of a turn are one request, and a turn of a child is [wakes] times as long as one of a
// peer in this process. The reason: a child and its processor sleep before a request, and this
// process never sleeps. With requests of one pass, or turns of 4 ms, iri.Valid on web URLs took an
// eighth longer in a child (Zen 4); after 20 ms it is as fast in a child as here.
//
// A child for parsers lists parsers instead of peers, with the key rule instead of standard. They
// answer says, and neither verdicts nor time.

// A Child is a running child.
type Child struct {
	Peers []measure.Peer

	listed   []string // the lines about the peers
	requests io.Writer
	answers  *bufio.Reader
	close    func() error
	loaded   *measure.Corpus
}

// StartChild starts a program with this protocol.
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

// newChild reads the list of the peers of a child.
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
			if q != measure.IsIRI { // the protocol has no question
				return nil, measure.ErrNotAsked
			}
			return childPeer{c, p.Name}, nil
		}
		c.Peers = append(c.Peers, p)
	}
}

// Close ends the child.
func (c *Child) Close() error {
	_, err := io.WriteString(c.requests, "quit\n")
	return errors.Join(err, c.close())
}

// line reads a line of an answer, without its end. It fails if the child has ended.
func (c *Child) line() (string, error) {
	line, err := c.answers.ReadString('\n')
	if err == io.EOF {
		err = fmt.Errorf("the child ended in the middle of an answer: %w", io.ErrUnexpectedEOF)
	}
	return strings.TrimRight(line, "\r\n"), err
}

// ask sends a request about a thing, and returns the fields of the answer. It fails if the
// child does not answer, or answers with an error.
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

// load makes the child read a corpus, unless it has read this one last. It fails if the child
// has read another number of lines.
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

// childPeer is a peer of a child.
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

// wakes is the length of a turn of a child, in turns of a peer in this process.
const wakes = 5

// Turn returns the figures of the fastest pass in a turn of a child.
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

// Asked returns the peer of a name, for questions about lines.
func (c *Child) Asked(name string) measure.Asked { return childPeer{c, name} }

// Known returns the peers of a child, and nil for a nil child.
func (c *Child) Known() []measure.Peer {
	if c == nil {
		return nil
	}
	return c.Peers
}
