package com.example.phone;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Objects of the framework's own classes, made without their constructors: those would ask the system server. */
final class Made {
    private Made() {}

    static <T> T without(Class<T> type) throws ReflectiveOperationException {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Object one = open(unsafe.getDeclaredField("theUnsafe")).get(null);
        return type.cast(unsafe.getMethod("allocateInstance", Class.class).invoke(one, type));
    }

    /** @param object null for a static field */
    static void set(Class<?> type, Object object, String name, Object value) throws ReflectiveOperationException {
        open(type.getDeclaredField(name)).set(object, value);
    }

    /** The first of some names that the class has a field of. */
    static Object get(Object object, String... names) throws ReflectiveOperationException {
        for (Field field : object.getClass().getDeclaredFields()) {
            for (String name : names) if (field.getName().equals(name)) return open(field).get(object);
        }
        throw new NoSuchFieldException(String.join(", ", names));
    }

    static int constant(String type, String name) throws ReflectiveOperationException {
        return open(Class.forName(type).getDeclaredField(name)).getInt(null);
    }

    static Method method(Class<?> type, String name, Class<?>... parameters) throws ReflectiveOperationException {
        return open(type.getDeclaredMethod(name, parameters));
    }

    private static <T extends AccessibleObject> T open(T member) {
        member.setAccessible(true);
        return member;
    }
}
