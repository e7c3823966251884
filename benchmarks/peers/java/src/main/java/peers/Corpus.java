package peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The strings of a file, as bytes, and as strings for peers that take only these: null for a string
 * that is not UTF-8.
 */
record Corpus(byte[][] bytes, String[] strings) {
    /** Reads a file: before each string its length in four bytes, the least significant first. */
    static Corpus load(Path file) throws IOException {
        ByteBuffer data = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> strings = new ArrayList<>();
        while (data.hasRemaining()) {
            byte[] string = new byte[data.getInt()];
            data.get(string);
            strings.add(string);
        }
        byte[][] bytes = strings.toArray(byte[][]::new);
        return new Corpus(bytes, Arrays.stream(bytes).map(Corpus::decode).toArray(String[]::new));
    }

    /**
     * Decodes a line. It returns null for a line that is not UTF-8.
     *
     * <p>Idea: the constructor of String replaces ill-formed bytes by U+FFFD. So a string with this
     * character, and only such a string, is encoded again and compared with the line.
     *
     * <p>Rejected: a cached CharsetDecoder that reports errors. It is a tenth faster if most lines
     * are not ASCII, but a tenth slower if all are.
     */
    static String decode(byte[] line) {
        String s = new String(line, UTF_8);
        return s.indexOf('\uFFFD') < 0 || Arrays.equals(s.getBytes(UTF_8), line) ? s : null;
    }
}
