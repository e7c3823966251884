import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Tries regular expressions of abnf regexp with java.util.regex; see TestExpressions. */
class Engine {
    static String text(String field) {
        return new String(HexFormat.of().parseHex(field), StandardCharsets.UTF_8);
    }

    public static void main(String[] args) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        String name = "";
        Pattern expression = null;
        int tests = 0, wrong = 0;
        try (var lines = Files.newBufferedReader(Path.of(args[0]))) {
            for (String line; (line = lines.readLine()) != null; ) {
                String[] f = line.split("\t", -1);
                if (f[0].equals("E")) {
                    name = f[1];
                    expression = Pattern.compile(text(f[2]));
                    continue;
                }
                String string = f[0].equals("L") // a long string: verdict, beginning, what is repeated, end, number
                    ? text(f[2]) + text(f[3]).repeat(Integer.parseInt(f[5])) + text(f[4])
                    : text(f[2]);
                boolean verdict = false;
                double seconds = Double.MAX_VALUE;
                for (int i = 0; i < (f[0].equals("L") ? 5 : 1); i++) {
                    long begin = threads.getCurrentThreadCpuTime();
                    verdict = expression.matcher(string).find();
                    seconds = Math.min(seconds, (threads.getCurrentThreadCpuTime() - begin) / 1e9);
                }
                if (f[0].equals("L")) {
                    System.out.println("time\t" + name + "\t" + f[6] + "\t" + f[5] + "\t" + seconds);
                }
                tests++;
                if (verdict != f[1].equals("1")) {
                    wrong++;
                    System.out.println("wrong\t" + name + "\t" + verdict + "\t"
                        + HexFormat.of().formatHex(string.substring(0, Math.min(100, string.length())).getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
        System.out.println("tests\t" + tests + "\t" + wrong);
    }
}
