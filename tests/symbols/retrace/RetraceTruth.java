import com.android.tools.r8.DiagnosticsHandler;
import com.android.tools.r8.references.ClassReference;
import com.android.tools.r8.references.Reference;
import com.android.tools.r8.retrace.ProguardMapProducer;
import com.android.tools.r8.retrace.ProguardMappingSupplier;
import com.android.tools.r8.retrace.Retrace;
import com.android.tools.r8.retrace.RetraceCommand;
import com.android.tools.r8.retrace.RetraceFrameElement;
import com.android.tools.r8.retrace.RetraceFrameResult;
import com.android.tools.r8.retrace.RetraceStackTraceContext;
import com.android.tools.r8.retrace.RetracedMethodReference;
import com.android.tools.r8.retrace.Retracer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * R8's own Retrace, many cases in one run. Each argument is a folder of cases; each case is a folder with map.txt and
 * trace.txt (then plain.out and verbose.out are written) or queries.txt (then frames.out is): lines of class, method,
 * descriptor or -, line or -, between tabs; an empty line begins a new stack, a line ! and a class says what was thrown.
 */
final class RetraceTruth {
    private static final DiagnosticsHandler SILENT = new DiagnosticsHandler() {
        @Override
        public void error(com.android.tools.r8.Diagnostic error) {}

        @Override
        public void warning(com.android.tools.r8.Diagnostic warning) {}

        @Override
        public void info(com.android.tools.r8.Diagnostic info) {}
    };

    public static void main(String[] folders) throws IOException {
        for (String folder : folders) {
            try (Stream<Path> cases = Files.list(Path.of(folder))) {
                for (Path one : cases.filter(Files::isDirectory).collect(Collectors.toList())) answer(one);
            }
        }
    }

    private static void answer(Path one) throws IOException {
        Path map = one.resolve("map.txt");
        Path trace = one.resolve("trace.txt");
        Path queries = one.resolve("queries.txt");
        if (Files.exists(trace)) {
            Files.write(one.resolve("plain.out"), retrace(map, Files.readAllLines(trace), false));
            Files.write(one.resolve("verbose.out"), retrace(map, Files.readAllLines(trace), true));
        }
        if (Files.exists(queries)) Files.write(one.resolve("frames.out"), framesOrWhyNot(map, Files.readAllLines(queries)));
    }

    private static List<String> retrace(Path map, List<String> trace, boolean verbose) {
        List<String> lines = new ArrayList<>();
        try {
            Retrace.run(RetraceCommand.builder(SILENT)
                    .setMappingSupplier(ProguardMappingSupplier.builder()
                            .setProguardMapProducer(ProguardMapProducer.fromPath(map))
                            .setLoadAllDefinitions(false)
                            .build())
                    .setStackTrace(trace)
                    .setVerbose(verbose)
                    .setRetracedStackTraceConsumer(lines::addAll)
                    .build());
        } catch (Throwable error) {
            return Arrays.asList("R8 gave up: " + error);
        }
        return lines;
    }

    private static List<String> framesOrWhyNot(Path map, List<String> queries) {
        try {
            return frames(map, queries);
        } catch (Throwable error) {
            return Arrays.asList("R8 gave up: " + error);
        }
    }

    private static List<String> frames(Path map, List<String> queries) {
        Retracer retracer = Retracer.createDefault(ProguardMapProducer.fromPath(map), SILENT);
        RetraceStackTraceContext context = RetraceStackTraceContext.empty();
        List<String> out = new ArrayList<>();
        for (String query : queries) {
            if (query.isEmpty()) {
                context = RetraceStackTraceContext.empty();
                continue;
            }
            if (query.startsWith("!")) {
                ClassReference thrown = Reference.classFromTypeName(query.substring(1));
                context = retracer.retraceThrownException(thrown).stream().findFirst().get().getContext();
                continue;
            }
            out.add(query);
            String[] parts = query.split("\t");
            OptionalInt line = parts[3].equals("-") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(parts[3]));
            ClassReference holder = Reference.classFromTypeName(parts[0]);
            RetraceFrameResult result = parts[2].equals("-")
                    ? retracer.retraceFrame(context, line, holder, parts[1])
                    : retracer.retraceFrame(context, line, Reference.methodFromDescriptor(holder, parts[1], parts[2]));
            List<RetraceFrameElement> elements = result.stream().collect(Collectors.toList());
            for (RetraceFrameElement element : elements) {
                out.add("  alternative");
                element.forEachRewritten(frame -> out.add(
                        "    " + describe(frame.getMethodReference(), line.orElse(0)) + " "
                                + element.getSourceFile(frame.getMethodReference()).getOrInferSourceFile("SourceFile")));
            }
            context = elements.size() == 1 ? elements.get(0).getRetraceStackTraceContext() : RetraceStackTraceContext.empty();
        }
        return out;
    }

    /** A method that has no place in the map keeps the line that was asked for, as in R8's text. */
    private static String describe(RetracedMethodReference method, int asked) {
        int line = method.getOriginalPositionOrDefault(asked);
        String position = line > 0 ? String.valueOf(line) : "-";
        String types = method.isUnknown() ? "?" : method.asKnown().getMethodReference().toString().replaceFirst("^.*?(?=\\()", "");
        return method.getHolderClass().getTypeName() + " " + method.getMethodName() + " " + types + " " + position;
    }
}
