package dev.laglens.sample;

/** A line of the source, by the runtime's own table. */
final class Place {
    private Place() {}

    /** @return the caller's `class.method:line` */
    static String here() {
        StackTraceElement caller = new Throwable().getStackTrace()[1];
        return caller.getClassName() + "." + caller.getMethodName() + ":" + caller.getLineNumber();
    }
}
