package dev.terrace.driver;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.teavm.tooling.EmptyTeaVMToolLog;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMTool;
import org.teavm.tooling.TeaVMToolException;
import org.teavm.vm.TeaVMOptimizationLevel;
import org.teavm.vm.TeaVMPhase;
import org.teavm.vm.TeaVMProgressFeedback;
import org.teavm.vm.TeaVMProgressListener;

/** Class files to a module, by TeaVM, for WASI. */
final class ModuleCompiler {
    private final Options options;
    private final Progress progress;

    ModuleCompiler(Options options, Progress progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Compiles the classes of a folder into the module that the options name. */
    void run(Path classes) throws BuildError {
        TeaVMTool tool = new TeaVMTool();
        tool.setTargetType(TeaVMTargetType.WEBASSEMBLY_WASI);
        tool.setTargetDirectory(options.out.getParent().toFile());
        tool.setTargetFileName(options.out.getFileName().toString());
        tool.setMainClass(options.main);
        tool.setOptimizationLevel(TeaVMOptimizationLevel.valueOf(options.level.name()));
        tool.setMinHeapSize(options.heapMin);
        tool.setMaxHeapSize(options.heapMax);
        tool.setObfuscated(!options.keepNames);
        tool.setStrict(true);
        tool.setAssertionsRemoved(!options.assertions);
        tool.getClassesToPreserve().addAll(options.reflect);
        tool.setClassPath(classPath(classes));
        tool.setLog(new EmptyTeaVMToolLog());
        tool.setProgressListener(new Phases());
        try {
            tool.generate();
        } catch (TeaVMToolException e) {
            throw new BuildError("compiling " + options.main, e);
        }
        List<String> problems = new ProblemText(tool, options.sources).lines();
        if (!problems.isEmpty()) {
            throw new BuildError(String.join("\n", problems));
        }
    }

    /** The library of ours is before that of TeaVM, so that its classes win; then the app. */
    private static List<File> classPath(Path classes) {
        List<File> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = new File(entry).getName();
            if (name.startsWith("terrace-classlib") || name.startsWith("terrace-abi")) {
                jars.add(0, new File(entry));
            } else if (name.startsWith("teavm-") && !name.startsWith("teavm-relocated")) {
                jars.add(new File(entry));
            }
        }
        jars.add(classes.toFile());
        return jars.stream().distinct().collect(Collectors.toList());
    }

    private final class Phases implements TeaVMProgressListener {
        @Override
        public TeaVMProgressFeedback phaseStarted(TeaVMPhase phase, int count) {
            progress.say(switch (phase) {
                case DEPENDENCY_ANALYSIS -> "finding what the app reaches";
                case COMPILING -> "compiling to WebAssembly";
            });
            return TeaVMProgressFeedback.CONTINUE;
        }

        @Override
        public TeaVMProgressFeedback progressReached(int reached) {
            return TeaVMProgressFeedback.CONTINUE;
        }
    }
}
