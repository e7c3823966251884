package peers;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.jena.rfc3986.IRIParseException;
import org.apache.jena.rfc3986.RFC3986;

/** A validator of others. */
record Peer(String name, String version, String standard, Pass pass) {
    /** A pass over all lines of a corpus. It writes a verdict for each. */
    interface Pass {
        void run(Corpus corpus, boolean[] verdicts);
    }

    static List<Peer> all() throws IOException {
        return Stream.of(
                of("abnf gen --lang java", "this one", "RFC 3987", Ported.IRI::valid),
                of("Jena RFC3986.checkSyntax", jenaVersion(), "RFC 3987", Peer::jena),
                of("java.net.URI", System.getProperty("java.version"), "RFC 2396", Peer::uri))
            .flatMap(List::stream).toList();
    }

    /** Returns the peer's line of the list. Its fields need no escapes. */
    String json() {
        return """
            {"name":"%s","language":"Java","version":"%s","standard":"%s"}"""
            .formatted(name, version, standard);
    }

    /**
     * A peer twice. With bytes for input, decoding is part of its work, as in a validator of bytes.
     * With strings for input, lines that are not UTF-8 cost it no time.
     */
    private static List<Peer> of(String name, String version, String standard, Predicate<String> valid) {
        Pass fedBytes = (corpus, verdicts) -> {
            byte[][] lines = corpus.bytes();
            for (int i = 0; i < lines.length; i++) {
                String s = Corpus.decode(lines[i]);
                verdicts[i] = s != null && valid.test(s);
            }
        };
        Pass fedStrings = (corpus, verdicts) -> {
            String[] lines = corpus.strings();
            for (int i = 0; i < lines.length; i++) {
                verdicts[i] = lines[i] != null && valid.test(lines[i]);
            }
        };
        return List.of(
            new Peer(name, version, standard, fedBytes),
            new Peer(name + ", decoded before", version, standard, fedStrings));
    }

    /**
     * Jena's check of the syntax accepts relative references too. It is faster than creating an
     * IRI, because that also checks the rules of some schemes.
     */
    private static boolean jena(String s) {
        try {
            RFC3986.checkSyntax(s);
            return hasScheme(s);
        } catch (IRIParseException e) {
            return false;
        }
    }

    /** Reports whether the first delimiter of a valid IRI reference is a colon, after a scheme. */
    private static boolean hasScheme(String s) {
        for (int i = 0; i < s.length(); i++) {
            switch (s.charAt(i)) {
                case ':':
                    return true;
                case '/', '?', '#':
                    return false;
            }
        }
        return false;
    }

    private static boolean uri(String s) {
        try {
            return new URI(s).isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    static String jenaVersion() throws IOException {
        Properties p = new Properties();
        try (InputStream in = Peer.class.getResourceAsStream(
                "/META-INF/maven/org.apache.jena/jena-iri3986/pom.properties")) {
            p.load(in);
        }
        return p.getProperty("version");
    }
}
