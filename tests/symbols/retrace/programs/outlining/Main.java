package sample.outlining;

/** The same steps again and again: R8 moves them out into methods of its own. */
public final class Main {
    public static void main(String[] args) {
        Labels labels = new Labels();
        System.out.println(labels.label0(args[0], args.length));
        System.out.println(labels.label1(args[1], args.length));
        System.out.println(labels.label2(args[2], args.length));
        System.out.println(labels.label3(args[3], args.length));
        System.out.println(labels.label4(args[4], args.length));
        System.out.println(labels.label5(args[5], args.length));
        System.out.println(labels.label6(args[6], args.length));
        System.out.println(labels.label7(args[7], args.length));
        System.out.println(labels.label8(args[8], args.length));
        System.out.println(labels.label9(args[9], args.length));
        System.out.println(labels.label10(args[10], args.length));
        System.out.println(labels.label11(args[11], args.length));
    }
}

final class Labels {
    String label0(String name, int count) {
        if (count == 0) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(name.length());
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label1(String name, int count) {
        if (count == 1) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(" of 1");
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label2(String name, int count) {
        if (count == 2) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(name.length());
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label3(String name, int count) {
        if (count == 3) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(" of 3");
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label4(String name, int count) {
        if (count == 4) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(name.length());
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label5(String name, int count) {
        if (count == 5) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(" of 5");
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label6(String name, int count) {
        if (count == 6) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(name.length());
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label7(String name, int count) {
        if (count == 7) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(" of 7");
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label8(String name, int count) {
        if (count == 8) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(name.length());
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label9(String name, int count) {
        if (count == 9) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(" of 9");
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label10(String name, int count) {
        if (count == 10) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(name.length());
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }

    String label11(String name, int count) {
        if (count == 11) throw new IllegalStateException(name);
        StringBuilder text = new StringBuilder();
        text.append(name);
        text.append(": ");
        text.append(count);
        text.append(" of 11");
        text.append(", ");
        text.append(count);
        String found = text.toString();
        return found;
    }
}
