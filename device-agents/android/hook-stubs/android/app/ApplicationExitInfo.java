package android.app;

import java.io.IOException;
import java.io.InputStream;

/** Shape of the framework's class since API 30, to compile against; never shipped. */
public final class ApplicationExitInfo {
  private ApplicationExitInfo() {}

  public native int getPid();

  public native int getReason();

  public native long getTimestamp();

  public native InputStream getTraceInputStream() throws IOException;
}
