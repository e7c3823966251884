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
 * The strings of a file, as bytes and as what peers that take only strings may be given: null
 * where one is not UTF-8.
 */
record Corpus(byte[][] bytes, String[] strings) {
    /** Reads a file: before each string there are four bytes with its length, the least significant first. */
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
