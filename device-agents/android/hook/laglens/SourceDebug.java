package laglens;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the SourceDebugExtension attribute of a class from its class file: desktop virtual machines drop it unless an agent was
 * there from the start. Layout: The Java Virtual Machine Specification, chapter 4.
 */
final class SourceDebug {
  private static final int MOST_BYTES = 1 << 16;

  private SourceDebug() {}

  /** The attribute's text, null when there is none or the class file cannot be read. */
  static String of(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == null) return null;
    try (InputStream file = loader.getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
      return file == null ? null : read(new DataInputStream(new BufferedInputStream(file)));
    } catch (IOException unreadable) {
      return null;
    } catch (RuntimeException loaderOfTheApp) {
      return null;
    }
  }

  private static String read(DataInputStream in) throws IOException {
    if (in.readInt() != 0xCAFEBABE) return null;
    in.readInt();
    boolean[] isName = constants(in);
    in.skipBytes(6);
    for (int interfaces = in.readUnsignedShort(); interfaces > 0; interfaces--) in.readUnsignedShort();
    members(in);
    members(in);
    for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
      int name = in.readUnsignedShort();
      int length = in.readInt();
      if (isName[name] && length <= MOST_BYTES) {
        byte[] text = new byte[length];
        in.readFully(text);
        return new String(text, "UTF-8");
      }
      skip(in, length);
    }
    return null;
  }

  /** Which constants are the name of the attribute. */
  private static boolean[] constants(DataInputStream in) throws IOException {
    boolean[] isName = new boolean[in.readUnsignedShort()];
    for (int i = 1; i < isName.length; i++) {
      int tag = in.readUnsignedByte();
      if (tag == 1) isName[i] = in.readUTF().equals("SourceDebugExtension");
      else if (tag == 5 || tag == 6) {
        skip(in, 8);
        i++;
      } else if (tag == 15) skip(in, 3);
      else if (tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20) skip(in, 2);
      else skip(in, 4);
    }
    return isName;
  }

  private static void members(DataInputStream in) throws IOException {
    for (int members = in.readUnsignedShort(); members > 0; members--) {
      skip(in, 6);
      for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
        in.readUnsignedShort();
        skip(in, in.readInt());
      }
    }
  }

  private static void skip(DataInputStream in, int length) throws IOException {
    for (int left = length; left > 0; ) {
      int skipped = in.skipBytes(left);
      if (skipped <= 0) throw new IOException("The class file is cut off.");
      left -= skipped;
    }
  }
}
