package peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The lines of a file, as bytes and as what peers that take only strings may be given: null
 * where a line is not UTF-8.
 */
record Corpus(byte[][] bytes, String[] strings) {
    /** Reads a file. Its lines end in LF; the last one may go without. */
    static Corpus load(Path file) throws IOException {
        byte[] data = Files.readAllBytes(file);
        List<byte[]> lines = new ArrayList<>();
        for (int start = 0, end; start < data.length; start = end + 1) {
            for (end = start; end < data.length && data[end] != '\n'; ) {
                end++;
            }
            lines.add(Arrays.copyOfRange(data, start, end));
        }
        byte[][] bytes = lines.toArray(byte[][]::new);
        return new Corpus(bytes, Arrays.stream(bytes).map(Corpus::decode).toArray(String[]::new));
    }

    /**
     * Decodes a line, or returns null where it is not UTF-8. The constructor of String puts
     * U+FFFD where something is wrong, so a string with that character, and only such a one, is
     * encoded again: from what was ill-formed come other bytes. Rejected: a CharsetDecoder that
     * reports errors and is kept, which is a tenth faster where most lines are not ASCII, but a
     * tenth slower where all are.
     */
    static String decode(byte[] line) {
        String s = new String(line, UTF_8);
        return s.indexOf('\uFFFD') < 0 || Arrays.equals(s.getBytes(UTF_8), line) ? s : null;
    }
}
