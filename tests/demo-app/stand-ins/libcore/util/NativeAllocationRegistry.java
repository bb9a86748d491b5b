package libcore.util;

/** Stand-in: the real one needs sun.misc.Cleaner, which desktop Java no longer has. Frees nothing. */
public class NativeAllocationRegistry {
    public NativeAllocationRegistry(ClassLoader loader, long freeFunction, long size) {}

    public static NativeAllocationRegistry createMalloced(ClassLoader loader, long freeFunction) {
        return new NativeAllocationRegistry(loader, freeFunction, 0);
    }

    public static NativeAllocationRegistry createMalloced(ClassLoader loader, long freeFunction, long size) {
        return new NativeAllocationRegistry(loader, freeFunction, size);
    }

    public static NativeAllocationRegistry createNonmalloced(ClassLoader loader, long freeFunction, long size) {
        return new NativeAllocationRegistry(loader, freeFunction, size);
    }

    public Runnable registerNativeAllocation(Object referent, long nativePointer) {
        return () -> {};
    }
}
