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
        System.out.println(labels.label12(args[12], args.length));
        System.out.println(labels.label13(args[13], args.length));
        System.out.println(labels.label14(args[14], args.length));
        System.out.println(labels.label15(args[15], args.length));
        System.out.println(labels.label16(args[16], args.length));
        System.out.println(labels.label17(args[17], args.length));
        System.out.println(labels.label18(args[18], args.length));
        System.out.println(labels.label19(args[19], args.length));
        System.out.println(labels.label20(args[20], args.length));
        System.out.println(labels.label21(args[21], args.length));
    }
}

final class Labels {
    String label0(String name, int count) {
        if (count == 0) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() + 2;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label1(String name, int count) {
        if (count == 1) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() - 3;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label2(String name, int count) {
        if (count == 2) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() * 4;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label3(String name, int count) {
        if (count == 3) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() + 5;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label4(String name, int count) {
        if (count == 4) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() - 6;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label5(String name, int count) {
        if (count == 5) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() * 7;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label6(String name, int count) {
        if (count == 6) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() + 8;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label7(String name, int count) {
        if (count == 7) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() - 9;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label8(String name, int count) {
        if (count == 8) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() * 10;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label9(String name, int count) {
        if (count == 9) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() + 11;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label10(String name, int count) {
        if (count == 10) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() - 12;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label11(String name, int count) {
        if (count == 11) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() * 13;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label12(String name, int count) {
        if (count == 12) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() + 14;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label13(String name, int count) {
        if (count == 13) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() - 15;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label14(String name, int count) {
        if (count == 14) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() * 16;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label15(String name, int count) {
        if (count == 15) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() + 17;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label16(String name, int count) {
        if (count == 16) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() - 18;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label17(String name, int count) {
        if (count == 17) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() * 19;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label18(String name, int count) {
        if (count == 18) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() + 20;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label19(String name, int count) {
        if (count == 19) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() - 21;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label20(String name, int count) {
        if (count == 20) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() * 22;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
    String label21(String name, int count) {
        if (count == 21) throw new IllegalStateException(name);
        String first = new StringBuilder().append(name).append(count).append(name).append(count).toString();
        int length = first.length() + 23;
        return new StringBuilder()
                .append(name)
                .append(length)
                .append(first)
                .append(length)
                .toString();
    }
}
