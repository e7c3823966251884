package peers;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.function.Function;
import org.apache.jena.rfc3986.IRI3986;
import org.apache.jena.rfc3986.IRIParseException;
import org.apache.jena.rfc3986.RFC3986;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A parser answers more about a string than a peer: the verdict and the host. */
record Parser(String name, String version, String rule, Function<String, String> says) {
    static List<Parser> all() throws IOException {
        return List.of(
            new Parser("Jena RFC3986.create", Peer.jenaVersion(), "rfc3987 IRI-reference", Parser::jena),
            new Parser("java.net.URI", System.getProperty("java.version"), "rfc3986 URI-reference", Parser::uri));
    }

    /** Returns the parser's line of the list. Its fields need no escapes. */
    String json() {
        return """
            {"name":"%s","language":"Java","version":"%s","rule":"%s"}"""
            .formatted(name, version, rule);
    }

    /** Returns the answer about a string; null stands for a string that is not UTF-8. */
    String field(String s) {
        if (s == null) {
            return "?";
        }
        try {
            return says.apply(s);
        } catch (RuntimeException | StackOverflowError e) {
            return "^";
        }
    }

    private static String jena(String s) {
        try {
            IRI3986 iri = RFC3986.create(s);
            return host(iri.hasHost() ? iri.host() : null);
        } catch (IRIParseException e) {
            return "!";
        }
    }

    private static String uri(String s) {
        try {
            URI uri = new URI(s);
            // An authority that is not server-based stays whole.
            return uri.getHost() == null && uri.getRawAuthority() != null ? "+" : host(uri.getHost());
        } catch (URISyntaxException e) {
            return "!";
        }
    }

    private static String host(String host) {
        if (host == null) {
            return "-";
        }
        StringBuilder field = new StringBuilder("=");
        for (byte b : host.getBytes(UTF_8)) {
            if (b > ' ' && b < 0x7F && b != '\\') {
                field.append((char) b);
            } else {
                field.append("\\x%02X".formatted(b));
            }
        }
        return field.toString();
    }
}
