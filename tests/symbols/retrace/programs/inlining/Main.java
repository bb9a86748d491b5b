package sample.inlining;

import java.util.ArrayList;
import java.util.List;

/** Small methods that R8 copies into their callers, overloads that get one name, and checks that throw. */
public final class Main {
    public static void main(String[] args) {
        Basket basket = new Basket(args.length + 3);
        basket.add(new Item("tea", 3), 2);
        basket.add(new Item("milk", args.length), 1L);
        basket.add(null, args.length);
        System.out.println(basket.total() + basket.describe(args));
        for (Shape shape : shapes(args.length)) System.out.println(shape.area());
    }

    private static List<Shape> shapes(int count) {
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < count; i++) shapes.add(i % 2 == 0 ? new Square(i) : new Circle(i));
        return shapes;
    }
}

abstract class Shape {
    abstract double area();

    static double checked(double size) {
        if (size < 0) throw new IllegalArgumentException("A shape of size " + size);
        return size;
    }
}

final class Square extends Shape {
    private final double side;

    Square(double side) {
        this.side = checked(side);
    }

    @Override
    double area() {
        return squared(side);
    }

    static double squared(double x) {
        return checked(x) * x;
    }
}

final class Circle extends Shape {
    private final double radius;

    Circle(double radius) {
        this.radius = checked(radius);
    }

    @Override
    double area() {
        return Math.PI * Square.squared(radius);
    }
}

final class Item {
    final String name;
    final int price;

    Item(String name, int price) {
        this.name = require(name);
        this.price = price;
    }

    static <T> T require(T value) {
        if (value == null) throw new NullPointerException("nothing");
        return value;
    }
}

final class Basket {
    private final Item[] items;
    private final long[] counts;
    private int size;

    Basket(int capacity) {
        items = new Item[capacity];
        counts = new long[capacity];
    }

    void add(Item item, int count) {
        add(item, (long) count);
    }

    void add(Item item, long count) {
        if (size == items.length) throw new IllegalStateException("full");
        items[size] = item;
        counts[size] = positive(count);
        size++;
    }

    private static long positive(long count) {
        if (count < 0) throw new IllegalArgumentException("less than nothing");
        return count;
    }

    long total() {
        long total = 0;
        for (int i = 0; i < size; i++) total += cost(i);
        return total;
    }

    private long cost(int i) {
        return Item.require(items[i]).price * counts[i];
    }

    String describe(Object[] words) {
        StringBuilder text = new StringBuilder();
        for (Object word : words) text.append(word.hashCode()).append(words.length == 3 ? nested(word) : "");
        return text.toString();
    }

    private static String nested(Object word) {
        try {
            return Item.require(word).toString().substring(4);
        } catch (StringIndexOutOfBoundsException error) {
            throw new IllegalStateException(error);
        } finally {
            System.out.println(word.toString());
        }
    }
}
