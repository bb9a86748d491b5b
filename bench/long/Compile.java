import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import java.util.Random;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A Java agent with a thread that compiles made-up classes with the JDK's own compiler: deep stacks, nearly all of them new. */
public class Compile {
  static final Random random = new Random(7);

  public static void premain(String options) {
    Thread thread = new Thread(Compile::compileAlways, "compiler");
    thread.setDaemon(true);
    thread.start();
  }

  static void compileAlways() {
    for (int i = 0; ; i++) compile("Made" + i);
  }

  static void compile(String name) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    SimpleJavaFileObject source = new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreErrors) {
        return sourceOf(name);
      }
    };
    compiler.getTask(new StringWriter(), null, null, List.of("-proc:none", "-d", System.getProperty("java.io.tmpdir")), null, List.of(source)).call();
  }

  static String sourceOf(String name) {
    StringBuilder text = new StringBuilder("class " + name + "<T> {\n");
    for (int i = 0; i < 30; i++) {
      text.append("  int m").append(i).append("(int a) { java.util.function.IntUnaryOperator f = b -> ").append(expression(6)).append("; ");
      text.append("int s = a; for (int i = 0; i < a; i++) { if (").append(expression(4)).append(" > 0) s += f.applyAsInt(i); } return s; }\n");
    }
    return text.append("}\n").toString();
  }

  static String expression(int depth) {
    if (depth == 0) return random.nextBoolean() ? "a" : String.valueOf(random.nextInt(100));
    switch (random.nextInt(4)) {
      case 0: return "(" + expression(depth - 1) + " + " + expression(depth - 1) + ")";
      case 1: return "(a > " + expression(depth - 1) + " ? " + expression(depth - 1) + " : 1)";
      case 2: return "Math.max(" + expression(depth - 1) + ", " + expression(depth - 1) + ")";
      default: return "-" + expression(depth - 1);
    }
  }
}
