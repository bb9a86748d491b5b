package com.example.shop.plugins;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Class files of partners' offers, as their server would generate them. */
final class PluginArchive {
    private static final int MAGIC = 0xCAFEBABE, JAVA_8 = 52, METHODS = 60;
    private static final int PUBLIC_INTERFACE = 0x0601, PUBLIC_ABSTRACT = 0x0401;
    private static final int CONSTANT_UTF8 = 1, CONSTANT_CLASS = 7;

    private PluginArchive() {}

    static String nameOf(int plugin) {
        return "com.partner.offers.Offer" + plugin;
    }

    /** An interface, by the Java Virtual Machine Specification, chapter 4. */
    static byte[] classFile(int plugin) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(MAGIC);
        out.writeInt(JAVA_8);
        out.writeShort(6 + METHODS);
        writeClass(out, 2, nameOf(plugin).replace('.', '/'));
        writeClass(out, 4, "java/lang/Object");
        writeText(out, "()V");
        for (int i = 0; i < METHODS; i++) writeText(out, "show" + i);
        out.writeShort(PUBLIC_INTERFACE);
        out.writeShort(1);
        out.writeShort(3);
        out.writeInt(0); // no interfaces, no fields
        out.writeShort(METHODS);
        for (int i = 0; i < METHODS; i++) {
            out.writeShort(PUBLIC_ABSTRACT);
            out.writeShort(6 + i);
            out.writeShort(5);
            out.writeShort(0);
        }
        out.writeShort(0);
        return bytes.toByteArray();
    }

    private static void writeClass(DataOutputStream out, int nameIndex, String name) throws IOException {
        out.writeByte(CONSTANT_CLASS);
        out.writeShort(nameIndex);
        writeText(out, name);
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        out.writeByte(CONSTANT_UTF8);
        out.writeUTF(text);
    }
}
