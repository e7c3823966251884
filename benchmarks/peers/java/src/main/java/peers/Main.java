package peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The Java peers of the benchmarks, as a child process of the harness:
 *
 * <pre>
 * java -XX:+UseSerialGC -jar peers.jar [--parsers]
 * </pre>
 *
 * The serial collector costs the program least: Jena is up to a seventh faster with it than with
 * the default.
 *
 * <p>On its standard output the program first writes a line of JSON for each peer, with the keys
 * name, language, version and standard, and then an empty line. It answers each line of its
 * standard input by a line. Tabs separate the fields:
 *
 * <pre>
 * load FILE      ok STRINGS             reads the strings of a file, any bytes: before each its
 *                                       length in four bytes, the least significant first
 * verdicts PEER  a 0 or 1 a string
 * time PEER TURN NS ACCEPTED ALLOCS     passes over the strings, as many as fit in TURN nanoseconds,
 *                                       at least one: the least CPU time of the thread in
 *                                       nanoseconds, valid strings, and -1: Java counts no
 *                                       allocations
 * says PARSER    a field a string       ! rejected, - accepted without a host, =HOST (with \xHH for
 *                                       bytes outside of visible ASCII), + accepted by a parser
 *                                       without hosts, ? not a string for the parser, ^ it fails
 * quit           no reply               the program ends, as at the end of its input
 * </pre>
 *
 * The reply to a failed request is {@code error TEXT}.
 *
 * <p>With --parsers the program has parsers instead of peers, and lists them with the key rule
 * instead of standard. They answer says.
 *
 * <p>Before the first timed pass of a peer after a load, it runs over the lines for
 * {@link #WARM_UP} nanoseconds, so that the timed code is compiled. The compiler and the
 * garbage collector run in threads of their own. Their time is not counted.
 */
public final class Main {
    private static final long WARM_UP = 1_000_000_000;

    private final List<Peer> peers = Peer.all();
    private final List<Parser> parsers = Parser.all();
    private final Set<Peer> warm = new HashSet<>();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private Corpus corpus = new Corpus(new byte[0][], new String[0]);
    private boolean[] verdicts = {};

    private Main() throws IOException {}

    public static void main(String[] args) throws IOException {
        boolean parsers = args.length == 1 && args[0].equals("--parsers");
        if (args.length > 0 && !parsers) {
            System.err.println("usage: java -jar peers.jar [--parsers]");
            System.exit(2);
        }
        new Main().serve(
            parsers,
            new BufferedReader(new InputStreamReader(System.in, UTF_8)),
            new PrintStream(System.out, true, UTF_8));
    }

    private void serve(boolean asParsers, BufferedReader in, PrintStream out) throws IOException {
        if (asParsers) {
            parsers.forEach(p -> out.println(p.json()));
        } else {
            peers.forEach(p -> out.println(p.json()));
        }
        out.println();
        for (String line; (line = in.readLine()) != null && !line.equals("quit"); ) {
            String reply;
            try {
                reply = answer(line);
            } catch (IOException | RuntimeException e) {
                reply = "error\t" + e.toString().replace('\n', ' ');
            }
            out.println(reply);
        }
    }

    /** Returns the reply to a request. */
    private String answer(String request) throws IOException {
        String[] fields = request.split("\t", 2);
        if (fields.length < 2) {
            throw new IllegalArgumentException("a request is load, verdicts, time or says, a tab, and a name");
        }
        return switch (fields[0]) {
            case "load" -> load(Path.of(fields[1]));
            case "verdicts" -> verdicts(peer(fields[1]));
            case "time" -> time(fields[1].split("\t", 2));
            case "says" -> says(parser(fields[1]));
            default -> throw new IllegalArgumentException(
                fields[0] + " is no request: there are load, verdicts, time, says and quit");
        };
    }

    private Peer peer(String name) {
        return peers.stream().filter(p -> p.name().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no peer is called " + name));
    }

    private Parser parser(String name) {
        return parsers.stream().filter(p -> p.name().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no parser is called " + name));
    }

    private String says(Parser parser) {
        return Arrays.stream(corpus.strings()).map(parser::field).collect(Collectors.joining("\t"));
    }

    private String load(Path file) throws IOException {
        corpus = Corpus.load(file);
        verdicts = new boolean[corpus.bytes().length];
        warm.clear();
        return "ok\t" + verdicts.length;
    }

    private String verdicts(Peer peer) {
        peer.pass().run(corpus, verdicts);
        StringBuilder reply = new StringBuilder(verdicts.length);
        for (boolean v : verdicts) {
            reply.append(v ? '1' : '0');
        }
        return reply.toString();
    }

    private String time(String[] fields) {
        if (fields.length < 2) {
            throw new IllegalArgumentException("time wants a peer and the nanoseconds of a turn");
        }
        Peer peer = peer(fields[0]);
        long turn = Long.parseLong(fields[1]);
        if (warm.add(peer)) {
            for (long spent = 0; spent < WARM_UP; ) {
                spent += pass(peer);
            }
        }
        long least = pass(peer);
        int accepted = accepted();
        for (long spent = least; spent < turn; ) {
            long time = pass(peer);
            if (accepted() != accepted) {
                throw new IllegalStateException("a pass accepted " + accepted() + " lines, and another " + accepted);
            }
            least = Math.min(least, time);
            spent += Math.max(time, 1000);
        }
        return least + "\t" + accepted + "\t-1";
    }

    private int accepted() {
        int accepted = 0;
        for (boolean v : verdicts) {
            accepted += v ? 1 : 0;
        }
        return accepted;
    }

    /** Makes a pass of a peer over all lines, and returns its CPU time in nanoseconds. */
    private long pass(Peer peer) {
        long start = threads.getCurrentThreadCpuTime();
        peer.pass().run(corpus, verdicts);
        return threads.getCurrentThreadCpuTime() - start;
    }
}
