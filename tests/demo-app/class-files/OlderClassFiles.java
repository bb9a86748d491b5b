import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * `OlderClassFiles IN.jar OUT.jar`: the classes of Android's framework with a version number that Java 17 accepts. Nothing else of them changes:
 * class files have had no new instructions since. Java's own packages and all that is no class stays behind.
 */
final class OlderClassFiles {
    private static final int MAGIC = 0xcafebabe, MAJOR_AT = 6;
    private static final short MAJOR_OF_17 = 61;

    public static void main(String[] paths) throws IOException {
        try (ZipFile in = new ZipFile(paths[0]);
                OutputStream file = Files.newOutputStream(Path.of(paths[1]));
                ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(file, 1 << 20))) {
            out.setLevel(1);
            for (Enumeration<? extends ZipEntry> all = in.entries(); all.hasMoreElements(); ) copy(in, all.nextElement(), out);
        }
    }

    private static void copy(ZipFile in, ZipEntry entry, ZipOutputStream out) throws IOException {
        String name = entry.getName();
        if (!name.endsWith(".class") || name.startsWith("java/") || name.startsWith("META-INF/")) return;
        byte[] bytes;
        try (InputStream stream = in.getInputStream(entry)) {
            bytes = stream.readAllBytes();
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        if (header.getInt(0) != MAGIC) throw new IOException(name + " is no class file");
        if (header.getShort(MAJOR_AT) > MAJOR_OF_17) header.putShort(MAJOR_AT, MAJOR_OF_17);
        out.putNextEntry(new ZipEntry(name));
        out.write(bytes);
        out.closeEntry();
    }
}
