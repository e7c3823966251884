import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.SpoofChecker;
import com.ibm.icu.util.VersionInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the grammar build/grammars/uts39.abnf to standard output. It needs a JDK of 17 or later and
 * ICU4J, com.ibm.icu:icu4j:78.1 of Maven Central. It is run by hand, when Unicode changes:
 *
 * <pre>
 * mvn dependency:copy -Dartifact=com.ibm.icu:icu4j:78.1 -DoutputDirectory=.
 * java -cp icu4j-78.1.jar LookAlikes.java > ../../build/grammars/uts39.abnf
 * </pre>
 */
class LookAlikes {
  static final String HEADER =
      """
      ; Unicode Technical Standard 39, Unicode Security Mechanisms: letters that look like ASCII, by script
      ; and by what they look like. They are the letters of scripts other than Latin that UTS 46 leaves in a
      ; host as they are, and whose skeleton (section 4) consists of ASCII letters and digits. The rule like-a
      ; is of letters whose skeleton is "a" or "A".
      ; Written by benchmarks/uts39/LookAlikes.java from com.ibm.icu:icu4j:%s. DO NOT EDIT. Unicode %s.
      ;
      """;

  public static void main(String[] args) {
    SpoofChecker checker = new SpoofChecker.Builder().build();
    Normalizer2 uts46 = Normalizer2.getInstance(null, "uts46", Normalizer2.Mode.COMPOSE);
    Map<String, List<Integer>> scripts = new TreeMap<>(), likes = new TreeMap<>();
    for (int c = 0x80; c <= Character.MAX_CODE_POINT; c++) {
      int script = UScript.getScript(c);
      if (!UCharacter.isLetter(c) || script == UScript.LATIN || script == UScript.COMMON) {
        continue;
      }
      String text = UCharacter.toString(c), skeleton = checker.getSkeleton(text);
      if (!uts46.normalize(text).equals(text) || !skeleton.matches("[A-Za-z0-9]+")) {
        continue;
      }
      String name = UScript.getName(script).replace('_', '-');
      scripts.computeIfAbsent(name, x -> new ArrayList<>()).add(c);
      likes.computeIfAbsent("like-" + skeleton.toLowerCase(Locale.ROOT), x -> new ArrayList<>()).add(c);
    }
    System.out.printf(HEADER, version(VersionInfo.ICU_VERSION, 2), version(UCharacter.getUnicodeVersion(), 3));
    System.out.println("; @set Script: " + String.join(" ", scripts.keySet()));
    System.out.println("; @set LookAlike: " + String.join(" ", likes.keySet()));
    System.out.println();
    scripts.forEach(LookAlikes::print);
    System.out.println();
    likes.forEach(LookAlikes::print);
  }

  static String version(VersionInfo v, int numbers) {
    return v.getVersionString(numbers, numbers);
  }

  /** Prints a rule, with the code points as ranges. */
  static void print(String name, List<Integer> points) {
    StringBuilder line = new StringBuilder(name + " =");
    for (int i = 0, j; i < points.size(); i = j) {
      for (j = i + 1; j < points.size() && points.get(j) == points.get(j - 1) + 1; ) {
        j++;
      }
      String item = String.format(j - i > 1 ? "%%x%X-%X" : "%%x%X", points.get(i), points.get(j - 1));
      if (line.length() + item.length() > 95) {
        System.out.println(line + " /");
        line = new StringBuilder("    " + item);
      } else {
        line.append(i == 0 ? " " : " / ").append(item);
      }
    }
    System.out.println(line);
  }
}
