import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Prints what the functions of a generated file return for each line of standard input, a rule and a
 * text in hexadecimal digits; see TestPorts.
 */
class Main {
    static String part(int begin, int end) {
        return " " + begin + "-" + end;
    }

    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var out = new StringBuilder();
        for (String line; (line = in.readLine()) != null; ) {
            int tab = line.indexOf('\t');
            String text = new String(HexFormat.of().parseHex(line.substring(tab + 1)), StandardCharsets.UTF_8);
            out.append(Dispatch.results(line.substring(0, tab), text)).append('\n');
        }
        new PrintStream(System.out, false, StandardCharsets.US_ASCII).append(out).flush();
    }
}
