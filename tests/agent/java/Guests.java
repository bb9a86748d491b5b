import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Runs code of class loaders that it drops. `guest PATH CLASS` loads a class, runs it, and collects it with its loader; answers `done BEGIN
 * END`, the time in which it ran, in nanoseconds. `attach PATH=OPTIONS` loads an agent, on ART.
 */
public class Guests {
  static final boolean IS_ART = System.getProperty("java.vm.name").equals("Dalvik");

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.split(" ");
      long begin = System.nanoTime();
      if (words[0].equals("attach")) attach(words[1]);
      else runGuest(words[1], words[2]);
      long end = System.nanoTime();
      for (int i = 0; i < 3; i++) {
        System.gc();
        System.runFinalization();
      }
      System.out.println("done " + begin + " " + end);
    }
    if (IS_ART) Runtime.getRuntime().halt(0);
  }

  static void attach(String agent) throws Exception {
    Class<?> debug = Class.forName("dalvik.system.VMDebug");
    debug.getMethod("attachAgent", String.class, ClassLoader.class).invoke(null, agent, Guests.class.getClassLoader());
  }

  static void runGuest(String path, String name) throws Exception {
    ((Runnable) loader(path).loadClass(name).getConstructor().newInstance()).run();
  }

  static ClassLoader loader(String path) throws Exception {
    ClassLoader parent = Guests.class.getClassLoader();
    if (!IS_ART) return new URLClassLoader(new URL[] {new File(path).toURI().toURL()}, parent);
    Class<?> type = Class.forName("dalvik.system.PathClassLoader");
    return (ClassLoader) type.getConstructor(String.class, ClassLoader.class).newInstance(path, parent);
  }
}
