package com.example.foreign;

import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.Writer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.jar.JarFile;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/** Libraries that compute. */
final class Work {
  private static final long WORK_NS = 400_000_000L;
  private final Path folder;
  private final Path jar;

  Work(Path folder, Path jar) {
    this.folder = folder;
    this.jar = jar;
  }

  Foreign.Action prepare(String kind) throws Exception {
    switch (kind) {
      case "json": return bigText();
      case "compiler": return bigSource();
      case "query": return longQuery();
      case "classes": return manyClasses();
      default: throw new IllegalArgumentException(kind);
    }
  }

  /** Parsed in some 20 ms: a thread without a core rests where it asks the kernel for its time, and would be seen there. */
  private Foreign.Action bigText() {
    StringBuilder text = new StringBuilder("[0");
    for (int i = 1; i < 200_000; i++) text.append(",{\"id\":").append(i).append(",\"name\":\"tea\"}");
    String json = text.append(']').toString();
    return () -> parse(json);
  }

  /** Keeps nothing, as a collection of garbage would be another cause. */
  private void parse(String json) throws IOException {
    long end = Foreign.cpuNs() + WORK_NS;
    while (Foreign.cpuNs() < end) new JsonReader(new StringReader(json)).skipValue();
  }

  private Foreign.Action bigSource() throws Exception {
    StringBuilder text = new StringBuilder("class Big {\n");
    for (int i = 0; i < 300; i++) text.append("  int f").append(i).append("(int a) { return a * ").append(i).append(" + Math.abs(a); }\n");
    // Else main also waits for a thread of the compiler.
    System.setProperty("jdt.compiler.useSingleThread", "true");
    Path source = folder.resolve("Big.java");
    Files.writeString(source, text.append("}\n"));
    compileOnce(source);
    return () -> compile(source);
  }

  private void compile(Path source) {
    long end = Foreign.cpuNs() + WORK_NS;
    while (Foreign.cpuNs() < end) compileOnce(source);
  }

  private static void compileOnce(Path source) {
    String[] options = {"-17", "-nowarn", "-d", "none", source.toString()};
    if (!BatchCompiler.compile(options, new PrintWriter(Writer.nullWriter()), new PrintWriter(System.err), null)) {
      throw new IllegalStateException("not compiled");
    }
  }

  private Foreign.Action longQuery() throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
    Statement statement = connection.createStatement();
    count(statement, 10);
    return () -> query(statement);
  }

  private void query(Statement statement) throws Exception {
    long end = Foreign.cpuNs() + WORK_NS;
    while (Foreign.cpuNs() < end) count(statement, 1_000_000);
  }

  private static void count(Statement statement, int rows) throws Exception {
    statement.executeQuery("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + rows + ") SELECT sum(i) FROM n").close();
  }

  private Foreign.Action manyClasses() throws Exception {
    try (JarFile file = new JarFile(jar.toFile())) {
      List<String> names = file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith("org/h2/") && name.endsWith(".class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .toList();
      return () -> loadAll(names);
    }
  }

  private void loadAll(List<String> names) throws Exception {
    long end = Foreign.cpuNs() + WORK_NS;
    while (Foreign.cpuNs() < end) {
      // Without a parent that has them already.
      try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
        for (String name : names) loadOne(loader, name);
      }
    }
  }

  private static void loadOne(ClassLoader loader, String name) throws ClassNotFoundException {
    try {
      loader.loadClass(name);
    } catch (NoClassDefFoundError missing) {
      // It needs an optional library.
    }
  }
}
