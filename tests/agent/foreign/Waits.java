package com.example.foreign;

import ch.qos.logback.core.ContextBase;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.EchoEncoder;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import redis.clients.jedis.Jedis;

/** Libraries that wait. */
final class Waits {
  private final Path folder;

  Waits(Path folder) {
    this.folder = folder;
  }

  Foreign.Action prepare(String kind) throws Exception {
    switch (kind) {
      case "cache": return cacheLoads();
      case "log": return logWrites();
      case "pool": return poolIsEmpty();
      case "redis": return serverIsSlow();
      case "row": return rowIsLocked();
      case "file": return fileIsLocked();
      case "process": return () -> runCommand();
      case "retry": return () -> retry();
      default: return null;
    }
  }

  /** Caffeine: another thread loads the same entry. */
  private Foreign.Action cacheLoads() throws Exception {
    Cache<String, String> prices = Caffeine.newBuilder().build();
    CountDownLatch loads = new CountDownLatch(1);
    Foreign.start("price-loader", () -> prices.get("tea", key -> {
      loads.countDown();
      Foreign.keepMain(Thread.State.BLOCKED);
      return "4";
    }));
    loads.await();
    return () -> askCache(prices);
  }

  private void askCache(Cache<String, String> prices) {
    if (!prices.get("tea", key -> "0").equals("4")) throw new IllegalStateException("loaded twice");
  }

  /** Logback: another thread writes to the same slow file. */
  private Foreign.Action logWrites() throws Exception {
    CountDownLatch writes = new CountDownLatch(1);
    OutputStreamAppender<String> appender = new OutputStreamAppender<>();
    ContextBase context = new ContextBase();
    EchoEncoder<String> encoder = new EchoEncoder<>();
    encoder.setContext(context);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.setOutputStream(new SlowStream(writes));
    appender.start();
    Foreign.start("audit-writer", () -> appender.doAppend("slow"));
    writes.await();
    return () -> log(appender);
  }

  private void log(OutputStreamAppender<String> appender) {
    appender.doAppend("bought tea");
  }

  private static final class SlowStream extends OutputStream {
    private final CountDownLatch writes;

    SlowStream(CountDownLatch writes) {
      this.writes = writes;
    }

    @Override
    public void write(int single) {}

    @Override
    public void write(byte[] bytes, int from, int length) {
      if (Thread.currentThread() == Foreign.main || !new String(bytes, from, length, StandardCharsets.UTF_8).startsWith("slow")) return;
      writes.countDown();
      Foreign.keepMain(Thread.State.WAITING);
    }
  }

  /** Commons Pool: another thread has the only object. */
  private Foreign.Action poolIsEmpty() throws Exception {
    GenericObjectPool<StringBuilder> pool = new GenericObjectPool<>(new Builders());
    pool.setMaxTotal(1);
    CountDownLatch borrowed = new CountDownLatch(1);
    Foreign.start("report", () -> {
      StringBuilder only = pool.borrowObject();
      borrowed.countDown();
      Foreign.keepMain(Thread.State.WAITING);
      pool.returnObject(only);
    });
    borrowed.await();
    return () -> borrow(pool);
  }

  private void borrow(GenericObjectPool<StringBuilder> pool) throws Exception {
    pool.returnObject(pool.borrowObject());
  }

  private static final class Builders extends BasePooledObjectFactory<StringBuilder> {
    @Override
    public StringBuilder create() {
      return new StringBuilder();
    }

    @Override
    public PooledObject<StringBuilder> wrap(StringBuilder made) {
      return new DefaultPooledObject<>(made);
    }
  }

  /** Jedis: the server answers late. */
  private Foreign.Action serverIsSlow() throws Exception {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Foreign.start("server", () -> {
      try (server; Socket peer = server.accept()) {
        peer.getInputStream().read();
        Foreign.keepMain();
        peer.getOutputStream().write("+PONG\r\n".getBytes(StandardCharsets.US_ASCII));
      }
    });
    Jedis jedis = new Jedis(server.getInetAddress().getHostAddress(), server.getLocalPort(), 60_000);
    jedis.connect();
    return () -> ping(jedis);
  }

  private void ping(Jedis jedis) {
    jedis.ping();
  }

  /** H2: another connection's transaction has changed the row. */
  private Foreign.Action rowIsLocked() throws Exception {
    String url = "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
    return lockedBy("importer", url, "", () -> Foreign.keepMain(Thread.State.TIMED_WAITING));
  }

  /** SQLite: another connection's transaction locks the file. */
  private Foreign.Action fileIsLocked() throws Exception {
    String url = "jdbc:sqlite:" + folder.resolve("shop.db");
    // Its wait is in native code, which has no state of its own.
    return lockedBy("sync", url, "PRAGMA busy_timeout = 60000", Foreign::keepMain);
  }

  private Foreign.Action lockedBy(String owner, String url, String setting, Foreign.Action hold) throws Exception {
    Connection own = DriverManager.getConnection(url);
    Statement statement = own.createStatement();
    if (!setting.isEmpty()) statement.execute(setting);
    statement.execute("DROP TABLE IF EXISTS stock");
    statement.execute("CREATE TABLE stock (id INT PRIMARY KEY, pieces INT)");
    statement.execute("INSERT INTO stock VALUES (1, 5)");
    update(statement);
    CountDownLatch locked = new CountDownLatch(1);
    Foreign.start(owner, () -> {
      try (Connection other = DriverManager.getConnection(url)) {
        other.setAutoCommit(false);
        update(other.createStatement());
        locked.countDown();
        hold.run();
        other.commit();
      }
    });
    locked.await();
    return () -> update(statement);
  }

  private static void update(Statement statement) throws SQLException {
    statement.executeUpdate("UPDATE stock SET pieces = pieces - 1 WHERE id = 1");
  }

  /** Commons Exec: a child process. */
  private void runCommand() throws Exception {
    new DefaultExecutor().execute(CommandLine.parse("sleep 0.7"));
  }

  /** Failsafe: fails twice. */
  private void retry() {
    RetryPolicy<Object> policy = RetryPolicy.builder().withMaxRetries(2).withDelay(Duration.ofMillis(Foreign.HOLD_MS / 2)).build();
    int[] tries = {0};
    Failsafe.with(policy).run(() -> {
      if (++tries[0] < 3) throw new IllegalStateException("no connection");
    });
  }
}
